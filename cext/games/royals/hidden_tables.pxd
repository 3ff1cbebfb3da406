"""What `prepare` works out once per search, and `sample` looks up (rules section 6)."""

from libc.stdint cimport uint16_t, uint64_t

from eminence.cext.core.clock cimport now
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport COUNTRY_HANDS, INTRIGUE_HANDS, MAX_KINDS, Wave
from eminence.cext.games.royals.state cimport COUNTRIES, GENERATIONS, INTRIGUE_LOG, MAX_CARDS, MAX_INTRIGUE_CARDS, MAX_RUN

cdef enum:
    MAX_STEPS = 2 * MAX_CARDS   # cards a seat draws and spends in one generation
    SHUFFLES = 3                # at most, where what others held is listed; country cards never have more
    DIMS = (SHUFFLES - 1) * (COUNTRIES - 1)
    MAX_WALKERS = 8192
    MAX_WALK = MAX_RUN * INTRIGUE_LOG           # steps of a walk
    WALK_LEVELS = GENERATIONS * MAX_INTRIGUE_CARDS * INTRIGUE_HANDS
    MAX_LIVES = 8192            # of one seat, at all shuffles
    MAX_SUMS = 131072           # of lives of two seats
    SLOTS = 262144              # twice as many
    MAX_BUNDLES = 16384         # sums to which others have the rest
    MAX_PAIRS = 65536           # hands of two seats in all bundles
    CELLS = 4096                # room for the sums of hands
    END_CELLS = 16384           # the same for hands after the guided steps
    ROWS = 262144
    LEVELS = MAX_CARDS * COUNTRY_HANDS + MAX_INTRIGUE_CARDS * INTRIGUE_HANDS

cdef struct Shares:
    # The blind hands a seat may have held at the last shuffle, likely ones first.
    int size                            # cards of each
    int count
    float weight[COUNTRY_HANDS]
    uint16_t hand[COUNTRY_HANDS]        # number of the hand
    uint16_t offset[COUNTRY_HANDS]      # of its cell
    uint64_t cards[COUNTRY_HANDS]       # its counts, one byte per kind

cdef struct Course:
    # What a seat has done since, one step per card.
    int steps
    int guided                          # steps until its last spent card; later draws are free
    u8 event[MAX_STEPS]
    int level[MAX_STEPS]                # where the chances after a guided draw stand in `chance`
    float scale[MAX_STEPS]              # what they were divided by
    u8 spent[MAX_KINDS]
    uint64_t packed                     # the same, one byte per kind
    float needed[MAX_KINDS]             # cards that it must have drawn to spend them, about
    float bias[MAX_KINDS]               # kinds drawn more often, because the deals weigh more
    float lure[MAX_KINDS][MAX_CARDS + 1]    # how readily a kind is drawn when the pool has so many of it
    float odds[MAX_KINDS][MAX_CARDS + 1]    # how much more readily it should be
    float start[COUNTRY_HANDS]          # chance of a hand at the shuffle to live through the guided steps

cdef struct Ends:
    # What was drawn on the guided steps, seat by seat.
    uint64_t room                       # cards of the pool, one byte per kind
    bint certain                        # whether all hands of a seat at the shuffle are alike
    float total                         # weight of all deals
    Shares drawn[MAX_SEATS - 1]         # all that a seat may have drawn; of the first seat with running sums of the weights
    float sum[MAX_SEATS - 1][END_CELLS]     # weight of all that the seats after one can draw, by what those up to it have
    uint16_t group[MAX_SEATS - 1][COUNTRY_HANDS]    # of a hand at the shuffle: those that are alike have one row
    int row[MAX_SEATS - 1][COUNTRY_HANDS + 1]       # where the chances of a group begin
    int row_end[MAX_SEATS - 1]
    float chance[ROWS]                  # running sums for the first seat
    uint16_t which[ROWS]                # of the seat's draws

cdef struct Together:
    # What two seats held at the last shuffle.
    float upto                          # weight of those of the same bundle up to this one
    uint16_t hand[2]

cdef struct Joint:
    # All that three or four others can have held: bundles of pairs that go with any pair of the same bundle.
    int order[MAX_SEATS - 1]            # opponents: two on the left, the others on the right
    int count                           # bundles
    float upto[MAX_BUNDLES]             # weight of the bundles up to this one
    int end[2][MAX_BUNDLES + 1]         # where the pairs before a bundle end, left and right
    Together hands[2][MAX_PAIRS]

cdef struct Drift:
    # What hands of country cards at the last shuffle say of the sums at earlier ones, as far as these are normally distributed.
    int dims                            # kinds but one, for every earlier shuffle
    float target[DIMS]                  # what is known of them
    float mean[MAX_SEATS - 1][COUNTRY_HANDS][DIMS]      # expected of a seat, by its hand
    float form[DIMS][DIMS]              # inverse of the covariance
    float least                         # distance of the likeliest hands

cdef struct SuitTables:
    double until                        # by then they must be ready
    int opponents
    int seat[MAX_SEATS - 1]
    bint possible                       # whether there is any world at all
    bint guided                         # whether any course is
    bint counted                        # whether `ends` has every deal with its weight
    bint weighed                        # whether it has every deal, but its weight only on average
    bint joined                         # whether `joint` has hands at the last shuffle
    bint listed                         # whether it has all of them, and not those of walkers
    u8 pool[MAX_KINDS]                  # cards of the current generation that the observer has not seen
    int pool_size
    uint64_t kept                       # what the opponents held together at the last shuffle, one byte per kind
    int corner                          # its cell
    float cap                           # weight of a deal that is always accepted
    Shares shares[MAX_SEATS - 1]
    Course course[MAX_SEATS - 1]
    Ends ends
    Joint joint
    Drift drift
    float sum[MAX_SEATS - 1][CELLS]     # weight of what is left for a seat and those after it
    float upto[COUNTRY_HANDS]           # running sums of the weights of what the first seat held

cdef struct Sums:
    # What some seats can have together: notes of the counting.
    int count
    uint16_t cell[END_CELLS]
    uint64_t cards[END_CELLS]
    float mass[END_CELLS]

cdef struct Shuffles:
    # What is known of each, and where the log has it.
    int count
    int end[SHUFFLES]
    uint64_t together[SHUFFLES]             # blind cards of all others, one byte per kind
    uint64_t stride[SHUFFLES][MAX_KINDS]    # sums by number: no two have the same
    uint64_t corner                         # the number of all that is known
    int cell                                # the same for the last but one alone

cdef struct Life:
    # What a seat held blind at every shuffle.
    uint64_t place                      # its number; that of a sum is the sum of the numbers
    uint64_t cards[SHUFFLES]            # one byte per kind
    float weight
    uint16_t hand                       # at the last shuffle
    uint16_t cell                       # at the last but one

cdef struct Lives:
    int count
    Life life[MAX_LIVES]

cdef struct Blocks:
    # Lives that stand together with the same hand at the last shuffle but one.
    int count
    int start[COUNTRY_HANDS + 1]
    uint64_t cards[COUNTRY_HANDS]
    uint16_t cell[COUNTRY_HANDS]

cdef struct Pair:
    # Lives of two seats with the same hands at the last shuffle and the same sum.
    double weight
    int bundle
    uint16_t hand[2]

cdef struct Moment:
    # Chances of a seat's hands at a shuffle, and sums of what it held at earlier ones.
    int size
    double wave[COUNTRY_HANDS]
    double back[COUNTRY_HANDS]          # chance to live through what comes later
    double moment[DIMS][COUNTRY_HANDS]

cdef struct Apart:
    # A seat whose chances are carried on by themselves.
    int size
    double wave[COUNTRY_HANDS]
    double moment[DIMS][COUNTRY_HANDS]
    Moment then[SHUFFLES]

cdef struct Walker:
    # One possible past.
    uint64_t hands                      # their numbers, 16 bits for each seat
    uint64_t pool                       # cards of this generation that were not drawn yet, one byte per kind
    float chance[MAX_SEATS - 1]         # of each seat to live through the rest of the log, alone
    float weight

cdef struct Walk:
    # Of walkers from the first shuffle to the last.
    int generations
    uint64_t pool[GENERATIONS]          # what others drew of a generation; of the first, what they kept
    int steps                           # shuffles, and cards that others drew or spent
    u8 who[MAX_WALK]                    # opponent
    u8 event[MAX_WALK]
    int where[MAX_WALK]                 # where the chances after a draw stand in `level`
    int levels                          # in use
    float level[WALK_LEVELS]
    float first[MAX_SEATS - 1][INTRIGUE_HANDS]  # the same chances at the first shuffle
    int side                            # where the walkers are; those who go on stand on the other
    int count
    int arrived
    Walker walker[2][MAX_WALKERS]
    int slot[2 * MAX_WALKERS]           # 1 + number of a walker who goes on, by its hands
    double total                        # weight of all branches, or of the walkers at first
    int branches                        # cards that walkers can draw
    int branch[MAX_KINDS * MAX_WALKERS + 1]     # walker and kind
    float weight[MAX_KINDS * MAX_WALKERS + 1]

cdef struct Notes:
    # Of the counting, of no use afterwards.
    Lives lives[MAX_SEATS - 1]
    Lives spare
    Wave wave[MAX_SEATS - 1]
    Apart apart[MAX_SEATS - 1]
    Walk walk
    Blocks blocks[MAX_SEATS]            # of each seat, and of nobody
    bint there[2][CELLS]                # sums at the last shuffle but one, by side
    int sums
    int slots                           # in use
    int slot[SLOTS]                     # 1 + number of a sum
    uint64_t sum[MAX_SUMS]
    int bundle[MAX_SUMS]                # of a sum, or -1
    int bundles
    int latest[2][MAX_BUNDLES]          # its latest pair, or -1
    double weight[2][MAX_BUNDLES]
    int pairs[2]
    Pair pair[2][MAX_PAIRS]

cdef struct Tables:
    SuitTables suit[2]
    Sums sums[MAX_SEATS]
    Notes notes
    float chance[LEVELS]                # that a hand can spend what will be spent


cdef inline bint is_late(const SuitTables *t) noexcept nogil:
    """Whether counting must end as it is."""
    return now() >= t.until
