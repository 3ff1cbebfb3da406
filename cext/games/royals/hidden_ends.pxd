"""Every deal of the current generation, counted."""

from eminence.cext.games.royals.hidden_tables cimport Sums, SuitTables
from eminence.cext.games.royals.state cimport RoyalsContext, RoyalsState

cdef void count_ends(
    const RoyalsContext *c, const RoyalsState *s, int suit, const double *share, SuitTables *t, Sums *sums
) noexcept nogil
