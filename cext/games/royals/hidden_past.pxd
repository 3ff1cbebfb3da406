"""The hands of others at the last shuffle."""

from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.types cimport u8
from eminence.cext.games.royals.hidden_hands cimport MAX_KINDS, Wave
from eminence.cext.games.royals.hidden_tables cimport SuitTables
from eminence.cext.games.royals.state cimport RoyalsContext, RoyalsState

cdef struct Past:
    # What is known of all hands at a shuffle.
    int size[MAX_SEATS]
    Wave wave[MAX_SEATS]
    int together[MAX_KINDS]     # blind cards of all but the observer

cdef void composition(const RoyalsState *s, int suit, int generation, const u8 *own, double *share) noexcept nogil
cdef void live_through(
    const RoyalsState *s, int suit, int generation, int start, int end, int seats, bint normal, Past *past
) noexcept nogil
cdef void count_together(const RoyalsState *s, int suit, int generation, int start, int end, int *together) noexcept nogil
cdef int count_past(const RoyalsContext *c, const RoyalsState *s, int suit, int observer, Past *past) noexcept nogil
cdef void remember(
    const RoyalsContext *c, const RoyalsState *s, int suit, int observer, const SuitTables *t, Past *past
) noexcept nogil
