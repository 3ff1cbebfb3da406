"""Chance as games need it: a card from a multiset, a card from a set, a shuffled row."""

from libc.stdint cimport uint64_t

from eminence.cext.core.bits cimport lowest_bit
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.core.types cimport u8

ctypedef fused count_t:
    u8
    int


cdef inline int draw_kind(count_t *counts, int total, Rng *rng) noexcept nogil:
    """Takes one of `total` cards out of a multiset, counted by kind, and returns its kind."""
    cdef int nth = rng_below(rng, total), kind = 0
    while nth >= counts[kind]:
        nth -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


cdef inline int draw_bit(uint64_t bits, int count, Rng *rng) noexcept nogil:
    """One of the `count` bits that are set."""
    cdef int _
    for _ in range(<int>rng_below(rng, count)):
        bits &= bits - 1
    return lowest_bit(bits)


cdef inline void shuffle(u8 *items, int count, Rng *rng) noexcept nogil:
    cdef int i, j
    for i in range(count - 1, 0, -1):
        j = rng_below(rng, i + 1)
        items[i], items[j] = items[j], items[i]
