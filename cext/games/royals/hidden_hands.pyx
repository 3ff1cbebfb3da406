"""Hands as multisets of cards, by number, and the chances of all hands of one size as a wave.

Drawing from a deck of known composition and spending known kinds changes the chances of all multisets by a simple rule.
"""

from libc.string cimport memset

from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.state cimport COUNTRIES, INTRIGUES

# ---- multisets by number
#
# A multiset of K kinds is K - 1 rising numbers, its running totals with 0, 1, 2 ... added, and these have a number in
# the order of their highest. All multisets of a size have the numbers below HANDS; a card of the last kind changes nothing.

cdef int BINOMIAL[HIGH + MAX_KINDS + 1][MAX_KINDS + 1]
cdef int LARGEST[2]                                     # size of a hand
KIND_COUNT[:] = [COUNTRIES, INTRIGUES]
LARGEST[:] = [MAX_HAND, MAX_INTRIGUE_HAND]


cdef int number_of(int suit, const u8 *cards) noexcept nogil:
    cdef int kind, total = 0, number = 0
    for kind in range(KIND_COUNT[suit] - 1):
        total += cards[kind]
        number += BINOMIAL[total + kind][kind + 1]
    return number


cdef void _number_hands(int suit, int kind, int left, u8 *cards) noexcept nogil:
    """Fills in all multisets that have the given counts of the kinds before `kind`."""
    cdef int number, more
    if kind < KIND_COUNT[suit] - 1:
        for number in range(left + 1):
            cards[kind] = number
            _number_hands(suit, kind + 1, left - number, cards)
        cards[kind] = 0
        return
    number = number_of(suit, cards)
    for more in range(KIND_COUNT[suit]):
        CARDS[suit][number][more] = cards[more]
        WITH[suit][number][more] = WITHOUT[suit][number][more] = number
        if more < KIND_COUNT[suit] - 1:
            cards[more] += 1
            WITH[suit][number][more] = number_of(suit, cards)
            cards[more] -= 1
            WITHOUT[suit][number][more] = NO_HAND
            if cards[more]:
                cards[more] -= 1
                WITHOUT[suit][number][more] = number_of(suit, cards)
                cards[more] += 1


cdef void _fill_numbers() noexcept nogil:
    cdef u8 cards[MAX_KINDS]
    cdef int n, k, suit
    for n in range(HIGH + MAX_KINDS + 1):
        for k in range(MAX_KINDS + 1):
            BINOMIAL[n][k] = 1 if k == 0 else 0 if n == 0 else BINOMIAL[n - 1][k - 1] + BINOMIAL[n - 1][k]
    memset(cards, 0, sizeof(cards))
    for suit in range(2):
        for n in range(LARGEST[suit] + 1):
            HANDS[suit][n] = BINOMIAL[n + KIND_COUNT[suit] - 1][KIND_COUNT[suit] - 1]
        _number_hands(suit, 0, LARGEST[suit], cards)


_fill_numbers()


# ---- waves

cdef void normalise(double *wave, int count) noexcept nogil:
    cdef double total = 0
    cdef int i
    for i in range(count):
        total += wave[i]
    if total > 0:
        for i in range(count):
            wave[i] /= total


cdef void carry_draw(int suit, double *wave, int size, const double *share) noexcept nogil:
    """A hand of this size gets a card more, of each kind with the chance of its share."""
    cdef Wave after
    cdef int i, kind, count = HANDS[suit][size], more = HANDS[suit][size + 1]
    memset(after, 0, more * sizeof(double))
    for i in range(count):
        if wave[i] > 0:
            for kind in range(KIND_COUNT[suit]):
                after[WITH[suit][i][kind]] += wave[i] * share[kind]
    for i in range(more):
        wave[i] = after[i]


cdef void carry_spend(int suit, double *wave, int size, int kind) noexcept nogil:
    """A hand of this size has had a card of this kind and loses it."""
    cdef int i
    for i in range(HANDS[suit][size - 1]):
        wave[i] = wave[WITH[suit][i][kind]]     # never an earlier one


cdef void draw_back(int suit, double *wave, int size, const double *share) noexcept nogil:
    """From chances after a draw to those of the hands of this size before it."""
    cdef Wave before
    cdef int i, kind, count = HANDS[suit][size]
    for i in range(count):
        before[i] = 0
        for kind in range(KIND_COUNT[suit]):
            before[i] += share[kind] * wave[WITH[suit][i][kind]]
    for i in range(count):
        wave[i] = before[i]


cdef void spend_back(int suit, double *wave, int size, int kind) noexcept nogil:
    """From chances after a card was spent to those of the hands of this size before it."""
    cdef int i, last = KIND_COUNT[suit] - 1
    for i in range(HANDS[suit][size] - 1, -1, -1):
        if kind < last:
            wave[i] = 0 if WITHOUT[suit][i][kind] == NO_HAND else wave[WITHOUT[suit][i][kind]]
        elif i >= HANDS[suit][size - 1]:
            wave[i] = 0
