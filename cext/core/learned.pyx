"""Learned weights in the memory of the search. What they mean and where they come from: docs/training.md."""

from libc.math cimport isfinite
from libc.stdlib cimport calloc, free

from eminence.cext.core.game cimport MAX_MOVES, move_t
from eminence.cext.core.kernel cimport Kernel


cdef class Learned:
    """Weights of a kernel's features: a row for each kind of decision, that of the game's own prior first."""

    def __init__(self, Kernel kernel, rows):
        cdef int width = 1 + kernel.ops.feature_count, kind, i
        cdef float weight
        cdef Row *known
        if kernel.ops.features == NULL:
            raise ValueError("the game has no features")
        if [len(row) for row in rows] != [width] * kernel.ops.decision_kinds:
            raise ValueError(f"there must be {kernel.ops.decision_kinds} rows of {width} weights")
        self.kernel = kernel
        self.rows = <Row *>calloc(kernel.ops.decision_kinds, sizeof(Row))
        if self.rows == NULL:
            raise MemoryError
        for kind, row in enumerate(rows):
            known = &self.rows[kind]
            for i in range(width):
                weight = row[i]
                if not isfinite(weight):
                    raise ValueError(f"weight {i} of kind {kind} must be a finite number")
                if i == 0:
                    known.own = weight
                elif weight != 0:
                    known.feature[known.count] = i - 1
                    known.weight[known.count] = weight
                    known.count += 1

    def __dealloc__(self):
        free(self.rows)

    def prior(self, bytes state) -> list:
        """Weights of the legal moves before any search."""
        cdef move_t moves[MAX_MOVES]
        cdef float weights[MAX_MOVES]
        cdef const char *s = self.kernel.read(state)
        cdef int i, count = self.kernel.ops.moves(self.kernel.context, s, moves)
        learned_prior(self.kernel.ops, self.rows, self.kernel.context, s, moves, count, weights)
        self.kernel.verify()
        return [weights[i] for i in range(count)]
