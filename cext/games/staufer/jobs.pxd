from eminence.cext.games.staufer.state cimport StauferContext, StauferState

cdef enum Part:
    # What final points are made of.
    REGION_PART
    PATTERN_PART
    OFFICES_PART
    SERIES_PART     # brown chests
    CHESTS_PART     # turquoise and violet chests
    PARTS

cdef int job_points(const StauferContext *c, const StauferState *s, int seat, int category) noexcept nogil
cdef int chest_points(const StauferContext *c, const StauferState *s, int seat, int part) noexcept nogil
cdef int final_points(const StauferContext *c, const StauferState *s, int seat, int *parts) noexcept nogil
