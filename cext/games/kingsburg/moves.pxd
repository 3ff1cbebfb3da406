from eminence.cext.core.game cimport move_t

cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil
