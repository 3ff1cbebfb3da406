# What every game's hidden.pxd declares: who knows what, see GameOps in game.pxd.

from libc.stdint cimport uint64_t

from eminence.cext.core.rng cimport Rng

cdef void hide(const void *context, void *state, int seat) noexcept nogil
cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil
