# What every game's traits.pxd declares: what a learned evaluation looks at, see GameOps in game.pxd.

from eminence.cext.core.game cimport MAX_SEATS

cdef int traits(const void *context, const void *state, float *columns) noexcept nogil
