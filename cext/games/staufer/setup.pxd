from eminence.cext.core.rng cimport Rng

cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil
