"""What three or four others held at all shuffles, counted together (R-6.9).

A *life* is what one seat held blind at every shuffle. Lives of all seats go together iff their hands add up to what is known
of each shuffle. So the seats are paired, all pairs of lives are listed by their sum, and a pair on the left meets those on the
right that have the rest. Nothing is left out: where the lives or pairs are too many, nothing is joined.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport (
    COUNTRY_HANDS, HANDS, KIND_COUNT, MAX_KINDS, Wave, fits, packed_hand,
)
from eminence.cext.games.royals.hidden_past cimport Past, count_together, live_through
from eminence.cext.games.royals.hidden_shares cimport find_strides, list_shares
from eminence.cext.games.royals.hidden_tables cimport (
    MAX_LIVES, MAX_PAIRS, SHUFFLES, SLOTS, Bundle, Joint, Life, Lives, Notes, Pair, SuitTables,
)
from eminence.cext.games.royals.rules_cards cimport cards_of, end_of_generation, event_of, first_kind, log_of, seat_of
from eminence.cext.games.royals.state cimport DREW, RoyalsContext, RoyalsState

cdef enum:
    MOST_STEPS = 1000000        # chances of hands carried on, for the lives of all seats
    MOST_MEETINGS = 1000000     # lives held against others

cdef double MOST_PLACES = 1e18


cdef struct Shuffles:
    # What is known of each, and where the log has it.
    int count
    int end[SHUFFLES]
    uint64_t together[SHUFFLES]             # blind cards of all others, one byte per kind
    uint64_t stride[SHUFFLES][MAX_KINDS]    # sums by number: no two have the same
    uint64_t corner                         # the number of all that is known


cdef bint _read_shuffles(const RoyalsState *s, int suit, int observer, Shuffles *shuffles) noexcept nogil:
    """False if the sums have no numbers."""
    cdef int all_hands[MAX_KINDS]
    cdef int stride[MAX_KINDS]
    cdef double places = 1
    cdef uint64_t base = 1
    cdef int g, kind, held, start = 0
    memset(all_hands, 0, sizeof(all_hands))
    shuffles.count = s.generation[suit]
    shuffles.corner = 0
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
    const RoyalsState *s, int suit, int g, int seat, int size, const Shuffles *shuffles, const Life *old, int count, Lives *lives
) noexcept nogil:
    """Carries the hand of some lives on to the next shuffle; false if they become too many."""
    cdef Past past
    cdef Life *life
    cdef uint64_t cards
    cdef int i, k
    memset(past.wave[seat], 0, sizeof(Wave))
    past.wave[seat][old.hand] = 1
    past.size[seat] = size
    live_through(s, suit, g, shuffles.end[g - 1] + 1 if g else 0, shuffles.end[g], 1 << seat, False, &past)
    for k in range(HANDS[suit][past.size[seat]]):
        if past.wave[seat][k] <= 0:
            continue
        cards = packed_hand(suit, k, past.size[seat])
        if not fits(cards, shuffles.together[g]):
            continue
        if lives.count + count > MAX_LIVES:
            return False
        for i in range(count):
            life = &lives.life[lives.count]
            lives.count += 1
            life[0] = old[i]
            life.hand = k
            life.cards[g] = cards
            life.weight = <float>(old[i].weight * past.wave[seat][k])
    return True


cdef void _sort_by_hand(int suit, int size, Lives *lives, Lives *sorted_) noexcept nogil:
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


cdef bint _list_lives(
    const RoyalsState *s, int suit, int seat, const Shuffles *shuffles, const float *start, Lives *lives, Lives *spare,
    int *steps
) noexcept nogil:
    """All lives of a seat; false if they are too many."""
    cdef int g, i, alike, cost, begin = 0, size = 0
    lives.count = 1
    memset(&lives.life[0], 0, sizeof(Life))
    lives.life[0].weight = 1
    for g in range(shuffles.count):
        _sort_by_hand(suit, size, lives, spare)
        cost = _steps_of(s, suit, seat, begin, shuffles.end[g], size)
        i = 0
        while i < spare.count:
            alike = 1
            while i + alike < spare.count and spare.life[i + alike].hand == spare.life[i].hand:
                alike += 1
            steps[0] += cost
            if steps[0] > MOST_STEPS or not _add_lives(s, suit, g, seat, size, shuffles, &spare.life[i], alike, lives):
                return False
            i += alike
        size = _size_after(s, suit, seat, begin, shuffles.end[g], size)
        begin = shuffles.end[g] + 1
    _settle(suit, lives, shuffles, start)
    return True


# ---- lives of all seats together

cdef int _pair_up(const Lives *one, const Lives *two, const Shuffles *shuffles, Pair *pairs) noexcept nogil:
    """All lives of two seats that leave nobody fewer than no cards; returns their number, or -1 if they are too many."""
    cdef uint64_t rest[SHUFFLES]
    cdef const Life *other
    cdef int i, j, g, count = 0
    cdef bint fitting
    if <double>one.count * two.count > MOST_MEETINGS:
        return -1
    for i in range(one.count):
        for g in range(shuffles.count):
            rest[g] = shuffles.together[g] - one.life[i].cards[g]
        for j in range(two.count):
            other = &two.life[j]
            fitting = True
            for g in range(shuffles.count):
                fitting &= fits(other.cards[g], rest[g])
            if fitting:
                if count == MAX_PAIRS:
                    return -1
                pairs[count].place = one.life[i].place + other.place
                pairs[count].weight = one.life[i].weight * other.weight
                pairs[count].hand[0] = one.life[i].hand
                pairs[count].hand[1] = other.hand
                count += 1
    return count


cdef inline int _slot(const Notes *notes, uint64_t place) noexcept nogil:
    """Where the bundle of a sum is found, or would be."""
    cdef int slot = <int>((place * 0x9e3779b97f4a7c15U) >> 48) & (SLOTS - 1)
    while notes.slot[slot] and notes.bundle[notes.slot[slot] - 1].place != place:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


cdef void _bundle(Notes *notes, int *count, uint64_t corner) noexcept nogil:
    """Pairs on the left by their sum, and those on the right that have the rest."""
    cdef Bundle *bundle
    cdef Pair *pair
    cdef int side, i, slot
    memset(notes.slot, 0, sizeof(notes.slot))
    notes.bundles = 0
    for side in range(2):
        for i in range(count[side]):
            pair = &notes.pair[side][i]
            slot = _slot(notes, corner - pair.place if side else pair.place)
            if notes.slot[slot] == 0:
                pair.bundle = -1
                if side:
                    continue
                bundle = &notes.bundle[notes.bundles]
                memset(bundle, 0, sizeof(Bundle))
                bundle.place = pair.place
                notes.bundles += 1
                notes.slot[slot] = notes.bundles
            pair.bundle = notes.slot[slot] - 1
            bundle = &notes.bundle[pair.bundle]
            bundle.count[side] += 1
            bundle.weight[side] += pair.weight


cdef void _lay_out(Joint *joint, Notes *notes, const int *count) noexcept nogil:
    """Puts the pairs of each bundle beside each other, with running sums of their weights."""
    cdef Bundle *bundle
    cdef const Pair *pair
    cdef double total = 0
    cdef int side, i, at
    cdef int used[2]
    used[0] = used[1] = joint.count = 0
    for i in range(notes.bundles):
        bundle = &notes.bundle[i]
        if bundle.count[1] == 0:
            continue
        total += bundle.weight[0] * bundle.weight[1]
        joint.upto[joint.count] = <float>total
        joint.count += 1
        for side in range(2):
            used[side] += bundle.count[side]
            joint.end[side][joint.count] = used[side]
            bundle.at[side] = used[side] - bundle.count[side]
            bundle.weight[side] = 0
    joint.end[0][0] = joint.end[1][0] = 0
    for side in range(2):
        for i in range(count[side]):
            pair = &notes.pair[side][i]
            if pair.bundle < 0 or notes.bundle[pair.bundle].count[1] == 0:
                continue
            bundle = &notes.bundle[pair.bundle]
            at = bundle.at[side]
            bundle.at[side] += 1
            bundle.weight[side] += pair.weight
            joint.hands[side][at].hand[0] = pair.hand[0]
            joint.hands[side][at].hand[1] = pair.hand[1]
            joint.hands[side][at].upto = <float>bundle.weight[side]


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


cdef void _share_out(int suit, SuitTables *t, Notes *notes) noexcept nogil:
    """The hands of each seat by themselves."""
    cdef const Joint *joint = &t.joint
    cdef double weight, upto
    cdef float always[COUNTRY_HANDS]
    cdef int i, b, side, k
    for i in range(COUNTRY_HANDS):
        always[i] = 1
    for i in range(t.opponents):
        memset(notes.apart[i].wave, 0, sizeof(Wave))
    for b in range(joint.count):
        for side in range(2):
            upto = 0
            for k in range(joint.end[side][b], joint.end[side][b + 1]):
                weight = (joint.hands[side][k].upto - upto) * joint.hands[1 - side][joint.end[1 - side][b + 1] - 1].upto
                upto = joint.hands[side][k].upto
                notes.apart[joint.order[2 * side]].wave[joint.hands[side][k].hand[0]] += weight
                if 2 * side + 1 < t.opponents:
                    notes.apart[joint.order[2 * side + 1]].wave[joint.hands[side][k].hand[1]] += weight
    for i in range(t.opponents):
        list_shares(suit, notes.apart[i].wave, always, t.shares[i].size, &t.shares[i])


cdef bint join_lives(
    const RoyalsContext *c, const RoyalsState *s, int suit, int observer, SuitTables *t, Notes *notes
) noexcept nogil:
    """Lists what the others can have held at the last shuffle, by all that is known before; false if that is too much."""
    cdef Shuffles shuffles
    cdef Joint *joint = &t.joint
    cdef Lives *nobody = &notes.spare
    cdef int count[2]
    cdef int i, steps = 0
    if not _read_shuffles(s, suit, observer, &shuffles):
        return False
    for i in range(t.opponents):
        if not _list_lives(
            s, suit, t.seat[i], &shuffles, t.course[i].start, &notes.lives[i], &notes.spare, &steps
        ):
            return False
    _order_seats(notes, t.opponents, joint.order)
    nobody.count = 1
    memset(&nobody.life[0], 0, sizeof(Life))
    nobody.life[0].weight = 1
    for i in range(2):
        count[i] = _pair_up(
            &notes.lives[joint.order[2 * i]],
            &notes.lives[joint.order[2 * i + 1]] if 2 * i + 1 < t.opponents else nobody,
            &shuffles, notes.pair[i],
        )
        if count[i] < 0:
            return False
    _bundle(notes, count, shuffles.corner)
    _lay_out(joint, notes, count)
    _share_out(suit, t, notes)
    return True
