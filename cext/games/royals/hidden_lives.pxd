"""What one seat can have held blind at every shuffle."""

from eminence.cext.games.royals.hidden_tables cimport Lives, Shuffles, SuitTables
from eminence.cext.games.royals.state cimport RoyalsState

cdef bint read_shuffles(const RoyalsState *s, int suit, int observer, Shuffles *shuffles) noexcept nogil
cdef void sort_by_hand(int suit, int size, Lives *lives, Lives *sorted_) noexcept nogil
cdef bint list_lives(
    const RoyalsState *s, int suit, const SuitTables *t, int i, const Shuffles *shuffles, Lives *lives, Lives *spare, int *steps
) noexcept nogil
