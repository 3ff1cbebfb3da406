from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng

cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil
cdef int actor(const void *context, const void *state) noexcept nogil
cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil
cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil
