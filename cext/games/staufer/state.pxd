"""The table of The Staufer Dynasty as plain memory.

The `seat` of this project is a player's; the seats of the rule book, the numbered office spaces of a region, are
called *offices* here. Offices are numbered through: region by region in alphabetical order, left to right.
Regions are named by that order on the board and by ring position (0..5 clockwise) wherever distance matters.

A *pile* is a multiset of at most eight chests in one number: four bits each, 1 + kind, the smallest kind lowest and
no gaps. Kinds are numbered in the order in which chests are resolved (S-4.1.7), so a pile is taken from its low end.
"""

from libc.stdint cimport uint16_t, uint32_t

from eminence.cext.core.types cimport u8

cdef enum:
    SEATS = 5
    REGIONS = 6
    OFFICES = 32        # room for the offices of all regions
    SPACES = 6          # room for the supply spaces
    ROUNDS = 5
    MEMBERS = 3         # action figures, hence turns, of a seat in a round
    TRACK = 15          # MEMBERS x SEATS
    KINDS = 15          # kinds of chests
    PRIVILEGES = 16     # kinds of privileges
    HIGHEST = 7         # dearest office there may be: a payment then passes each region at most twice
    CARDS = 6           # job cards of each category
    FIGURES = 18        # figures of one seat that can stand on offices
    NOBODY = 255

cdef enum:
    # Regions.
    AACHEN
    AUGSBURG
    MILANO
    NIJMEGEN
    PALERMO
    STRASBOURG

cdef enum:
    # Kinds of chests in the order of S-4.1.7: violet, orange, turquoise, brown.
    VIOLET
    POINTS_2
    POINTS_3
    POINTS_4
    POINTS_5
    ENVOYS_1
    ENVOYS_2
    ENVOYS_3
    NOBLE
    FIRST_SPACE
    OTHER_SUPPLY
    NO_MOVEMENT
    CHEAP_OFFICE
    KEEP_FIGURE
    BROWN

cdef enum Phase:
    # What the pending decision is about; the nodes of S-4.9. In brackets: the move codes.
    CHOOSE_ACTION       # N1 (bit 0: place instead of supply, bit 1: with the first-space chest)
    CHOOSE_SPACE        # N2 (supply space)
    CHOOSE_CHESTS       # N3 (0: those of the chosen space, 1 + s: use a chest and take those of space s)
    CHOOSE_PRIVILEGE    # N4 (0: keep the violet chests, p: exchange two for privilege p)
    CHOOSE_OFFICE       # N5 (office)
    CHOOSE_SAVING       # N6 (bit 0: no-movement chest, bit 1: cheap-office chest)
    CHOOSE_FIGURE       # N7 (0: envoy, 1: noble)
    CHOOSE_PAYMENT      # N8 (nobles among the figures paid into the next region)
    CHOOSE_SECOND       # N9 (0: no, 1: a second envoy on the office)
    CHOOSE_SOURCE       # N10 (ring position whose payment area gives the figure)
    CHOOSE_REVEALED     # N11 (kind of chest)
    CHOOSE_KEPT         # N12 (0: no more here, 1 + 2 x office + slot: this figure stays)
    DONE

cdef enum Step:
    # What goes on once no figure is due and no chest waits to be resolved.
    TURN_END
    OFFICE_CHOICE       # the envoy of the placement track has been taken
    SUPPLY_CHESTS       # the figures of the supply space have been taken
    SUPPLY_EXTRAS       # its chests too: privileges 9 and 7
    SUPPLY_DRAW         # privilege 8
    REGION_BONUS        # the next ranked seat gets its share of the region's bonus
    ROUND_END           # both regions are scored
    KEEPING             # owners of keep-figure chests are asked
    CLEARING            # the table is made ready for the next round

cdef enum Second:
    # Conditions of the B tiles.
    KINGS_REGION
    FEWEST_CHESTS
    MOST_FIGURES

cdef enum Bonus:
    BONUS_CHESTS
    BONUS_ENVOYS
    BONUS_POINTS

cdef enum PrivilegeSet:
    FIXED_SET
    PUBLISHER_RANDOM
    RANDOM_SET

cdef enum OfficeJob:
    BY_COUNT    # points by the number of own figures on offices of one cost, or of any
    BY_PAIRS    # points for each pair of equal cost
    BY_SERIES   # points for each complete series of costs

cdef struct Figures:
    u8 envoys
    u8 nobles

cdef struct Holding:
    # What lies before one seat.
    uint16_t points
    uint16_t privileges     # bit p - 1: owns privilege p
    Figures court
    Figures province
    Figures paid[REGIONS]   # in the payment areas, by ring position
    u8 chests[KINDS]        # owned; of the orange kinds always 0
    u8 spare                # always 0

cdef struct StauferState:
    Holding holding[SEATS]
    uint32_t own[SEATS][2]      # offices with a figure of the seat in the left slot; in the right slot
    uint32_t noble[2]           # offices with a noble in the left slot; in the right slot
    uint32_t kept[2]            # figures that stay in the cleanup under way
    uint32_t under[OFFICES]     # pile under each office
    uint32_t supply[SPACES]     # pile under each supply space
    uint32_t taking             # pile the actor is taking, chest by chest
    uint32_t revealed           # pile open for a region bonus
    u8 draw[KINDS]              # draw pile: only the numbers have a meaning
    u8 drawable                 # chests in the draw pile
    u8 discard[KINDS]
    u8 reshuffled               # 1 once the known draw pile of an option has been used up
    u8 display[PRIVILEGES]      # privilege cards left, by kind - 1
    u8 order[TRACK]             # turn order track, next first; zero behind the last
    u8 supply_track[TRACK]      # seats, top first
    u8 placement_track[TRACK]   # seats, lowest space first
    u8 waiting                  # members on each of the three tracks
    u8 supplied
    u8 placed
    u8 ring[REGIONS]            # region at each ring position
    u8 place[REGIONS]           # ring position of each region
    u8 tile[REGIONS]            # score tile of each region
    u8 row_region[ROUNDS]       # A tiles; like the next two, zero for rounds gone by
    u8 row_second[ROUNDS]       # B tiles
    u8 row_steps[ROUNDS]        # C tiles; zero in the last round
    u8 start                    # start player
    u8 king                     # ring position
    u8 round                    # 0-based
    u8 phase
    u8 actor
    u8 step                     # what follows; see Step
    u8 due_envoys               # figures the actor still has to be given
    u8 due_nobles
    u8 space                    # supply space chosen, until its chests are taken
    u8 office                   # office chosen, until its chests are taken
    u8 pay_at                   # ring position of the next region to be paid
    u8 pay_regions              # regions still to be paid, clockwise from there ...
    u8 pay_double               # ... of which this many at the beginning get two figures
    u8 scored[2]                # 1 + region of the A and of the B tile while scoring; 0: none
    u8 scoring                  # which of the two is being scored or cleared
    u8 served                   # ranked seats whose share of the bonus has been dealt with
    u8 spare[3]                 # always 0; leaves no padding at the end
    u8 jobs[SEATS][3]           # 1 + card of each category (region, pattern, offices); 0: unknown

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
    u8 bonus_amount[REGIONS][3]                 # for the first, the second, every other ranked seat
    u8 bonus_revealed[REGIONS]                  # chests revealed
    u8 tile_points[CARDS][3]                    # by score tile and rank; 0 where the rank does not score
    u8 chest_number[KINDS]
    u8 chest_points[KINDS]                      # effects of the orange chests
    u8 chest_envoys[KINDS]
    u8 chest_nobles[KINDS]
    u8 end_points[KINDS]                        # at the end, for each chest owned
    u8 series_points[6]                         # for 0..5 brown chests; more begin a new series
    u8 series_length
    u8 spaces                                   # number of supply spaces
    Figures space_figures[SPACES]
    u8 envoy_spaces                             # lowest spaces of the placement track that give an envoy
    Figures figures                             # of each seat in all
    Figures court                               # at the start
    u8 first_cards                              # privilege 1 cards in play ...
    u8 first_points[SEATS]                      # ... and their points, from the top
    u8 copies                                   # cards of every other kind in play
    u8 privilege_set                            # see PrivilegeSet
    uint16_t privileges                         # kinds in play of a fixed set, bit p - 1
    u8 movement[9][REGIONS]                     # figures by steps; index: privileges 10, 11, 12 as bits, 8: a chest
    u8 cost[4][HIGHEST + 1]                     # figures by number of the office; index: privileges 4, 5 as bits
    u8 reach[5][FIGURES + 1]                    # highest number so many figures pay; index as cost, 4: a chest
    u8 king_points                              # privilege 6
    u8 supply_envoys                            # privilege 7
    u8 supply_points                            # privilege 9
    u8 rank_points[3]                           # privilege 14
    u8 presence_points                          # privilege 15
    u8 orange_points                            # privilege 16
    u8 region_job[2]                            # first, second
    u8 patterns[CARDS][12]                      # ring positions of each realisation, as bits
    u8 pattern_count[CARDS]                     # realisations
    u8 pattern_size[CARDS]                      # regions of each
    u8 pattern_points[CARDS]
    u8 office_job[CARDS]                        # see OfficeJob
    u8 office_job_costs[CARDS]                  # bit c: offices of cost c count
    u8 office_job_points[CARDS][FIGURES + 1]    # by number of figures, pairs or series
    u8 second_tiles[3]                          # B tiles of each condition
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
    u8 jobs[SEATS][3]
    u8 pile_fixed                               # 1: the order of the first draw pile is an option, known to all
    u8 pile[255]
    u8 chests                                   # number of all chests
