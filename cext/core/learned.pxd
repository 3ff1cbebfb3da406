"""What was learned on top of the game's own prior and estimate.

A prior is a softmax over weighted features of the moves, an evaluation a weighted sum of traits of the seats.
"""

from libc.math cimport expf, logf
from libc.string cimport memset

from eminence.cext.core.game cimport MAX_FEATURES, MAX_MOVES, MAX_SEATS, MAX_TRAITS, GameOps, Outcome, move_t
from eminence.cext.core.kernel cimport Kernel


cdef struct Row:
    # The weights of one kind of decision.
    float own                       # of the logarithm of the game's own prior
    int count                       # of features that weigh anything
    int feature[MAX_FEATURES]
    float weight[MAX_FEATURES]


cdef struct Stage:
    # What is added to the estimate in one stage of a game.
    float spread                    # times the game's own
    float rest                      # points of every seat
    int count                       # of traits that weigh anything
    int trait[MAX_TRAITS]
    float weight[MAX_TRAITS]


cdef class Learned:
    cdef readonly Kernel kernel
    cdef Row *rows                  # by kind of decision; NULL: the game's own prior
    cdef Stage *stages              # NULL: the game's own estimate


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


cdef inline float learned_estimate(
    const GameOps *ops, const Stage *stages, const void *context, const void *state, int seats, Outcome *outcome
) noexcept nogil:
    """The same as `ops.estimate`, by learned weights."""
    cdef float columns[MAX_TRAITS * MAX_SEATS]
    cdef float spread = ops.estimate(context, state, outcome)
    cdef const float *column
    cdef const Stage *stage
    cdef int i, seat
    memset(columns, 0, ops.trait_count * MAX_SEATS * sizeof(float))
    stage = &stages[ops.traits(context, state, columns)]
    for seat in range(seats):
        outcome.score[seat] += stage.rest
    for i in range(stage.count):
        column = &columns[stage.trait[i] * MAX_SEATS]
        for seat in range(seats):
            outcome.score[seat] += stage.weight[i] * column[seat]
    return spread * stage.spread
