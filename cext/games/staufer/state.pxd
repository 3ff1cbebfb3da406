"""The table of The Staufer Dynasty as plain memory.

The `seat` of this project is a player's; the seats of the rule book, the numbered office spaces of a region, are
called *offices* here. Offices are numbered through: region by region in alphabetical order, left to right.
Regions are named by that order on the board and by ring position (0..5 clockwise) wherever distance matters.
Envoys and nobles, the figures of the rule book, are *pieces*: figures are numbers of components.

A *pile* is a multiset of at most eight chests in one number: four bits each, 1 + kind, the smallest kind lowest and
no gaps. Kinds are numbered in the order in which chests are resolved (S-4.1.7), so a pile is taken from its low end.
"""

from libc.stdint cimport int16_t, uint16_t, uint32_t

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.types cimport u8

cpdef enum:
    ROUNDS = 5
    MEMBERS = 3         # of a seat, hence its turns in a round
    OFFICES = 32        # room for the offices of all regions
    SPACES = 6          # room for the supply spaces
    PIECES = 18         # room for the pieces of one seat
    HIGHEST = 7         # dearest office there may be: a payment then passes each region at most twice
    RANKS = 3           # that may score in a region
    SERIES = 5          # longest series of brown chests there may be
    SHAPES = 12         # room for a pattern in six rotations, and its mirror image
    OTHERS = 5          # kinds of privileges in play besides CARD_POINTS
    MOST_SEATS = MAX_SEATS
    MOST_TILES = 60     # room for all B tiles, for all C tiles
    MOST_CHESTS = 200   # room for a draw pile whose order is known
    NOBODY = 255

cdef enum:
    REGIONS = 6
    KINDS = 15          # of chests
    PRIVILEGES = 16     # kinds of privileges
    CARDS = 6           # job cards of each category, and score tiles
    CATEGORIES = 3      # of job cards
    CONDITIONS = 3      # of B tiles
    PARTS = 5           # of the final points
    SLOTS = 2           # pieces an office can hold
    TRACK = 15          # MEMBERS x MAX_SEATS
    ROW = 8             # room for the seats, so that they can be compared at a time
    FREE_WAY = 8        # way_index of a movement with a no-movement chest
    LEAST_PRICE = 4     # price_index of an office with a cheap-office chest

cpdef enum Region:
    AACHEN
    AUGSBURG
    MILANO
    NIJMEGEN
    PALERMO
    STRASBOURG

cpdef enum Chest:
    # Kinds in the order of S-4.1.7: violet, orange, turquoise, brown.
    VIOLET
    POINTS_2
    POINTS_3
    POINTS_4
    POINTS_5
    ENVOYS_1
    ENVOYS_2
    ENVOYS_3
    NOBLES_1
    FIRST_SPACE
    OTHER_SUPPLY
    NO_MOVEMENT
    CHEAP_OFFICE
    KEEP_PIECE
    BROWN

cpdef enum Privilege:
    CARD_POINTS = 1     # those on the card, at once
    SHARED_OFFICE       # an office that holds one piece may be occupied
    SECOND_ENVOY        # another envoy on an office just occupied by one
    FIXED_COST          # of every office
    LOWER_COST          # of every office
    KING_POINTS         # for an office in the king's region
    EXTRA_ENVOY         # after a supply action, like the next two
    EXTRA_CHEST
    EXTRA_POINTS
    SHORT_WAY           # movement costs one piece
    FREE_START          # of a movement: its first regions
    FREE_NEIGHBOURS     # of the king's region
    HOMECOMING          # pieces of scored regions come to the court
    RANK_POINTS         # in scored regions
    PRESENCE_POINTS     # in scored regions
    ORANGE_POINTS       # for orange chests

cpdef enum Piece:
    ENVOY
    NOBLE

cpdef enum Action:
    # What a move of CHOOSE_ACTION is made of, as bits.
    PLACE = 1           # instead of supply
    FIRST = 2           # with a first-space chest

cpdef enum Saving:
    # What a move of CHOOSE_SAVING is made of, as bits.
    SAVE_MOVEMENT = 1   # with a no-movement chest
    SAVE_COST = 2       # with a cheap-office chest

cpdef enum Phase:
    # What the pending decision is about, the nodes N1 to N12 of S-4.9, and what its moves are.
    CHOOSE_ACTION       # N1: bits of Action
    CHOOSE_SPACE        # N2: supply space
    CHOOSE_CHESTS       # N3: 0: those of the chosen space, 1 + space: use a chest and take those of another space
    CHOOSE_PRIVILEGE    # N4: 0: keep the violet chests, otherwise a Privilege: exchange two for it
    CHOOSE_OFFICE       # N5: office
    CHOOSE_SAVING       # N6: bits of Saving
    CHOOSE_PIECE        # N7: a Piece
    CHOOSE_PAYMENT      # N8: nobles among the pieces paid into the next region
    CHOOSE_SECOND       # N9: 0: no, 1: a second envoy on the office
    CHOOSE_SOURCE       # N10: ring position whose payment area gives the piece
    CHOOSE_REVEALED     # N11: a Chest
    CHOOSE_KEPT         # N12: 0: no more here, 1 + 2 x office + slot: this piece stays
    DONE

cpdef enum Step:
    # What goes on once no piece is due and no chest waits to be resolved.
    TURN_END
    OFFICE_CHOICE       # the envoy of the placement track has been taken
    SUPPLY_CHESTS       # the pieces of the supply space have been taken
    SUPPLY_EXTRAS       # its chests too: privileges 9 and 7
    SUPPLY_DRAW         # privilege 8
    REGION_BONUS        # the next ranked seat gets its share of the region's bonus
    ROUND_END           # both regions are scored
    KEEPING             # owners of keep-figure chests are asked
    CLEARING            # the table is made ready for the next round

cpdef enum Second:
    # Conditions of the B tiles.
    KINGS_REGION
    FEWEST_CHESTS
    MOST_PIECES

cpdef enum Bonus:
    BONUS_CHESTS
    BONUS_ENVOYS
    BONUS_POINTS

cpdef enum PrivilegeSet:
    FIXED_SET
    PUBLISHER_RANDOM    # 2 and four others
    RANDOM_SET

cpdef enum Counting:
    # How an offices job counts own pieces.
    BY_COUNT            # points by the number of them on offices of one cost, or of any
    BY_PAIRS            # points for each pair of equal cost
    BY_SERIES           # points for each complete series of costs

cpdef enum Part:
    # What final points are made of: jobs by category, and chests.
    PART_REGION
    PART_PATTERN
    PART_OFFICES
    PART_BROWN
    PART_CHESTS         # violet and turquoise ones

# What the journal tells; figures in brackets. A list is a number of four bits an entry, 1 + entry, the first one lowest.
cpdef enum Event:
    BOARD_LAID          # S-3.2, S-3.3: (list of regions clockwise, list of their score tiles, region of the king)
    ROWS_LAID           # S-3.9: (lists of A tiles, of B tiles, of C tiles)
    CHESTS_LAID         # S-3.4, S-4.7.2: (1 + region or 0: supply spaces, list of chests from the left)
    PRIVILEGES_LAID     # S-3.5: (kinds, bit p - 1)
    JOBS_DEALT          # S-3.8: (region, pattern, offices job)
    ROUND_BEGINS        # (round, list of its A and B tile, turn order as two lists of at most eight)
    ONLY_SUPPLY         # S-4.9.1: no office can be paid
    GAINED              # S-4.1.1, S-4.1.2: from the province (envoys, nobles, see Gain)
    TAKEN_BACK          # S-4.1.1, S-4.1.2: from a payment area (region, Piece)
    NOBLE_REPLACED      # S-4.1.2: by an envoy
    NONE_LEFT           # S-4.1.1: (envoys that are due and nowhere)
    CHEST_TAKEN         # S-4.1.5: a chest that is kept (Chest)
    CHEST_OPENED        # S-4.1.5: an orange one (Chest)
    CHEST_SPENT         # S-4.1.5: for what it does (Chest)
    CHEST_DRAWN         # S-4.3.5: by privilege 8 (Chest)
    RESHUFFLED          # S-4.1.4: (chests of the new draw pile)
    PILES_EMPTY         # S-7.10
    PRIVILEGE_BOUGHT    # S-4.1.6: (Privilege)
    PRIVILEGE_SCORED    # (Privilege)
    OFFICE_TAKEN        # S-4.4.8, S-4.4.10: (office, Piece, 1: the second envoy there)
    PAID                # S-4.4.2 to S-4.4.4: (lists of regions, of envoys, of nobles)
    SECOND_REGION       # S-4.6.1 to S-4.6.3: (region, Second, other regions as good, 1: the A tile names it too)
    REGION_SCORED       # S-4.6.4: (region, seats present)
    RANKED              # S-4.6.5, S-4.6.6: (region, rank from 0, weight, 1 + seat left behind only as it stands further right)
    BONUS_SCORED        # S-4.6.8: (region)
    REVEALED            # S-4.6.8: for the bonus (region, list of chests)
    DISCARDED           # S-4.6.8: that nobody took (list of chests)
    CLEARED             # S-4.7.1: (region, envoys, nobles, 1: to the court)
    KING_MOVED          # S-4.7.3: (steps, region)
    RETURNED            # S-4.7.3, S-5.1: from payment areas (envoys, nobles, 1: to the court)
    GAME_ENDS           # S-5.1
    REGION_JOB          # S-5.3: (card)
    PATTERN_JOB         # S-5.4: (card)
    OFFICES_JOB         # S-5.5 to S-5.8: (card)
    BROWN_SCORED        # S-5.9: (brown chests)
    CHESTS_SCORED       # S-5.10: (other chests with points)
    TIED                # S-5.11: as many points as another seat (pieces in the court)

cpdef enum Gain:
    # Where pieces come from that a seat gains.
    FROM_TRACK          # a space of the placement track
    FROM_SPACE          # a supply space
    FROM_CHEST
    FROM_PRIVILEGE      # EXTRA_ENVOY
    FROM_BONUS          # of a region

cdef struct Pieces:
    u8 envoys
    u8 nobles

cdef struct Holding:
    # What lies before one seat.
    uint16_t points
    uint16_t privileges     # bit p - 1: owns privilege p
    Pieces court
    Pieces province
    Pieces paid[REGIONS]    # in the payment areas, by ring position
    u8 chests[KINDS]        # owned; of the orange kinds always 0
    u8 spare                # always 0

cdef struct StauferState:
    # What a node of the search tree is filed under, up to the last seat that plays.
    uint32_t own[MAX_SEATS][SLOTS]  # offices with a piece of the seat in the left slot; in the right slot
    uint32_t noble[SLOTS]       # offices with a noble in the left slot; in the right slot
    uint32_t kept[SLOTS]        # pieces that stay in the cleanup under way
    uint32_t under[OFFICES]     # pile under each office
    uint32_t supply[SPACES]     # pile under each supply space
    uint32_t taking             # pile the actor is taking, chest by chest, with one whose pieces are due
    uint32_t revealed           # pile open for a region bonus
    u8 discard[KINDS]
    u8 reshuffled               # 1 once the known draw pile of an option has been used up
    u8 display[PRIVILEGES]      # privilege cards left, by kind - 1
    u8 order[TRACK]             # turn order track, next first; zero behind the last
    u8 supply_track[TRACK]      # seats, top first
    u8 placement_track[TRACK]   # seats, lowest space first
    u8 waiting                  # members on each of the three tracks
    u8 supplied
    u8 placed
    u8 start                    # start player
    u8 king                     # ring position
    u8 round                    # 0-based
    u8 phase
    u8 actor
    u8 step                     # what follows; see Step
    u8 due_envoys               # pieces the actor still has to be given
    u8 due_nobles
    u8 space                    # supply space chosen, until its chests are taken
    u8 office                   # office chosen, until its chests are taken
    u8 pay_at                   # ring position of the next region to be paid
    u8 pay_regions              # regions still to be paid, clockwise from there ...
    u8 pay_double               # ... of which this many at the beginning get two pieces
    u8 scored[2]                # 1 + region of the A and of the B tile while scoring; 0: none
    u8 scoring                  # which of the two is being scored or cleared
    u8 served                   # ranked seats whose share of the bonus has been dealt with
    u8 spare[3]                 # always 0; leaves no padding
    Holding holding[MAX_SEATS]
    # What follows from that, stays as it is all game long, or is known from the round; and the jobs.
    u8 weight[REGIONS][ROW]     # by seat: its pieces on the offices of a region, nobles counting 2
    u8 draw[KINDS]              # draw pile: only the numbers have a meaning
    u8 drawable                 # chests in the draw pile
    u8 ring[REGIONS]            # region at each ring position
    u8 place[REGIONS]           # ring position of each region
    u8 tile[REGIONS]            # score tile of each region
    u8 row_region[ROUNDS]       # A tiles; like the next two, zero for rounds gone by
    u8 row_second[ROUNDS]       # B tiles
    u8 row_steps[ROUNDS]        # C tiles; zero in the last round
    u8 jobs[MAX_SEATS][CATEGORIES]  # 1 + card; 0: unknown

cdef struct Advice:
    # Values that no move changes, in tenths of a point, for policy.pyx. Ranks begin with 0.
    int region[REGIONS][CARDS][MAX_SEATS]          # a region with a score tile by rank
    int rank[2][MAX_SEATS]                         # without and with RANK_POINTS
    int presence[2]                             # without and with PRESENCE_POINTS
    int pattern[CARDS]                          # of a piece for a pattern job
    int16_t chest[ROUNDS][KINDS + 1]            # what a chest is worth by itself, by round and 1 + kind
    int16_t envoys[KINDS + 1]                   # how often a chest brings the value of an envoy, by 1 + kind
    int16_t orange[KINDS + 1]                   # 1 for the orange kinds, by 1 + kind
    int offices[CARDS][HIGHEST + 1][3]          # for an offices job, by cost; with none, an odd, an even number

cdef struct StauferContext:
    uint32_t region_offices[REGIONS]
    uint32_t cost_offices[HIGHEST + 1]          # offices of each cost
    uint32_t noble_offices                      # offices for nobles only
    uint32_t within[2][REGIONS][HIGHEST + 1]    # [owns a noble][region][n]: offices of cost 1..n that may be taken
    u8 seats
    u8 offices                                  # number of offices
    u8 office_region[OFFICES]
    u8 office_cost[OFFICES]
    u8 bonus[REGIONS]                           # see Bonus
    u8 bonus_amount[REGIONS][RANKS]             # for the first, the second, every other ranked seat
    u8 bonus_revealed[REGIONS]                  # chests revealed
    u8 tile_points[CARDS][RANKS]                # by score tile and rank; 0 where the rank does not score
    u8 chest_number[KINDS]
    u8 chest_points[KINDS]                      # effects of the orange chests
    u8 chest_envoys[KINDS]
    u8 chest_nobles[KINDS]
    u8 end_points[KINDS]                        # at the end, for each chest owned
    u8 series_points[SERIES + 1]                # by number of brown chests; more begin a new series
    u8 series_length
    u8 spaces                                   # number of supply spaces
    Pieces space_pieces[SPACES]
    u8 envoy_spaces                             # lowest spaces of the placement track that give an envoy
    Pieces pieces                               # of each seat in all
    Pieces court                                # at the start
    u8 first_cards                              # CARD_POINTS in play ...
    u8 first_points[MAX_SEATS]                  # ... and their points, from the top
    u8 copies                                   # cards of every other kind in play
    u8 privilege_set                            # see PrivilegeSet
    uint16_t privileges                         # kinds in play of a fixed set, bit p - 1
    u8 movement[FREE_WAY + 1][2 * REGIONS]      # pieces by steps, twice around; index: way_index or FREE_WAY
    u8 cost[LEAST_PRICE][HIGHEST + 1]           # pieces by number of the office; index: price_index
    u8 reach[LEAST_PRICE + 1][PIECES + 1]       # highest number so many pieces pay; index also: LEAST_PRICE
    u8 king_points                              # KING_POINTS
    u8 extra_envoys                             # EXTRA_ENVOY
    u8 extra_points                             # EXTRA_POINTS
    u8 rank_points[RANKS]                        # RANK_POINTS
    u8 presence_points                          # PRESENCE_POINTS
    u8 orange_points                            # ORANGE_POINTS
    u8 region_job[2]                            # first, second
    u8 patterns[CARDS][SHAPES]                  # ring positions of each realisation, as bits
    u8 pattern_count[CARDS]                     # realisations
    u8 pattern_size[CARDS]                      # regions of each
    u8 pattern_points[CARDS]
    u8 office_job[CARDS]                        # see Counting
    u8 office_job_costs[CARDS]                  # bit c: offices of cost c count
    u8 office_job_points[CARDS][PIECES + 1]     # by number of pieces, pairs or series
    u8 second_tiles[CONDITIONS]                 # B tiles of each condition
    u8 step_tiles[REGIONS]                      # C tiles of each number of steps, 1 to 5
    u8 start                                    # start player, or NOBODY: drawn
    u8 ring_fixed                               # 1: the option gives the ring, and so on
    u8 ring[REGIONS]
    u8 tiles_fixed
    u8 tile_at[REGIONS]                         # score tile by ring position
    u8 rows_fixed
    u8 row_region[REGIONS]                      # five rows and the king's start
    u8 row_second[ROUNDS]
    u8 row_steps[ROUNDS]
    u8 jobs_fixed                               # 1: the jobs are an option and so known to all
    u8 jobs[MAX_SEATS][CATEGORIES]
    u8 pile_fixed                               # 1: the order of the first draw pile is an option, known to all
    u8 pile[MOST_CHESTS]
    u8 chests                                   # number of all chests
    Advice advice
