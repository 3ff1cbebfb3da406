"""What three or four others held at the last shuffle, where their lives are too many to be listed."""

from eminence.cext.games.royals.hidden_tables cimport Notes, SuitTables
from eminence.cext.games.royals.state cimport RoyalsState

cdef bint walk_through(const RoyalsState *s, int observer, SuitTables *t, Notes *notes) noexcept nogil
