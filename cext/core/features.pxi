# What every game's features.pxd declares: what a learned prior looks at, see GameOps in game.pxd.

from eminence.cext.core.game cimport move_t

cdef int features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil
