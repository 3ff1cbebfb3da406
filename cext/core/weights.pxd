"""Choices and priors from worths."""

from libc.math cimport expf


cdef inline void soften(float *weights, int count, float scale, float least) noexcept nogil:
    """Turns worths into weights: what is worse by `scale` weighs e times less, and nothing less than `least`."""
    cdef float best = weights[0]
    cdef int i
    for i in range(1, count):
        best = max(best, weights[i])
    for i in range(count):
        weights[i] = least + expf((weights[i] - best) / scale)


cdef inline int heaviest(const float *weights, int count) noexcept nogil:
    """The place of the greatest weight; of equal ones the first."""
    cdef int i, best = 0
    for i in range(1, count):
        if weights[i] > weights[best]:
            best = i
    return best
