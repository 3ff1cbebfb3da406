"""What three or four others held at the last shuffle, where their lives are too many to be listed."""

from eminence.cext.games.royals.hidden_past cimport Past
from eminence.cext.games.royals.hidden_tables cimport Notes, SuitTables
from eminence.cext.games.royals.state cimport RoyalsContext, RoyalsState

cdef void remember_apart(
    const RoyalsContext *c, const RoyalsState *s, int suit, int observer, SuitTables *t, Notes *notes, Past *past
) noexcept nogil
