"""Learned weights in the memory of the search. What they mean and where they come from: docs/training.md."""

from libc.math cimport isfinite
from libc.stdlib cimport calloc, free

from eminence.cext.core.game cimport MAX_MOVES, move_t
from eminence.cext.core.kernel cimport Kernel


cdef class Learned:
    """Weights of a kernel's features: a row for each kind of decision, that of the game's own prior first."""

    def __init__(self, Kernel kernel, rows):
        cdef int width = 1 + kernel.ops.feature_count, kind, i
        if kernel.ops.features == NULL:
            raise ValueError("the game has no features")
        if [len(row) for row in rows] != [width] * kernel.ops.decision_kinds:
            raise ValueError(f"there must be {kernel.ops.decision_kinds} rows of {width} weights")
        self.kernel = kernel
        self.weights = <float *>calloc(kernel.ops.decision_kinds * width, sizeof(float))
        if self.weights == NULL:
            raise MemoryError
        for kind, row in enumerate(rows):
            for i in range(width):
                self.weights[kind * width + i] = row[i]
                if not isfinite(self.weights[kind * width + i]):
                    raise ValueError(f"weight {i} of kind {kind} must be a finite number")

    def __dealloc__(self):
        free(self.weights)

    def prior(self, bytes state) -> list:
        """Weights of the legal moves before any search."""
        cdef move_t moves[MAX_MOVES]
        cdef float weights[MAX_MOVES]
        cdef const char *s = self.kernel.read(state)
        cdef int i, count = self.kernel.ops.moves(self.kernel.context, s, moves)
        learned_prior(self.kernel.ops, self.weights, self.kernel.context, s, moves, count, weights)
        self.kernel.verify()
        return [weights[i] for i in range(count)]
