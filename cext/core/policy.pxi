# What every game's policy.pxd declares: quick play and quick judgement, see GameOps in game.pxd.

from eminence.cext.core.game cimport Outcome, move_t
from eminence.cext.core.rng cimport Rng

cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil
cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil
