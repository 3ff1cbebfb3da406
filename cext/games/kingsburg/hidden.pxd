include "eminence/cext/core/hidden.pxi"

cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil
cdef void prepare(const void *context, const void *view, int seat, double until, void *tables) noexcept nogil
