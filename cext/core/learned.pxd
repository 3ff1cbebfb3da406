"""A prior that was learned: a softmax over weighted features of the moves, on top of the game's own prior."""

from libc.math cimport expf, logf
from libc.string cimport memset

from eminence.cext.core.game cimport MAX_FEATURES, MAX_MOVES, GameOps, move_t
from eminence.cext.core.kernel cimport Kernel


cdef class Learned:
    cdef readonly Kernel kernel
    cdef float *weights     # kind by kind: that of the logarithm of the game's own prior, then one per feature


cdef inline void learned_prior(
    const GameOps *ops, const float *learned, const void *context, const void *state, const move_t *moves, int count,
    float *weights
) noexcept nogil:
    """The same as `ops.prior`, by learned weights."""
    cdef float columns[MAX_FEATURES * MAX_MOVES]
    cdef float values[MAX_MOVES]
    cdef const float *column = columns
    cdef float least = 0.003    # of the best move's weight: what looks hopeless is still tried now and then
    cdef float weight, best
    cdef int i, feature, kind
    memset(columns, 0, ops.feature_count * count * sizeof(float))
    kind = ops.features(context, state, moves, count, columns)
    learned += kind * (1 + ops.feature_count)
    for i in range(count):
        weights[i] = 1
    if ops.prior != NULL:
        ops.prior(context, state, moves, count, weights)
    for i in range(count):
        values[i] = learned[0] * logf(weights[i])
    for feature in range(ops.feature_count):
        weight = learned[1 + feature]
        if weight != 0:
            for i in range(count):
                values[i] += weight * column[i]
        column += count
    best = values[0]
    for i in range(1, count):
        best = max(best, values[i])
    for i in range(count):
        weights[i] = least + expf(values[i] - best)
