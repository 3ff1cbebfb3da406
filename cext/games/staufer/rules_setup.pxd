from eminence.cext.core.rng cimport Rng
from eminence.cext.games.staufer.state cimport StauferContext, StauferState

cdef void lay_table(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil
