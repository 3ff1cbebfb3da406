"""Who knows what: hiding, sampling and infoset keys (rules section 6).

A seat knows the table, the record, its own hand and what it kept at the last shuffle. A sample deals the rest.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cext.core.hash cimport hash_bytes, hash_mix, hash_wide
from eminence.cext.core.rng cimport Rng
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_deal cimport deal
from eminence.cext.games.royals.hidden_hands cimport HANDS, unpack_hand
from eminence.cext.games.royals.hidden_prepare cimport fill_suit
from eminence.cext.games.royals.hidden_tables cimport Tables
from eminence.cext.games.royals.rules_cards cimport end_kind, first_kind
from eminence.cext.games.royals.rules_legal cimport can_decide, is_telling, legal_moves
from eminence.cext.games.royals.state cimport COUNTRY, INTRIGUE, KINDS, PLAY, RoyalsContext, RoyalsState

cdef enum:
    TRIES = 64      # worlds until one leave the active seat a target
    WIDE = 64       # bytes that a wide hash takes at least


cdef inline int _in_use(const RoyalsState *s) noexcept nogil:
    """Bytes of what is noted by generation; the rest is zero."""
    return KINDS * (1 + max(s.generation[COUNTRY], s.generation[INTRIGUE]))


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    cdef RoyalsState *s = <RoyalsState *>state
    cdef int other, used = _in_use(s)
    memset(s.deck, 0, sizeof(s.deck))
    for other in range((<const RoyalsContext *>context).seats):
        if other != seat:
            memset(s.hand[other], 0, sizeof(s.hand[other]))
            memset(s.kept[other], 0, used)


cdef inline uint64_t _hash_long(const u8 *bytes, int size, uint64_t seed) noexcept nogil:
    return hash_wide(bytes, size, seed) if size >= WIDE else hash_bytes(bytes, size, seed)


cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil:
    """The table, what is used of the logs, and the seat's own cards: hashes that do not wait for each other."""
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef int used = _in_use(s)
    cdef uint64_t table = hash_wide(s, <const char *>s.country_log - <const char *>s, seat)
    cdef uint64_t countries = _hash_long(s.country_log, s.log_size[COUNTRY], 1)
    cdef uint64_t intrigues = _hash_long(s.intrigue_log, s.log_size[INTRIGUE], 2)
    cdef uint64_t hand = hash_bytes(s.hand[seat], sizeof(s.hand[seat]), 3)
    cdef uint64_t kept = _hash_long(<const u8 *>s.kept[seat], used, 4)
    cdef uint64_t unseen = _hash_long(<const u8 *>s.unseen, used, 5)
    return hash_mix(table ^ hand, countries ^ intrigues ^ kept ^ unseen)


cdef void prepare(const void *context, const void *view, int seat, double until, void *tables) noexcept nogil:
    cdef int suit
    for suit in range(2):
        fill_suit(<const RoyalsContext *>context, <const RoyalsState *>view, suit, seat, until, <Tables *>tables)


cdef void _deal_choice(const RoyalsContext *c, RoyalsState *s, int suit, int *rest) noexcept nogil:
    """Gives the active seat the first hand of what is left that leaves it its decision."""
    cdef u8 hand[KINDS]
    cdef int kind, number, first = first_kind(suit), end = end_kind(suit), size = s.hand_size[suit][s.active]
    cdef bint fits
    for kind in range(first, end):
        size -= s.known[s.active][kind]
    for number in range(HANDS[suit][size]):
        unpack_hand(suit, number, size, hand + first)
        fits = True
        for kind in range(first, end):
            fits &= hand[kind] <= rest[kind]
            hand[kind] += s.known[s.active][kind]
        if fits and can_decide(c, s, suit, hand):
            for kind in range(first, end):
                s.hand[s.active][kind] = hand[kind]
                rest[kind] -= hand[kind] - s.known[s.active][kind]
            return


cdef void _deal_anyhow(const RoyalsContext *c, RoyalsState *s, int suit, int seat) noexcept nogil:
    """Last resort, for views that no true history has led to: whatever is not to be seen, in order."""
    cdef int rest[KINDS]
    cdef int kind, other, left, more
    for kind in range(first_kind(suit), end_kind(suit)):
        rest[kind] = c.cards[kind] - s.discards[kind] - s.hand[seat][kind]
        if suit == COUNTRY:
            rest[kind] -= s.display[kind]
        for other in range(c.seats):
            if other != seat:
                rest[kind] -= s.known[other][kind]
                s.hand[other][kind] = s.known[other][kind]
                s.kept[other][s.generation[suit]][kind] = 0
    if s.active != seat and is_telling(s, suit):
        _deal_choice(c, s, suit, rest)
    for other in range(c.seats):
        if other == seat:
            continue
        left = s.hand_size[suit][other]
        for kind in range(first_kind(suit), end_kind(suit)):
            left -= s.hand[other][kind]
        for kind in range(first_kind(suit), end_kind(suit)):
            more = min(left, rest[kind])
            s.hand[other][kind] += more
            left -= more
            rest[kind] -= more
    for kind in range(first_kind(suit), end_kind(suit)):
        s.deck[kind] = rest[kind]


cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
    cdef const RoyalsContext *c = <const RoyalsContext *>context
    cdef RoyalsState *s = <RoyalsState *>state
    cdef uint64_t legal
    cdef int suit, _
    hide(context, state, seat)      # a complete state gives nothing away
    for _ in range(TRIES):
        for suit in range(2):
            if not deal(s, suit, <const Tables *>tables, rng):
                _deal_anyhow(c, s, suit, seat)
        if s.phase != PLAY or s.active == seat:
            return
        legal = legal_moves(c, s)
        if legal & (legal - 1):
            return          # a seat that may place has a target
