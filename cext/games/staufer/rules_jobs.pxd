from eminence.cext.games.staufer.state cimport StauferContext, StauferState

cdef int job_points(const StauferContext *c, const StauferState *s, int seat, int category) noexcept nogil
cdef int chest_points(const StauferContext *c, const StauferState *s, int seat, int part) noexcept nogil
cdef int final_points(const StauferContext *c, const StauferState *s, int seat, int *parts) noexcept nogil
