"""Kingsburg: the state, the context and the numbers that name things in both."""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.types cimport i8, u8

cdef enum:
    GOODS = 3           # gold, wood, stone
    KINDS = 6           # goods, "+2" tokens, soldiers, victory points
    ROWS = 7            # A to G; without module 1 only B to F are in play
    COLUMNS = 4
    CELLS = 28          # ROWS x COLUMNS; cell = 4 x row + column
    ADVISORS = 18
    WHIMS = 16
    YEARS = 5
    CARDS = 5           # invader cards of a year
    COLOURED = 3        # dice of a seat's own colour: slots 0..2
    DICE = 8            # slots 3..7 are white dice
    TROOPS_MAX = 6      # troop tokens of a seat
    MAX_DEALS = 8       # options of one help
    MAX_EFFECTS = 48
    NEUTRAL = 6         # owner of neutral dice in `group`
    TOKEN_BONUS = 2     # what a "+2" adds
    FACTORS = 8         # of advice: the kinds, goods of choice, anything else

# What a seat can own, in the order in which goods are chosen and paid (K-4.17.2).
cdef enum:
    GOLD
    WOOD
    STONE
    TOKEN       # a "+2"
    SOLDIER
    POINT       # victory point

cdef enum:
    SPRING
    SUMMER
    AUTUMN
    WINTER

# The decision that is pending. What a move code means is said behind each.
cdef enum:
    AID         # D1: kind of the good the King gives
    MODIFY      # D2: 0 stop, 1 + number of the roll modifier
    DIE         # D2: slot of the die to roll again
    PLACE       # D3: 0 pass, else the advisor
    PAY         # D4: bits 0-7 dice slots, bit 8 "+2", bits 9-10 Market (1 below the sum, 2 above)
    OPTION      # D5: number of the option of the help
    GAIN        # D5: kind of a good of choice
    NAME        # whims 3 and 8: kind of the good named for the owner
    STOCK       # whim 4: kind of the good taken from the tile
    PARTNER     # whims 7 and 14: seat chosen
    SHARE       # whims 7 and 14: kind the chosen seat takes
    GIFT        # whim 15: 8 x kind + seat that gets it
    BUILD       # D6: 0 pass, 1 + cell
    SECOND      # D7: 0 keep the Envoy, 1 + cell
    EFFECT      # D8: 0 stop, 1 + number of the season-end effect
    PRICE       # D8: kind that pays for the effect
    RECRUIT     # D9: 0 stop, 1 + kind of the first good of one more soldier
    HIRE        # D9: kind of the next good of the same soldier
    TROOPS      # D11: number of the troop token; from here on the invader card lies open
    ACADEMY     # D13: 0 keep the reinforcement, 1 take the rolled one
    REWARD      # D12: kind of a good won
    LOSS        # D10: kind of a good lost
    ENDED
    # Never at rest: steps that `play` walks through by itself.
    START_YEAR
    START_SEASON
    SERVE
    START_WINTER
    BATTLE

# Moments at which an effect of a building works (K-4.0.9).
cdef enum:
    SEASON_START
    WHITE_DICE
    ROLL_MOD
    PLACEMENT_SHIFT
    HELP_BONUS
    BUILD_COST
    SEASON_END
    BEFORE_PHASE7
    RECRUIT_COST
    REINFORCEMENT
    BATTLE_BONUS
    ON_WIN
    GAME_END
    HOOKS

# Variants of an effect within its hook.
cdef enum:
    PLAIN
    ALL_EQUAL           # ROLL_MOD: all dice show the same; else the total is at most `high`
    TIE_WINS            # ON_WIN: a tie counts as a win
    TOKENS_PAY          # RECRUIT_COST: "+2" tokens pay like goods; else a soldier costs `amount`

# How a help is given.
cdef enum:
    DEALS               # options, then goods of choice, then fixed gains, then a peek
    COPY                # whim 1: the help of the lowest advisor nobody influenced
    NAMED               # neighbours name goods
    FROM_STOCK          # whim 4
    LUCKY               # whim 5
    SHARE_TWICE         # whim 7: another seat takes one kind, the owner two of it
    SHARE_REST          # whim 14: another seat takes one kind, the owner all the others
    GIFTS               # whim 15: fixed gains, of which some go to other seats

cdef struct Effect:
    uint32_t cell       # bit of the building that has the effect
    uint32_t also       # bit of another building that makes it work in more seasons (Mint), or 0
    u8 seasons          # bit per productive season in which it works
    u8 also_seasons     # the further ones
    u8 races            # bit per race it helps against
    u8 low              # least printed strength or column it is for
    u8 high             # greatest printed strength, dice total or column it is for
    u8 pay              # bit per kind, one piece of which is paid; 0: nothing, the effect is automatic
    u8 rule             # variant
    i8 amount           # dice, distance, price, battle value; goods per point at the end
    i8 gain[KINDS]

cdef struct Deal:
    u8 pay[KINDS]
    u8 gain[KINDS]
    u8 others[KINDS]    # what every other seat gets
    u8 goods            # goods of choice
    u8 owned            # 1: victory points are paid only by those who have them (K-7.15)
    u8 fewest           # 1 + 0 goods, 1 soldiers, 2 points: only for who has fewest; 0 for everybody

cdef struct Help:
    u8 kind             # Giving
    u8 deals            # how many
    u8 picks            # how many different deals are picked, in ascending order
    u8 goods            # goods of choice; NAMED: number of namers; GIFTS: number of gifts
    u8 peek
    u8 share            # bit per kind that the other seat may take
    u8 gain[KINDS]
    Deal deal[MAX_DEALS]

cdef struct Invader:
    u8 race
    u8 strength
    u8 loss[KINDS]      # goods and points
    u8 loss_goods       # goods of choice
    u8 loss_buildings
    u8 reward[KINDS]
    u8 reward_goods     # goods of choice

cdef struct KingsburgContext:
    u8 seats
    u8 whims            # 0 off, 1 standard, 2 restoration (K-4.15)
    u8 troops           # module 5
    u8 coloured         # coloured dice of a seat
    u8 neutral[2]       # neutral dice of a two-player season
    u8 soldier_price
    u8 reward_points    # King's Reward
    u8 champion_points  # highest combat value among winners
    u8 token_count
    u8 token[TROOPS_MAX]            # values, ascending
    uint32_t cells                  # bit per building in play
    uint32_t hooked[HOOKS]          # bit per building with an effect there
    u8 cost[CELLS][GOODS]
    u8 low_cost[CELLS][GOODS]       # with every discount that buildings give
    uint64_t lanes[CELLS]           # cost in 16 bits each, to compare with the first kinds a seat owns at once
    uint64_t low_lanes[CELLS]
    u8 points[CELLS]
    u8 first[HOOKS + 1]             # effects[first[h]] .. effects[first[h + 1] - 1] belong to hook h
    Effect effects[MAX_EFFECTS]
    Help advisor[ADVISORS + 1]      # by number; 0 is unused
    Help whim[WHIMS + 1]
    Invader invader[YEARS][CARDS]
    # For the playout policy and the estimate only; all in victory points (worth.py).
    float base[CELLS]               # a building's points less the price of its goods
    float worth[CELLS]              # what it brings in each season still to come
    float guard[CELLS]              # its mean battle value
    float advice[2][FACTORS][ADVISORS + 2]  # what advisors (0) and whims (1) give: kinds, goods of choice, the rest
    float pending[2][ADVISORS + 2]  # the same weighed by fixed weights, for dice that lie there
    float threat[YEARS]             # mean strength of a year's invaders

cdef struct KingsburgState:
    int16_t own[MAX_SEATS][KINDS]   # by Kind
    int16_t combat[MAX_SEATS]       # combat values of the battle being fought (REWARD, LOSS)
    u8 phase
    u8 actor                        # seat to decide
    uint32_t built[MAX_SEATS]       # bit per cell
    uint32_t influenced             # bit a: advisor a carries dice; kept after the help only for Restoration
    uint32_t whims                  # bit n: whim tile n lies on its advisor
    u8 year                         # 0-based
    u8 season
    u8 order[MAX_SEATS]             # seats in turn order
    u8 turn                         # position in `order` of the seat being dealt with, where the phase goes by it
    u8 envoy                        # 1 + seat that holds the King's Envoy, 0: on the board
    u8 waiting                      # AID: bit per seat that still gets a good
    u8 passed                       # PLACE, PAY: bit per seat
    u8 token_used                   # bit per seat: "+2" used for a placement this season
    u8 market_used                  # bit per seat: Market used this season
    u8 used                         # MODIFY, DIE, EFFECT, PRICE: bit per effect the seat has used
    u8 choice                       # DIE, PRICE: the effect being carried out; OPTION: bit per deal picked
    u8 advisor                      # PAY: the target; help: the advisor being served
    u8 served                       # help: groups of this advisor already served
    u8 owner                        # help: seat that receives it
    u8 partner                      # SHARE: 1 + the seat that chooses
    u8 left                         # goods, names or gifts still to choose
    u8 least                        # lowest code still allowed, so that no combination comes twice (K-4.17.2)
    u8 die                          # ACADEMY: what was rolled
    u8 won                          # REWARD, LOSS: bit per seat that has won this battle
    u8 seen                         # bit per seat that has peeked at this year's invader card
    u8 stock                        # whim 4: bit per good on the tile
    u8 lucky                        # whim 5: 1 + the good on the tile, 0 while the tile is not on the board
    u8 favoured                     # King's Aid die: 1 + seat, only between START_YEAR and START_SEASON
    u8 group[ADVISORS]              # owner of the dice on advisor a at a - 1: 1 + seat, NEUTRAL or 0
    u8 second_advisor               # advisor with a second group, thanks to the Envoy; 0: none
    u8 second_owner                 # 1 + seat
    u8 invaders[YEARS]              # 1 + card of each year still to come; 0: unknown or gone
    u8 tokens[MAX_SEATS]            # bit per troop token still there
    u8 chosen[MAX_SEATS]            # TROOPS: 1 + token committed, 0: not yet or not known
    u8 reinforcement[MAX_SEATS]     # ACADEMY: soldiers the King sends
    u8 dice[MAX_SEATS][DICE]        # unplaced dice, ascending, zeros last, coloured and white apart
    u8 padding                      # always zero
