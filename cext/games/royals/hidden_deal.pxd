"""Worlds drawn from the tables."""

from eminence.cext.core.rng cimport Rng
from eminence.cext.games.royals.hidden_tables cimport SuitTables, Tables
from eminence.cext.games.royals.state cimport RoyalsState

cdef void find_cap(int suit, Tables *tables) noexcept nogil
cdef void find_least_drift(int suit, SuitTables *t) noexcept nogil
cdef bint deal(RoyalsState *s, int suit, const Tables *tables, Rng *rng) noexcept nogil
