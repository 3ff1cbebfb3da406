include "eminence/cext/core/policy.pxi"

from libc.stdint cimport int16_t

from eminence.cext.games.royals.state cimport COUNTRIES, MAX_CARDS, PERIODS, TITLES, RoyalsContext

cdef enum:
    LEADS = 5               # a lead of so much influence or so many cubes is as good as won
    CUBE_LEADS = 4          # the same of cubes on a title
    MANY = 8                # more cards of one country make it no keener to draw another

cdef struct Worths:
    # What follows from the figures of a table alone. Worths are in hundredths of a point.
    int fresh_deck                              # country cards in the deck at the beginning of a period, about
    int16_t come[PERIODS][MAX_CARDS + 1]             # country cards per seat still to be drawn, by those in the deck
    int scorings[2][PERIODS][COUNTRIES]         # of first places to come; the second row when a scoring comes next
    int title[TITLES][2 * CUBE_LEADS + 1]       # of one more cube, by the lead before
    int draw[PERIODS][COUNTRIES][2 * LEADS + 3]     # percent by which a card is keener, by the lead of influence from -LEADS - 2

cdef struct RoyalsTable:
    # A context as its kernel keeps it.
    RoyalsContext context
    Worths worths

cdef void appraise(RoyalsTable *table) noexcept nogil
cdef void prior(const void *context, const void *state, const move_t *moves, int count, float *weights) noexcept nogil
