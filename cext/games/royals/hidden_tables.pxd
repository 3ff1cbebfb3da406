"""What `prepare` works out once per search, and `sample` looks up (rules section 6)."""

from libc.stdint cimport uint16_t, uint64_t

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.rng cimport Rng
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.state cimport INTRIGUES, MAX_CARDS, MAX_INTRIGUE_CARDS, RoyalsContext, RoyalsState

cdef enum:
    MAX_KINDS = INTRIGUES       # of one suit
    MAX_HAND = 15               # cards of one hand (R-4.2.8)
    MAX_INTRIGUE_HAND = 5
    COUNTRY_HANDS = 816         # multisets of 15 country cards
    INTRIGUE_HANDS = 252        # multisets of 5 intrigue cards
    MAX_STEPS = 2 * MAX_CARDS   # cards a seat draws and spends in one generation
    CELLS = 4096                # room for the sums of hands
    END_CELLS = 16384           # the same for hands after the guided steps
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
    float bias[MAX_KINDS]               # kinds drawn more often, because the deals weigh more
    float start[COUNTRY_HANDS]          # chance of a hand at the shuffle to live through the guided steps

cdef struct Ends:
    # Where the hands at the shuffle are certain: those after the guided steps, seat by seat.
    uint64_t room                       # cards of a kind for all of them and the rest of the deck, one byte per kind
    float total                         # weight of all deals
    Shares hands[MAX_SEATS - 1]
    float sum[MAX_SEATS - 1][END_CELLS]     # weight of all that the seats after one can have, by what those up to it have

cdef struct SuitTables:
    int opponents
    int seat[MAX_SEATS - 1]
    bint possible                       # whether there is any world at all
    bint guided                         # whether any course is
    bint counted                        # whether `ends` has every deal
    u8 pool[MAX_KINDS]                  # cards of the current generation that the observer has not seen
    int pool_size
    uint64_t kept                       # what the opponents held together at the last shuffle, one byte per kind
    int corner                          # its cell
    float cap                           # weight of a deal that is always accepted
    Shares shares[MAX_SEATS - 1]
    Course course[MAX_SEATS - 1]
    Ends ends
    float sum[MAX_SEATS - 1][CELLS]     # weight of what is left for a seat and those after it

cdef struct Sums:
    # What some seats can have together: notes of the counting.
    int count
    uint16_t cell[END_CELLS]
    uint64_t cards[END_CELLS]

cdef struct Tables:
    SuitTables suit[2]
    Sums sums[MAX_SEATS]
    float chance[LEVELS]                # that a hand can spend what will be spent

cdef int count_hands(int suit, int size) noexcept nogil
cdef void unpack_hand(int suit, int hand, int size, u8 *cards) noexcept nogil
cdef void fill_suit(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, Tables *tables) noexcept nogil
cdef bint deal(RoyalsState *s, int suit, const Tables *tables, Rng *rng) noexcept nogil
