"""What three or four others held at the last shuffle, by all that is known of earlier ones."""

from eminence.cext.games.royals.hidden_tables cimport Notes, SuitTables
from eminence.cext.games.royals.state cimport RoyalsState

cdef bint join_lives(const RoyalsState *s, int suit, int observer, SuitTables *t, Notes *notes) noexcept nogil
cdef void share_out(int suit, SuitTables *t, Notes *notes) noexcept nogil
