"""What was learned on top of the game's own prior and estimate.

A prior is a softmax over weighted features of the moves, an evaluation a weighted sum of traits of the seats.
"""

from libc.math cimport expf, logf
from libc.string cimport memset

from eminence.cext.core.game cimport MAX_FEATURES, MAX_MOVES, MAX_SEATS, MAX_TRAITS, GameOps, Outcome, move_t
from eminence.cext.core.kernel cimport Kernel


cdef struct Weighed:
    # A weighted sum of features or traits; those that weigh nothing are left out.
    int count
    int place[MAX_FEATURES]
    float weight[MAX_FEATURES]


cdef struct Row:
    # The weights of one kind of decision.
    float own                       # of the logarithm of the game's own prior
    Weighed features


cdef struct Stage:
    # What is added to the estimate in one stage of a game.
    float spread                    # times the game's own
    float rest                      # points of every seat
    Weighed traits


cdef class Learned:
    cdef readonly Kernel kernel
    cdef Row *rows                  # by kind of decision; NULL: the game's own prior
    cdef Stage *stages              # NULL: the game's own estimate


cdef inline void add_weighed(const Weighed *weighed, const float *columns, int height, float *sums, int count) noexcept nogil:
    """Adds the sum of some columns to each of the first so many rows."""
    cdef const float *column
    cdef int i, j
    for i in range(weighed.count):
        column = &columns[weighed.place[i] * height]
        for j in range(count):
            sums[j] += weighed.weight[i] * column[j]


cdef inline void learned_prior(
    const GameOps *ops, const Row *rows, const void *context, const void *state, const move_t *moves, int count,
    float *weights
) noexcept nogil:
    """The same as `ops.prior`, by learned weights."""
    cdef float columns[MAX_FEATURES * MAX_MOVES]
    cdef float values[MAX_MOVES]
    cdef const Row *row
    cdef float least = 0.003    # of the best move's weight: what looks hopeless is still tried now and then
    cdef float best
    cdef int i
    memset(columns, 0, ops.feature_count * count * sizeof(float))
    row = &rows[ops.features(context, state, moves, count, columns)]
    for i in range(count):
        weights[i] = 1
    if ops.prior != NULL:
        ops.prior(context, state, moves, count, weights)
    for i in range(count):
        values[i] = row.own * logf(weights[i])
    add_weighed(&row.features, columns, count, values, count)
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
    cdef const Stage *stage
    cdef int seat
    memset(columns, 0, ops.trait_count * MAX_SEATS * sizeof(float))
    stage = &stages[ops.traits(context, state, columns)]
    for seat in range(seats):
        outcome.score[seat] += stage.rest
    add_weighed(&stage.traits, columns, MAX_SEATS, outcome.score, seats)
    return spread * stage.spread
