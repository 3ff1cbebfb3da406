"""What `prepare` works out once per search (R-6.4 to R-6.9): the past, then backward from now to the last shuffle."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_deal cimport find_cap, find_least_drift
from eminence.cext.games.royals.hidden_drift cimport remember_apart
from eminence.cext.games.royals.hidden_ends cimport count_ends
from eminence.cext.games.royals.hidden_hands cimport (
    COUNTRY_HANDS, HANDS, KIND_COUNT, MAX_KINDS, Wave, draw_back, spend_back,
)
from eminence.cext.games.royals.hidden_joint cimport join_lives
from eminence.cext.games.royals.hidden_past cimport Past, composition, count_past, remember
from eminence.cext.games.royals.hidden_shares cimport deciding_hands, list_shares
from eminence.cext.games.royals.hidden_sums cimport sum_up
from eminence.cext.games.royals.hidden_tables cimport MAX_STEPS, Course, Notes, SuitTables, Tables, is_late
from eminence.cext.games.royals.hidden_walk cimport walk_through
from eminence.cext.games.royals.rules_cards cimport cards_of, event_of, first_kind, log_of, seat_of
from eminence.cext.games.royals.rules_legal cimport is_telling
from eminence.cext.games.royals.state cimport COUNTRY, DREW, INTRIGUE, MAX_CARDS, RoyalsContext, RoyalsState

cdef double LEAST_SHARE = 0.1       # of a kind, even if others need all of it


# ---- since the last shuffle

cdef void _follow(const RoyalsState *s, int suit, int seat, int start, Course *course) noexcept nogil:
    """The steps of a seat since the last shuffle."""
    cdef const u8 *log = log_of(s, suit)
    cdef int i, _
    course.steps = course.guided = 0
    memset(course.spent, 0, sizeof(course.spent))
    for i in range(MAX_KINDS):
        course.bias[i] = 1
    for i in range(start, s.log_size[suit]):
        if seat_of(log[i]) == seat:
            for _ in range(cards_of(log[i])):
                if course.steps < MAX_STEPS:
                    course.event[course.steps] = event_of(log[i])
                    course.steps += 1
            if event_of(log[i]) != DREW:
                course.guided = course.steps
                course.spent[event_of(log[i])] += cards_of(log[i])
    course.packed = 0
    for i in range(KIND_COUNT[suit]):
        course.packed |= <uint64_t>course.spent[i] << 8 * i


cdef void _look_back(
    int suit, Course *course, int size, const double *share, double *wave, float *chance, int *room
) noexcept nogil:
    """Chances of the hands of this size at the shuffle to live through the guided steps, and of all hands between."""
    cdef int step, i, count
    cdef double most
    for step in range(course.guided):
        size += 1 if course.event[step] == DREW else -1
    for step in range(course.guided - 1, -1, -1):
        if course.event[step] != DREW:
            size += 1
            spend_back(suit, wave, size, course.event[step])
            continue
        count = HANDS[suit][size]
        most = 0
        for i in range(count):
            most = max(most, wave[i])
        most = most if most > 0 else 1
        course.scale[step] = <float>most
        course.level[step] = room[0]
        for i in range(count):
            wave[i] /= most
            chance[room[0] + i] = <float>wave[i]
        room[0] += count
        size -= 1
        draw_back(suit, wave, size, share)
    for i in range(HANDS[suit][size]):
        course.start[i] = <float>wave[i]


# ---- all of it

cdef void _read_pool(const RoyalsState *s, int suit, int observer, int start, SuitTables *t, u8 *drawn) noexcept nogil:
    """The cards of the current generation without those the observer has drawn."""
    cdef Course own
    cdef int step, kind, first = first_kind(suit), now = s.generation[suit]
    _follow(s, suit, observer, start, &own)
    for kind in range(KIND_COUNT[suit]):
        drawn[kind] = s.hand[observer][first + kind] - s.known[observer][first + kind] - s.kept[observer][now][first + kind]
    for step in range(own.steps):
        if own.event[step] != DREW:
            drawn[own.event[step]] += 1
    t.pool_size = 0
    for kind in range(KIND_COUNT[suit]):
        t.pool[kind] = s.unseen[now][first + kind] - drawn[kind]
        t.pool_size += t.pool[kind]


cdef void _read_course(
    const RoyalsState *s, int suit, int seat, int start, const Past *past, Course *course
) noexcept nogil:
    """What a seat has done since the last shuffle."""
    cdef int kind, kept = 0
    _follow(s, suit, seat, start, course)
    if seat == s.active and is_telling(s, suit):
        course.guided = course.steps
    for kind in range(KIND_COUNT[suit]):
        kept += past.together[kind]
    for kind in range(KIND_COUNT[suit]):
        course.needed[kind] = course.spent[kind]
        if kept:
            course.needed[kind] = max(<float>0, course.spent[kind] - <float>past.size[seat] * past.together[kind] / kept)


cdef void _share_pool(int suit, const SuitTables *t, int i, double *share) noexcept nogil:
    """Of each kind its share in what a seat draws: others have drawn what they spent."""
    cdef double total = 0
    cdef int j, kind
    for kind in range(KIND_COUNT[suit]):
        share[kind] = t.pool[kind]
        for j in range(t.opponents):
            if j != i:
                share[kind] -= t.course[j].needed[kind]
        share[kind] = max(share[kind], LEAST_SHARE * t.pool[kind])
        total += share[kind]
    for kind in range(KIND_COUNT[suit]):
        share[kind] /= max(1.0, total)


cdef void _judge_course(
    const RoyalsContext *c, const RoyalsState *s, int suit, SuitTables *t, int i, float *chance, int *room
) noexcept nogil:
    """The chances of a seat's hands to have lived through what it did since the last shuffle."""
    cdef Wave wave
    cdef double share[MAX_KINDS]
    cdef Course *course = &t.course[i]
    cdef int step, hand, after = t.shares[i].size
    for step in range(course.guided):
        after += 1 if course.event[step] == DREW else -1
    for hand in range(HANDS[suit][after]):
        wave[hand] = 1
    if t.seat[i] == s.active and is_telling(s, suit):
        deciding_hands(c, s, suit, t.seat[i], after, wave)
    _share_pool(suit, t, i, share)
    _look_back(suit, course, t.shares[i].size, share, wave, chance, room)


cdef void _recall(
    const RoyalsContext *c, const RoyalsState *s, int suit, int observer, Past *past, SuitTables *t, Notes *notes
) noexcept nogil:
    """What the others can have held at the last shuffle: all at once, or seat by seat with a table of sums."""
    cdef uint64_t kept = t.kept
    cdef int i
    cdef bint many = t.opponents > 2 and s.generation[suit] > 1
    t.drift.dims = 0
    t.listed = many and join_lives(s, suit, observer, t, notes)
    t.joined = t.listed or (many and suit == INTRIGUE and walk_through(s, observer, t, notes))
    if t.joined:
        t.possible = t.joint.count > 0
        return
    if many and suit == COUNTRY:
        remember_apart(c, s, suit, observer, t, notes, past)
    else:
        remember(c, s, suit, observer, t, past)
    for i in range(t.opponents):
        list_shares(suit, past.wave[t.seat[i]], t.course[i].start, past.size[t.seat[i]], &t.shares[i])
    sum_up(suit, kept, t)
    if t.possible and t.drift.dims:
        find_least_drift(suit, t)


cdef void _order_seats(const RoyalsContext *c, int observer, const Past *past, SuitTables *t) noexcept nogil:
    """The largest hand comes first, where sums are prepared, the second last, where it follows from the others."""
    cdef int seat, i
    t.opponents = 0
    for seat in range(c.seats):
        if seat != observer:
            i = t.opponents
            while i > 0 and past.size[t.seat[i - 1]] < past.size[seat]:
                t.seat[i] = t.seat[i - 1]
                i -= 1
            t.seat[i] = seat
            t.opponents += 1
    seat = t.seat[1]
    for i in range(1, t.opponents - 1):
        t.seat[i] = t.seat[i + 1]
    if t.opponents > 1:
        t.seat[t.opponents - 1] = seat


cdef void fill_suit(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, double until, Tables *tables) noexcept nogil:
    cdef SuitTables *t = &tables.suit[suit]
    cdef Past past
    cdef u8 drawn[MAX_KINDS]
    cdef double share[MAX_KINDS]
    cdef int kind, i, start
    cdef int room = 0 if suit == COUNTRY else MAX_CARDS * COUNTRY_HANDS     # levels in use
    t.until = until
    t.possible = False
    start = count_past(c, s, suit, observer, &past)
    _read_pool(s, suit, observer, start, t, drawn)
    composition(s, suit, s.generation[suit], drawn, share)
    t.kept = 0
    for kind in range(KIND_COUNT[suit]):
        t.kept |= <uint64_t>past.together[kind] << 8 * kind
    _order_seats(c, observer, &past, t)
    t.guided = False
    for i in range(t.opponents):
        t.shares[i].size = past.size[t.seat[i]]
        _read_course(s, suit, t.seat[i], start, &past, &t.course[i])
        t.guided |= t.course[i].guided > 0
    for i in range(t.opponents):
        _judge_course(c, s, suit, t, i, tables.chance, &room)
        if is_late(t):
            return
    _recall(c, s, suit, observer, &past, t, &tables.notes)
    t.cap = 0
    t.counted = t.weighed = False
    t.possible &= not is_late(t)
    if t.possible and t.guided:
        count_ends(c, s, suit, share, t, tables.sums)
    if t.possible and t.guided and not t.counted:
        find_cap(suit, tables)
    t.possible &= not is_late(t)
