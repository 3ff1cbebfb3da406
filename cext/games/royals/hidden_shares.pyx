"""Lists of hands that a seat may have, with their weights."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport HANDS, KIND_COUNT, fits, packed_hand, unpack_hand
from eminence.cext.games.royals.rules_cards cimport end_kind, first_kind
from eminence.cext.games.royals.rules_legal cimport can_decide
from eminence.cext.games.royals.state cimport KINDS, RoyalsContext, RoyalsState


cdef void list_shares(int suit, const double *wave, const float *chance, int size, Shares *shares) noexcept nogil:
    """Hands with their weights, likely ones first."""
    cdef float weight
    cdef double total = 0
    cdef int i, k
    shares.size = size
    shares.count = 0
    for i in range(HANDS[suit][size]):
        total += wave[i] * chance[i]
    for i in range(HANDS[suit][size]):
        weight = <float>(wave[i] * chance[i] / total) if total > 0 else 0
        if weight > 0:
            k = shares.count
            shares.count += 1
            while k > 0 and shares.weight[k - 1] < weight:
                shares.weight[k] = shares.weight[k - 1]
                shares.hand[k] = shares.hand[k - 1]
                k -= 1
            shares.weight[k] = weight
            shares.hand[k] = i
    for k in range(shares.count):
        shares.cards[k] = packed_hand(suit, shares.hand[k], size)


cdef int find_strides(int suit, uint64_t whole, int *stride) noexcept nogil:
    """Numbers all that fits into some cards by its counts, all of one size; returns how many numbers there are."""
    cdef int kind, widest = 0, cells = 1
    for kind in range(KIND_COUNT[suit]):
        if whole >> 8 * kind & 255 > whole >> 8 * widest & 255:
            widest = kind
    for kind in range(KIND_COUNT[suit]):
        stride[kind] = 0
        if kind != widest:      # its count follows from the others
            stride[kind] = cells
            cells *= 1 + <int>(whole >> 8 * kind & 255)
    return cells


cdef void place_hands(int suit, Shares *shares, uint64_t whole, const int *stride) noexcept nogil:
    """Finds the cells of the hands, and drops those with more than there was."""
    cdef int k, kind, count = 0
    for k in range(shares.count):
        if fits(shares.cards[k], whole):
            shares.weight[count] = shares.weight[k]
            shares.hand[count] = shares.hand[k]
            shares.cards[count] = shares.cards[k]
            shares.offset[count] = 0
            for kind in range(KIND_COUNT[suit]):
                shares.offset[count] += stride[kind] * (shares.cards[k] >> 8 * kind & 255)
            count += 1
    shares.count = count


cdef void deciding_hands(
    const RoyalsContext *c, const RoyalsState *s, int suit, int seat, int size, double *wave
) noexcept nogil:
    """Hands of the active seat that leave it the decision it has now."""
    cdef u8 hand[KINDS]
    cdef int i, kind
    memset(hand, 0, sizeof(hand))
    for i in range(HANDS[suit][size]):
        unpack_hand(suit, i, size, &hand[first_kind(suit)])
        for kind in range(first_kind(suit), end_kind(suit)):
            hand[kind] += s.known[seat][kind]
        wave[i] = can_decide(c, s, suit, hand)
