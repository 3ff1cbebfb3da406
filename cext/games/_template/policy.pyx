"""Quick play and quick judgement of Which Hand?"""

from eminence.cext.core.game cimport Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games._template.rules cimport result


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    return 1 + rng_below(rng, 2)


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    result(context, state, outcome)
    return 1
