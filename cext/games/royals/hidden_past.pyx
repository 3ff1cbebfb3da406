"""The hands of others at the last shuffle (R-6.4 to R-6.9).

The chances of a seat's blind cards are carried through the log like a wave. At every shuffle the hands of all opponents
together are known exactly, which joins them.
"""

from libc.string cimport memset

from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport (
    HANDS, KIND_COUNT, MAX_KINDS, NO_HAND, Wave, carry_draw, carry_spend, normalise, number_of, unpack_hand,
)
from eminence.cext.games.royals.hidden_tables cimport is_late
from eminence.cext.games.royals.rules_cards cimport cards_of, end_of_generation, event_of, first_kind, log_of, seat_of
from eminence.cext.games.royals.state cimport DREW, RoyalsContext, RoyalsState

cdef double LEAST_CHANCE = 1e-6      # of hands that are followed together with another


cdef void composition(const RoyalsState *s, int suit, int generation, const u8 *own, double *share) noexcept nogil:
    """Of each kind its share in a generation, less some cards of one's own (or NULL)."""
    cdef int kind, total = 0
    for kind in range(KIND_COUNT[suit]):
        share[kind] = s.unseen[generation][first_kind(suit) + kind] - (own[kind] if own != NULL else 0)
        total += <int>share[kind]
    for kind in range(KIND_COUNT[suit]):
        share[kind] /= max(1, total)


cdef void live_through(
    const RoyalsState *s, int suit, int generation, int start, int end, int seats, bint normal, Past *past
) noexcept nogil:
    """Carries the hands of some seats, one bit each, through one old generation."""
    cdef const u8 *log = log_of(s, suit)
    cdef double share[MAX_KINDS]
    cdef int i, _, seat
    composition(s, suit, generation, NULL, share)
    for i in range(start, end):
        seat = seat_of(log[i])
        if not seats >> seat & 1:
            continue
        for _ in range(cards_of(log[i])):
            if event_of(log[i]) == DREW:
                carry_draw(suit, past.wave[seat], past.size[seat], share)
                past.size[seat] += 1
            else:
                carry_spend(suit, past.wave[seat], past.size[seat], event_of(log[i]))
                past.size[seat] -= 1
                if normal:
                    normalise(past.wave[seat], HANDS[suit][past.size[seat]])


cdef int _complement(int suit, int hand, int size, const int *together) noexcept nogil:
    """The number of what is left of some cards without a hand, or NO_HAND."""
    cdef u8 cards[MAX_KINDS]
    cdef int kind
    unpack_hand(suit, hand, size, cards)
    for kind in range(KIND_COUNT[suit]):
        if cards[kind] > together[kind]:
            return NO_HAND
        cards[kind] = together[kind] - cards[kind]
    return number_of(suit, cards)


cdef void _join(int suit, int one, int two, const int *together, Past *past) noexcept nogil:
    """Two opponents whose hands together are known: the first's wave becomes that of both."""
    cdef int i, other, size = past.size[one]
    for i in range(HANDS[suit][size]):
        if past.wave[one][i] > 0:
            other = _complement(suit, i, size, together)
            past.wave[one][i] *= 0 if other == NO_HAND else past.wave[two][other]
    normalise(past.wave[one], HANDS[suit][size])
    for i in range(HANDS[suit][past.size[two]]):
        past.wave[two][i] = 1


cdef void _live_through_together(
    const RoyalsState *s, int suit, int generation, int start, int end, int one, int two, const int *before,
    const SuitTables *t, Past *past, const int *after
) noexcept nogil:
    """The same as live_through for two joined opponents, exactly: for every hand of the first apart."""
    cdef Past each
    cdef Wave joint
    cdef int i, k, other, size = past.size[one], size_two = past.size[two]
    memset(joint, 0, sizeof(joint))
    for i in range(HANDS[suit][size]):
        if past.wave[one][i] < LEAST_CHANCE:
            continue
        if is_late(t):
            return
        memset(each.wave[one], 0, sizeof(Wave))
        memset(each.wave[two], 0, sizeof(Wave))
        each.size[one] = size
        each.size[two] = size_two
        each.wave[one][i] = 1
        each.wave[two][_complement(suit, i, size, before)] = 1
        live_through(s, suit, generation, start, end, 1 << one | 1 << two, False, &each)
        for k in range(HANDS[suit][each.size[one]]):
            if each.wave[one][k] > 0:
                other = _complement(suit, k, each.size[one], after)
                if other != NO_HAND:
                    joint[k] += past.wave[one][i] * each.wave[one][k] * each.wave[two][other]
    past.size[one] = each.size[one]
    past.size[two] = each.size[two]
    for k in range(HANDS[suit][past.size[one]]):
        past.wave[one][k] = joint[k]
    normalise(past.wave[one], HANDS[suit][past.size[one]])
    for k in range(HANDS[suit][past.size[two]]):
        past.wave[two][k] = 1


cdef void count_together(const RoyalsState *s, int suit, int generation, int start, int end, int *together) noexcept nogil:
    """What all hands hold blind after a generation."""
    cdef const u8 *log = log_of(s, suit)
    cdef int i
    for i in range(KIND_COUNT[suit]):
        together[i] += s.unseen[generation][first_kind(suit) + i]
    for i in range(start, end):
        if event_of(log[i]) != DREW:
            together[event_of(log[i])] -= cards_of(log[i])


cdef int count_past(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, Past *past) noexcept nogil:
    """How many blind cards everybody held at the last shuffle, and which the others together; returns where the log goes on."""
    cdef const u8 *log = log_of(s, suit)
    cdef int generation, kind, i, start = 0, end
    memset(past.size, 0, sizeof(past.size))
    memset(past.together, 0, sizeof(past.together))
    for generation in range(s.generation[suit]):
        end = end_of_generation(s, suit, generation)
        count_together(s, suit, generation, start, end, past.together)
        for i in range(start, end):
            past.size[seat_of(log[i])] += cards_of(log[i]) if event_of(log[i]) == DREW else -cards_of(log[i])
        start = end + 1
    if start:
        for kind in range(KIND_COUNT[suit]):
            past.together[kind] -= s.kept[observer][s.generation[suit]][first_kind(suit) + kind]
    return start


cdef void remember(
    const RoyalsContext *c, const RoyalsState *s, int suit, int observer, const SuitTables *t, Past *past
) noexcept nogil:
    """The hands of others at the last shuffle, and what they are together.

    Before that, the hands of two others are carried on together (R-6.9).
    """
    cdef int all_hands[MAX_KINDS]
    cdef int before[MAX_KINDS]
    cdef int generation, kind, seat, one = -1, two = -1, others = 0, start = 0, end
    memset(all_hands, 0, sizeof(all_hands))
    memset(past.together, 0, sizeof(past.together))
    for seat in range(c.seats):
        past.size[seat] = 0
        past.wave[seat][0] = 1
        if seat != observer:
            others |= 1 << seat
            one, two = two, seat
    for generation in range(s.generation[suit]):
        if is_late(t):
            return
        end = end_of_generation(s, suit, generation)
        count_together(s, suit, generation, start, end, all_hands)
        for kind in range(KIND_COUNT[suit]):
            before[kind] = past.together[kind]
            past.together[kind] = all_hands[kind] - s.kept[observer][generation + 1][first_kind(suit) + kind]
        if c.seats == 3 and generation > 0:
            _live_through_together(s, suit, generation, start, end, one, two, before, t, past, past.together)
        else:
            live_through(s, suit, generation, start, end, others, True, past)
            if c.seats == 3:
                _join(suit, one, two, past.together, past)
        start = end + 1
