include "eminence/cext/core/policy.pxi"

from eminence.cext.games.staufer.state cimport StauferContext

cdef void prior(
    const void *context, const void *state, const move_t *legal, int count, float *weights
) noexcept nogil
cdef void advise(StauferContext *c) noexcept nogil
