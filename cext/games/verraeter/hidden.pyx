"""Who knows what in Verräter (V-6): the only file that decides it."""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.hash cimport hash_bytes
from eminence.cext.core.rng cimport Rng, rng_below, rng_double
from eminence.cext.games.verraeter.state cimport (
    DISCARD, DRAFT, FACE_DOWN, KINDS, MAX_SUPPLY, PACK, SEATS, SUPPLY, TRAITOR, VerraeterContext, VerraeterState,
    actions_hidden, bit_count, holds_up_to, left_of, place_in_order,
)

cdef enum:
    PATIENCE = 400      # proposals refused before the next feasible one is taken as it is


cdef struct Pools:
    # Cards whose place the observer does not know, and how they may lie (V-6.3).
    int old[SEATS][KINDS]       # held by opponents at the last shuffle; by seat while `apart`, else all in old[0]
    int old_total[SEATS]
    int fresh[KINDS]            # in the deck after the shuffle and not drawn by the observer
    int fresh_total
    int old_left[SEATS]         # old cards in each opponent's hand
    int used[SEATS]             # new cards each opponent has revealed


cdef struct Doubts:
    # Revealed cards of opponents whose origin is in doubt, in time order for each seat.
    int count
    uint16_t entry[MAX_SUPPLY + 1]
    double bound[MAX_SUPPLY + 1]    # no less than the weight of the entry in any proposal


cdef struct Span:
    # How many of the doubtful cards seen so far were old.
    int seen
    int low
    int high


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef VerraeterState *s = <VerraeterState *>state
    cdef bint face_down = actions_hidden(s)
    cdef int other
    for other in range(c.seats):
        if other == seat:
            continue
        memset(s.hand[other], 0, sizeof(s.hand[other]))
        memset(s.drawn[other], 0, sizeof(s.drawn[other]))
        s.seen[other] = 0
        if face_down and s.kept[other]:
            s.kept[other] = FACE_DOWN
    memset(s.deck, 0, sizeof(s.deck))


cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil:
    cdef VerraeterState known = (<const VerraeterState *>state)[0]
    hide(context, &known, seat)
    return hash_bytes(&known, sizeof(known), seat)


cdef void sample(const void *context, void *state, int seat, Rng *rng) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef VerraeterState *s = <VerraeterState *>state
    if actions_hidden(s):
        _sample_actions(c, s, seat, rng)
    _sample_supply(c, s, seat, rng)


# ---- action cards (V-6.2)

cdef int _take(unsigned int *cards, int count, Rng *rng) noexcept nogil:
    """Takes one of `count` cards out of a set."""
    cdef int nth = rng_below(rng, count), card = TRAITOR
    while True:
        if cards[0] >> card & 1:
            if nth == 0:
                cards[0] &= ~(1 << card)
                return card
            nth -= 1
        card += 1


cdef void _sample_actions(const VerraeterContext *c, VerraeterState *s, int seat, Rng *rng) noexcept nogil:
    """Every arrangement that agrees with the pack the seat received is equally likely."""
    cdef int mine = place_in_order(c, s, seat)
    cdef int chosen = place_in_order(c, s, s.actor) if s.phase == DRAFT else c.seats
    cdef unsigned int before = PACK & ~s.seen[seat], after = s.seen[seat]
    cdef unsigned int pack
    cdef int place, other, left
    if s.kept[seat]:
        before &= ~(1 << s.kept[seat])
        after &= ~(1 << s.kept[seat])
    if s.seen[seat] == 0:
        mine = c.seats          # no pack yet, or forgotten: the others' cards are any of the rest
    cdef int before_left = bit_count(before), after_left = bit_count(after)
    pack = PACK & ~(1 << _take(&before, before_left, rng))      # what the Start player received
    before_left -= 1
    other = s.start
    for place in range(c.seats):
        if other != seat:
            s.seen[other] = pack if place <= chosen else 0
            if place < chosen:
                if place < mine:
                    s.kept[other] = _take(&before, before_left, rng)
                    before_left -= 1
                else:
                    s.kept[other] = _take(&after, after_left, rng)
                    after_left -= 1
        pack &= ~(1 << s.kept[other])
        other = left_of(c, other)


# ---- supply cards (V-6.3)

cdef void _sample_supply(const VerraeterContext *c, VerraeterState *s, int seat, Rng *rng) noexcept nogil:
    """Every arrangement of the physical cards that agrees with the record is equally likely.

    A proposal picks the origin of each doubtful card in time order by its weight, as V-6.3 says. Taken alone that favours
    origins that make later cards unlikely, so a proposal is accepted in proportion to the product of its total weights.
    """
    cdef Pools known, left
    cdef Doubts doubts
    cdef int attempt = 0
    _gather(c, s, seat, &known, &doubts)
    if doubts.count > 1:
        _bound(s, &known, &doubts)
    # A seat in the middle of its turn holds a card that it may still lay or discard (V-4.0.1).
    cdef bint pending = s.actor != seat and s.cap < KINDS - 1 and (s.phase == SUPPLY or s.phase == DISCARD)
    while attempt < 2 * PATIENCE:
        left = known
        _clear(c, s, seat)
        if _propose(s, &left, &doubts, attempt < PATIENCE, rng):
            _deal_rest(c, s, seat, &left, rng)
            if not pending or holds_up_to(s, s.actor, s.cap):
                return
        attempt += 1
    _find_any(c, s, seat, &known, &doubts, pending, rng)


cdef void _gather(const VerraeterContext *c, const VerraeterState *s, int seat, Pools *pools, Doubts *doubts) noexcept nogil:
    """What the seat knows, from the public record, its own hand and its own draws."""
    cdef int kind, other, i
    memset(pools, 0, sizeof(pools[0]))
    doubts.count = 0
    for kind in range(KINDS):
        pools.fresh[kind] = s.fresh[kind] - s.drawn[seat][kind]
        pools.fresh_total += pools.fresh[kind]
        if not s.apart:
            pools.old[0][kind] = s.old[0][kind] - (s.hand[seat][kind] - s.drawn[seat][kind])
    for i in range(s.reveal_count):
        if s.reveals[i] >> 8 != seat:
            doubts.entry[doubts.count] = s.reveals[i]
            doubts.count += 1
        elif not s.apart:
            pools.old[0][s.reveals[i] & 7] -= 1
    for other in range(c.seats):
        if other == seat:
            continue
        pools.old_left[other] = s.old_size[other]
        pools.old_total[other if s.apart else 0] += s.old_size[other]
        if s.apart:
            for kind in range(KINDS):
                pools.old[other][kind] = s.old[other][kind]


cdef void _clear(const VerraeterContext *c, VerraeterState *s, int seat) noexcept nogil:
    cdef int other
    for other in range(c.seats):
        if other != seat:
            memset(s.hand[other], 0, sizeof(s.hand[other]))
            memset(s.drawn[other], 0, sizeof(s.drawn[other]))


cdef bint _propose(
    VerraeterState *s, Pools *left, const Doubts *doubts, bint fair, Rng *rng
) noexcept nogil:
    """Picks an origin for every doubtful card. False on a dead end, or if a fair proposal is refused."""
    cdef double acceptance = 1, old, new
    cdef int i, entry, seat, pool, kind
    for i in range(doubts.count):
        entry = doubts.entry[i]
        seat = entry >> 8
        kind = entry & 7
        pool = seat if s.apart else 0
        old = new = 0
        if left.old_left[seat] and left.old[pool][kind]:
            old = <double>(left.old_left[seat] * left.old[pool][kind]) / left.old_total[pool]
        if left.fresh[kind]:
            new = <double>(((entry >> 3 & 31) - left.used[seat]) * left.fresh[kind]) / left.fresh_total
        if old + new <= 0:
            return False
        if doubts.count > 1:
            acceptance *= (old + new) / doubts.bound[i]
        if old > 0 and (new <= 0 or rng_double(rng) * (old + new) < old):
            _take_old(left, seat, pool, kind)
        else:
            _take_new(s, left, seat, kind)
    return not fair or doubts.count <= 1 or rng_double(rng) < acceptance


cdef inline void _take_old(Pools *left, int seat, int pool, int kind) noexcept nogil:
    left.old[pool][kind] -= 1
    left.old_total[pool] -= 1
    left.old_left[seat] -= 1


cdef inline void _take_new(VerraeterState *s, Pools *left, int seat, int kind) noexcept nogil:
    left.fresh[kind] -= 1
    left.fresh_total -= 1
    left.used[seat] += 1
    s.drawn[seat][kind] += 1


cdef inline int _pick(int *cards, int *total, Rng *rng) noexcept nogil:
    """Takes one card out of a multiset."""
    cdef int nth = rng_below(rng, total[0]), kind = 0
    while nth >= cards[kind]:
        nth -= cards[kind]
        kind += 1
    cards[kind] -= 1
    total[0] -= 1
    return kind


cdef void _deal_rest(
    const VerraeterContext *c, VerraeterState *s, int seat, Pools *left, Rng *rng
) noexcept nogil:
    """Fills the hands from what is left; the last of the fresh cards are the deck."""
    cdef int other, kind, pool
    for other in range(c.seats):
        if other == seat:
            continue
        pool = other if s.apart else 0
        for _ in range(left.old_left[other]):
            s.hand[other][_pick(left.old[pool], &left.old_total[pool], rng)] += 1
        for _ in range(s.new_size[other] - left.used[other]):
            kind = _pick(left.fresh, &left.fresh_total, rng)
            s.hand[other][kind] += 1
            s.drawn[other][kind] += 1
    for kind in range(KINDS):
        s.deck[kind] = left.fresh[kind]


cdef inline void _count_doubt(Span *span, bint can_be_old, bint can_be_new) noexcept nogil:
    span.seen += 1
    span.low += not can_be_new
    span.high += can_be_old


cdef inline void _fit(Span *span, int old, int new) noexcept nogil:
    """Narrows a span: of the cards seen at most `old` can have been old and at most `new` new."""
    if span.high > old:
        span.high = old
    if span.low < span.seen - new:
        span.low = span.seen - new


cdef void _bound(const VerraeterState *s, const Pools *known, Doubts *doubts) noexcept nogil:
    """Upper bounds for the total weight of each doubtful card, whatever was picked for those before it."""
    cdef Span seats[SEATS]
    cdef Span kinds[KINDS]
    cdef Span all_, by_seat, by_kind
    cdef int i, entry, seat, kind, pool, drawn
    cdef bint can_be_old, can_be_new
    memset(seats, 0, sizeof(seats))
    memset(kinds, 0, sizeof(kinds))
    memset(&all_, 0, sizeof(all_))
    for i in range(doubts.count):
        entry = doubts.entry[i]
        seat = entry >> 8
        drawn = entry >> 3 & 31
        kind = entry & 7
        pool = seat if s.apart else 0
        by_seat = seats[seat]
        by_kind = kinds[kind]
        _fit(&by_seat, known.old_left[seat], drawn)
        if not s.apart:
            _fit(&by_kind, known.old[0][kind], known.fresh[kind])
        doubts.bound[i] = _peak(s, known, entry, by_seat, by_kind, all_)
        can_be_old = known.old[pool][kind] > 0
        can_be_new = known.fresh[kind] > 0
        _count_doubt(&seats[seat], can_be_old, can_be_new)
        _count_doubt(&kinds[kind], can_be_old, can_be_new)
        _count_doubt(&all_, can_be_old, can_be_new)


cdef double _peak(
    const VerraeterState *s, const Pools *known, int entry, Span by_seat, Span by_kind, Span all_
) noexcept nogil:
    """The greatest weight of one doubtful card.

    With u old cards picked before for its seat, v for its kind and t in all, the weight is
    (old - u)(copies - v)/(all old - t) + a like term for new cards: linear in u and in v, convex in t. So the
    greatest is at a corner. While `apart` the first term is just the seat's own copies.
    """
    cdef int seat = entry >> 8, drawn = entry >> 3 & 31, kind = entry & 7
    cdef int u, v, t, x, y, a, b
    cdef double weight, peak = 0
    for u in range(2):
        x = by_seat.high if u else by_seat.low
        y = max(drawn - by_seat.seen + x, 0)
        x = max(known.old_left[seat] - x, 0)
        for v in range(2):
            a = by_kind.high if v else by_kind.low
            b = max(known.fresh[kind] - by_kind.seen + a, 0)
            a = known.old[seat][kind] if s.apart else max(known.old[0][kind] - a, 0)
            for t in range(2):
                weight = a
                if not s.apart:
                    weight = <double>(x * a) / max(known.old_total[0] - (all_.high if t else all_.low), 1)
                weight += <double>(y * b) / max(known.fresh_total - all_.seen + (all_.high if t else all_.low), 1)
                if weight > peak:
                    peak = weight
    return peak


cdef bint _assign(VerraeterState *s, Pools *left, const Doubts *doubts, int i) noexcept nogil:
    """Any feasible origins for the doubtful cards from i on; leaves `left` as they make it."""
    if i == doubts.count:
        return True
    cdef Pools saved = left[0]
    cdef int entry = doubts.entry[i], seat = entry >> 8, kind = entry & 7
    cdef int pool = seat if s.apart else 0
    if left.old_left[seat] and left.old[pool][kind]:
        _take_old(left, seat, pool, kind)
        if _assign(s, left, doubts, i + 1):
            return True
        left[0] = saved
    if (entry >> 3 & 31) > left.used[seat] and left.fresh[kind]:
        _take_new(s, left, seat, kind)
        if _assign(s, left, doubts, i + 1):
            return True
        s.drawn[seat][kind] -= 1
        left[0] = saved
    return False


cdef void _find_any(
    const VerraeterContext *c, VerraeterState *s, int seat, const Pools *known, Doubts *doubts, bint pending, Rng *rng
) noexcept nogil:
    """Some world by systematic search, for the very rare view that all proposals missed."""
    cdef Pools left = known[0]
    cdef int kind, actor = s.actor
    _clear(c, s, seat)
    if not pending:
        _assign(s, &left, doubts, 0)
        _deal_rest(c, s, seat, &left, rng)
        return
    doubts.count += 1           # the card the actor must hold, as if he revealed it now
    for kind in range(s.cap + 1):
        doubts.entry[doubts.count - 1] = actor << 8 | s.new_size[actor] << 3 | kind
        if _assign(s, &left, doubts, 0):
            _deal_rest(c, s, seat, &left, rng)
            s.hand[actor][kind] += 1
            return
