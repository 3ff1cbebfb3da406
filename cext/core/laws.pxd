"""A watch over a game: its own table of functions behind one that checks the laws of game.pxd at every call."""

from eminence.cext.core.game cimport MAX_STATE, GameOps

cdef struct Watch:
    # Stands before the context in memory, so that a function that is given the context finds it.
    const GameOps *game     # the game's own functions
    GameOps checked         # the same behind checks
    int seats
    const char *law         # the first one that was broken, in words; NULL = none
    char state[MAX_STATE]   # where that was
    void *context

cdef Watch *watch(const GameOps *game, int seats) noexcept nogil
cdef void unwatch(Watch *watch) noexcept nogil
