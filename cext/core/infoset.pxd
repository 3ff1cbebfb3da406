"""The key of what a seat knows."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from eminence.cext.core.game cimport MAX_STATE, GameOps
from eminence.cext.core.hash cimport hash_bytes


cdef inline uint64_t infoset_key(
    const GameOps *ops, const void *context, const void *state, int seat
) noexcept nogil:
    """The game's own key, or a hash of what hiding leaves."""
    cdef char known[MAX_STATE]
    if ops.infoset != NULL:
        return ops.infoset(context, state, seat)
    memcpy(known, state, ops.state_size)
    ops.hide(context, known, seat)
    return hash_bytes(known, ops.state_size, seat)
