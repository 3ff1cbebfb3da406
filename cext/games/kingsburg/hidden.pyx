"""Who may know what (section 6 of the rules): invader cards to come, governors and troop tokens being chosen.

Everything else is public. Who has peeked at which deck and who has already chosen (turn order) is public too.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.bits cimport bit_count
from eminence.cext.core.draw cimport draw_bit
from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.hash cimport hash_wide
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games.kingsburg.hidden_beliefs cimport Tables, draw_governor, draw_token, fill_tables
from eminence.cext.games.kingsburg.rules_setup cimport set_hand
from eminence.cext.games.kingsburg.state cimport CARDS, ENDED, HAND, KEEP, TROOPS, YEARS, KingsburgContext, KingsburgState


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    cdef KingsburgState *s = <KingsburgState *>state
    cdef bint closed = s.phase < TROOPS
    cdef int i
    if closed and not (s.seen >> seat) & 1 and not s.opened:
        s.invaders[s.year] = 0
    if closed and not (s.seen_valley >> seat) & 1:
        s.valley[s.year] = 0
    for i in range(s.year + 1, YEARS):
        s.invaders[i] = s.valley[i] = 0
    if s.phase == TROOPS or s.phase == KEEP:
        for i in range(MAX_SEATS):
            if i != seat:
                s.chosen[i] = 0
                if s.phase == KEEP:
                    s.governor[i] = 0
                    memset(s.hand[i], 0, HAND)


cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil:
    cdef KingsburgState known = (<const KingsburgState *>state)[0]
    hide(context, &known, seat)
    return hash_wide(&known, sizeof(known), seat)


cdef void prepare(const void *context, const void *view, int seat, double until, void *tables) noexcept nogil:
    fill_tables(<const KingsburgContext *>context, <const KingsburgState *>view, seat, <Tables *>tables)


cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
    """Each unknown card uniformly out of its year's, each unknown choice as its seat seems to have made it."""
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef KingsburgState *s = <KingsburgState *>state
    cdef int year
    if s.phase == ENDED:
        return
    hide(context, state, seat)
    for year in range(s.year, YEARS):
        if s.invaders[year] == 0:
            s.invaders[year] = _card(s.valley[year], rng)
        if c.valley and s.valley[year] == 0:
            s.valley[year] = _card(s.invaders[year], rng)
    if s.phase == TROOPS:
        _sample_troops(s, seat, <const Tables *>tables, rng)
    elif s.phase == KEEP:
        _sample_governors(c, s, seat, <const Tables *>tables, rng)


cdef int _card(int other, Rng *rng) noexcept nogil:
    """1 + one of a year's cards; not the one that the other deck is known to have (0: not known)."""
    if other == 0:
        return 1 + rng_below(rng, CARDS)
    return 1 + (other + rng_below(rng, CARDS - 1)) % CARDS


cdef void _sample_troops(KingsburgState *s, int seat, const Tables *tables, Rng *rng) noexcept nogil:
    """Who has chosen already: any value still there."""
    cdef int i
    for i in range(s.turn):
        if s.order[i] != seat:
            s.chosen[s.order[i]] = 1 + draw_token(tables, s.order[i], rng)


cdef void _sample_governors(
    const KingsburgContext *c, KingsburgState *s, int seat, const Tables *tables, Rng *rng
) noexcept nogil:
    """K-6: the other hands out of the cards the seat has not got; who has chosen already keeps any of its hand."""
    cdef uint32_t deck = (<uint32_t>2 << c.governors) - 2
    cdef uint32_t cards
    cdef int i, other, card, _k
    for i in range(HAND):
        deck &= ~(<uint32_t>1 << s.hand[seat][i])
    for i in range(c.seats):
        other = s.order[i]
        if other == seat:
            continue
        cards = 0
        for _k in range(HAND):
            card = draw_bit(deck, bit_count(deck), rng)
            deck ^= <uint32_t>1 << card
            cards |= <uint32_t>1 << card
        set_hand(s, other, cards)
        if i < s.turn:
            s.governor[other] = draw_governor(tables, s.hand[other], rng)
