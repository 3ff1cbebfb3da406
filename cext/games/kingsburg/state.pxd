"""Kingsburg: the state, the context and the numbers that name things in both.

Enums that are `cpdef` are typed here alone: words.py takes its words from the members' names. Those whose members are
used as indices have no name of their own, since Cython would not take them.
"""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.types cimport i8, u8

# Sizes that Python needs too.
cpdef enum:
    SEATS = MAX_SEATS
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
    MAX_EFFECTS = 240
    MAX_CARDS = 31      # governors or fate cards of a file: a bit each, bit 0 is unused
    MAX_DISCOUNTS = 3   # optional discounts that a seat can have at once
    HAND = 3            # governors dealt to a seat
    MAX_RAISE = 15      # K-7.48
    MAX_BID = 99
    FACTORS = 8         # of advice: the kinds, goods of choice, anything else

cpdef enum:
    STOCK_TILE = 4      # the whim tile with goods to choose from
    LUCKY_TILE = 5      # the whim tile with one random good
    NEUTRAL = 6         # owner of neutral dice in `group`
    TOKEN_BONUS = 2     # what a "+2" adds
    BOARD = 0x7ffff - 1             # bits of the advisors 1 to 18
    ROW = (1 << COLUMNS) - 1        # bits of the cells of row A

# What a seat can own, in the order in which goods are chosen and paid (K-4.17.2).
cpdef enum:
    GOLD
    WOOD
    STONE
    TOKEN       # a "+2"
    SOLDIER
    VP          # victory point

cpdef enum Season:
    SPRING
    SUMMER
    AUTUMN
    WINTER

# The decision that is pending, in the course of a game. What a move code means is said behind each.
cpdef enum Phase:
    DRAFT       # K-4.11.3: row of the alternative strip taken
    STRIPS      # K-4.11.4: bit per row that the seat replaces
    KEEP        # K-4.12.1: number of the governor kept
    LOT         # K-4.12.2: number of the governor put up
    BID         # K-4.12.2: 0 pass, 1 + bid
    SIDE        # K-4.16.2: number of the group of people
    CONJURE     # K-7.41: 0 stop, 1 + cell built for nothing
    AID         # D1: kind of the good the King gives
    TAKE        # kind of a good of choice that no advisor gives
    BLESS       # GOV14: 0 not now, 1 use it
    BLESSING    # K-7.54: 0 the governor's white die first, 1 the fate card's
    MODIFY      # D2: 0 stop, 1 + number of the roll modifier
    DIE         # D2: slot of the die to roll again
    TURN        # D2: how dice are turned, see below
    PLACE       # D3: 0 pass, else an advisor, see below
    PAY         # D4: see below
    MOVE        # GOV16: 0 leave the dice, 1 move them
    OPTION      # D5: number of the option of the help
    GAIN        # D5: kind of a good of choice
    NAME        # whims 3 and 8: kind of the good named for the owner
    STOCK       # whim 4: kind of the good taken from the tile
    PARTNER     # whims 7 and 14: seat chosen
    SHARE       # whims 7 and 14: kind the chosen seat takes
    GIFT        # whim 15: GIFT_KIND x kind + seat that gets it
    PEEK        # K-7.59: 0 the invader deck, 1 the Valley deck
    ROB         # GOV01: 0 nobody, 1 + seat
    LOOT        # GOV01: kind of the good taken
    TRADE       # GOV20: 0 nothing, 1 + kind given
    SWAP        # GOV20: kind taken for it
    BUILD       # D6: 0 pass, 1 + cell
    SECOND      # D7: 0 keep the Envoy, 1 + cell
    DISCOUNT    # K-4.3.7.5: DISCOUNT_BITS for each optional discount at hand: 0 unused, 1 + kind
    EFFECT      # D8: 0 stop, 1 + number of the season-end effect
    PRICE       # D8: kind that pays for the effect
    RECRUIT     # D9: 0 stop, 1 + kind of the first good of one more soldier, FREE_SOLDIER
    HIRE        # D9: kind of the next good of the same soldier
    TROOPS      # D11: number of the troop token; from here on the invader card lies open
    ACADEMY     # D13: 0 keep the reinforcement, 1 take the rolled one
    ARM         # K-7.64: 0 nothing, 1 + kind paid
    REWARD      # D12: kind of a good won
    LOSS        # D10: kind of a good lost
    ENDED

# Steps that `play` walks through by itself; never at rest.
cpdef enum:
    START_GOVERNORS = ENDED + 1
    START_YEAR
    START_AID
    START_SEASON
    BOUNTY          # what a blessing and the fate card bring each seat before the roll
    ROLL
    SERVE
    START_TURN      # of building
    START_TRADE
    START_EFFECTS
    START_PEEKS
    START_WINTER
    BATTLE

# PLACE: the advisor's number alone, or with one of these. `advisor` has them too.
cpdef enum:
    NUMBER = 31         # the number of the advisor
    PRIVATE = 32        # the governor's own space of this number
    SECRET = 64         # K-7.36: the token of a secret deal, on the board or (with PRIVATE) on that space

# PAY: bits 0-7 dice slots, bit 8 "+2", bits 9-10 Market (1 below the sum, 2 above).
cpdef enum:
    PAY_DICE = 0xff
    PAY_TOKEN = 8
    PAY_AIM = 9
    PAY_BITS = 11

# TURN with two values to turn to: how many dice go to the first and to the second, coloured and white apart. With three
# values for the coloured dice: which one is left out, or with one die, taken; counted so that codes ascend.
cpdef enum:
    TURN_SECOND = 2     # shift of the coloured dice that go to the second value
    TURN_WHITE = 4      # of the white ones that go to the first
    TURN_WHITE_SECOND = 7

cpdef enum:
    GIFT_KIND = 8
    DISCOUNT_BITS = 2
    FREE_SOLDIER = 1 + KINDS

# Moments at which an effect works (K-4.0.9), and what an effect can change.
cpdef enum:
    SETUP
    YEAR_START
    COLOURED_DICE
    SEASON_START
    WHITE_DICE
    ROLL_MOD
    ROLL_REWARD
    PLACEMENT_SHIFT
    TOKEN_LIMIT
    CLOSED_ADVISOR
    PRIVATE_SPACE
    ADVISOR_GIFT
    SECRET_DEAL
    AFTER_ALL_PASSED
    HELP_BONUS
    PEEKING
    BUILD_TURN
    BUILD_COST
    ON_BUILD
    ON_OPPONENT_BUILD
    SEASON_END
    KINGS_AID
    KINGS_REWARD
    KINGS_ENVOY
    BEFORE_PHASE7
    RECRUIT_COST
    AFTER_PHASE7
    WINTER_START
    REINFORCEMENT
    STRENGTH
    BATTLE_BONUS
    BATTLE_PAY
    LOSS_SHIELD
    LOSS_GOODS
    ON_WIN
    HIGHEST_COMBAT
    YEAR_END
    GAME_END
    HOOKS

# What has an effect.
cpdef enum Owner:
    BUILDING
    ALTERNATIVE     # a building of a strip that replaces a row
    GOVERNOR
    FATE
    PEOPLE
    SCENARIO
    TROOP           # no effect, but points at the end: the last troop token

# Variants of an effect within its hook.
cpdef enum Rule:
    PLAIN
    ALL_EQUAL       # ROLL_MOD: all dice show the same; else the total is at most `high`
    IF_LOWER        # ROLL_MOD: the gain if the new total is lower and stays
    TURN_ALL        # ROLL_MOD: coloured dice become `values`, one each
    TURN_SOME       # ROLL_MOD: dice that show `high` become one of the first two `values`
    HIGHEST         # ROLL_REWARD: only for the highest total of all
    IF_NONE         # WHITE_DICE: a die for who has none, the gain for everybody else
    BLESSES         # WHITE_DICE: the same for every seat, once a year, if the owner wishes
    OFF             # PLACEMENT_SHIFT, PEEKING, KINGS_ENVOY: works no more
    REVEALS         # SEASON_START: the invader card is turned up
    ROBS            # BUILD_TURN
    TRADES          # BUILD_TURN
    ONE_OF          # BUILD_COST: one good of `pay` less, if the owner wishes
    BEHIND          # BUILD_COST: the same, while an opponent has more buildings
    FIRST_OF_YEAR   # BUILD_COST: the same, for the first building of the year
    PEEKS           # SEASON_END
    NO_GOODS        # SEASON_END: only without goods
    BUILT_NOTHING   # SEASON_END: only for who has built nothing this season
    ANYBODY_IDLE    # SEASON_END, after everybody: only if some seat has built nothing this season
    SOLDIERS_LEAVE  # SEASON_END: all soldiers are lost
    TOKENS_PAY      # RECRUIT_COST: "+2" tokens pay like goods
    SET_PRICE       # RECRUIT_COST: a soldier costs `amount`; PLAIN: he costs `amount` more
    ROLLS           # REINFORCEMENT: a die of one's own
    FIXED           # REINFORCEMENT: `amount` instead of the King's die
    KEEPS_BUILDINGS     # LOSS_SHIELD
    KEEPS_VP            # LOSS_SHIELD
    FALLS               # LOSS_SHIELD: the building itself is lost too
    TIE_WINS            # ON_WIN: a tie counts as a win
    FEWEST_VP           # YEAR_END, last of all: nobody has fewer points
    EQUAL_VP            # YEAR_END, last of all: another seat has as many
    PER_GOODS           # GAME_END: for every `amount` goods
    PER_ROW             # GAME_END: for every row with at least `amount` buildings
    PER_COLUMN          # GAME_END: for every building of the columns
    PER_WIN             # GAME_END: for every battle won
    MOST_BUILDINGS      # GAME_END: no opponent has more buildings

# What is counted only where some effect asks for it.
cpdef enum Count:
    COUNT_WINS          # battles won
    COUNT_HIRED         # soldiers recruited this winter
    COUNT_BUILDS        # who has built this season
    COUNT_YEAR          # who has built this year

# How often an effect can be used.
cpdef enum Limit:
    ALWAYS
    ONCE_A_SEASON
    ONCE_A_YEAR

# How a help is given.
cpdef enum Giving:
    DEALS               # options, then goods of choice, then fixed gains, then a peek
    COPY                # whim 1: the help of the lowest advisor nobody influenced
    NAMED               # neighbours name goods
    FROM_STOCK          # whim 4
    LUCKY               # whim 5
    SHARE_TWICE         # whim 7: another seat takes one kind, the owner two of it
    SHARE_REST          # whim 14: another seat takes one kind, the owner all the others
    GIFTS               # whim 15: fixed gains, of which some go to other seats

cdef enum Chance:    # what searches count, in the order of story.CHANCES
    BATTLE_WON

# What the journal tells; figures in brackets. Pieces are goods, "+2" tokens, soldiers, packed into two figures (rules_tell.pxd);
# a cause is an Owner and the number of its building, card or group.
cpdef enum Event:
    STRIPS_DEALT    # K-4.11: alternative rows that the seat has got (bit per row)
    GOVERNORS_DEALT     # K-4.12: to a seat, or to nobody for the auction (bit per card, for who may see them)
    OPENS           # K-4.11.3, K-4.12.2: the seat begins (0 the draft, 1 the auction)
    GOVERNOR_SHOWN  # K-4.12: the seat's governor (number, whether it was bought)
    YEAR_BEGINS     # (year)
    FATE_DRAWN      # K-4.13.1: (number)
    AIDED           # K-4.2: by the King (1: with a white die, 0, pieces)
    SEASON_BEGINS   # (season)
    WHIM            # K-4.15: a tile (number, whether it is laid out or goes)
    LUCKY_GOOD      # K-2.9.5: what is laid on the tile (kind)
    NEUTRAL_DICE    # K-4.9: (advisor, whether it is closed to them)
    ROLLED          # K-4.3.2: (coloured dice, white dice, Rolling)
    ORDERED         # K-4.3.4: turn order (seats)
    CARD_SEEN       # K-7.59: an invader card; by nobody: it lies open (deck, card for who may see it)
    HELPED          # K-4.3.6: an advisor gives or takes (advisor as in PLACE, whether by its whim tile, pieces)
    BROUGHT         # what a building brings (cause, 0, pieces)
    GRANTED         # what a governor, a fate card, people or the scenario brings (cause, 0, pieces)
    TAKEN           # a good of choice that was due (0, 0, pieces)
    PAID            # (Purpose, cause or advisor, pieces)
    GIVEN           # by the seat to another (seat, 0, pieces)
    BUILT           # K-4.3.7: (cell, whether its row is an alternative one, pieces)
    REWARDED        # K-4.4.1: most buildings (number of buildings)
    ENVOY_SENT      # K-4.5: to the seat, or to nobody
    RECRUITED       # K-4.6: a soldier
    ATTACKED        # K-4.7.1: the invaders (card, strength, Valley card that joins in, or 0)
    REINFORCED      # K-4.7.2: by the King, or what a seat has of its own (Reinforcing, value)
    FORCES          # K-4.7.4: (soldiers, reinforcement, bonus, what was bought)
    FOUGHT          # K-4.7.5: (Fight, combat value, pieces)
    SPOILS          # K-4.7.6: more that is won or lost (0, 0, pieces)
    DESTROYED       # K-4.7.7: (cell, whether its row is an alternative one)
    GLORY           # K-4.7.9: (combat value)
    SOLDIERS_GONE   # K-4.7.11
    BONUS           # K-5.1: at the end of the game (cause, times)
    GAME_ENDS
    LEVEL           # K-5.2: as many points as another (goods, buildings)

# Of ROLLED.
cpdef enum Rolling:
    FIRST_ROLL
    ROLLED_AGAIN
    TURNED

# Of PAID.
cpdef enum Purpose:
    FOR_PLACEMENT
    FOR_SOLDIER
    FOR_EFFECT

# Of REINFORCED.
cpdef enum Reinforcing:
    KINGS_DIE
    DECREED         # by fate, instead of the King's die
    OWN_DIE
    TROOP_TOKEN

# Of FOUGHT.
cpdef enum Fight:
    DEFEAT
    STALEMATE
    VICTORY

cdef struct Effect:
    uint64_t relief     # BUILD_COST: the gain in lanes, as they stand in the context
    uint32_t cell       # bit of the building that has the effect
    uint32_t also       # bit of another building that makes it work in more seasons (Mint), or 0
    int16_t high        # greatest strength, dice total, number of soldiers
    u8 owner            # Owner
    u8 number           # of the governor, fate card or group of people that has it
    u8 seasons          # bit per productive season in which it works
    u8 also_seasons     # the further ones
    u8 races            # bit per race it helps against
    u8 low              # least printed strength, number of soldiers
    u8 columns          # bit per column it is for
    u8 pay              # bit per kind, one piece of which is paid; 0: nothing, the effect is automatic
    u8 due              # SEASON_END: automatic, but in the owner's order (K-7.40)
    u8 rule             # Rule
    u8 limit            # Limit
    u8 first            # RECRUIT_COST: for so many soldiers of a winter; 0: for all
    u8 soldiers         # BATTLE_BONUS: least number of soldiers before reinforcements
    u8 advisor          # the advisor it is about
    u8 year             # YEAR_START: the year, 1-based
    u8 goods            # goods of choice gained
    u8 values[GOODS]    # ROLL_MOD: what dice are turned to
    i8 amount           # dice, distance, price, battle value; goods per point at the end
    i8 gain[KINDS]
    u8 more             # further effects of this hook that the building has, right behind this one

cdef struct Deal:
    u8 pay[KINDS]
    u8 gain[KINDS]
    u8 others[KINDS]    # what every other seat gets
    u8 goods            # goods of choice
    u8 owned            # bit per kind that is paid by those who have it; points only if the deal says so (K-7.15)
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
    int16_t strength
    u8 loss[KINDS]      # goods and points
    u8 loss_goods       # goods of choice
    u8 loss_buildings
    u8 reward[KINDS]
    u8 reward_goods     # goods of choice

cdef struct KingsburgContext:
    u8 seats
    u8 whims            # 0 off, 1 standard, 2 restoration (K-4.15)
    u8 troops           # module 5
    u8 drafted          # module 2: strips are drafted, not dealt
    u8 auctioned        # module 3: governors are sold, not dealt
    u8 governors        # how many governors there are; 0 without module 3
    u8 fates            # how many fate cards; 0 without module 4
    u8 people           # how many groups of people to side with; 0 without that scenario
    u8 valley           # 1 + race that the second deck stands for; 0 without that scenario
    u8 final_fort       # K-7.5: upper bounds of strength look at the strength fought against
    u8 counts           # bits of Count: what is kept in mind because an effect asks for it
    u8 bargains         # there are discounts to use or save
    u8 gratis           # a building costs nothing
    u8 coloured         # coloured dice of a seat
    u8 neutral[2]       # neutral dice of a two-player season
    u8 soldier_price
    u8 reward_points    # King's Reward
    u8 champion_points  # highest combat value among winners
    u8 token_count
    u8 token[TROOPS_MAX]            # values, ascending
    u8 rows                         # bit per row with an alternative strip; 0 without module 2
    uint32_t cells                  # bit per building in play
    uint64_t hooked[HOOKS]          # bit per building with an effect there: CELLS printed ones, then the alternative ones
    uint64_t others                 # bit per hook where something that is no building has an effect
    uint64_t ruled[MAX_CARDS + 1]   # the same for each governor
    uint64_t fated[MAX_CARDS + 1]   # the same for a fate card (0: none) and the scenario
    uint64_t sided[MAX_CARDS + 1]   # the same for a group of people
    u8 cost[2][CELLS][GOODS]        # of the printed rows and of the alternative ones
    uint64_t lanes[CELLS][2]        # cost in 16 bits each, to compare with the first kinds a seat owns at once
    u8 points[2][CELLS]
    u8 first[HOOKS + 1]             # effects[first[h]] .. effects[first[h + 1] - 1] belong to hook h,
    u8 beyond[HOOKS]                # of which those from effects[beyond[h]] on are no building's
    u8 housed[HOOKS][2 * CELLS]     # the first effect there of a building, by its bit in `hooked`
    Effect effects[MAX_EFFECTS]
    Help advisor[ADVISORS + 1]      # by number; 0 is unused
    Help whim[WHIMS + 1]
    Invader invader[YEARS][CARDS]
    # For the playout policy and the estimate only; all in victory points (figures_worth.py).
    float base[2][CELLS]            # a building's points less the price of its goods
    float worth[2][CELLS]           # what it brings in each season still to come
    float guard[2][CELLS]           # its mean battle value
    uint32_t guarded[2]             # bit per building that has one
    float strip[ROWS]               # what an alternative row is better by
    float ruler[MAX_CARDS + 1]      # what a governor brings in each season still to come
    float award[MAX_CARDS + 1]      # what it brings at the end of the game
    float people_worth[MAX_CARDS + 1]   # what a group of people brings in a year
    float valley_threat[YEARS]      # mean strength that the Valley adds, less what the King sends for it
    float advice[2][FACTORS][ADVISORS + 2]  # what advisors (0) and whims (1) give: kinds, goods of choice, the rest
    float pending[2][ADVISORS + 2]  # the same weighed by fixed weights, for dice that lie there
    float threat[YEARS]             # mean strength of a year's invaders

cdef struct KingsburgState:
    uint32_t built[MAX_SEATS]       # bit per cell
    uint32_t strips[MAX_SEATS]      # bit per cell whose row the seat has replaced by an alternative one
    uint32_t influenced             # bit a: advisor a carries dice; kept after the help only for Restoration
    uint32_t whims                  # bit n: whim tile n lies on its advisor
    uint32_t spaces                 # bit a: the governor's own space a carries dice
    uint32_t gifts                  # bit a: the fate card's gift still lies on advisor a
    uint32_t used                   # bit per effect (of the phase's hook) the seat has used this season
    uint32_t lots                   # auction: bit per governor that lies open
    uint32_t fates                  # bit per fate card turned up so far
    int16_t own[MAX_SEATS][KINDS]   # by Kind
    int16_t combat[MAX_SEATS]       # combat values of the battle (REWARD, LOSS); ARM: what was bought of them
    u8 phase
    u8 actor                        # seat to decide
    u8 year                         # 0-based
    u8 season
    u8 order[MAX_SEATS]             # seats in turn order
    u8 turn                         # position in `order` of the seat being dealt with, where the phase goes by it
    u8 after                        # TAKE, PEEK, DISCOUNT: the phase that goes on behind
    u8 envoy                        # 1 + seat that holds the King's Envoy, 0: on the board
    u8 waiting                      # AID: bit per seat that still gets a good
    u8 due[MAX_SEATS]               # TAKE: goods of choice that each seat still takes
    u8 favoured                     # King's Aid die: 1 + seat, only until the roll of Spring
    u8 blessed                      # the governor's blessing holds for the next roll
    u8 lowered                      # MODIFY, DIE: 1 + the modifier whose lower total still stands
    u8 passed                       # PLACE, PAY: bit per seat
    u8 token_used                   # bit per seat: "+2" used for a placement this season
    u8 token_twice                  # bit per seat: and another one
    u8 market_used                  # bit per seat: Market used this season
    u8 choice                       # DIE, PRICE, ...: what is being carried out; OPTION: bit per deal picked
    u8 advisor                      # PAY: the target; help: the advisor being served
    u8 served                       # help: groups of this advisor already served
    u8 owner                        # help: seat that receives it
    u8 partner                      # SHARE, LOOT: 1 + the other seat
    u8 left                         # goods, names or gifts still to choose
    u8 least                        # lowest code still allowed, so that no combination comes twice (K-4.17.2)
    u8 die                          # ACADEMY: what was rolled
    u8 hired                        # RECRUIT, HIRE: soldiers the actor has recruited
    u8 won                          # REWARD, LOSS: bit per seat that has won this battle
    u8 wins[MAX_SEATS]              # battles won so far, where somebody counts them
    u8 seen                         # bit per seat that has peeked at this year's invader card
    u8 seen_valley                  # bit per seat that has peeked at this year's Valley card
    u8 opened                       # 1: this year's invader card lies open by fate
    u8 stock                        # whim 4: bit per good on the tile
    u8 lucky                        # whim 5: 1 + the good on the tile, 0 while the tile is not on the board
    u8 group[ADVISORS]              # owner of the dice on advisor a at a - 1: 1 + seat, NEUTRAL or 0
    u8 second_advisor               # advisor with a second group, thanks to the Envoy; 0: none
    u8 second_owner                 # 1 + seat
    u8 invaders[YEARS]              # 1 + card of each year still to come; 0: unknown or gone
    u8 valley[YEARS]                # the same for the Valley deck
    u8 tokens[MAX_SEATS]            # bit per troop token still there
    u8 chosen[MAX_SEATS]            # TROOPS: 1 + token committed, 0: not yet or not known
    u8 reinforcement[MAX_SEATS]     # ACADEMY, ARM: soldiers the King sends
    u8 dice[MAX_SEATS][DICE]        # unplaced dice, ascending, zeros last, coloured and white apart
    u8 offered[MAX_SEATS]           # DRAFT, STRIPS: bit per row of the strips a seat has
    u8 opener                       # DRAFT, STRIPS: first player; auction: who put the lot up
    u8 hand[MAX_SEATS][HAND]        # KEEP: governors dealt, ascending
    u8 governor[MAX_SEATS]          # its number; 0: none or not known
    u8 lot                          # BID: the governor put up
    u8 bid                          # BID: the standing bid
    u8 bidder                       # BID: 1 + who holds it, 0: the opening bid is still to come
    u8 out                          # BID: bit per seat that has passed on this lot
    u8 fate                         # number of this year's card
    u8 deal[MAX_SEATS]              # advisor (as in PLACE) of each seat's secret deal this season
    u8 dealt                        # bit per seat that has used its secret deal this year
    u8 yearly                       # bit per seat that has used what its governor or people give once a year
    u8 built_now                    # bit per seat that has built this season
    u8 built_year                   # bit per seat that has built this year
    u8 free_cells[MAX_SEATS]        # bit per row whose first building cost and gave nothing (GOV15)
    u8 people[MAX_SEATS]            # group the seat sides with
    u8 padding[2]                   # always zero
