from libc.stdint cimport uint32_t

from eminence.cext.games.royals.state cimport RoyalsContext, RoyalsState

cdef uint32_t standing(const RoyalsContext *c, const RoyalsState *s, int seat, int country) noexcept nogil
cdef void score_period(const RoyalsContext *c, RoyalsState *s) noexcept nogil
cdef int title_owners(const RoyalsContext *c, const RoyalsState *s, int title) noexcept nogil
cdef void best_titles(const RoyalsContext *c, const RoyalsState *s, int *best) noexcept nogil
cdef void score_titles(const RoyalsContext *c, RoyalsState *s) noexcept nogil
cdef void tell_end(const RoyalsContext *c, const RoyalsState *s) noexcept nogil
