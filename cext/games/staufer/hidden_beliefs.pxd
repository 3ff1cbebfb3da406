from libc.stdint cimport uint32_t

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.games.staufer.state cimport CARDS, CATEGORIES, StauferContext, StauferState

cdef enum:
    OTHER_SEATS = MAX_SEATS - 1
    BITS = 31               # of a chance, as a bound: 1 << BITS is certainty

cdef struct Beliefs:
    # How much each card speaks for itself, by seat and category; 0 for those that the looking seat holds.
    float weight[MAX_SEATS][CATEGORIES][CARDS]

cdef struct Tables:
    # By category, number of the other seat and cards that are gone by then, as bits: chance that it holds one of the cards
    # up to each one. Of the last card it is certainty and not written.
    uint32_t bound[CATEGORIES][OTHER_SEATS][1 << CARDS][CARDS - 1]

cdef void weigh_jobs(const StauferContext *c, const StauferState *view, int seat, Beliefs *beliefs) noexcept nogil
cdef void fill_tables(const StauferContext *c, const StauferState *view, int seat, Tables *tables) noexcept nogil
