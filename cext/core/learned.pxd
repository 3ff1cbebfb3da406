"""A prior that was learned: a softmax over weighted features of the moves, on top of the game's own prior."""

from libc.math cimport expf, logf
from libc.string cimport memset

from eminence.cext.core.game cimport MAX_FEATURES, MAX_MOVES, GameOps, move_t
from eminence.cext.core.kernel cimport Kernel


cdef struct Row:
    # The weights of one kind of decision.
    float own                       # of the logarithm of the game's own prior
    int count                       # of features that weigh anything
    int feature[MAX_FEATURES]
    float weight[MAX_FEATURES]


cdef class Learned:
    cdef readonly Kernel kernel
    cdef Row *rows                  # by kind of decision


cdef inline void learned_prior(
    const GameOps *ops, const Row *rows, const void *context, const void *state, const move_t *moves, int count,
    float *weights
) noexcept nogil:
    """The same as `ops.prior`, by learned weights."""
    cdef float columns[MAX_FEATURES * MAX_MOVES]
    cdef float values[MAX_MOVES]
    cdef const float *column
    cdef const Row *row
    cdef float least = 0.003    # of the best move's weight: what looks hopeless is still tried now and then
    cdef float weight, best
    cdef int i, j
    memset(columns, 0, ops.feature_count * count * sizeof(float))
    row = &rows[ops.features(context, state, moves, count, columns)]
    for i in range(count):
        weights[i] = 1
    if ops.prior != NULL:
        ops.prior(context, state, moves, count, weights)
    for i in range(count):
        values[i] = row.own * logf(weights[i])
    for j in range(row.count):
        column = &columns[row.feature[j] * count]
        weight = row.weight[j]
        for i in range(count):
            values[i] += weight * column[i]
    best = values[0]
    for i in range(1, count):
        best = max(best, values[i])
    for i in range(count):
        weights[i] = least + expf(values[i] - best)
