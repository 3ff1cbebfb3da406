"""What three or four others held at all shuffles, counted together."""

from eminence.cext.games.royals.hidden_tables cimport Notes, SuitTables
from eminence.cext.games.royals.state cimport RoyalsContext, RoyalsState

cdef bint join_lives(
    const RoyalsContext *c, const RoyalsState *s, int suit, int observer, SuitTables *t, Notes *notes
) noexcept nogil
