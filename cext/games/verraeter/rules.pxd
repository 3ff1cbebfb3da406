from eminence.cext.games.verraeter.state cimport VerraeterContext, VerraeterState

include "eminence/cext/core/rules.pxi"

cdef unsigned int settle_sites(const VerraeterContext *c, const VerraeterState *s) noexcept nogil
