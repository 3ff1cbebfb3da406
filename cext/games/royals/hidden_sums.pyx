"""All ways in which the hands of others at a shuffle make up what is known of them together (R-6.4)."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cext.core.rng cimport Rng, rng_double
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport KIND_COUNT, MAX_KINDS, fits, number_of
from eminence.cext.games.royals.hidden_shares cimport find_strides, place_hands
from eminence.cext.games.royals.hidden_tables cimport CELLS, Shares, SuitTables, is_late


cdef void _add_seat(SuitTables *t, int i, int cells, uint64_t *where) noexcept nogil:
    """From the sums of the seats after `i` to those with it."""
    cdef uint64_t there[CELLS]
    cdef const Shares *shares = &t.shares[i]
    cdef uint64_t room
    cdef int cell, k, to
    for cell in range(cells):
        if t.sum[i + 1][cell] == 0:
            continue
        if cell & 31 == 0 and is_late(t):
            return
        room = t.kept - where[cell]
        for k in range(shares.count):
            if fits(shares.cards[k], room):
                to = cell + shares.offset[k]
                t.sum[i][to] += shares.weight[k] * t.sum[i + 1][cell]
                there[to] = where[cell] + shares.cards[k]
    for cell in range(cells):
        if t.sum[i][cell] > 0:
            where[cell] = there[cell]


cdef void sum_up(int suit, uint64_t together, SuitTables *t) noexcept nogil:
    """Weights of all ways in which the opponents' hands at the shuffle make what they held together."""
    cdef int stride[MAX_KINDS]
    cdef uint64_t where[CELLS]
    cdef int kind, k, i, cell, last = t.opponents - 1, cells = find_strides(suit, together, stride)
    cdef double total = 0
    t.kept = together
    t.possible = cells <= CELLS
    if not t.possible:
        return
    t.corner = 0
    for kind in range(KIND_COUNT[suit]):
        t.corner += stride[kind] * <int>(t.kept >> 8 * kind & 255)
    for i in range(t.opponents):
        place_hands(suit, &t.shares[i], t.kept, stride)
    memset(t.sum, 0, sizeof(t.sum))
    for k in range(t.shares[last].count):
        cell = t.shares[last].offset[k]
        t.sum[last][cell] = t.shares[last].weight[k]
        where[cell] = t.shares[last].cards[k]
    for i in range(last - 1, 0, -1):
        _add_seat(t, i, cells, where)
    if last > 0:
        for k in range(t.shares[0].count):
            total += t.shares[0].weight[k] * t.sum[1][t.corner - t.shares[0].offset[k]]
            t.upto[k] = <float>total
        t.sum[0][t.corner] = <float>total
    t.possible = t.sum[0][t.corner] > 0


cdef inline int _choose_kept(const SuitTables *t, int i, int cell, uint64_t left, Rng *rng) noexcept nogil:
    """Which of its possible hands a seat held at the shuffle."""
    cdef const Shares *shares = &t.shares[i]
    cdef float pick = <float>rng_double(rng) * t.sum[i][cell], weight
    cdef int k, chosen = 0
    for k in range(shares.count):
        if fits(shares.cards[k], left):
            weight = shares.weight[k] * t.sum[i + 1][cell - shares.offset[k]]
            if weight > 0:
                chosen = k
                pick -= weight
                if pick < 0:
                    break
    return chosen


cdef void choose_hands(int suit, const SuitTables *t, int *hands, Rng *rng) noexcept nogil:
    """What each opponent may have held at the shuffle, seat by seat."""
    cdef u8 cards[MAX_KINDS]
    cdef uint64_t left = t.kept
    cdef int i, kind, k, cell = t.corner
    for i in range(t.opponents - 1):
        hands[i] = 0
        if t.shares[i].size:
            if i:
                k = _choose_kept(t, i, cell, left, rng)
            else:
                k = find(t.upto, t.shares[0].count, <float>rng_double(rng) * t.sum[0][cell])
            hands[i] = t.shares[i].hand[k]
            cell -= t.shares[i].offset[k]
            left -= t.shares[i].cards[k]
    for kind in range(KIND_COUNT[suit]):
        cards[kind] = left >> 8 * kind & 255
    hands[t.opponents - 1] = number_of(suit, cards)
