"""Who knows what: hiding, sampling and infoset keys (rules section 6).

A seat knows the table, the record, its own hand and what it kept at the last shuffle. A sample deals the rest.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cext.core.hash cimport hash_bytes
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.royals.hidden_tables cimport Tables, could_live, deal, fill_suit
from eminence.cext.games.royals.rules_cards cimport end_kind, first_kind
from eminence.cext.games.royals.rules_legal cimport legal_moves
from eminence.cext.games.royals.state cimport (
    COUNTRY, INTRIGUE, KINDS, PLAY, RoyalsContext, RoyalsState,
)

cdef enum:
    TRIES = 64      # worlds until one leaves the active seat a target; proofs that there is a world


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    cdef RoyalsState *s = <RoyalsState *>state
    cdef int other
    memset(s.deck, 0, sizeof(s.deck))
    for other in range((<const RoyalsContext *>context).seats):
        if other != seat:
            memset(s.hand[other], 0, sizeof(s.hand[other]))
            memset(s.kept[other], 0, sizeof(s.kept[other]))


cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil:
    cdef const RoyalsState *s = <const RoyalsState *>state
    cdef uint64_t key = hash_bytes(s, <const char *>s.country_log - <const char *>s, seat)
    key = hash_bytes(s.country_log, s.log_size[COUNTRY], key)
    key = hash_bytes(s.intrigue_log, s.log_size[INTRIGUE], key)
    key = hash_bytes(s.hand[seat], sizeof(s.hand[seat]), key)
    return hash_bytes(s.kept[seat], sizeof(s.kept[seat]), key)


cdef void prepare(const void *context, const void *view, int seat, void *tables) noexcept nogil:
    cdef int suit
    for suit in range(2):
        fill_suit(<const RoyalsContext *>context, <const RoyalsState *>view, suit, seat, <Tables *>tables)


cdef void _deal_anyhow(const RoyalsContext *c, RoyalsState *s, int suit, int seat) noexcept nogil:
    """Last resort, for views that no true history has led to: whatever is not to be seen, in order."""
    cdef int rest[KINDS]
    cdef int kind, other, left
    for kind in range(first_kind(suit), end_kind(suit)):
        rest[kind] = c.cards[kind] - s.discards[kind] - s.hand[seat][kind]
        if suit == COUNTRY:
            rest[kind] -= s.display[kind]
        for other in range(c.seats):
            if other != seat:
                rest[kind] -= s.known[other][kind]
    for other in range(c.seats):
        if other == seat:
            continue
        left = s.hand_size[suit][other]
        for kind in range(first_kind(suit), end_kind(suit)):
            left -= s.known[other][kind]
        for kind in range(first_kind(suit), end_kind(suit)):
            s.hand[other][kind] = s.known[other][kind] + min(left, rest[kind])
            left -= s.hand[other][kind] - s.known[other][kind]
            rest[kind] -= s.hand[other][kind] - s.known[other][kind]
            s.kept[other][s.generation[suit]][kind] = 0
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


cdef bint has_world(const void *context, const void *view, int seat, int suit, void *tables) noexcept nogil:
    """Whether some deal of a suit agrees with all that was seen; for views from strangers, whose counts agree."""
    cdef RoyalsState s = (<const RoyalsState *>view)[0]
    cdef Rng rng
    cdef int _
    if not could_live(&s, suit, seat):
        return False
    fill_suit(<const RoyalsContext *>context, &s, suit, seat, <Tables *>tables)
    rng.s[0] = rng.s[1] = rng.s[2] = rng.s[3] = 0x9e3779b97f4a7c15U
    rng.lots = NULL
    for _ in range(TRIES):
        if deal(&s, suit, <const Tables *>tables, &rng):
            return True
    return False
