"""What `prepare` works out once per search."""

from eminence.cext.games.royals.hidden_tables cimport Tables
from eminence.cext.games.royals.state cimport RoyalsContext, RoyalsState

cdef void fill_suit(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, double until, Tables *tables) noexcept nogil
