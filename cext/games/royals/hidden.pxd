from libc.stdint cimport uint64_t

from eminence.cext.core.rng cimport Rng

cdef void hide(const void *context, void *state, int seat) noexcept nogil
cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil
cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil
cdef uint64_t node(const void *context, const void *state, int seat) noexcept nogil
cdef bint has_world(const void *context, const void *state, int seat) noexcept nogil
