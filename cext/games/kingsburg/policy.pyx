"""Placeholder"""
from eminence.cext.core.game cimport Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games.kingsburg.state cimport POINT, KingsburgContext, KingsburgState
from eminence.cext.games.kingsburg.moves cimport moves


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef move_t legal[64]
    cdef int count = moves(context, state, legal)
    return legal[rng_below(rng, count)]


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef int seat
    for seat in range(c.seats):
        outcome.score[seat] = (<const KingsburgState *>state).own[seat][POINT]
    return 5
