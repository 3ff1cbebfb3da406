"""Lists of hands that a seat may have, with their weights."""

from libc.stdint cimport uint64_t

from eminence.cext.games.royals.hidden_tables cimport Shares
from eminence.cext.games.royals.state cimport RoyalsContext, RoyalsState

cdef void list_shares(int suit, const double *wave, const float *chance, int size, Shares *shares) noexcept nogil
cdef int find_strides(int suit, uint64_t whole, int *stride) noexcept nogil
cdef void place_hands(int suit, Shares *shares, uint64_t whole, const int *stride) noexcept nogil
cdef void deciding_hands(
    const RoyalsContext *c, const RoyalsState *s, int suit, int seat, int size, double *wave
) noexcept nogil
