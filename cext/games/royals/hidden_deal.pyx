"""Worlds drawn from the tables (R-6.5)."""

from libc.math cimport exp
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.draw cimport draw_kind
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.rng cimport Rng, rng_double
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport (
    COUNTRY_HANDS, KIND_COUNT, MAX_KINDS, WITH, WITHOUT, count_of, fits, unpack_hand,
)
from eminence.cext.games.royals.hidden_sums cimport choose_hands, find
from eminence.cext.games.royals.hidden_tables cimport DIMS, Course, Drift, Joint, Shares, SuitTables, Tables, Together, is_late
from eminence.cext.games.royals.rules_cards cimport first_kind
from eminence.cext.games.royals.state cimport DREW, RoyalsState

cdef enum:
    TRIES = 64              # deals before any possible one is taken
    PILOTS = 64             # deals from which a lesson is drawn
    MORE_PILOTS = 1024      # where there is only one
    LESSONS = 6
    DRIFTS = 40             # hands at the shuffle before any are taken

cdef float LEAST_LURE = 0.1     # of a kind, even if others need all of it
cdef double EVEN = 0.7          # deals worth as much as one of equal ones, that are good enough
cdef double MARGIN = 1.2        # above the greatest weight that was seen
cdef double MOST_TRIES[MAX_SEATS - 1]     # deals for one that is accepted, on average, by the number of others
MOST_TRIES[:] = [20, 12, 9, 5]


cdef struct Deal:
    # One try at a world.
    u8 kept[MAX_SEATS - 1][MAX_KINDS]
    u8 held[MAX_SEATS - 1][MAX_KINDS]   # blind cards now
    u8 pool[MAX_KINDS]                  # cards not dealt yet; in the end the deck
    int left
    u8 drawn[MAX_SEATS - 1][MAX_KINDS]  # on the guided steps
    double weight                       # how much too rarely such deals are made


cdef inline bint _run(
    int suit, const Course *course, int hand, int size, const float *chance, int i, Deal *deal, Rng *rng
) noexcept nogil:
    """What a seat drew since then, card by card, so that it could spend what it spent; false in a dead end."""
    cdef float share[MAX_KINDS]
    cdef const float *level
    cdef const uint16_t *more
    cdef float total, pick
    cdef double over = 1, under = course.start[hand]
    cdef int step, kind, kinds = KIND_COUNT[suit]
    for step in range(course.guided):
        if course.event[step] != DREW:
            hand = WITHOUT[suit][hand][course.event[step]]
            size -= 1
            continue
        level = chance + course.level[step]
        more = WITH[suit][hand]
        total = 0
        for kind in range(kinds):
            share[kind] = course.lure[kind][deal.pool[kind]] * level[more[kind]]
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
        hand = more[kind]
        size += 1
        over *= total * course.odds[kind][deal.pool[kind]]
        under *= level[hand]
        deal.drawn[i][kind] += 1
        deal.pool[kind] -= 1
        deal.left -= 1
    deal.weight *= over / under
    unpack_hand(suit, hand, size, deal.held[i])
    return True


cdef inline int _find_pair(const Together *hands, int start, int end, float pick) noexcept nogil:
    """The first one whose running sum is above the pick, or the last."""
    cdef int middle
    end -= 1
    while start < end:
        middle = (start + end) >> 1
        if hands[middle].upto > pick:
            end = middle
        else:
            start = middle + 1
    return start


cdef void _choose_joint(const SuitTables *t, int *hands, Rng *rng) noexcept nogil:
    """What all opponents held at the shuffle, from all bundles of pairs."""
    cdef const Joint *joint = &t.joint
    cdef float pick = <float>rng_double(rng) * joint.upto[joint.count - 1]
    cdef int side, at, start = find(joint.upto, joint.count, pick)
    for side in range(2):
        at = joint.end[side][start + 1] - 1
        if at > joint.end[side][start]:
            pick = <float>rng_double(rng) * joint.hands[side][at].upto
            at = _find_pair(joint.hands[side], joint.end[side][start], at + 1, pick)
        hands[joint.order[2 * side]] = joint.hands[side][at].hand[0]
        if 2 * side + 1 < t.opponents:
            hands[joint.order[2 * side + 1]] = joint.hands[side][at].hand[1]


cdef inline Rng _pilot() noexcept nogil:
    """Chance for trials, the same every time."""
    cdef Rng rng
    rng.s[0] = rng.s[1] = rng.s[2] = rng.s[3] = 0x9e3779b97f4a7c15U
    rng.lots = NULL
    return rng


cdef double _distance(const SuitTables *t, const int *hands) noexcept nogil:
    """How far hands at the shuffle are from what is known of earlier ones, squared, in standard deviations."""
    cdef const Drift *drift = &t.drift
    cdef float apart[DIMS]
    cdef float row, form = 0
    cdef int i, d, e
    for d in range(drift.dims):
        apart[d] = drift.target[d]
        for i in range(t.opponents):
            apart[d] -= drift.mean[i][hands[i]][d]
    for d in range(drift.dims):
        row = 0
        for e in range(drift.dims):
            row += drift.form[d][e] * apart[e]
        form += row * apart[d]
    return form


cdef inline void _choose_kept_hands(int suit, const SuitTables *t, int *hands, Rng *rng) noexcept nogil:
    cdef int _
    if t.joined:
        _choose_joint(t, hands, rng)
        return
    for _ in range(DRIFTS):
        choose_hands(suit, t, hands, rng)
        if t.drift.dims == 0 or rng_double(rng) < exp(0.5 * (t.drift.least - _distance(t, hands))):
            return


cdef void find_least_drift(int suit, SuitTables *t) noexcept nogil:
    """The smallest distance of some hands: those are always taken."""
    cdef int hands[MAX_SEATS - 1]
    cdef Rng rng = _pilot()
    cdef int n
    t.drift.least = 0
    for n in range(PILOTS):
        choose_hands(suit, t, hands, &rng)
        t.drift.least = <float>_distance(t, hands) if n == 0 else min(t.drift.least, <float>_distance(t, hands))


cdef inline void _draw(int suit, const SuitTables *t, int i, int hand, uint64_t cards, Deal *deal) noexcept nogil:
    """What a seat has after its guided steps."""
    cdef int kind
    unpack_hand(suit, hand, t.shares[i].size, deal.kept[i])
    for kind in range(KIND_COUNT[suit]):
        deal.held[i][kind] = deal.kept[i][kind] + count_of(cards, kind) - t.course[i].spent[kind]


cdef bint _try_weighed(int suit, const SuitTables *t, Deal *deal, Rng *rng) noexcept nogil:
    """Hands at the shuffle, and what each seat may have drawn with them, by what that leaves to the others."""
    cdef float running[COUNTRY_HANDS]
    cdef int hands[MAX_SEATS - 1]
    cdef const Shares *drawn
    cdef const float *upto
    cdef const float *chance
    cdef const float *sums
    cdef const uint16_t *which
    cdef uint64_t room = t.ends.room
    cdef float total
    cdef int i, k, row, count, cell = 0
    _choose_kept_hands(suit, t, hands, rng)
    deal.weight = 1
    for i in range(t.opponents):
        drawn = &t.ends.drawn[i]
        row = t.ends.row[i][t.ends.group[i][hands[i]]]
        count = t.ends.row[i][t.ends.group[i][hands[i]] + 1] - row
        chance = t.ends.chance + row
        which = t.ends.which + row
        sums = t.ends.sum[i] + cell
        upto = chance           # of the first seat
        if i:
            total = 0
            for k in range(count):
                if fits(drawn.cards[which[k]], room):
                    total += chance[k] * sums[drawn.offset[which[k]]]
                running[k] = total
            upto = running
        total = upto[count - 1] if count else 0
        if total <= 0:
            return False
        k = which[find(upto, count, <float>rng_double(rng) * total)]
        deal.weight *= total
        if i < t.opponents - 1:
            deal.weight /= sums[drawn.offset[k]]
        cell += drawn.offset[k]
        room -= drawn.cards[k]
        _draw(suit, t, i, hands[i], drawn.cards[k], deal)
    _leave(suit, room, deal)
    return True


cdef inline void _leave(int suit, uint64_t room, Deal *deal) noexcept nogil:
    """The cards that are not dealt yet."""
    cdef int kind
    deal.left = 0
    for kind in range(KIND_COUNT[suit]):
        deal.pool[kind] = room >> 8 * kind & 255
        deal.left += deal.pool[kind]


cdef bint _try_guided(int suit, const Tables *tables, Deal *deal, Rng *rng) noexcept nogil:
    """Hands at the shuffle, and what was drawn since then card by card."""
    cdef const SuitTables *t = &tables.suit[suit]
    cdef int hands[MAX_SEATS - 1]
    cdef int i, kind
    for kind in range(KIND_COUNT[suit]):
        deal.pool[kind] = t.pool[kind]
    deal.left = t.pool_size
    deal.weight = 1
    memset(deal.drawn, 0, sizeof(deal.drawn))
    _choose_kept_hands(suit, t, hands, rng)
    for i in range(t.opponents):
        unpack_hand(suit, hands[i], t.shares[i].size, deal.kept[i])
        if not _run(suit, &t.course[i], hands[i], t.shares[i].size, tables.chance, i, deal, rng):
            return False
    return True


cdef inline bint _try(int suit, const Tables *tables, Deal *deal, Rng *rng) noexcept nogil:
    if tables.suit[suit].weighed:
        return _try_weighed(suit, &tables.suit[suit], deal, rng)
    return _try_guided(suit, tables, deal, rng)


cdef inline void _draw_freely(const SuitTables *t, Deal *deal, Rng *rng) noexcept nogil:
    """What was drawn after the last spent card of each seat: like the deck, any of the cards that are left."""
    cdef int i, _
    for i in range(t.opponents):
        for _ in range(t.course[i].guided, t.course[i].steps):
            deal.held[i][draw_kind(deal.pool, deal.left, rng)] += 1
            deal.left -= 1


cdef void _set_lures(int suit, SuitTables *t) noexcept nogil:
    """A seat draws from what those after it do not need."""
    cdef float later[MAX_KINDS]
    cdef float lure
    cdef Course *course
    cdef int i, kind, count
    memset(later, 0, sizeof(later))
    for i in range(t.opponents - 1, -1, -1):
        course = &t.course[i]
        for kind in range(KIND_COUNT[suit]):
            for count in range(1, t.pool[kind] + 1):
                lure = course.bias[kind] * max(count - later[kind], LEAST_LURE * count) / max(1, t.pool_size)
                course.lure[kind][count] = lure
                course.odds[kind][count] = count / lure / max(1, t.pool_size)
            later[kind] += course.needed[kind]


cdef void find_cap(int suit, Tables *tables) noexcept nogil:
    """Learns from a few deals to make the right ones more often, and how much their weights still differ."""
    cdef SuitTables *t = &tables.suit[suit]
    cdef float wanted[MAX_SEATS - 1][MAX_KINDS]
    cdef float made[MAX_SEATS - 1][MAX_KINDS]
    cdef float learned[MAX_SEATS - 1][MAX_KINDS]
    cdef Rng rng = _pilot()
    cdef Deal deal
    cdef float factor
    cdef double most, total, squares, even, evenest = 0
    cdef int lesson, i, kind, _, pilots = MORE_PILOTS if t.weighed else PILOTS
    memset(&deal, 0, sizeof(deal))
    for lesson in range(LESSONS):
        _set_lures(suit, t)
        most = total = squares = 0
        memset(wanted, 0, sizeof(wanted))
        memset(made, 0, sizeof(made))
        for _ in range(pilots):
            if is_late(t):
                return
            if not _try(suit, tables, &deal, &rng):
                continue
            most = max(most, deal.weight)
            total += deal.weight
            squares += deal.weight * deal.weight
            for i in range(t.opponents):
                for kind in range(KIND_COUNT[suit]):
                    made[i][kind] += deal.drawn[i][kind]
                    wanted[i][kind] += <float>(deal.weight * deal.drawn[i][kind])
        even = total * total / squares / pilots if total > 0 else 0
        if even > evenest or lesson == 0:
            evenest = even
            t.cap = <float>min(MARGIN * most, MOST_TRIES[t.opponents - 1] * total / pilots)
            for i in range(t.opponents):
                for kind in range(KIND_COUNT[suit]):
                    learned[i][kind] = t.course[i].bias[kind]
        if t.weighed or total == 0 or even > EVEN:
            break
        for i in range(t.opponents):
            for kind in range(KIND_COUNT[suit]):
                factor = (wanted[i][kind] * PILOTS / <float>total + PILOTS / 4) / (made[i][kind] + PILOTS / 4)
                t.course[i].bias[kind] *= max(<float>0.5, min(<float>2, factor))
    for i in range(t.opponents):
        for kind in range(KIND_COUNT[suit]):
            t.course[i].bias[kind] = learned[i][kind]
    _set_lures(suit, t)


cdef void _deal_counted(int suit, const SuitTables *t, Deal *deal, Rng *rng) noexcept nogil:
    """One of all deals, seat by seat."""
    cdef int hands[MAX_SEATS - 1]
    cdef const Shares *drawn
    cdef uint64_t room = t.ends.room
    cdef float pick, weight = t.ends.total
    cdef int i, k, chosen, cell = 0
    _choose_kept_hands(suit, t, hands, rng)
    for i in range(t.opponents):
        drawn = &t.ends.drawn[i]
        pick = <float>rng_double(rng) * weight
        chosen = 0 if i else find(drawn.weight, drawn.count, pick)
        for k in range(drawn.count if i else 0):
            if fits(drawn.cards[k], room):
                weight = drawn.weight[k] * t.ends.sum[i][cell + drawn.offset[k]]
                if weight > 0:
                    chosen = k
                    pick -= weight
                    if pick < 0:
                        break
        cell += drawn.offset[chosen]
        room -= drawn.cards[chosen]
        weight = t.ends.sum[i][cell]
        _draw(suit, t, i, hands[i], drawn.cards[chosen], deal)
    _leave(suit, room, deal)


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
