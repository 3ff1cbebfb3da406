"""All ways in which the hands of others make up what is known of them together."""

from libc.stdint cimport uint64_t

from eminence.cext.core.rng cimport Rng
from eminence.cext.games.royals.hidden_tables cimport SuitTables

cdef void sum_up(int suit, uint64_t together, SuitTables *t) noexcept nogil
cdef void choose_hands(int suit, const SuitTables *t, int *hands, Rng *rng) noexcept nogil


cdef inline int find(const float *upto, int count, float pick) noexcept nogil:
    """The first one whose running sum is above the pick; otherwise the last that adds something."""
    cdef int middle, start = 0, end = count - 1
    while start < end:
        middle = (start + end) >> 1
        if upto[middle] > pick:
            end = middle
        else:
            start = middle + 1
    while start > 0 and upto[start] <= pick and upto[start] == upto[start - 1]:
        start -= 1
    return start
