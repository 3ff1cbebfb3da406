"""What three or four others held at the last shuffle, by all that is known of earlier ones (R-6.9).

Lives of all seats go together iff their hands add up to what is known of each shuffle. So the seats are paired, left and right,
and a pair of lives on one side meets those on the other that have the rest. Pairs that meet some are kept in a *bundle* for every
sum; those in it that end with the same hands are one. Nothing is left out: where lives or meetings are too many, nothing
is joined.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.games.royals.hidden_hands cimport COUNTRY_HANDS, MAX_KINDS, Wave, cell_of, fits
from eminence.cext.games.royals.hidden_lives cimport list_lives, read_shuffles, sort_by_hand
from eminence.cext.games.royals.hidden_shares cimport find_strides, list_shares
from eminence.cext.games.royals.hidden_tables cimport (
    CELLS, MAX_BUNDLES, MAX_PAIRS, MAX_SUMS, SHUFFLES, SLOTS, Blocks, Joint, Life, Lives, Notes, Pair, Shuffles, SuitTables,
    is_late,
)
from eminence.cext.games.royals.state cimport RoyalsState

cdef enum:
    MOST_MEETINGS = 1200000     # lives held against others


cdef struct Side:
    # Two seats, or one and nobody.
    int number                  # 0 left, 1 right
    const Life *one             # by their last hand
    int ones
    const Life *two             # in blocks
    const Blocks *blocks
    const bint *others          # what the other side can have held at the last shuffle but one


# ---- which lives can meet at all

cdef void _find_blocks(int suit, Life *lives, int count, int g, const int *stride, Blocks *blocks) noexcept nogil:
    """Lives stand together that have the same hand at the last shuffle but one."""
    cdef int i
    blocks.count = 0
    for i in range(count):
        if blocks.count == 0 or blocks.cards[blocks.count - 1] != lives[i].cards[g]:
            blocks.cards[blocks.count] = lives[i].cards[g]
            blocks.start[blocks.count] = i
            blocks.cell[blocks.count] = cell_of(suit, lives[i].cards[g], stride)
            blocks.count += 1
        lives[i].cell = blocks.cell[blocks.count - 1]
    blocks.start[blocks.count] = count


cdef void _mark_sums(const Blocks *one, const Blocks *two, uint64_t together, bint *there) noexcept nogil:
    """What two seats can have held together at that shuffle."""
    cdef int i, j
    memset(there, 0, CELLS * sizeof(bint))
    for i in range(one.count):
        for j in range(two.count):
            if fits(two.cards[j], together - one.cards[i]):
                there[one.cell[i] + two.cell[j]] = True


cdef long _count_meetings(
    const Blocks *one, const Blocks *two, uint64_t together, int corner, const bint *others
) noexcept nogil:
    """Pairs of lives that leave the others what they can have held at that shuffle."""
    cdef long meetings = 0
    cdef int i, j
    for i in range(one.count):
        for j in range(two.count):
            if fits(two.cards[j], together - one.cards[i]) and others[corner - one.cell[i] - two.cell[j]]:
                meetings += <long>(one.start[i + 1] - one.start[i]) * (two.start[j + 1] - two.start[j])
    return meetings


# ---- the meetings

cdef inline int _slot(const Notes *notes, uint64_t place) noexcept nogil:
    """Where a sum is found, or would be."""
    cdef int slot = <int>((place * 0x9e3779b97f4a7c15U) >> 40) & (notes.slots - 1)
    while notes.slot[slot] and notes.sum[notes.slot[slot] - 1] != place:
        slot = (slot + 1) & (notes.slots - 1)
    return slot


cdef inline bint _note_sum(Notes *notes, uint64_t place) noexcept nogil:
    """False if there are too many."""
    cdef int slot = _slot(notes, place)
    if notes.slot[slot]:
        return True
    if notes.sums == MAX_SUMS:
        return False
    notes.sum[notes.sums] = place
    notes.bundle[notes.sums] = -1
    notes.sums += 1
    notes.slot[slot] = notes.sums
    return True


cdef inline int _bundle(Notes *notes, uint64_t place, bint begin) noexcept nogil:
    """The bundle of a sum; -1 if it has none, MAX_BUNDLES if there are too many."""
    cdef int number = notes.slot[_slot(notes, place)] - 1
    if number < 0:
        return -1
    if notes.bundle[number] < 0 and begin and notes.bundles < MAX_BUNDLES:
        notes.bundle[number] = notes.bundles
        notes.latest[0][notes.bundles] = notes.latest[1][notes.bundles] = -1
        notes.bundles += 1
    elif notes.bundle[number] < 0 and begin:
        return MAX_BUNDLES
    return notes.bundle[number]


cdef inline bint _note_pair(Notes *notes, int side, int bundle, const Life *one, const Life *two) noexcept nogil:
    """False if there are too many."""
    cdef int latest = notes.latest[side][bundle]
    cdef Pair *pair
    if latest < 0 or notes.pair[side][latest].hand[0] != one.hand:      # otherwise the second is the same, too
        latest = notes.pairs[side]
        if latest == MAX_PAIRS:
            return False
        notes.latest[side][bundle] = latest
        notes.pairs[side] += 1
        pair = &notes.pair[side][latest]
        pair.hand[0] = one.hand
        pair.hand[1] = two.hand
        pair.bundle = bundle
        pair.weight = 0
    notes.pair[side][latest].weight += <double>one.weight * two.weight
    return True


cdef bint _meet(
    const SuitTables *t, Notes *notes, const Shuffles *shuffles, const Side *side, bint counting, bint begin
) noexcept nogil:
    """Goes through all pairs of a side: notes their sums, or puts them into bundles; false if there are too many, or it is late."""
    cdef uint64_t rest[SHUFFLES]
    cdef uint64_t place
    cdef const Life *one
    cdef const Life *two
    cdef const Blocks *blocks = side.blocks
    cdef int i, j, k, h, bundle, g = shuffles.count - 2
    cdef bint fitting
    for i in range(side.ones):
        one = &side.one[i]
        if i & 7 == 0 and is_late(t):
            return False
        for h in range(shuffles.count):
            rest[h] = shuffles.together[h] - one.cards[h]
        for j in range(blocks.count):
            if not fits(blocks.cards[j], rest[g]) or not side.others[shuffles.cell - one.cell - blocks.cell[j]]:
                continue
            for k in range(blocks.start[j], blocks.start[j + 1]):
                two = &side.two[k]
                fitting = fits(two.cards[g + 1], rest[g + 1])
                for h in range(g):
                    fitting &= fits(two.cards[h], rest[h])
                if not fitting:
                    continue
                place = one.place + two.place
                if side.number:
                    place = shuffles.corner - place
                if counting:
                    if not _note_sum(notes, place):
                        return False
                    continue
                bundle = _bundle(notes, place, begin)
                if bundle == MAX_BUNDLES or bundle >= 0 and not _note_pair(notes, side.number, bundle, one, two):
                    return False
    return True


# ---- all of it

cdef void _lay_out(Joint *joint, Notes *notes) noexcept nogil:
    """Puts the pairs of each bundle beside each other, with running sums of their weights."""
    cdef const Pair *pair
    cdef double total = 0
    cdef int side, i, b
    joint.count = notes.bundles
    memset(notes.weight, 0, sizeof(notes.weight))
    for side in range(2):
        memset(joint.end[side], 0, (joint.count + 1) * sizeof(int))
        for i in range(notes.pairs[side]):
            joint.end[side][notes.pair[side][i].bundle + 1] += 1
        for b in range(joint.count):
            notes.latest[side][b] = joint.end[side][b]
            joint.end[side][b + 1] += joint.end[side][b]
        for i in range(notes.pairs[side]):
            pair = &notes.pair[side][i]
            notes.weight[side][pair.bundle] += pair.weight
            b = notes.latest[side][pair.bundle]
            notes.latest[side][pair.bundle] += 1
            joint.hands[side][b].hand[0] = pair.hand[0]
            joint.hands[side][b].hand[1] = pair.hand[1]
            joint.hands[side][b].upto = <float>notes.weight[side][pair.bundle]
    for b in range(joint.count):
        total += notes.weight[0][b] * notes.weight[1][b]
        joint.upto[b] = <float>total


cdef void _order_seats(const Notes *notes, int opponents, int *order) noexcept nogil:
    """The seat with most lives is paired with the one that has fewest."""
    cdef int i, k
    for i in range(opponents):
        k = i
        while k > 0 and notes.lives[order[k - 1]].count > notes.lives[i].count:
            order[k] = order[k - 1]
            k -= 1
        order[k] = i
    if opponents == MAX_SEATS - 1:
        order[1], order[3] = order[3], order[1]


cdef void share_out(int suit, SuitTables *t, Notes *notes) noexcept nogil:
    """The hands of each seat by themselves."""
    cdef const Joint *joint = &t.joint
    cdef double weight, upto
    cdef float always[COUNTRY_HANDS]
    cdef int i, b, side, k
    for i in range(COUNTRY_HANDS):
        always[i] = 1
    for i in range(t.opponents):
        memset(notes.wave[i], 0, sizeof(Wave))
    for b in range(joint.count):
        for side in range(2):
            upto = 0
            for k in range(joint.end[side][b], joint.end[side][b + 1]):
                weight = (joint.hands[side][k].upto - upto) * joint.hands[1 - side][joint.end[1 - side][b + 1] - 1].upto
                upto = joint.hands[side][k].upto
                notes.wave[joint.order[2 * side]][joint.hands[side][k].hand[0]] += weight
                if 2 * side + 1 < t.opponents:
                    notes.wave[joint.order[2 * side + 1]][joint.hands[side][k].hand[1]] += weight
    for i in range(t.opponents):
        list_shares(suit, notes.wave[i], always, t.shares[i].size, &t.shares[i])


cdef void _take_sides(int suit, SuitTables *t, Notes *notes, const Life *nobody, Side *sides) noexcept nogil:
    """Two seats on the left, one or two on the right."""
    cdef Lives *lives
    cdef int i, seat
    for i in range(2):
        seat = t.joint.order[2 * i]
        lives = &notes.lives[seat]
        sort_by_hand(suit, t.shares[seat].size, lives, &notes.spare)
        lives.count = notes.spare.count
        memcpy(lives.life, notes.spare.life, lives.count * sizeof(Life))
        sides[i].number = i
        sides[i].one = lives.life
        sides[i].ones = lives.count
        sides[i].two = nobody
        sides[i].blocks = &notes.blocks[MAX_SEATS - 1]
        sides[i].others = notes.there[1 - i]
        if 2 * i + 1 < t.opponents:
            sides[i].two = notes.lives[t.joint.order[2 * i + 1]].life
            sides[i].blocks = &notes.blocks[t.joint.order[2 * i + 1]]


cdef int _compare(int suit, Shuffles *shuffles, SuitTables *t, Notes *notes, Life *nobody) noexcept nogil:
    """Finds what each side can have held, and the side with fewer meetings; -1 if there are too many."""
    cdef const Blocks *one[2]
    cdef const Blocks *two[2]
    cdef int stride[MAX_KINDS]
    cdef long meetings[2]
    cdef int i, g = shuffles.count - 2
    cdef uint64_t together = shuffles.together[g]
    if find_strides(suit, together, stride) > CELLS:
        return -1
    shuffles.cell = cell_of(suit, together, stride)
    for i in range(t.opponents):
        _find_blocks(suit, notes.lives[i].life, notes.lives[i].count, g, stride, &notes.blocks[i])
    _find_blocks(suit, nobody, 1, g, stride, &notes.blocks[MAX_SEATS - 1])
    for i in range(2):
        one[i] = &notes.blocks[t.joint.order[2 * i]]
        two[i] = &notes.blocks[t.joint.order[2 * i + 1] if 2 * i + 1 < t.opponents else MAX_SEATS - 1]
        _mark_sums(one[i], two[i], together, notes.there[i])
    for i in range(2):
        meetings[i] = _count_meetings(one[i], two[i], together, shuffles.cell, notes.there[1 - i])
    i = meetings[1] < meetings[0]
    notes.slots = 1024
    while notes.slots < SLOTS and notes.slots < 2 * meetings[i]:
        notes.slots *= 2
    return i if 2 * meetings[i] + meetings[1 - i] <= MOST_MEETINGS else -1


cdef bint join_lives(const RoyalsState *s, int suit, int observer, SuitTables *t, Notes *notes) noexcept nogil:
    """Lists what the others can have held at the last shuffle, by all that is known before; false if that is too much."""
    cdef Shuffles shuffles
    cdef Side sides[2]
    cdef Life nobody
    cdef int i, first, steps = 0
    if not read_shuffles(s, suit, observer, &shuffles):
        return False
    for i in range(t.opponents):
        if not list_lives(s, suit, t, i, &shuffles, &notes.lives[i], &notes.spare, &steps):
            return False
    _order_seats(notes, t.opponents, t.joint.order)
    memset(&nobody, 0, sizeof(nobody))
    nobody.weight = 1
    first = _compare(suit, &shuffles, t, notes, &nobody)
    if first < 0:
        return False
    _take_sides(suit, t, notes, &nobody, sides)
    memset(notes.slot, 0, notes.slots * sizeof(int))
    notes.sums = notes.bundles = notes.pairs[0] = notes.pairs[1] = 0
    if not (
        _meet(t, notes, &shuffles, &sides[first], True, False)
        and _meet(t, notes, &shuffles, &sides[1 - first], False, True)
        and _meet(t, notes, &shuffles, &sides[first], False, False)
    ):
        return False
    _lay_out(&t.joint, notes)
    share_out(suit, t, notes)
    return True
