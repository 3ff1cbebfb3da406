"""Who knows what in Which Hand?: the only file that decides it."""

from eminence.cext.core.draw cimport draw_kind
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games._template.state cimport DONE, HIDE, LEFT, NO_COIN, UNKNOWN, HandState


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    """The guesser sees neither hand nor coin: to him the coin may be any of those left."""
    cdef HandState *s = <HandState *>state
    if seat != s.hider and s.coin != NO_COIN:
        s.hand = UNKNOWN
        s.purse[s.coin - 1] += 1
        s.coin = NO_COIN


cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
    cdef HandState *s = <HandState *>state
    hide(context, state, seat)      # a complete state gives nothing away
    if seat == s.hider or s.phase == DONE:
        return
    s.coin = 1 + draw_kind(s.purse, s.purse[0] + s.purse[1] + s.purse[2], rng)
    if s.phase != HIDE:
        s.hand = LEFT + rng_below(rng, 2)
