from eminence.cext.core.game cimport Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games.kingsburg.state cimport POINT, KingsburgContext, KingsburgState


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    return 0


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    return 5
