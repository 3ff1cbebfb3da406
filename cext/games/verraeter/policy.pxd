include "eminence/cext/core/policy.pxi"

cdef void prior(
    const void *context, const void *state, const move_t *moves, int count, float *weights
) noexcept nogil
