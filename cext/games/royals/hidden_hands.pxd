"""Hands as multisets of cards, by number, and the chances of all hands of one size as a wave."""

from libc.stdint cimport uint16_t, uint64_t

from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.state cimport INTRIGUES

cdef enum:
    MAX_KINDS = INTRIGUES       # of one suit
    MAX_HAND = 15               # cards of one hand (R-4.2.8)
    MAX_INTRIGUE_HAND = 5
    COUNTRY_HANDS = 816         # multisets of 15 country cards
    INTRIGUE_HANDS = 252        # multisets of 5 intrigue cards
    HIGH = 16                   # sizes of a hand, and one more
    NO_HAND = 0xffff

ctypedef double[COUNTRY_HANDS] Wave     # a chance for every multiset of one size

cdef int KIND_COUNT[2]
cdef int HANDS[2][HIGH + 1]                             # multisets of a size
cdef uint16_t WITH[2][COUNTRY_HANDS][MAX_KINDS]         # the multiset with one card more
cdef uint16_t WITHOUT[2][COUNTRY_HANDS][MAX_KINDS]      # with one card less, where it has one; not for the last kind
cdef u8 CARDS[2][COUNTRY_HANDS][MAX_KINDS]              # all kinds but the last

cdef int number_of(int suit, const u8 *cards) noexcept nogil
cdef void normalise(double *wave, int count) noexcept nogil
cdef void carry_draw(int suit, double *wave, int size, const double *share) noexcept nogil
cdef void carry_spend(int suit, double *wave, int size, int kind) noexcept nogil
cdef void draw_back(int suit, double *wave, int size, const double *share) noexcept nogil
cdef void spend_back(int suit, double *wave, int size, int kind) noexcept nogil


cdef inline void unpack_hand(int suit, int hand, int size, u8 *cards) noexcept nogil:
    """The counts of a multiset."""
    cdef int kind, last = KIND_COUNT[suit] - 1
    cards[last] = size
    for kind in range(last):
        cards[kind] = CARDS[suit][hand][kind]
        cards[last] -= cards[kind]


cdef inline uint64_t packed_hand(int suit, int hand, int size) noexcept nogil:
    """Counts, one byte per kind."""
    cdef u8 cards[MAX_KINDS]
    cdef uint64_t packed = 0
    cdef int kind
    unpack_hand(suit, hand, size, cards)
    for kind in range(KIND_COUNT[suit]):
        packed |= <uint64_t>cards[kind] << 8 * kind
    return packed


cdef inline int count_of(uint64_t packed, int kind) noexcept nogil:
    return packed >> 8 * kind & 255


cdef inline int cell_of(int suit, uint64_t packed, const int *stride) noexcept nogil:
    """Where cards stand in a table that has a dimension for each kind."""
    cdef int kind, cell = 0
    for kind in range(KIND_COUNT[suit]):
        cell += stride[kind] * count_of(packed, kind)
    return cell


cdef inline bint fits(uint64_t part, uint64_t whole) noexcept nogil:
    """Whether no byte of the part is greater; all are below 128."""
    return ((whole | 0x8080808080808080U) - part) & 0x8080808080808080U == 0x8080808080808080U
