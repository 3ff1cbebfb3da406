from eminence.cext.core.rng cimport Rng
from eminence.cext.games.staufer.state cimport StauferContext, StauferState

cdef int draw_chest(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil
cdef void begin_scoring(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil
cdef bint share_bonus(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil
cdef void pick(StauferState *s, int kind) noexcept nogil
cdef bint end_round(const StauferContext *c, StauferState *s) noexcept nogil
cdef bint ask_keepers(const StauferContext *c, StauferState *s) noexcept nogil
cdef void next_keeper(const StauferContext *c, StauferState *s) noexcept nogil
cdef void tell_round(const StauferContext *c, const StauferState *s) noexcept nogil
cdef void clean_up(const StauferContext *c, StauferState *s, Rng *rng) noexcept nogil
