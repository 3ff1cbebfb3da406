"""Learned weights in the memory of the search. What they mean and where they come from: docs/training.md."""

from libc.math cimport isfinite
from libc.stdlib cimport calloc, free

from eminence.cext.core.game cimport MAX_MOVES, Outcome, move_t
from eminence.cext.core.kernel cimport Kernel
from eminence.cext.core.outcome cimport finish_estimate


cdef _fill(Weighed *weighed, weights):
    for place, weight in enumerate(weights):
        if weight:
            weighed.place[weighed.count] = place
            weighed.weight[weighed.count] = weight
            weighed.count += 1


cdef _check(given, int kinds, int width, str things):
    if [len(row) for row in given] != [width] * kinds:
        raise ValueError(f"there must be {kinds} {things} of {width} weights")
    for kind, row in enumerate(given):
        for i, weight in enumerate(row):
            if not isfinite(weight):
                raise ValueError(f"weight {i} of {things} {kind} must be a finite number")


cdef class Learned:
    """Weights of a kernel's features and traits; without one or the other, the game's own prior or estimate serves.

    `rows` has one for each kind of decision, the weight of the game's own prior first; `stages` one for each stage, the
    spread in those of the estimate and the points of every seat first.
    """

    def __init__(self, Kernel kernel, rows=(), stages=()):
        cdef int i
        self.kernel = kernel
        if rows:
            if kernel.ops.features == NULL:
                raise ValueError("the game has no features")
            _check(rows, kernel.ops.decision_kinds, 1 + kernel.ops.feature_count, "rows")
            self.rows = <Row *>calloc(len(rows), sizeof(Row))
            if self.rows == NULL:
                raise MemoryError
            for i, row in enumerate(rows):
                self.rows[i].own = row[0]
                _fill(&self.rows[i].features, row[1:])
        if stages:
            if kernel.ops.traits == NULL:
                raise ValueError("the game has no traits")
            _check(stages, kernel.ops.stages, 2 + kernel.ops.trait_count, "stages")
            self.stages = <Stage *>calloc(len(stages), sizeof(Stage))
            if self.stages == NULL:
                raise MemoryError
            for i, stage in enumerate(stages):
                if not stage[0] > 0:
                    raise ValueError(f"the spread of stage {i} must be above 0")
                self.stages[i].spread = stage[0]
                self.stages[i].rest = stage[1]
                _fill(&self.stages[i].traits, stage[2:])

    def __dealloc__(self):
        free(self.rows)
        free(self.stages)

    def prior(self, bytes state) -> list:
        """Weights of the legal moves before any search."""
        cdef move_t moves[MAX_MOVES]
        cdef float weights[MAX_MOVES]
        cdef const char *s = self.kernel.read(state)
        cdef int i, count
        if self.rows == NULL:
            return self.kernel.prior(state)
        count = self.kernel.ops.moves(self.kernel.context, s, moves)
        learned_prior(self.kernel.ops, self.rows, self.kernel.context, s, moves, count, weights)
        self.kernel.verify()
        return [weights[i] for i in range(count)]

    def estimate(self, bytes state) -> dict:
        """Expected scores, ranks, winning shares and utilities of an unfinished game."""
        cdef Outcome outcome
        cdef Kernel k = self.kernel
        cdef float spread
        if self.stages == NULL:
            return k.estimate(state)
        spread = learned_estimate(k.ops, self.stages, k.context, k.read(state), k.seats, &outcome)
        finish_estimate(&outcome, k.seats, spread, k.ops.win_weight, k.ops.margin_scale)
        k.verify()
        return k.outcome(outcome)
