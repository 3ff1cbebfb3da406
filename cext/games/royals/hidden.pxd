include "eminence/cext/core/hidden.pxi"

cdef void prepare(const void *context, const void *view, int seat, double until, void *tables) noexcept nogil
cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil
