"""Every deal of the current generation, counted (R-6.5).

A table of sums says what the hands of some seats leave to the others. Where the hands at the last shuffle are certain, it has all
deals. Otherwise it has their average over those hands, and a row of chances for each of them.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cext.games.royals.hidden_hands cimport (
    COUNTRY_HANDS, HANDS, KIND_COUNT, MAX_KINDS, Wave, carry_draw, carry_spend, fits, normalise,
)
from eminence.cext.games.royals.hidden_shares cimport deciding_hands, find_strides, list_shares, place_hands
from eminence.cext.games.royals.hidden_tables cimport END_CELLS, ROWS, Course, Ends, Shares, SuitTables, Sums
from eminence.cext.games.royals.rules_legal cimport is_telling
from eminence.cext.games.royals.state cimport DREW, MAX_CARDS, RoyalsContext, RoyalsState

cdef enum:
    MOST_SUMS = 600000      # hands added to others
    MOST_STEPS = 1500000    # chances of hands carried on, for all rows


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


cdef bint _reach_ends(
    const RoyalsContext *c, const RoyalsState *s, int suit, const double *share, SuitTables *t
) noexcept nogil:
    """The hands after the guided steps, and the cards there are for them; false if these are too few."""
    cdef Wave wave
    cdef Wave fitting
    cdef float chance[COUNTRY_HANDS]
    cdef int room[MAX_KINDS]
    cdef const Course *course
    cdef int i, k, hand, size, kind
    for kind in range(KIND_COUNT[suit]):
        room[kind] = t.pool[kind] + <int>(t.kept >> 8 * kind & 255)
    for i in range(t.opponents):
        course = &t.course[i]
        memset(wave, 0, sizeof(wave))
        for k in range(t.shares[i].count):
            hand = t.shares[i].hand[k]
            wave[hand] = t.shares[i].weight[k] / course.start[hand]
        size = _live_on(suit, course, t.shares[i].size, share, wave)
        normalise(wave, HANDS[suit][size])
        for kind in range(KIND_COUNT[suit]):
            room[kind] -= course.spent[kind]
        for hand in range(HANDS[suit][size]):
            fitting[hand] = 1
        if t.seat[i] == s.active and is_telling(s, suit):
            deciding_hands(c, s, suit, t.seat[i], size, fitting)
        for hand in range(HANDS[suit][size]):
            chance[hand] = <float>fitting[hand]
        list_shares(suit, wave, chance, size, &t.ends.hands[i])
    t.ends.room = 0
    for kind in range(KIND_COUNT[suit]):
        if room[kind] < 0:
            return False
        t.ends.room |= <uint64_t>room[kind] << 8 * kind
    return True


cdef bint _add_ends(int suit, Ends *ends, int seats, Sums *sums) noexcept nogil:
    """All that the first seats can have together, for every number of seats; false if that is too much."""
    cdef int stride[MAX_KINDS]
    cdef const Shares *hands
    cdef Sums *after
    cdef int i, j, k, to, work = 0, cells = find_strides(suit, ends.room, stride)
    if cells > END_CELLS:
        return False
    sums[0].count = 1
    sums[0].cell[0] = sums[0].cards[0] = 0
    for i in range(seats):
        place_hands(suit, &ends.hands[i], ends.room, stride)
        memset(ends.sum[i], 0, cells * sizeof(float))
        hands = &ends.hands[i]
        after = &sums[i + 1]
        after.count = 0
        work += sums[i].count * hands.count
        if work > MOST_SUMS:
            return False
        for j in range(sums[i].count):
            for k in range(hands.count):
                to = sums[i].cell[j] + hands.offset[k]
                if fits(hands.cards[k], ends.room - sums[i].cards[j]) and ends.sum[i][to] == 0:
                    ends.sum[i][to] = 1     # listed
                    after.cell[after.count] = to
                    after.cards[after.count] = sums[i].cards[j] + hands.cards[k]
                    after.count += 1
    return True


cdef void _weigh_rests(int suit, SuitTables *t, const Sums *sums) noexcept nogil:
    """Cards drawn are not put back: how much that tells for and against what all seats have in the end."""
    cdef double factor[MAX_KINDS][MAX_CARDS + 1]
    cdef double weight, most = 0
    cdef int j, kind, left, turn
    for kind in range(KIND_COUNT[suit]):
        factor[kind][t.pool[kind]] = 1
        for left in range(t.pool[kind] - 1, -1, -1):
            factor[kind][left] = factor[kind][left + 1] * (left + 1) / t.pool[kind]
    for turn in range(2):       # first the greatest is found
        for j in range(sums.count):
            weight = 1
            for kind in range(KIND_COUNT[suit]):
                left = <int>((t.ends.room - sums.cards[j]) >> 8 * kind & 255)
                weight *= 0 if left > t.pool[kind] else factor[kind][left]
            if turn == 0:
                most = max(most, weight)
            elif most > 0:
                t.ends.sum[t.opponents - 1][sums.cell[j]] = <float>(weight / most)


cdef bint _fill_rows(int suit, const double *share, SuitTables *t) noexcept nogil:
    """For every hand at the shuffle the chances of those after the guided steps; false if that is too much."""
    cdef Ends *ends = &t.ends
    cdef const Shares *hands
    cdef Wave wave
    cdef int i, k, j, hand, used = 0
    cdef long steps = 0
    for i in range(t.opponents):
        hands = &ends.hands[i]
        steps += t.shares[i].count * (t.course[i].guided * (hands.count + HANDS[suit][t.shares[i].size]) + hands.count)
        used += t.shares[i].count * hands.count
    if steps > MOST_STEPS or used > ROWS:
        return False
    used = 0
    for i in range(t.opponents):
        hands = &ends.hands[i]
        for k in range(t.shares[i].count):
            memset(wave, 0, sizeof(wave))
            wave[t.shares[i].hand[k]] = 1
            _live_on(suit, &t.course[i], t.shares[i].size, share, wave)
            hand = t.shares[i].hand[k]
            ends.row[i][hand] = used
            for j in range(hands.count):    # without those that leave no decision
                if wave[hands.hand[j]] > 0:
                    ends.chance[used] = <float>(wave[hands.hand[j]] / t.course[i].start[hand])
                    ends.which[used] = j
                    used += 1
            ends.row_size[i][hand] = used - ends.row[i][hand]
    return True


cdef bint _are_certain(const SuitTables *t) noexcept nogil:
    """Whether everybody's hand at the shuffle is known."""
    cdef int i
    for i in range(t.opponents):
        if t.shares[i].count != 1:
            return False
    return True


cdef void count_ends(
    const RoyalsContext *c, const RoyalsState *s, int suit, const double *share, SuitTables *t, Sums *sums
) noexcept nogil:
    """Weighs all deals, seat by seat; false if they are too many."""
    cdef Ends *ends = &t.ends
    cdef const Shares *hands
    cdef int i, j, k
    cdef double total
    t.counted = t.weighed = False
    if not _reach_ends(c, s, suit, share, t) or not _add_ends(suit, ends, t.opponents, sums):
        return
    _weigh_rests(suit, t, &sums[t.opponents])
    for i in range(t.opponents - 1, -1, -1):
        hands = &ends.hands[i]
        for j in range(sums[i].count):
            total = 0
            for k in range(hands.count):
                if fits(hands.cards[k], ends.room - sums[i].cards[j]):
                    total += hands.weight[k] * ends.sum[i][sums[i].cell[j] + hands.offset[k]]
            if i:
                ends.sum[i - 1][sums[i].cell[j]] = <float>total
            else:
                ends.total = <float>total
    if ends.total > 0:
        t.counted = _are_certain(t)
        t.weighed = not t.counted and _fill_rows(suit, share, t)
