"""Priors from worths."""

from libc.math cimport expf


cdef inline void soften(float *weights, int count, float scale, float least) noexcept nogil:
    """Turns worths into weights: what is worse by `scale` weighs e times less, and nothing less than `least`."""
    cdef float best = weights[0]
    cdef int i
    for i in range(1, count):
        best = max(best, weights[i])
    for i in range(count):
        weights[i] = least + expf((weights[i] - best) / scale)
