# What every game's rules.pxd declares: the course of play, see GameOps in game.pxd.

from eminence.cext.core.game cimport Outcome, move_t
from eminence.cext.core.rng cimport Rng

cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil
cdef int actor(const void *context, const void *state) noexcept nogil
cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil
cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil
cdef int secret(const void *context, const void *state) noexcept nogil
cdef int round_(const void *context, const void *state) noexcept nogil
cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil
