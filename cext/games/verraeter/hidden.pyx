"""Who knows what in Verräter (V-6): the only file that decides it."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.draw cimport draw_kind
from eminence.cext.core.hash cimport hash_bytes
from eminence.cext.core.rng cimport Rng, rng_double
from eminence.cext.games.verraeter.hidden_actions cimport Tables, list_arrangements, sample_actions
from eminence.cext.games.verraeter.state cimport (
    DISCARD, FACE_DOWN, KINDS, MAX_SUPPLY, SEATS, SITE, SUPPLY, VerraeterContext, VerraeterState, actions_hidden,
    holds_up_to,
)

cdef enum:
    PATIENCE = 200      # worlds tried in which an actor in mid-turn holds nothing he could go on with


cdef struct Pools:
    # Cards whose place the observer does not know, and how they may lie (V-6.3).
    int old[SEATS][KINDS]       # held by opponents at the last shuffle; by seat while `apart`, else all in old[0]
    int old_total[SEATS]
    int old_left[SEATS]         # old cards in each opponent's hand
    int fresh[KINDS]            # in the deck after the shuffle and not drawn by the observer
    int fresh_total
    int used[SEATS]             # new cards each opponent has revealed


cdef struct Doubts:
    # Revealed cards of opponents that may have been old or new, in time order for each seat.
    int count
    uint16_t entry[MAX_SUPPLY + 1]
    double scale[MAX_SUPPLY + 2]    # factor of an assignment with so many old cards
    double total                    # weight of all assignments found so far
    uint32_t chosen                 # one of them, drawn by weight: bit i is set if entry i was old
    bint apart
    Rng *rng


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


cdef uint64_t node(const void *context, const void *state, int seat) noexcept nogil:
    """The open table and the seat's action cards, without its hand: worlds meet again at the same node."""
    cdef const VerraeterState *s = <const VerraeterState *>state
    cdef size_t open_size = <const char *>s.fresh - <const char *>s
    cdef uint64_t actions = 0
    cdef int other
    if actions_hidden(s):
        actions = s.kept[seat] << 8 | s.seen[seat]
    elif s.phase != SITE:           # there they are only a memory
        for other in range(SEATS):
            actions = actions << 8 | s.kept[other]
    return hash_bytes(s, open_size, actions << 3 | seat)


cdef void prepare(const void *context, const void *view, int seat, double until, void *tables) noexcept nogil:
    cdef const VerraeterState *s = <const VerraeterState *>view
    if actions_hidden(s):
        list_arrangements(<const VerraeterContext *>context, s, seat, <Tables *>tables)


cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
    cdef const VerraeterContext *c = <const VerraeterContext *>context
    cdef VerraeterState *s = <VerraeterState *>state
    if actions_hidden(s):
        sample_actions(c, s, seat, <const Tables *>tables, rng)
    _sample_supply(c, s, seat, rng)


# ---- supply cards (V-6.3)

cdef void _sample_supply(const VerraeterContext *c, VerraeterState *s, int seat, Rng *rng) noexcept nogil:
    """Every arrangement of the physical cards that agrees with the record is equally likely."""
    cdef Pools known, left
    cdef Doubts doubts
    cdef int kind
    # A seat in the middle of its turn holds a card that it may still lay or discard (V-4.0.1).
    cdef bint pending = s.actor != seat and s.cap < KINDS - 1 and (s.phase == SUPPLY or s.phase == DISCARD)
    _gather(c, s, seat, &known, &doubts)
    doubts.rng = rng
    for _ in range(PATIENCE):
        left = known
        _clear(c, s, seat)
        _choose_origins(s, &left, &doubts)
        _deal_rest(c, s, seat, &left, rng)
        if not pending or holds_up_to(s, s.actor, s.cap):
            return
    doubts.count += 1           # very rarely: take the card that the actor must hold as if he revealed it now
    for kind in range(s.cap + 1):
        left = known
        _clear(c, s, seat)
        doubts.entry[doubts.count - 1] = s.actor << 8 | s.new_size[s.actor] << 3 | kind
        if _choose_origins(s, &left, &doubts):
            s.hand[s.actor][kind] += 1
            _deal_rest(c, s, seat, &left, rng)
            return


cdef void _gather(const VerraeterContext *c, const VerraeterState *s, int seat, Pools *pools, Doubts *doubts) noexcept nogil:
    """What the seat knows, from the public record, its own hand and its own draws."""
    cdef int kind, other, i
    memset(pools, 0, sizeof(pools[0]))
    doubts.count = 0
    doubts.apart = s.apart
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


cdef bint _choose_origins(VerraeterState *s, Pools *left, Doubts *doubts) noexcept nogil:
    """Draws the origins of all doubtful cards at once, by the number of arrangements behind each assignment.

    Choosing card by card with the weights of V-6.3 would not be uniform: an early choice changes how likely the later
    cards are. There are few doubtful cards, so all assignments are listed. False if there is none.
    """
    cdef int i, old, count = doubts.count, entry, seat, kind
    if count == 0:
        return True
    # The product of the weights of V-6.3 without its denominators is built up below; these are the denominators.
    doubts.scale[0] = 1
    for i in range(count):
        doubts.scale[0] /= max(left.fresh_total - i, 1)
    for old in range(1, count + 1):
        doubts.scale[old] = doubts.scale[old - 1] * max(left.fresh_total - count + old, 1)
        if not doubts.apart:
            doubts.scale[old] /= max(left.old_total[0] - old + 1, 1)
    doubts.total = 0
    _list(left, doubts, 0, 0, 0, 1)
    if doubts.total == 0:
        return False
    for i in range(count):
        entry = doubts.entry[i]
        seat = entry >> 8
        kind = entry & 7
        if doubts.chosen >> i & 1:
            left.old[seat if doubts.apart else 0][kind] -= 1
            left.old_total[seat if doubts.apart else 0] -= 1
            left.old_left[seat] -= 1
        else:
            left.fresh[kind] -= 1
            left.fresh_total -= 1
            left.used[seat] += 1
            s.drawn[seat][kind] += 1
    return True


cdef void _list(Pools *left, Doubts *doubts, int i, int old, uint32_t picks, double weight) noexcept nogil:
    """Goes through all assignments from entry i on; each is chosen in proportion to its weight."""
    cdef int entry, seat, kind, pool, new
    if i == doubts.count:
        weight *= doubts.scale[old]
        doubts.total += weight
        if rng_double(doubts.rng) * doubts.total < weight:
            doubts.chosen = picks
        return
    entry = doubts.entry[i]
    seat = entry >> 8
    kind = entry & 7
    pool = seat if doubts.apart else 0
    if left.old_left[seat] and left.old[pool][kind]:
        left.old_left[seat] -= 1
        left.old[pool][kind] -= 1
        _list(
            left, doubts, i + 1, old + 1, picks | <uint32_t>1 << i,
            weight * (left.old[pool][kind] + 1) * (1 if doubts.apart else left.old_left[seat] + 1),
        )
        left.old_left[seat] += 1
        left.old[pool][kind] += 1
    new = (entry >> 3 & 31) - left.used[seat]
    if new > 0 and left.fresh[kind]:
        left.used[seat] += 1
        left.fresh[kind] -= 1
        _list(left, doubts, i + 1, old, picks, weight * new * (left.fresh[kind] + 1))
        left.used[seat] -= 1
        left.fresh[kind] += 1


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
            s.hand[other][draw_kind(left.old[pool], left.old_total[pool], rng)] += 1
            left.old_total[pool] -= 1
        for _ in range(s.new_size[other] - left.used[other]):
            kind = draw_kind(left.fresh, left.fresh_total, rng)
            left.fresh_total -= 1
            s.hand[other][kind] += 1
            s.drawn[other][kind] += 1
    for kind in range(KINDS):
        s.deck[kind] = left.fresh[kind]
