"""How a decent player plays Verräter when there is no time to think, and what a position is worth to each seat."""

from eminence.cext.core.game cimport Outcome, move_t
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games.verraeter cimport rules


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef move_t legal[64]
    cdef int count = rules.moves(context, state, legal)
    return legal[rng_below(rng, count)]


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    rules.result(context, state, outcome)
    return 4
