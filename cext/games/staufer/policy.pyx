"""Sensible play for simulations, and what an unfinished game is worth."""

from eminence.cext.core.game cimport MAX_MOVES, Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games.staufer.jobs cimport final_points
from eminence.cext.games.staufer.rules cimport moves
from eminence.cext.games.staufer.state cimport StauferContext, StauferState


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef move_t legal[MAX_MOVES]
    return legal[rng_below(rng, moves(context, state, legal))]


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef int seat
    for seat in range(c.seats):
        outcome.score[seat] = s.holding[seat].points + final_points(c, s, seat, NULL)
    return 10
