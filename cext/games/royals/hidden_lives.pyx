"""What one seat can have held blind at the latest shuffles, its *lives* (R-6.9)."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport (
    COUNTRY_HANDS, HANDS, KIND_COUNT, MAX_KINDS, Wave, fits, packed_hand,
)
from eminence.cext.games.royals.hidden_past cimport Past, count_together, live_through
from eminence.cext.games.royals.hidden_shares cimport find_strides
from eminence.cext.games.royals.hidden_tables cimport MAX_LIVES, SHUFFLES, Life, Lives, Shuffles, SuitTables, is_late
from eminence.cext.games.royals.rules_cards cimport cards_of, end_of_generation, event_of, first_kind, log_of, seat_of
from eminence.cext.games.royals.state cimport DREW, RoyalsState

cdef enum:
    MOST_STEPS = 1500000        # chances of hands carried on, for the lives of all seats

cdef double MOST_PLACES = 1e18


cdef bint read_shuffles(const RoyalsState *s, int suit, int observer, Shuffles *shuffles) noexcept nogil:
    """False if they are too many, or their sums have no numbers."""
    cdef int all_hands[MAX_KINDS]
    cdef int stride[MAX_KINDS]
    cdef double places = 1
    cdef uint64_t base = 1
    cdef int g, kind, held, start = 0
    memset(all_hands, 0, sizeof(all_hands))
    shuffles.count = s.generation[suit]
    shuffles.corner = 0
    if shuffles.count > SHUFFLES:
        return False
    for g in range(shuffles.count):
        shuffles.end[g] = end_of_generation(s, suit, g)
        count_together(s, suit, g, start, shuffles.end[g], all_hands)
        shuffles.together[g] = 0
        for kind in range(KIND_COUNT[suit]):
            held = all_hands[kind] - s.kept[observer][g + 1][first_kind(suit) + kind]
            if held < 0:
                return False
            shuffles.together[g] |= <uint64_t>held << 8 * kind
        places *= find_strides(suit, shuffles.together[g], stride)
        if places > MOST_PLACES:
            return False
        for kind in range(KIND_COUNT[suit]):
            shuffles.stride[g][kind] = base * stride[kind]
            shuffles.corner += shuffles.stride[g][kind] * (shuffles.together[g] >> 8 * kind & 255)
        base = <uint64_t>places
        start = shuffles.end[g] + 1
    return True


# ---- the lives of one seat

cdef int _size_after(const RoyalsState *s, int suit, int seat, int start, int end, int size) noexcept nogil:
    """Blind cards of a seat after a part of the log."""
    cdef const u8 *log = log_of(s, suit)
    cdef int i
    for i in range(start, end):
        if seat_of(log[i]) == seat:
            size += cards_of(log[i]) if event_of(log[i]) == DREW else -cards_of(log[i])
    return size


cdef int _steps_of(const RoyalsState *s, int suit, int seat, int start, int end, int size) noexcept nogil:
    """What it costs to carry one hand through a part of the log."""
    cdef const u8 *log = log_of(s, suit)
    cdef int i, steps = 0
    for i in range(start, end):
        if seat_of(log[i]) == seat:
            size = _size_after(s, suit, seat, i, i + 1, size)
            steps += cards_of(log[i]) * HANDS[suit][size]
    return steps


cdef bint _add_lives(
    const RoyalsState *s, int suit, int n, int seat, int size, const Shuffles *shuffles, const Life *old, int count, Lives *lives
) noexcept nogil:
    """Carries the hand of some lives on to the next shuffle; false if they become too many."""
    cdef Past past
    cdef Life *life
    cdef uint64_t cards
    cdef int i, k
    memset(past.wave[seat], 0, sizeof(Wave))
    past.wave[seat][old.hand] = 1
    past.size[seat] = size
    live_through(
        s, suit, n, shuffles.end[n - 1] + 1 if n else 0, shuffles.end[n], 1 << seat, False, &past
    )
    for k in range(HANDS[suit][past.size[seat]]):
        if past.wave[seat][k] <= 0:
            continue
        cards = packed_hand(suit, k, past.size[seat])
        if not fits(cards, shuffles.together[n]):
            continue
        if lives.count + count > MAX_LIVES:
            return False
        for i in range(count):
            life = &lives.life[lives.count]
            lives.count += 1
            life[0] = old[i]
            life.hand = k
            life.cards[n] = cards
            life.weight = <float>(old[i].weight * past.wave[seat][k])
    return True


cdef void sort_by_hand(int suit, int size, Lives *lives, Lives *sorted_) noexcept nogil:
    cdef int at[COUNTRY_HANDS + 1]
    cdef int i, hand
    memset(at, 0, sizeof(at))
    for i in range(lives.count):
        at[lives.life[i].hand + 1] += 1
    for hand in range(HANDS[suit][size]):
        at[hand + 1] += at[hand]
    for i in range(lives.count):
        hand = lives.life[i].hand
        sorted_.life[at[hand]] = lives.life[i]
        at[hand] += 1
    sorted_.count = lives.count
    lives.count = 0


cdef void _settle(int suit, Lives *lives, const Shuffles *shuffles, const float *start) noexcept nogil:
    """Weighs what comes after the last shuffle, and numbers what is left."""
    cdef Life *life
    cdef double total = 0
    cdef int i, g, kind, count = 0
    for i in range(lives.count):
        lives.life[i].weight *= start[lives.life[i].hand]
        total += lives.life[i].weight
    for i in range(lives.count):
        if lives.life[i].weight > 0:
            lives.life[count] = lives.life[i]
            life = &lives.life[count]
            life.weight = <float>(life.weight / total)
            life.place = 0
            for g in range(shuffles.count):
                for kind in range(KIND_COUNT[suit]):
                    life.place += shuffles.stride[g][kind] * (life.cards[g] >> 8 * kind & 255)
            count += 1
    lives.count = count


cdef bint list_lives(
    const RoyalsState *s, int suit, const SuitTables *t, int i, const Shuffles *shuffles, Lives *lives, Lives *spare, int *steps
) noexcept nogil:
    """All lives of a seat; false if they are too many."""
    cdef int n, k, alike, cost, seat = t.seat[i], begin = 0, size = 0
    memset(&lives.life[0], 0, sizeof(Life))
    lives.life[0].weight = 1
    lives.count = 1
    for n in range(shuffles.count):
        sort_by_hand(suit, size, lives, spare)
        cost = _steps_of(s, suit, seat, begin, shuffles.end[n], size)
        k = 0
        while k < spare.count:
            alike = 1
            while k + alike < spare.count and spare.life[k + alike].hand == spare.life[k].hand:
                alike += 1
            steps[0] += cost
            if steps[0] > MOST_STEPS or is_late(t):
                return False
            if not _add_lives(s, suit, n, seat, size, shuffles, &spare.life[k], alike, lives):
                return False
            k += alike
        size = _size_after(s, suit, seat, begin, shuffles.end[n], size)
        begin = shuffles.end[n] + 1
    _settle(suit, lives, shuffles, t.course[i].start)
    return True
