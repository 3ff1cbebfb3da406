"""What three or four others held at the last shuffle, where their lives are too many to be listed (R-6.9).

Every seat's chances are carried on apart. That its hands at an earlier shuffle must have made up, with those of the others, what
is known of them, is told in two steps: kinds become likelier or less likely in all hands until the sum is the expected one, and
hands at the last shuffle weigh as much as they leave the sum its chance. Sums of many cards are close to a normal distribution,
so its mean, by what each seat holds in the end, and its covariance are all that is kept. That is so of country cards. Hands of
intrigue cards are small, and their shuffles many: see hidden_walk.pyx.
"""

from libc.string cimport memcpy, memset

from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport (
    HANDS, HIGH, KIND_COUNT, MAX_KINDS, Wave, carry_draw, carry_spend, draw_back, normalise, spend_back, unpack_hand,
)
from eminence.cext.games.royals.hidden_past cimport Past, composition, count_together
from eminence.cext.games.royals.hidden_tables cimport DIMS, SHUFFLES, Apart, Drift, Moment, Notes, SuitTables, is_late
from eminence.cext.games.royals.rules_cards cimport cards_of, end_of_generation, event_of, first_kind, log_of, seat_of
from eminence.cext.games.royals.state cimport DREW, RoyalsContext, RoyalsState

cdef enum:
    TILTS = 6               # rounds of adjusting hands to their sum

cdef double LATTICE = 1.0 / 12      # variance of what lies between whole numbers


# ---- one seat

cdef int _carry(
    const RoyalsState *s, int suit, int g, int start, int end, int seat, int size, bint back, double *wave
) noexcept nogil:
    """Carries chances, or anything that is added up like them, through a generation; returns the size afterwards.

    Backward, chances to live through it become those by the hand before it.
    """
    cdef const u8 *log = log_of(s, suit)
    cdef double share[MAX_KINDS]
    cdef int n, i, event, _
    composition(s, suit, g, NULL, share)
    for n in range(start, end):
        i = start + end - 1 - n if back else n
        if seat_of(log[i]) != seat:
            continue
        event = event_of(log[i])
        for _ in range(cards_of(log[i])):
            if back:
                size += -1 if event == DREW else 1
                if event == DREW:
                    draw_back(suit, wave, size, share)
                else:
                    spend_back(suit, wave, size, event)
            else:
                if event == DREW:
                    carry_draw(suit, wave, size, share)
                else:
                    carry_spend(suit, wave, size, event)
                size += 1 if event == DREW else -1
    return size


# ---- at a shuffle

cdef void _tilt(int suit, int seats, const int *together, Apart *apart) noexcept nogil:
    """Makes kinds likelier or less likely in all hands until they are expected to be what these have together."""
    cdef double power[MAX_KINDS][HIGH + 1]
    cdef double expected[MAX_KINDS]
    cdef u8 cards[MAX_KINDS]
    cdef double factor
    cdef int _, i, h, kind, count
    for i in range(seats):
        normalise(apart[i].wave, HANDS[suit][apart[i].size])
    for _ in range(TILTS):
        memset(expected, 0, sizeof(expected))
        for i in range(seats):
            for h in range(HANDS[suit][apart[i].size]):
                if apart[i].wave[h] > 0:
                    unpack_hand(suit, h, apart[i].size, cards)
                    for kind in range(KIND_COUNT[suit]):
                        expected[kind] += cards[kind] * apart[i].wave[h]
        for kind in range(KIND_COUNT[suit]):
            factor = together[kind] / expected[kind] if expected[kind] > 0 else 1
            power[kind][0] = 1
            for count in range(1, HIGH + 1):
                power[kind][count] = power[kind][count - 1] * factor
        for i in range(seats):
            for h in range(HANDS[suit][apart[i].size]):
                if apart[i].wave[h] > 0:
                    unpack_hand(suit, h, apart[i].size, cards)
                    for kind in range(KIND_COUNT[suit]):
                        apart[i].wave[h] *= power[kind][cards[kind]]
            normalise(apart[i].wave, HANDS[suit][apart[i].size])


cdef void _divide(int suit, int dims, Apart *apart) noexcept nogil:
    """From sums over all lives to expectations by hand."""
    cdef int h, d
    for h in range(HANDS[suit][apart.size]):
        for d in range(dims):
            apart.moment[d][h] = apart.moment[d][h] / apart.wave[h] if apart.wave[h] > 0 else 0


cdef void _multiply(int suit, int dims, Apart *apart) noexcept nogil:
    """Back to sums."""
    cdef int h, d
    for h in range(HANDS[suit][apart.size]):
        for d in range(dims):
            apart.moment[d][h] *= apart.wave[h]


cdef void _follow(int suit, int dims, Apart *apart) noexcept nogil:
    """From here on the hand at this shuffle is remembered, too."""
    cdef u8 cards[MAX_KINDS]
    cdef int h, kind
    for h in range(HANDS[suit][apart.size]):
        unpack_hand(suit, h, apart.size, cards)
        for kind in range(KIND_COUNT[suit] - 1):
            apart.moment[dims + kind][h] = apart.wave[h] * cards[kind]


cdef void _keep(int g, Apart *apart) noexcept nogil:
    apart.then[g].size = apart.size
    memcpy(apart.then[g].wave, apart.wave, sizeof(apart.wave))
    memcpy(apart.then[g].moment, apart.moment, sizeof(apart.moment))


# ---- the sums

cdef void _add_covariance(int suit, const Moment *of, int low, int high, int sign, double (*cov)[DIMS]) noexcept nogil:
    """Adds the covariance of what is expected by hand: of dimensions from `low` on with all below `high`."""
    cdef double average[DIMS]
    cdef double off[DIMS]
    cdef double chance, total = 0
    cdef int h, d, e
    memset(average, 0, sizeof(average))
    for h in range(HANDS[suit][of.size]):
        total += of.wave[h] * of.back[h]
        for d in range(high):
            average[d] += of.moment[d][h] * of.back[h]
    if total <= 0:
        return
    for h in range(HANDS[suit][of.size]):
        chance = of.wave[h] * of.back[h] / total
        if chance > 0:
            for d in range(high):
                off[d] = of.moment[d][h] / of.wave[h] - average[d] / total
            for d in range(low, high):
                for e in range(high):
                    cov[d][e] += sign * chance * off[d] * off[e]


cdef bint _invert(double (*matrix)[DIMS], int dims, float (*inverse)[DIMS]) noexcept nogil:
    """By elimination; the matrix is positive."""
    cdef double work[DIMS][2 * DIMS]
    cdef double pivot
    cdef int i, j, k
    for i in range(dims):
        for j in range(dims):
            work[i][j] = matrix[i][j]
            work[i][dims + j] = i == j
    for i in range(dims):
        pivot = work[i][i]
        if pivot < 1e-9:
            return False
        for j in range(2 * dims):
            work[i][j] /= pivot
        for k in range(dims):
            if k != i and work[k][i] != 0:
                pivot = work[k][i]
                for j in range(2 * dims):
                    work[k][j] -= pivot * work[i][j]
    for i in range(dims):
        for j in range(dims):
            inverse[i][j] = <float>work[i][dims + j]
    return True


cdef void _measure(int suit, int last, SuitTables *t, Apart *apart) noexcept nogil:
    """Means by hand and the covariance that they leave."""
    cdef Drift *drift = &t.drift
    cdef double cov[DIMS][DIMS]
    cdef const Moment *then
    cdef int i, g, h, d, e, free = KIND_COUNT[suit] - 1, dims = last * free
    memset(cov, 0, sizeof(cov))
    for i in range(t.opponents):
        if is_late(t):
            return
        for g in range(last):
            _add_covariance(suit, &apart[i].then[g], g * free, (g + 1) * free, 1, cov)
        then = &apart[i].then[last]
        _add_covariance(suit, then, 0, dims, -1, cov)
        for h in range(HANDS[suit][then.size]):
            for d in range(dims):
                drift.mean[i][h][d] = <float>(then.moment[d][h] / then.wave[h]) if then.wave[h] > 0 else 0
    for d in range(dims):
        cov[d][d] += LATTICE
        for e in range(d // free * free):
            cov[e][d] = cov[d][e]
    drift.dims = dims if _invert(cov, dims, drift.form) else 0


# ---- all of it

cdef void _look_back(const RoyalsState *s, int suit, const int *starts, SuitTables *t, Apart *apart) noexcept nogil:
    """Chances to live through the rest of the log, by the hand at each shuffle but the last."""
    cdef Wave wave
    cdef int i, n, size, last = s.generation[suit] - 1
    for i in range(t.opponents):
        size = t.shares[i].size
        memcpy(wave, apart[i].then[last].back, sizeof(wave))
        for n in range(last, 0, -1):
            size = _carry(s, suit, n, starts[n], starts[n + 1] - 1, t.seat[i], size, True, wave)
            memcpy(apart[i].then[n - 1].back, wave, sizeof(wave))


cdef void _live_on(
    const RoyalsState *s, int suit, const int *starts, int (*together)[MAX_KINDS], SuitTables *t, Apart *apart
) noexcept nogil:
    """Carries all seats on to the last shuffle, with what they are expected to have held at those before."""
    cdef int i, n, d, dims = 0, last = s.generation[suit] - 1
    for n in range(last + 1):
        for i in range(t.opponents):
            if is_late(t):
                return
            for d in range(dims):
                _carry(s, suit, n, starts[n], starts[n + 1] - 1, t.seat[i], apart[i].size, False, apart[i].moment[d])
            apart[i].size = _carry(
                s, suit, n, starts[n], starts[n + 1] - 1, t.seat[i], apart[i].size, False, apart[i].wave
            )
            _divide(suit, dims, &apart[i])
        if n < last:
            _tilt(suit, t.opponents, together[n], apart)
        for i in range(t.opponents):
            _multiply(suit, dims, &apart[i])
            if n < last:
                _follow(suit, dims, &apart[i])
            _keep(n, &apart[i])
        dims += KIND_COUNT[suit] - 1


cdef void remember_apart(
    const RoyalsContext *c, const RoyalsState *s, int suit, int observer, SuitTables *t, Notes *notes, Past *past
) noexcept nogil:
    cdef Apart *apart = notes.apart
    cdef int together[SHUFFLES][MAX_KINDS]
    cdef int starts[SHUFFLES + 1]
    cdef int all_hands[MAX_KINDS]
    cdef int i, n, h, kind, last = s.generation[suit] - 1
    memset(all_hands, 0, sizeof(all_hands))
    starts[0] = 0
    for n in range(last + 1):
        starts[n + 1] = end_of_generation(s, suit, n) + 1
        count_together(s, suit, n, starts[n], starts[n + 1] - 1, all_hands)
        for kind in range(KIND_COUNT[suit]):
            together[n][kind] = all_hands[kind] - s.kept[observer][n + 1][first_kind(suit) + kind]
        for kind in range(KIND_COUNT[suit] - 1):
            if n < last:
                t.drift.target[n * (KIND_COUNT[suit] - 1) + kind] = together[n][kind]
    for i in range(t.opponents):
        apart[i].size = 0
        apart[i].wave[0] = 1
        for h in range(HANDS[suit][t.shares[i].size]):
            apart[i].then[last].back[h] = t.course[i].start[h]
    _look_back(s, suit, starts, t, apart)
    _live_on(s, suit, starts, together, t, apart)
    for i in range(t.opponents):
        memcpy(past.wave[t.seat[i]], apart[i].wave, sizeof(Wave))
        normalise(past.wave[t.seat[i]], HANDS[suit][apart[i].size])
        past.size[t.seat[i]] = apart[i].size
    _measure(suit, last, t, apart)
