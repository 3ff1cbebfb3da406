"""Every deal of the current generation, counted (R-6.5).

What a seat has drawn depends on what it held at the last shuffle only as far as it has spent such cards since: hands that are
alike in this have one row of chances. A table of sums says what the draws of some seats leave to the others. Where everybody's
hands are alike, it has all deals. Otherwise it has their average over those hands.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from eminence.cext.games.royals.hidden_hands cimport (
    COUNTRY_HANDS, HANDS, KIND_COUNT, MAX_KINDS, Wave, carry_draw, carry_spend, cell_of, count_of, fits, packed_hand,
)
from eminence.cext.games.royals.hidden_shares cimport deciding_hands, find_strides
from eminence.cext.games.royals.hidden_tables cimport END_CELLS, ROWS, Course, Ends, Shares, SuitTables, Sums, is_late
from eminence.cext.games.royals.rules_legal cimport is_telling
from eminence.cext.games.royals.state cimport DREW, MAX_CARDS, RoyalsContext, RoyalsState

cdef enum:
    MOST_SUMS = 4000000     # draws added to others
    MOST_STEPS = 5000000    # chances of hands carried on, for all rows
    MANY_SUMS = 1000        # from which on rare ones are left out
    TILTS = 6               # rounds of adjusting draws to what there is

cdef float LEAST_MASS = 1e-4    # of one of many sums that is followed, beside the likeliest


# ---- the draws of one seat

cdef struct Alike:
    # Hands at the shuffle that are alike.
    int count
    uint64_t cards[COUNTRY_HANDS]       # those that matter, one byte per kind
    uint16_t hand[COUNTRY_HANDS]        # one of them
    double weight[COUNTRY_HANDS]        # of all of them


cdef int _live_on(int suit, const Course *course, int size, const double *share, double *wave) noexcept nogil:
    """Carries a seat through its guided steps; returns the size of its hand afterwards."""
    cdef int step
    for step in range(course.guided):
        if course.event[step] == DREW:
            carry_draw(suit, wave, size, share)
            size += 1
        else:
            carry_spend(suit, wave, size, course.event[step])
            size -= 1
    return size


cdef void _group(int suit, const Shares *shares, const Course *course, bint telling, uint16_t *group, Alike *alike) noexcept nogil:
    """Puts hands together that have enough, or equally few, of what was spent; while a seat decides, all its cards matter."""
    cdef uint64_t cards
    cdef int k, n, kind
    alike.count = 0
    for k in range(shares.count):
        cards = shares.cards[k]
        if not telling:
            cards = 0
            for kind in range(KIND_COUNT[suit]):
                cards |= <uint64_t>min(count_of(shares.cards[k], kind), <int>course.spent[kind]) << 8 * kind
        n = 0
        while n < alike.count and alike.cards[n] != cards:
            n += 1
        if n == alike.count:
            alike.count += 1
            alike.cards[n] = cards
            alike.hand[n] = shares.hand[k]
            alike.weight[n] = 0
        alike.weight[n] += shares.weight[k]
        group[shares.hand[k]] = n


cdef bint _list_draws(
    int suit, SuitTables *t, int i, const double *share, const double *fitting, const int *stride, const Alike *alike, int *used
) noexcept nogil:
    """The rows of a seat, and all that it may have drawn; false if that is too much."""
    cdef Wave wave
    cdef uint16_t number[END_CELLS]     # 1 + that of the draws with this cell
    cdef Ends *ends = &t.ends
    cdef Shares *drawn = &ends.drawn[i]
    cdef uint64_t cards, least
    cdef int n, hand, size, cell
    cdef float chance
    memset(number, 0, sizeof(number))
    drawn.count = 0
    for n in range(alike.count):
        if is_late(t):
            return False
        ends.row[i][n] = used[0]
        memset(wave, 0, sizeof(wave))
        wave[alike.hand[n]] = 1
        size = _live_on(suit, &t.course[i], t.shares[i].size, share, wave)
        least = t.course[i].packed - packed_hand(suit, alike.hand[n], t.shares[i].size)
        for hand in range(HANDS[suit][size]):
            if wave[hand] <= 0 or fitting[hand] <= 0:
                continue
            cards = packed_hand(suit, hand, size) + least
            if not fits(cards, ends.room):
                continue
            chance = <float>(wave[hand] / t.course[i].start[alike.hand[n]])
            cell = cell_of(suit, cards, stride)
            if number[cell] == 0:
                if drawn.count == COUNTRY_HANDS:
                    return False
                drawn.offset[drawn.count] = cell
                drawn.cards[drawn.count] = cards
                drawn.weight[drawn.count] = 0
                drawn.count += 1
                number[cell] = drawn.count
            if used[0] == ROWS:
                return False
            drawn.weight[number[cell] - 1] += <float>alike.weight[n] * chance
            ends.chance[used[0]] = chance
            ends.which[used[0]] = cell
            used[0] += 1
        ends.row[i][n + 1] = ends.row_end[i] = used[0]
    _sort_draws(drawn)
    for n in range(drawn.count):
        number[drawn.offset[n]] = n
    for n in range(ends.row[i][0], used[0]):
        ends.which[n] = number[ends.which[n]]
    return True


cdef void _sort_draws(Shares *drawn) noexcept nogil:
    """Likely ones first."""
    cdef float weight
    cdef uint64_t cards
    cdef int i, k, offset
    for i in range(1, drawn.count):
        weight, cards, offset = drawn.weight[i], drawn.cards[i], drawn.offset[i]
        k = i
        while k > 0 and drawn.weight[k - 1] < weight:
            drawn.weight[k], drawn.cards[k], drawn.offset[k] = drawn.weight[k - 1], drawn.cards[k - 1], drawn.offset[k - 1]
            k -= 1
        drawn.weight[k], drawn.cards[k], drawn.offset[k] = weight, cards, offset


cdef bint _fill_rows(
    const RoyalsContext *c, const RoyalsState *s, int suit, const double *share, const int *stride, SuitTables *t
) noexcept nogil:
    """What every seat may have drawn; false if that is too much."""
    cdef Alike alike
    cdef Wave fitting
    cdef bint telling
    cdef long steps = 0
    cdef int i, hand, step, size, used = 0
    t.ends.certain = True
    for i in range(t.opponents):
        telling = t.seat[i] == s.active and is_telling(s, suit)
        _group(suit, &t.shares[i], &t.course[i], telling, t.ends.group[i], &alike)
        t.ends.certain &= alike.count == 1
        size = t.shares[i].size
        for step in range(t.course[i].guided):
            size += 1 if t.course[i].event[step] == DREW else -1
            steps += alike.count * HANDS[suit][size]
        if steps > MOST_STEPS:
            return False
        for hand in range(HANDS[suit][size]):
            fitting[hand] = 1
        if telling:
            deciding_hands(c, s, suit, t.seat[i], size, fitting)
        if not _list_draws(suit, t, i, share, fitting, stride, &alike, &used):
            return False
    return True


# ---- all seats together

cdef inline double _product(int kinds, uint64_t cards, double (*factor)[MAX_CARDS + 1]) noexcept nogil:
    cdef double found = 1
    cdef int kind
    for kind in range(kinds):
        found *= factor[kind][count_of(cards, kind)]
    return found


cdef void _raise_odds(int suit, const SuitTables *t, double (*power)[MAX_CARDS + 1], const double *odds) noexcept nogil:
    cdef int kind, k
    for kind in range(KIND_COUNT[suit]):
        power[kind][0] = 1
        for k in range(1, t.pool[kind] + 1):
            power[kind][k] = power[kind][k - 1] * odds[kind]


cdef void _expect(int kinds, const Shares *drawn, double (*power)[MAX_CARDS + 1], double *expected) noexcept nogil:
    """Adds what a seat is expected to have drawn."""
    cdef double own[MAX_KINDS]
    cdef double weight, total = 0
    cdef int k, kind
    memset(own, 0, sizeof(own))
    for k in range(drawn.count):
        weight = drawn.weight[k] * _product(kinds, drawn.cards[k], power)
        total += weight
        for kind in range(kinds):
            own[kind] += weight * count_of(drawn.cards[k], kind)
    for kind in range(kinds):
        expected[kind] += own[kind] / total if total > 0 else 0


cdef void _tilt(int suit, SuitTables *t, int rest, double *share) noexcept nogil:
    """Makes kinds likelier or less likely, for all seats and the deck alike, until these are expected to have what there is.

    In all deals they have the same cards together, so that nothing is likelier than before.
    """
    cdef double power[MAX_KINDS][MAX_CARDS + 1]
    cdef double expected[MAX_KINDS]
    cdef double odds[MAX_KINDS]
    cdef double total
    cdef Ends *ends = &t.ends
    cdef Shares *drawn
    cdef int i, k, n, _, kind, kinds = KIND_COUNT[suit]
    for kind in range(kinds):
        odds[kind] = 1
    for _ in range(TILTS):
        _raise_odds(suit, t, power, odds)
        total = 0
        for kind in range(kinds):
            total += share[kind] * odds[kind]
        for kind in range(kinds):
            expected[kind] = rest * share[kind] * odds[kind] / max(total, 1e-300)
        for i in range(t.opponents):
            _expect(kinds, &ends.drawn[i], power, expected)
        for kind in range(kinds):
            odds[kind] *= t.pool[kind] / expected[kind] if expected[kind] > 0 else 1
    _raise_odds(suit, t, power, odds)
    for i in range(t.opponents):
        drawn = &ends.drawn[i]
        total = 0
        for k in range(drawn.count):
            drawn.weight[k] = <float>(drawn.weight[k] * _product(kinds, drawn.cards[k], power))
            total += drawn.weight[k]
        for k in range(drawn.count):
            drawn.weight[k] = <float>(drawn.weight[k] / total)
        for n in range(ends.row[i][0], ends.row_end[i]):
            if n & 4095 == 0 and is_late(t):
                return
            ends.chance[n] = <float>(ends.chance[n] * _product(kinds, drawn.cards[ends.which[n]], power) / total)
    for kind in range(kinds):
        share[kind] *= odds[kind]


cdef int _drop_rare(Sums *sums, float *mass, float least) noexcept nogil:
    """Keeps the sums with a chance at all; returns their number."""
    cdef int j, count = 0
    for j in range(sums.count):
        if mass[sums.cell[j]] >= least:
            sums.mass[count] = mass[sums.cell[j]]
            sums.cards[count] = sums.cards[j]
            sums.cell[count] = sums.cell[j]
            count += 1
        mass[sums.cell[j]] = 0
    return count


cdef bint _add_draws(SuitTables *t, int cells, Sums *sums) noexcept nogil:
    """What the seats before each have drawn together; false if that is too much."""
    cdef Ends *ends = &t.ends
    cdef int seats = t.opponents
    cdef const Shares *drawn
    cdef Sums *after
    cdef float *mass
    cdef float most
    cdef long work = 0
    cdef int i, j, k, to
    sums[0].count = 1
    sums[0].cell[0] = sums[0].cards[0] = 0
    sums[0].mass[0] = 1
    for i in range(seats):
        mass = ends.sum[i]
        memset(mass, 0, cells * sizeof(float))
        drawn = &ends.drawn[i]
        work += <long>sums[i].count * drawn.count
        if work > MOST_SUMS:
            return False
        if i == seats - 1:
            return True
        after = &sums[i + 1]
        after.count = 0
        most = 0
        for j in range(sums[i].count):
            if j & 31 == 0 and is_late(t):
                return False
            for k in range(drawn.count):
                if fits(drawn.cards[k], ends.room - sums[i].cards[j]):
                    to = sums[i].cell[j] + drawn.offset[k]
                    if mass[to] == 0:
                        after.cell[after.count] = to
                        after.cards[after.count] = sums[i].cards[j] + drawn.cards[k]
                        after.count += 1
                    mass[to] += sums[i].mass[j] * drawn.weight[k]
                    most = max(most, mass[to])
        after.count = _drop_rare(after, mass, most * LEAST_MASS if after.count > MANY_SUMS else 0)
    return True


cdef void _weigh_rests(int suit, const SuitTables *t, int rest, const double *share, double (*factor)[MAX_CARDS + 1]) noexcept nogil:
    """Cards drawn are not put back: how much that tells for and against what is left of a kind."""
    cdef double most, likely, total = 0
    cdef int kind, left
    for kind in range(KIND_COUNT[suit]):
        total += share[kind]
    for kind in range(KIND_COUNT[suit]):
        likely = rest * share[kind] / max(total, 1e-300)
        factor[kind][0] = most = 1
        for left in range(1, t.pool[kind] + 1):
            factor[kind][left] = factor[kind][left - 1] * likely / left
            most = max(most, factor[kind][left])
        for left in range(t.pool[kind] + 1):
            factor[kind][left] /= most


cdef void _look_back(int suit, SuitTables *t, const Sums *sums, double (*rests)[MAX_CARDS + 1]) noexcept nogil:
    """The weight of all that seats can draw, by what those before them have."""
    cdef Ends *ends = &t.ends
    cdef const Shares *drawn
    cdef uint64_t room
    cdef float *after
    cdef double total
    cdef int i, j, k, to, last = t.opponents - 1
    for i in range(last, -1, -1):
        drawn = &ends.drawn[i]
        after = ends.sum[i]
        for j in range(sums[i].count):
            if j & 31 == 0 and is_late(t):
                return
            room = ends.room - sums[i].cards[j]
            total = 0
            for k in range(drawn.count):
                if fits(drawn.cards[k], room):
                    to = sums[i].cell[j] + drawn.offset[k]
                    if i == last and after[to] == 0:
                        after[to] = <float>_product(KIND_COUNT[suit], room - drawn.cards[k], rests)
                    total += drawn.weight[k] * after[to]
            if i:
                ends.sum[i - 1][sums[i].cell[j]] = <float>total
            else:
                ends.total = <float>total


cdef void _run_up(Ends *ends) noexcept nogil:
    """Running sums for the first seat, which draws before all others."""
    cdef double total
    cdef int n, k, groups = 0
    while ends.row[0][groups] < ends.row_end[0]:
        total = 0
        for n in range(ends.row[0][groups], ends.row[0][groups + 1]):
            k = ends.which[n]
            total += ends.chance[n] * ends.sum[0][ends.drawn[0].offset[k]]
            ends.chance[n] = <float>total
        groups += 1
    total = 0
    for k in range(ends.drawn[0].count):
        total += ends.drawn[0].weight[k] * ends.sum[0][ends.drawn[0].offset[k]]
        ends.drawn[0].weight[k] = <float>total


cdef void count_ends(
    const RoyalsContext *c, const RoyalsState *s, int suit, const double *share, SuitTables *t, Sums *sums
) noexcept nogil:
    """Weighs all deals, seat by seat, unless they are too many."""
    cdef Ends *ends = &t.ends
    cdef double rests[MAX_KINDS][MAX_CARDS + 1]
    cdef double tilted[MAX_KINDS]
    cdef int stride[MAX_KINDS]
    cdef int i, step, kind, cells, rest = t.pool_size
    t.counted = t.weighed = False
    ends.room = 0
    for kind in range(KIND_COUNT[suit]):
        ends.room |= <uint64_t>t.pool[kind] << 8 * kind
        tilted[kind] = share[kind]
    for i in range(t.opponents):
        for step in range(t.course[i].guided):
            rest -= t.course[i].event[step] == DREW
    cells = find_strides(suit, ends.room, stride)
    if cells > END_CELLS or rest < 0 or not _fill_rows(c, s, suit, share, stride, t):
        return
    _tilt(suit, t, rest, tilted)
    if not _add_draws(t, cells, sums):
        return
    _weigh_rests(suit, t, rest, tilted, rests)
    _look_back(suit, t, sums, rests)
    _run_up(ends)
    t.counted = ends.total > 0 and ends.certain
    t.weighed = ends.total > 0 and not ends.certain
