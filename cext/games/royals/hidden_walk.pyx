"""What three or four others held at the last shuffle, where their lives are too many to be listed (R-6.9).

*Walkers* go through the log of intrigue cards from the first shuffle to the last. Each has one possible hand of every seat and
what is left of the deck. Where a seat draws, a walker goes on with every card that is left, and weighs as much as that is likely,
the seat's chance to live with it through the rest of its log included; walkers with the same hands become one. Only where they are
too many, those of little weight are chosen by lot and weigh more then, so that every weight keeps the right expectation. The past
of every walker is possible, and with room for all of them they are the exact chances.
"""

from libc.math cimport pow
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.hash cimport hash_bytes
from eminence.cext.core.rng cimport Rng, rng_double, rng_sow
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport HANDS, WITH, WITHOUT, Wave, count_of, draw_back, spend_back
from eminence.cext.games.royals.hidden_joint cimport share_out
from eminence.cext.games.royals.hidden_past cimport Past, count_together, live_through
from eminence.cext.games.royals.hidden_shares cimport list_shares
from eminence.cext.games.royals.hidden_sums cimport choose_hands, sum_up
from eminence.cext.games.royals.hidden_tables cimport (
    MAX_WALK, MAX_WALKERS, WALK_LEVELS, Joint, Notes, SuitTables, Walk, Walker, is_late,
)
from eminence.cext.games.royals.rules_cards cimport cards_of, end_of_generation, event_of, first_kind, log_of, seat_of
from eminence.cext.games.royals.state cimport DREW, INTRIGUE, INTRIGUES, SHUFFLED, RoyalsState

cdef enum:
    MOST_DRAWS = 350000     # of all walkers
    LEAST_WALKERS = 512     # that may go on

cdef double GOLDEN = 0.6180339887498949     # lots so far apart spread evenly
cdef double FORGET = 0.975                  # what is left of an error after a draw, about


# ---- the way

cdef bint _add_step(Walk *walk, int who, int event) noexcept nogil:
    """False if there are too many."""
    if walk.steps == MAX_WALK:
        return False
    walk.who[walk.steps] = who
    walk.event[walk.steps] = event
    walk.steps += 1
    return True


cdef bint _read_steps(const RoyalsState *s, int observer, const SuitTables *t, Walk *walk) noexcept nogil:
    """What the others did from the first shuffle to the last, and the cards they drew of each generation."""
    cdef const u8 *log = log_of(s, INTRIGUE)
    cdef int all_hands[INTRIGUES]
    cdef int others[INTRIGUES]      # blind cards of theirs
    cdef int drawn[INTRIGUES]
    cdef int who[MAX_SEATS]
    cdef int g, i, kind, _, start = 0, end
    memset(all_hands, 0, sizeof(all_hands))
    for i in range(t.opponents):
        who[t.seat[i]] = i
    walk.steps = 0
    for g in range(s.generation[INTRIGUE]):
        end = end_of_generation(s, INTRIGUE, g)
        for kind in range(INTRIGUES):
            drawn[kind] = -others[kind] if g else 0
        if g and not _add_step(walk, 0, SHUFFLED):
            return False
        for i in range(start, end if g else 0):
            if seat_of(log[i]) == observer:
                continue
            if event_of(log[i]) != DREW:
                drawn[event_of(log[i])] += cards_of(log[i])
            for _ in range(cards_of(log[i])):
                if not _add_step(walk, who[seat_of(log[i])], event_of(log[i])):
                    return False
        count_together(s, INTRIGUE, g, start, end, all_hands)
        walk.pool[g] = 0        # of the first generation, what they held at its end
        for kind in range(INTRIGUES):
            others[kind] = all_hands[kind] - s.kept[observer][g + 1][first_kind(INTRIGUE) + kind]
            drawn[kind] += others[kind]
            if drawn[kind] < 0:
                return False
            walk.pool[g] |= <uint64_t>drawn[kind] << 8 * kind
        start = end + 1
    return True


cdef bint _look_back(const SuitTables *t, int i, int generations, Walk *walk) noexcept nogil:
    """Chances of a seat to live through the rest of the log, by its hand at the first shuffle and after every draw."""
    cdef Wave wave
    cdef double share[INTRIGUES]
    cdef double most
    cdef float *level
    cdef int step, h, kind, left, g = generations, size = t.shares[i].size
    for h in range(HANDS[INTRIGUE][size]):
        wave[h] = t.course[i].start[h]
    for step in range(walk.steps - 1, -1, -1):
        if step == walk.steps - 1 or walk.event[step + 1] == SHUFFLED:
            g -= 1
            left = 0
            for kind in range(INTRIGUES):
                left += count_of(walk.pool[g], kind)
            for kind in range(INTRIGUES):
                share[kind] = count_of(walk.pool[g], kind) / max(1.0, <double>left)
        if walk.event[step] == SHUFFLED or walk.who[step] != i:
            continue
        if walk.event[step] != DREW:
            size += 1
            spend_back(INTRIGUE, wave, size, walk.event[step])
            continue
        if walk.levels + HANDS[INTRIGUE][size] > WALK_LEVELS:
            return False
        level = walk.level + walk.levels
        walk.where[step] = walk.levels
        walk.levels += HANDS[INTRIGUE][size]
        most = 1e-300
        for h in range(HANDS[INTRIGUE][size]):
            most = max(most, wave[h])
        for h in range(HANDS[INTRIGUE][size]):
            wave[h] /= most
            level[h] = <float>wave[h]
        size -= 1
        draw_back(INTRIGUE, wave, size, share)
    for h in range(HANDS[INTRIGUE][size]):
        walk.first[i][h] = <float>wave[h]
    return True


# ---- the walkers

cdef inline int _hand(const Walker *walker, int i) noexcept nogil:
    return walker.hands >> 16 * i & 0xffff


cdef void _branch(int i, const float *level, int left, Walk *walk) noexcept nogil:
    """Every card that a seat can draw, with every walker."""
    cdef const uint16_t *more
    cdef const Walker *walker
    cdef float weight, share
    cdef double total = 0
    cdef int n, kind
    walk.branches = 0
    for n in range(walk.count):
        walker = &walk.walker[walk.side][n]
        more = WITH[INTRIGUE][_hand(walker, i)]
        weight = <float>(walker.weight / (walk.total * left * walker.chance[i]))
        for kind in range(INTRIGUES):
            share = weight * count_of(walker.pool, kind) * level[more[kind]]
            walk.weight[walk.branches] = share
            walk.branch[walk.branches] = INTRIGUES * n + kind
            walk.branches += share > 0
            total += share
    walk.total = total


cdef double _threshold(const Walk *walk, int most) noexcept nogil:
    """The weight below which branches are left to chance, so that not more than so many go on."""
    cdef double even = walk.total / most, light = 0
    cdef int n, heavy = 0
    for n in range(walk.branches):
        if walk.weight[n] >= even:
            heavy += 1
        else:
            light += walk.weight[n]
    return light / max(1, most - heavy)


cdef inline void _go_on(Walk *walk, const Walker *walker, int slots) noexcept nogil:
    """Adds a walker to those who go on, or its weight to the one with the same hands."""
    cdef Walker *others = walk.walker[1 - walk.side]
    cdef int slot = <int>((walker.hands * 0x9e3779b97f4a7c15U) >> 40) & (slots - 1)
    while walk.slot[slot] and others[walk.slot[slot] - 1].hands != walker.hands:
        slot = (slot + 1) & (slots - 1)
    if walk.slot[slot]:
        others[walk.slot[slot] - 1].weight += walker.weight
        return
    others[walk.arrived] = walker[0]
    walk.arrived += 1
    walk.slot[slot] = walk.arrived


cdef void _draw(int i, const float *level, int left, int most, Walk *walk, Rng *rng) noexcept nogil:
    """A seat draws a card. Of too many branches those of little weight are chosen by lot, and weigh more then."""
    cdef Walker walker
    cdef float weight
    cdef double least = 0, upto = 0, lot = rng_double(rng), mark = 0
    cdef int n, kind, hand, marks = 0, slots = 64
    _branch(i, level, left, walk)
    if walk.branches > most:
        least = _threshold(walk, most - 1)
        mark = lot * least
    while slots < 2 * min(walk.branches, most):
        slots *= 2
    memset(walk.slot, 0, slots * sizeof(int))
    walk.arrived = 0
    for n in range(walk.branches):
        weight = walk.weight[n]
        if weight < least:
            upto += weight
            weight = 0
            while mark < upto:
                weight += <float>least
                marks += 1
                lot += GOLDEN - (lot + GOLDEN >= 1)
                mark = (marks + lot) * least
        if weight == 0 or walk.arrived == most:
            continue
        walker = walk.walker[walk.side][walk.branch[n] // INTRIGUES]
        kind = walk.branch[n] % INTRIGUES
        hand = _hand(&walker, i)
        walker.hands += <uint64_t>(WITH[INTRIGUE][hand][kind] - hand) << 16 * i
        walker.chance[i] = level[WITH[INTRIGUE][hand][kind]]
        walker.pool -= <uint64_t>1 << 8 * kind
        walker.weight = weight
        _go_on(walk, &walker, slots)
    walk.count = walk.arrived
    walk.side = 1 - walk.side


cdef void _spend(int i, int kind, Walk *walk) noexcept nogil:
    cdef Walker *walkers = walk.walker[walk.side]
    cdef int n, hand
    for n in range(walk.count):
        hand = _hand(&walkers[n], i)
        walkers[n].hands -= <uint64_t>(hand - WITHOUT[INTRIGUE][hand][kind]) << 16 * i


cdef int _room(const Walk *walk, int generation) noexcept nogil:
    """How many walkers may go through a generation: more in later ones, as errors of old ones are forgotten."""
    cdef double draws = 0, factor = 1, own = 1
    cdef int g, kind, drawn
    for g in range(walk.generations - 1, 0, -1):
        drawn = 0
        for kind in range(INTRIGUES):
            drawn += count_of(walk.pool[g], kind)
        draws += factor * drawn
        if g == generation:
            own = factor
        factor *= pow(FORGET, drawn)
    return max(LEAST_WALKERS, <int>(own * min(<double>MAX_WALKERS, MOST_DRAWS / max(1.0, draws))))


cdef bint _set_out(SuitTables *t, Walk *walk, Rng *rng) noexcept nogil:
    """Hands at the first shuffle, by the chances of all deals and what each seat did later."""
    cdef int hands[MAX_SEATS - 1]
    cdef Walker *walker
    cdef int n, i
    sum_up(INTRIGUE, walk.pool[0], t)
    if not t.possible:
        return False
    walk.side = 0
    walk.count = _room(walk, 1)
    walk.total = walk.count
    for n in range(walk.count):
        choose_hands(INTRIGUE, t, hands, rng)
        walker = &walk.walker[0][n]
        memset(walker, 0, sizeof(Walker))
        walker.weight = 1
        for i in range(t.opponents):
            walker.hands |= <uint64_t>hands[i] << 16 * i
            walker.chance[i] = walk.first[i][hands[i]]
    return True


cdef bint _go(const SuitTables *t, Walk *walk, Rng *rng) noexcept nogil:
    """From the first shuffle to the last; false if nobody arrives."""
    cdef int step, n, kind, left = 0, g = 0, most = 0
    for step in range(walk.steps):
        if walk.event[step] == SHUFFLED:
            g += 1
            left = 0
            most = _room(walk, g)
            for kind in range(INTRIGUES):
                left += count_of(walk.pool[g], kind)
            for n in range(walk.count):
                walk.walker[walk.side][n].pool = walk.pool[g]
        elif walk.event[step] == DREW:
            if is_late(t):
                return False
            _draw(walk.who[step], walk.level + walk.where[step], left, most, walk, rng)
            left -= 1
            if walk.count == 0:
                return False
        else:
            _spend(walk.who[step], walk.event[step], walk)
    return True


cdef void _arrive(SuitTables *t, const Walk *walk, Notes *notes) noexcept nogil:
    """Every walker is a bundle by itself."""
    cdef Joint *joint = &t.joint
    cdef const Walker *walker
    cdef double total = 0
    cdef int n, i, side
    joint.count = 0
    for i in range(t.opponents):
        joint.order[i] = i
    joint.end[0][0] = joint.end[1][0] = 0
    for n in range(walk.count):
        walker = &walk.walker[walk.side][n]
        total += walker.weight
        for side in range(2):
            joint.hands[side][joint.count].hand[0] = _hand(walker, 2 * side)
            joint.hands[side][joint.count].hand[1] = _hand(walker, 2 * side + 1)
            joint.hands[side][joint.count].upto = 1 if side else walker.weight
            joint.end[side][joint.count + 1] = joint.count + 1
        joint.upto[joint.count] = <float>total
        joint.count += 1
    share_out(INTRIGUE, t, notes)


cdef bint walk_through(const RoyalsState *s, int observer, SuitTables *t, Notes *notes) noexcept nogil:
    """Finds hands at the last shuffle, by all that is known before; false if none were found."""
    cdef Past past
    cdef Rng rng
    cdef Walk *walk = &notes.walk
    cdef int size[MAX_SEATS - 1]        # of hands at the last shuffle
    cdef int i, others = 0
    rng.lots = NULL
    rng_sow(&rng, hash_bytes(log_of(s, INTRIGUE), s.log_size[INTRIGUE], observer))
    walk.generations = s.generation[INTRIGUE]
    if not _read_steps(s, observer, t, walk):
        return False
    walk.levels = 0
    for i in range(t.opponents):
        if is_late(t) or not _look_back(t, i, s.generation[INTRIGUE], walk):
            return False
        size[i] = t.shares[i].size
        others |= 1 << t.seat[i]
        past.size[t.seat[i]] = 0
        past.wave[t.seat[i]][0] = 1
    live_through(s, INTRIGUE, 0, 0, end_of_generation(s, INTRIGUE, 0), others, True, &past)
    for i in range(t.opponents):
        list_shares(INTRIGUE, past.wave[t.seat[i]], walk.first[i], past.size[t.seat[i]], &t.shares[i])
    if not _set_out(t, walk, &rng) or not _go(t, walk, &rng):
        return False
    for i in range(t.opponents):
        t.shares[i].size = size[i]
    _arrive(t, walk, notes)
    return True
