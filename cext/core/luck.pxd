"""Luck that the moves of a root share.

The n-th visit of every root move meets the same hidden things, dice and whims of playouts, so that moves differ by their
worth and less by their luck. A move that was visited less often than another has met only the first of these worlds:
`luck_gap` says how much kinder they were than all, judged by the moves that were first to meet them.
"""

from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free

cdef enum:
    MAX_WORLDS = 1 << 16    # later ones are even enough
    DOUBT = 4               # worlds that say nothing, added to what is known of how much luck is shared

cdef struct Luck:
    double *sums            # [n]: how much better than usual the first n worlds turned out
    uint32_t known
    uint32_t capacity
    double shared           # regression of later moves' luck in a world on that of the first there
    double squares


cdef inline bint luck_init(Luck *luck, uint32_t capacity) noexcept nogil:
    luck.capacity = min(capacity, MAX_WORLDS)
    luck.known = 0
    luck.shared = luck.squares = 0
    luck.sums = <double *>calloc(luck.capacity + 1, sizeof(double))
    return luck.sums != NULL


cdef inline void luck_free(Luck *luck) noexcept nogil:
    free(luck.sums)


cdef inline void luck_learn(Luck *luck, uint32_t world, double surplus) noexcept nogil:
    """Told by how much a move did better in a world than it usually does."""
    cdef double first
    if world < luck.known:
        first = luck.sums[world + 1] - luck.sums[world]
        luck.shared += first * surplus
        luck.squares += first * first
    elif world < luck.capacity:
        luck.sums[world + 1] = luck.sums[world] + surplus
        luck.known = world + 1


cdef inline double luck_gap(const Luck *luck, uint32_t worlds, double spread) noexcept nogil:
    """What a move that was visited in the first worlds only, at least one, owes to their being kinder than all."""
    cdef uint32_t met = min(worlds, luck.known)
    cdef double share = luck.shared / (luck.squares + DOUBT * spread * spread)
    if met == luck.known:
        return 0
    return min(max(share, 0.0), 1.0) * (luck.sums[met] / met - luck.sums[luck.known] / luck.known)
