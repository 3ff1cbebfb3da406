"""From scores and ranks to winning shares and utilities; the same for every game."""

from libc.math cimport expf, fabsf
from libc.stdint cimport int64_t

from eminence.cext.core.game cimport MAX_SEATS, Outcome


cdef inline void _blend(Outcome *outcome, int seats, float win_weight, float margin_scale) noexcept nogil:
    """Utility = win_weight x winning share + the rest x squashed margin to the best other seat."""
    cdef float best, margin
    cdef int i, j
    for i in range(seats):
        best = -1e30
        for j in range(seats):
            if j != i and outcome.score[j] > best:
                best = outcome.score[j]
        margin = outcome.score[i] - best
        margin = 0.5 + 0.5 * margin / (margin_scale + fabsf(margin))
        outcome.utility[i] = win_weight * outcome.win[i] + (1 - win_weight) * margin


ctypedef fused key_t:
    float
    int64_t


cdef inline void rank_by(Outcome *outcome, int seats, const key_t *key) noexcept nogil:
    """Ranks by a key in which the first criterion weighs most: 1 + number of seats with more. Equal keys share a rank."""
    cdef int i, j
    for i in range(seats):
        outcome.rank[i] = 1
        for j in range(seats):
            if key[j] > key[i]:
                outcome.rank[i] += 1


cdef inline void finish_result(Outcome *outcome, int seats, float win_weight, float margin_scale) noexcept nogil:
    """Completes a final outcome whose scores and ranks are filled."""
    cdef int i, winners = 0
    for i in range(seats):
        if outcome.rank[i] == 1:
            winners += 1
    for i in range(seats):
        outcome.win[i] = 1.0 / winners if outcome.rank[i] == 1 else 0
    _blend(outcome, seats, win_weight, margin_scale)


cdef inline void finish_estimate(
    Outcome *outcome, int seats, float spread, float win_weight, float margin_scale
) noexcept nogil:
    """Completes an expected outcome: a softmax of the scores, sharper the smaller the spread."""
    cdef float weight[MAX_SEATS]
    cdef float best = outcome.score[0], total = 0
    cdef int i, j
    for i in range(1, seats):
        if outcome.score[i] > best:
            best = outcome.score[i]
    for i in range(seats):
        weight[i] = expf((outcome.score[i] - best) / spread)
        total += weight[i]
    for i in range(seats):
        outcome.win[i] = weight[i] / total
        outcome.rank[i] = 1
        for j in range(seats):
            if j != i:
                outcome.rank[i] += weight[j] / (weight[i] + weight[j] + 1e-30)
    _blend(outcome, seats, win_weight, margin_scale)
