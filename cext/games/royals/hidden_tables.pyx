"""The chances of hidden hands, counted (R-6.4 to R-6.9).

A seat's blind cards are a multiset. Drawing from a deck of known composition and spending known kinds changes the chances
of all multisets by a simple rule, so they are carried through the log like a wave: forward to the last shuffle, and
backward from now to it. There the hands of all opponents together are known exactly, which joins them.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.draw cimport draw_kind
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.rng cimport Rng, rng_double
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.rules_cards cimport (
    cards_of, end_kind, end_of_generation, event_of, first_kind, log_of, seat_of,
)
from eminence.cext.games.royals.rules_legal cimport can_decide, is_telling
from eminence.cext.games.royals.state cimport (
    COUNTRIES, COUNTRY, DREW, INTRIGUES, KINDS, RoyalsContext, RoyalsState,
)

cdef enum:
    TRIES = 24              # deals before any possible one is taken
    PILOTS = 64             # deals from which a lesson is drawn
    LESSONS = 6
    TILTS = 6               # rounds of adjusting hands to their sum
    MOST_SUMS = 400000      # hands added to others, for all deals to be counted
    NONE = 0xffff
    HIGH = 16               # sizes of a hand, and one more

cdef double LEAST_CHANCE = 1e-6      # of hands that are followed together with another
cdef float EVEN = 0.6           # mean weight by the greatest that is good enough
cdef float MARGIN = 2      # above the greatest weight that was seen
cdef float MOST_TRIES = 8       # deals for one that is accepted, on average

ctypedef double[COUNTRY_HANDS] Wave     # a chance for every multiset of one size

# ---- multisets by number
#
# A multiset of K kinds is K - 1 rising numbers, its running totals with 0, 1, 2 ... added, and these have a number in
# the order of their highest. All multisets of a size have the numbers below HANDS; a card of the last kind changes nothing.

cdef int HANDS[2][HIGH + 1]                             # multisets of a size
cdef uint16_t WITH[2][COUNTRY_HANDS][MAX_KINDS]         # the multiset with one card more
cdef uint16_t WITHOUT[2][COUNTRY_HANDS][MAX_KINDS]      # with one card less, where it has one; not for the last kind
cdef u8 CARDS[2][COUNTRY_HANDS][MAX_KINDS]              # all kinds but the last
cdef int BINOMIAL[HIGH + MAX_KINDS + 1][MAX_KINDS + 1]
cdef int KIND_COUNT[2]
cdef int LARGEST[2]                                     # size of a hand
KIND_COUNT[:] = [COUNTRIES, INTRIGUES]
LARGEST[:] = [MAX_HAND, MAX_INTRIGUE_HAND]


cdef int _number(int suit, const u8 *cards) noexcept nogil:
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
    number = _number(suit, cards)
    for more in range(KIND_COUNT[suit]):
        CARDS[suit][number][more] = cards[more]
        WITH[suit][number][more] = WITHOUT[suit][number][more] = number
        if more < KIND_COUNT[suit] - 1:
            cards[more] += 1
            WITH[suit][number][more] = _number(suit, cards)
            cards[more] -= 1
            WITHOUT[suit][number][more] = NONE
            if cards[more]:
                cards[more] -= 1
                WITHOUT[suit][number][more] = _number(suit, cards)
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


cdef inline void _unpack(int suit, int hand, int size, u8 *cards) noexcept nogil:
    cdef int kind, last = KIND_COUNT[suit] - 1
    cards[last] = size
    for kind in range(last):
        cards[kind] = CARDS[suit][hand][kind]
        cards[last] -= cards[kind]


cdef int count_hands(int suit, int size) noexcept nogil:
    """Multisets of a size."""
    return HANDS[suit][size]


cdef void unpack_hand(int suit, int hand, int size, u8 *cards) noexcept nogil:
    """The counts of a multiset."""
    _unpack(suit, hand, size, cards)


cdef inline uint64_t _packed(int suit, int hand, int size) noexcept nogil:
    """Counts, one byte per kind."""
    cdef u8 cards[MAX_KINDS]
    cdef uint64_t packed = 0
    cdef int kind
    _unpack(suit, hand, size, cards)
    for kind in range(KIND_COUNT[suit]):
        packed |= <uint64_t>cards[kind] << 8 * kind
    return packed


cdef inline bint _fits(uint64_t part, uint64_t whole) noexcept nogil:
    """Whether no byte of the part is greater; all are below 128."""
    return ((whole | 0x8080808080808080U) - part) & 0x8080808080808080U == 0x8080808080808080U


# ---- waves

cdef void _normalise(double *wave, int count) noexcept nogil:
    cdef double total = 0
    cdef int i
    for i in range(count):
        total += wave[i]
    if total > 0:
        for i in range(count):
            wave[i] /= total


cdef void _draw(int suit, double *wave, int size, const double *share) noexcept nogil:
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


cdef void _spend(int suit, double *wave, int size, int kind) noexcept nogil:
    """A hand of this size has had a card of this kind and loses it."""
    cdef int i
    for i in range(HANDS[suit][size - 1]):
        wave[i] = wave[WITH[suit][i][kind]]     # never an earlier one


cdef void _draw_back(int suit, double *wave, int size, const double *share) noexcept nogil:
    """From chances after a draw to those of the hands of this size before it."""
    cdef Wave before
    cdef int i, kind, count = HANDS[suit][size]
    for i in range(count):
        before[i] = 0
        for kind in range(KIND_COUNT[suit]):
            before[i] += share[kind] * wave[WITH[suit][i][kind]]
    for i in range(count):
        wave[i] = before[i]


cdef void _spend_back(int suit, double *wave, int size, int kind) noexcept nogil:
    """From chances after a card was spent to those of the hands of this size before it."""
    cdef int i, last = KIND_COUNT[suit] - 1
    for i in range(HANDS[suit][size] - 1, -1, -1):
        if kind < last:
            wave[i] = 0 if WITHOUT[suit][i][kind] == NONE else wave[WITHOUT[suit][i][kind]]
        elif i >= HANDS[suit][size - 1]:
            wave[i] = 0


# ---- the past

cdef struct Deal:
    # One try at a world.
    u8 kept[MAX_SEATS - 1][MAX_KINDS]
    u8 held[MAX_SEATS - 1][MAX_KINDS]   # blind cards now
    u8 pool[MAX_KINDS]                  # cards not dealt yet; in the end the deck
    int left
    u8 drawn[MAX_SEATS - 1][MAX_KINDS]  # on the guided steps
    double weight                       # how much too rarely such deals are made


cdef struct Past:
    # What is known of all hands at a shuffle.
    int size[MAX_SEATS]
    Wave wave[MAX_SEATS]
    int together[MAX_KINDS]     # blind cards of all but the observer


cdef void _composition(const RoyalsState *s, int suit, int generation, const u8 *own, double *share) noexcept nogil:
    """Of each kind its share in a generation, less some cards of one's own."""
    cdef int kind, total = 0
    for kind in range(KIND_COUNT[suit]):
        share[kind] = s.unseen[generation][first_kind(suit) + kind] - own[kind]
        total += <int>share[kind]
    for kind in range(KIND_COUNT[suit]):
        share[kind] /= max(1, total)


cdef void _live_through(
    const RoyalsState *s, int suit, int generation, int start, int end, int seats, bint normal, Past *past
) noexcept nogil:
    """Carries the hands of some seats, one bit each, through one old generation."""
    cdef const u8 *log = log_of(s, suit)
    cdef u8 nothing[MAX_KINDS]
    cdef double share[MAX_KINDS]
    cdef int i, _, seat
    memset(nothing, 0, sizeof(nothing))
    _composition(s, suit, generation, nothing, share)
    for i in range(start, end):
        seat = seat_of(log[i])
        if not seats >> seat & 1:
            continue
        for _ in range(cards_of(log[i])):
            if event_of(log[i]) == DREW:
                _draw(suit, past.wave[seat], past.size[seat], share)
                past.size[seat] += 1
            else:
                _spend(suit, past.wave[seat], past.size[seat], event_of(log[i]))
                past.size[seat] -= 1
                if normal:
                    _normalise(past.wave[seat], HANDS[suit][past.size[seat]])


cdef void _tilt(int suit, int seats, int observer, const int *together, Past *past) noexcept nogil:
    """Makes kinds likelier or less likely in the hands of others until they are expected to be what these have together."""
    cdef double power[MAX_KINDS][HIGH + 1]
    cdef double expected[MAX_KINDS]
    cdef u8 cards[MAX_KINDS]
    cdef double factor
    cdef int _, seat, i, kind, count
    for _ in range(TILTS):
        memset(expected, 0, sizeof(expected))
        for seat in range(seats):
            for i in range(HANDS[suit][past.size[seat]]):
                if seat != observer and past.wave[seat][i] > 0:
                    _unpack(suit, i, past.size[seat], cards)
                    for kind in range(KIND_COUNT[suit]):
                        expected[kind] += cards[kind] * past.wave[seat][i]
        for kind in range(KIND_COUNT[suit]):
            factor = together[kind] / expected[kind] if expected[kind] > 0 else 1
            power[kind][0] = 1
            for count in range(1, HIGH + 1):
                power[kind][count] = power[kind][count - 1] * factor
        for seat in range(seats):
            for i in range(HANDS[suit][past.size[seat]]):
                if past.wave[seat][i] > 0:
                    _unpack(suit, i, past.size[seat], cards)
                    for kind in range(KIND_COUNT[suit]):
                        past.wave[seat][i] *= power[kind][cards[kind]]
            _normalise(past.wave[seat], HANDS[suit][past.size[seat]])


cdef int _complement(int suit, int hand, int size, const int *together) noexcept nogil:
    """The number of what is left of some cards without a hand, or NONE."""
    cdef u8 cards[MAX_KINDS]
    cdef int kind
    _unpack(suit, hand, size, cards)
    for kind in range(KIND_COUNT[suit]):
        if cards[kind] > together[kind]:
            return NONE
        cards[kind] = together[kind] - cards[kind]
    return _number(suit, cards)


cdef void _join(int suit, int one, int two, const int *together, Past *past) noexcept nogil:
    """Two opponents whose hands together are known: the first's wave becomes that of both."""
    cdef int i, other, size = past.size[one]
    for i in range(HANDS[suit][size]):
        if past.wave[one][i] > 0:
            other = _complement(suit, i, size, together)
            past.wave[one][i] *= 0 if other == NONE else past.wave[two][other]
    _normalise(past.wave[one], HANDS[suit][size])
    for i in range(HANDS[suit][past.size[two]]):
        past.wave[two][i] = 1


cdef void _live_through_together(
    const RoyalsState *s, int suit, int generation, int start, int end, int one, int two, const int *before, Past *past,
    const int *after
) noexcept nogil:
    """The same as _live_through for two joined opponents, exactly: for every hand of the first apart."""
    cdef Past each
    cdef Wave joint
    cdef int i, k, other, size = past.size[one], size_two = past.size[two]
    memset(joint, 0, sizeof(joint))
    for i in range(HANDS[suit][size]):
        if past.wave[one][i] < LEAST_CHANCE:
            continue
        memset(each.wave[one], 0, sizeof(Wave))
        memset(each.wave[two], 0, sizeof(Wave))
        each.size[one] = size
        each.size[two] = size_two
        each.wave[one][i] = 1
        each.wave[two][_complement(suit, i, size, before)] = 1
        _live_through(s, suit, generation, start, end, 1 << one | 1 << two, False, &each)
        for k in range(HANDS[suit][each.size[one]]):
            if each.wave[one][k] > 0:
                other = _complement(suit, k, each.size[one], after)
                if other != NONE:
                    joint[k] += past.wave[one][i] * each.wave[one][k] * each.wave[two][other]
    past.size[one] = each.size[one]
    past.size[two] = each.size[two]
    for k in range(HANDS[suit][past.size[one]]):
        past.wave[one][k] = joint[k]
    _normalise(past.wave[one], HANDS[suit][past.size[one]])
    for k in range(HANDS[suit][past.size[two]]):
        past.wave[two][k] = 1


cdef void _count_together(const RoyalsState *s, int suit, int generation, int start, int end, int *together) noexcept nogil:
    """What all hands hold blind after a generation."""
    cdef const u8 *log = log_of(s, suit)
    cdef int i
    for i in range(KIND_COUNT[suit]):
        together[i] += s.unseen[generation][first_kind(suit) + i]
    for i in range(start, end):
        if event_of(log[i]) != DREW:
            together[event_of(log[i])] -= cards_of(log[i])


cdef int _remember(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, Past *past) noexcept nogil:
    """The hands of others at the last shuffle, and what they are together; returns where the log goes on.

    Before that, the hands of two others are carried on together; those of more are taken apart, each with the right
    expectation (R-6.9).
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
        end = end_of_generation(s, suit, generation)
        _count_together(s, suit, generation, start, end, all_hands)
        for kind in range(KIND_COUNT[suit]):
            before[kind] = past.together[kind]
            past.together[kind] = all_hands[kind] - s.kept[observer][generation + 1][first_kind(suit) + kind]
        if c.seats == 3 and generation > 0:
            _live_through_together(s, suit, generation, start, end, one, two, before, past, past.together)
        else:
            _live_through(s, suit, generation, start, end, others, True, past)
            if c.seats == 3:
                _join(suit, one, two, past.together, past)
            elif generation + 1 < s.generation[suit]:
                _tilt(suit, c.seats, observer, past.together, past)
        start = end + 1
    return start


# ---- since the last shuffle

cdef void _follow(const RoyalsState *s, int suit, int seat, int start, Course *course) noexcept nogil:
    """The steps of a seat since the last shuffle."""
    cdef const u8 *log = log_of(s, suit)
    cdef int i, _
    course.steps = course.guided = 0
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
            _spend_back(suit, wave, size, course.event[step])
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
        _draw_back(suit, wave, size, share)
    for i in range(HANDS[suit][size]):
        course.start[i] = <float>wave[i]


cdef void _list_shares(int suit, const double *wave, const double *chance, int size, Shares *shares) noexcept nogil:
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
        shares.cards[k] = _packed(suit, shares.hand[k], size)


# ---- all opponents together

cdef void _place(int suit, Shares *shares, uint64_t whole, const int *stride) noexcept nogil:
    """Finds the cells of the hands, and drops those with more than there was."""
    cdef int k, kind, count = 0
    for k in range(shares.count):
        if _fits(shares.cards[k], whole):
            shares.weight[count] = shares.weight[k]
            shares.hand[count] = shares.hand[k]
            shares.cards[count] = shares.cards[k]
            shares.offset[count] = 0
            for kind in range(KIND_COUNT[suit]):
                shares.offset[count] += stride[kind] * (shares.cards[k] >> 8 * kind & 255)
            count += 1
    shares.count = count


cdef int _find_strides(int suit, uint64_t whole, int *stride) noexcept nogil:
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


cdef void _sum_up(int suit, SuitTables *t) noexcept nogil:
    """Weights of all ways in which the opponents' hands at the shuffle make what they held together."""
    cdef int stride[MAX_KINDS]
    cdef uint64_t where[CELLS]
    cdef int kind, k, i, cell, last = t.opponents - 1, cells = _find_strides(suit, t.kept, stride)
    cdef double total = 0
    t.possible = cells <= CELLS
    if not t.possible:
        return
    t.corner = 0
    for kind in range(KIND_COUNT[suit]):
        t.corner += stride[kind] * <int>(t.kept >> 8 * kind & 255)
    for i in range(t.opponents):
        _place(suit, &t.shares[i], t.kept, stride)
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
        t.sum[0][t.corner] = <float>total
    t.possible = t.sum[0][t.corner] > 0


cdef void _add_seat(SuitTables *t, int i, int cells, uint64_t *where) noexcept nogil:
    """From the sums of the seats after `i` to those with it."""
    cdef uint64_t there[CELLS]
    cdef const Shares *shares = &t.shares[i]
    cdef uint64_t room
    cdef int cell, k, to
    for cell in range(cells):
        if t.sum[i + 1][cell] == 0:
            continue
        room = t.kept - where[cell]
        for k in range(shares.count):
            if _fits(shares.cards[k], room):
                to = cell + shares.offset[k]
                t.sum[i][to] += shares.weight[k] * t.sum[i + 1][cell]
                there[to] = where[cell] + shares.cards[k]
    for cell in range(cells):
        if t.sum[i][cell] > 0:
            where[cell] = there[cell]


cdef void _start_wave(
    const RoyalsContext *c, const RoyalsState *s, int suit, int seat, int size, double *wave
) noexcept nogil:
    """Hands of the active seat that leave it the decision it has now."""
    cdef u8 hand[KINDS]
    cdef int i, kind
    memset(hand, 0, sizeof(hand))
    for i in range(HANDS[suit][size]):
        _unpack(suit, i, size, &hand[first_kind(suit)])
        for kind in range(first_kind(suit), end_kind(suit)):
            hand[kind] += s.known[seat][kind]
        wave[i] = can_decide(c, s, suit, hand)


# ---- every deal of the current generation

cdef bint _reach_ends(
    const RoyalsContext *c, const RoyalsState *s, int suit, const double *share, SuitTables *t
) noexcept nogil:
    """The hands after the guided steps, and the cards there are for them; false if those at the shuffle are not certain."""
    cdef Wave wave
    cdef Wave fitting
    cdef int room[MAX_KINDS]
    cdef const Course *course
    cdef int i, step, hand, size, kind
    for kind in range(KIND_COUNT[suit]):
        room[kind] = t.pool[kind] + <int>(t.kept >> 8 * kind & 255)
    for i in range(t.opponents):
        if t.shares[i].count != 1:
            return False
        course = &t.course[i]
        size = t.shares[i].size
        memset(wave, 0, sizeof(wave))
        wave[t.shares[i].hand[0]] = 1
        for step in range(course.guided):
            if course.event[step] == DREW:
                _draw(suit, wave, size, share)
                size += 1
            else:
                _spend(suit, wave, size, course.event[step])
                size -= 1
                _normalise(wave, HANDS[suit][size])
                room[course.event[step]] -= 1
        for hand in range(HANDS[suit][size]):
            fitting[hand] = 1
        if t.seat[i] == s.active and is_telling(s, suit):
            _start_wave(c, s, suit, t.seat[i], size, fitting)
        _list_shares(suit, wave, fitting, size, &t.ends.hands[i])
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
    cdef int i, j, k, to, work = 0, cells = _find_strides(suit, ends.room, stride)
    if cells > END_CELLS:
        return False
    sums[0].count = 1
    sums[0].cell[0] = sums[0].cards[0] = 0
    for i in range(seats):
        _place(suit, &ends.hands[i], ends.room, stride)
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
                if _fits(hands.cards[k], ends.room - sums[i].cards[j]) and ends.sum[i][to] == 0:
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


cdef bint _count_ends(
    const RoyalsContext *c, const RoyalsState *s, int suit, const double *share, SuitTables *t, Sums *sums
) noexcept nogil:
    """Weighs all deals, seat by seat; false if they are too many or the hands at the shuffle are not certain."""
    cdef Ends *ends = &t.ends
    cdef const Shares *hands
    cdef int i, j, k
    cdef double total
    if not _reach_ends(c, s, suit, share, t) or not _add_ends(suit, ends, t.opponents, sums):
        return False
    _weigh_rests(suit, t, &sums[t.opponents])
    for i in range(t.opponents - 1, -1, -1):
        hands = &ends.hands[i]
        for j in range(sums[i].count):
            total = 0
            for k in range(hands.count):
                if _fits(hands.cards[k], ends.room - sums[i].cards[j]):
                    total += hands.weight[k] * ends.sum[i][sums[i].cell[j] + hands.offset[k]]
            if i:
                ends.sum[i - 1][sums[i].cell[j]] = <float>total
            else:
                ends.total = <float>total
    return ends.total > 0


cdef void fill_suit(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, Tables *tables) noexcept nogil:
    cdef SuitTables *t = &tables.suit[suit]
    cdef Past past
    cdef Wave wave
    cdef Course own
    cdef u8 drawn[MAX_KINDS]
    cdef double share[MAX_KINDS]
    cdef int seat, kind, i, step, size, first = first_kind(suit), now = s.generation[suit], start
    cdef int room = 0 if suit == COUNTRY else MAX_CARDS * COUNTRY_HANDS     # levels in use
    start = _remember(c, s, suit, observer, &past)
    _follow(s, suit, observer, start, &own)
    for kind in range(KIND_COUNT[suit]):
        drawn[kind] = s.hand[observer][first + kind] - s.known[observer][first + kind] - s.kept[observer][now][first + kind]
    for step in range(own.steps):
        if own.event[step] != DREW:
            drawn[own.event[step]] += 1
    t.kept = 0
    t.pool_size = 0
    for kind in range(KIND_COUNT[suit]):
        t.pool[kind] = s.unseen[now][first + kind] - drawn[kind]
        t.pool_size += t.pool[kind]
        t.kept |= <uint64_t>past.together[kind] << 8 * kind
    _composition(s, suit, now, drawn, share)
    t.opponents = 0
    t.guided = False
    for seat in range(c.seats):
        if seat == observer:
            continue
        i = t.opponents
        t.opponents += 1
        t.seat[i] = seat
        _follow(s, suit, seat, start, &t.course[i])
        if seat == s.active and is_telling(s, suit):
            t.course[i].guided = t.course[i].steps
        size = past.size[seat]
        for step in range(t.course[i].guided):
            size += 1 if t.course[i].event[step] == DREW else -1
        for kind in range(HANDS[suit][size]):
            wave[kind] = 1
        if seat == s.active and is_telling(s, suit):
            _start_wave(c, s, suit, seat, size, wave)
        t.guided |= t.course[i].guided > 0
        _look_back(suit, &t.course[i], past.size[seat], share, wave, tables.chance, &room)
        _list_shares(suit, past.wave[seat], wave, past.size[seat], &t.shares[i])
    _sum_up(suit, t)
    t.cap = 0
    t.counted = t.possible and t.guided and _count_ends(c, s, suit, share, t, tables.sums)
    if t.possible and t.guided and not t.counted:
        _find_cap(suit, tables)


# ---- worlds

cdef inline int _choose_kept(const SuitTables *t, int i, int cell, uint64_t left, Rng *rng) noexcept nogil:
    """Which of its possible hands a seat held at the shuffle."""
    cdef const Shares *shares = &t.shares[i]
    cdef float pick = <float>rng_double(rng) * t.sum[i][cell], weight
    cdef int k, chosen = 0
    for k in range(shares.count):
        if _fits(shares.cards[k], left):
            weight = shares.weight[k] * t.sum[i + 1][cell - shares.offset[k]]
            if weight > 0:
                chosen = k
                pick -= weight
                if pick < 0:
                    break
    return chosen


cdef inline bint _run(
    int suit, const Course *course, int hand, int size, const float *chance, int i, Deal *deal, Rng *rng
) noexcept nogil:
    """What a seat drew since then, card by card, so that it could spend what it spent; false in a dead end."""
    cdef float share[MAX_KINDS]
    cdef const float *level
    cdef float total, pick, value = course.start[hand]
    cdef double over = 1, under = 1
    cdef int step, kind, kinds = KIND_COUNT[suit]
    for step in range(course.guided):
        if course.event[step] != DREW:
            hand = WITHOUT[suit][hand][course.event[step]]
            size -= 1
            continue
        level = chance + course.level[step]
        total = 0
        for kind in range(kinds):
            share[kind] = deal.pool[kind] * level[WITH[suit][hand][kind]] * course.bias[kind]
            total += share[kind]
        if total <= 0:
            return False
        pick = <float>rng_double(rng) * total
        kind = 0
        while kind < kinds - 1 and (pick >= share[kind] or share[kind] == 0):
            pick -= share[kind]
            kind += 1
        while share[kind] == 0:
            kind -= 1           # rounded past the last
        over *= total
        under *= deal.left * value * course.bias[kind]
        hand = WITH[suit][hand][kind]
        size += 1
        value = level[hand] * course.scale[step]
        deal.drawn[i][kind] += 1
        deal.pool[kind] -= 1
        deal.left -= 1
    deal.weight *= over / under
    _unpack(suit, hand, size, deal.held[i])
    return True


cdef bint _try(int suit, const Tables *tables, Deal *deal, Rng *rng) noexcept nogil:
    cdef const SuitTables *t = &tables.suit[suit]
    cdef uint64_t left = t.kept
    cdef int i, kind, k, hand, cell = t.corner
    for kind in range(KIND_COUNT[suit]):
        deal.pool[kind] = t.pool[kind]
    deal.left = t.pool_size
    deal.weight = 1
    memset(deal.drawn, 0, sizeof(deal.drawn))
    for i in range(t.opponents):
        if i < t.opponents - 1 and t.shares[i].size:
            k = _choose_kept(t, i, cell, left, rng)
            hand = t.shares[i].hand[k]
            cell -= t.shares[i].offset[k]
            left -= t.shares[i].cards[k]
            _unpack(suit, hand, t.shares[i].size, deal.kept[i])
        elif i < t.opponents - 1:
            hand = 0
            memset(deal.kept[i], 0, MAX_KINDS)
        else:
            for kind in range(KIND_COUNT[suit]):
                deal.kept[i][kind] = left >> 8 * kind & 255
            hand = _number(suit, deal.kept[i])
        if not _run(suit, &t.course[i], hand, t.shares[i].size, tables.chance, i, deal, rng):
            return False
    return True


cdef inline void _draw_freely(const SuitTables *t, Deal *deal, Rng *rng) noexcept nogil:
    """What was drawn after the last spent card of each seat: like the deck, any of the cards that are left."""
    cdef int i, _
    for i in range(t.opponents):
        for _ in range(t.course[i].guided, t.course[i].steps):
            deal.held[i][draw_kind(deal.pool, deal.left, rng)] += 1
            deal.left -= 1


cdef void _find_cap(int suit, Tables *tables) noexcept nogil:
    """Learns from a few deals to make the right ones more often, and how much their weights still differ."""
    cdef SuitTables *t = &tables.suit[suit]
    cdef float wanted[MAX_SEATS - 1][MAX_KINDS]
    cdef float made[MAX_SEATS - 1][MAX_KINDS]
    cdef Rng rng
    cdef Deal deal
    cdef float most, total, factor
    cdef int lesson, i, kind, _
    rng.s[0] = rng.s[1] = rng.s[2] = rng.s[3] = 0x9e3779b97f4a7c15U
    rng.lots = NULL
    for lesson in range(LESSONS):
        most = total = 0
        memset(wanted, 0, sizeof(wanted))
        memset(made, 0, sizeof(made))
        for _ in range(PILOTS):
            if not _try(suit, tables, &deal, &rng):
                continue
            most = max(most, <float>deal.weight)
            total += <float>deal.weight
            for i in range(t.opponents):
                for kind in range(KIND_COUNT[suit]):
                    made[i][kind] += deal.drawn[i][kind]
                    wanted[i][kind] += deal.weight * deal.drawn[i][kind]
        t.cap = min(MARGIN * most, MOST_TRIES * total / PILOTS)
        if total == 0 or total > EVEN * PILOTS * most or lesson == LESSONS - 1:
            return
        for i in range(t.opponents):
            for kind in range(KIND_COUNT[suit]):
                factor = (wanted[i][kind] * PILOTS / total + PILOTS / 4) / (made[i][kind] + PILOTS / 4)
                t.course[i].bias[kind] *= max(<float>0.5, min(<float>2, factor))


cdef void _deal_counted(int suit, const SuitTables *t, Deal *deal, Rng *rng) noexcept nogil:
    """One of all deals, seat by seat."""
    cdef const Shares *hands
    cdef uint64_t room = t.ends.room
    cdef float pick, weight = t.ends.total
    cdef int i, k, kind, chosen, cell = 0
    for i in range(t.opponents):
        hands = &t.ends.hands[i]
        pick = <float>rng_double(rng) * weight
        chosen = 0
        for k in range(hands.count):
            if _fits(hands.cards[k], room):
                weight = hands.weight[k] * t.ends.sum[i][cell + hands.offset[k]]
                if weight > 0:
                    chosen = k
                    pick -= weight
                    if pick < 0:
                        break
        cell += hands.offset[chosen]
        room -= hands.cards[chosen]
        weight = t.ends.sum[i][cell]
        for kind in range(KIND_COUNT[suit]):
            deal.kept[i][kind] = t.shares[i].cards[0] >> 8 * kind & 255
            deal.held[i][kind] = hands.cards[chosen] >> 8 * kind & 255
    deal.left = 0
    for kind in range(KIND_COUNT[suit]):
        deal.pool[kind] = room >> 8 * kind & 255
        deal.left += deal.pool[kind]


cdef bint deal(RoyalsState *s, int suit, const Tables *tables, Rng *rng) noexcept nogil:
    """Deals what is hidden of a suit; false if there is no way to."""
    cdef const SuitTables *t = &tables.suit[suit]
    cdef Deal found, deal
    cdef double total = 0
    cdef int _, i, kind, now = s.generation[suit], first = first_kind(suit)
    if not t.possible:
        return False
    if t.counted:
        _deal_counted(suit, t, &found, rng)
        total = 1
    for _ in range(0 if t.counted else TRIES):
        if _try(suit, tables, &deal, rng):
            total += deal.weight
            if rng_double(rng) * total < deal.weight:
                found = deal
            if not t.guided:
                break
            if rng_double(rng) * t.cap < deal.weight:
                found = deal
                break
    if total <= 0:
        return False
    _draw_freely(t, &found, rng)
    for i in range(t.opponents):
        for kind in range(KIND_COUNT[suit]):
            s.kept[t.seat[i]][now][first + kind] = found.kept[i][kind]
            s.hand[t.seat[i]][first + kind] = s.known[t.seat[i]][first + kind] + found.held[i][kind]
    for kind in range(KIND_COUNT[suit]):
        s.deck[first + kind] = found.pool[kind]
    return True
