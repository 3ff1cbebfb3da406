from eminence.cext.core.game cimport MAX_SEATS
from eminence.cext.core.rng cimport Rng
from eminence.cext.core.types cimport u8
from eminence.cext.games.kingsburg.state cimport MAX_CARDS, TROOPS_MAX, KingsburgContext, KingsburgState

cdef struct Tables:
    # TROOPS, by seat: chance that it has laid one of the tokens up to each one; from the last one it can lay on certainty.
    double upto[MAX_SEATS][TROOPS_MAX]
    # KEEP: how much each governor speaks for itself.
    float wish[MAX_CARDS + 1]

cdef int lack_of(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil
cdef void fill_tables(const KingsburgContext *c, const KingsburgState *view, int seat, Tables *tables) noexcept nogil
cdef int draw_token(const Tables *tables, int seat, Rng *rng) noexcept nogil
cdef int draw_governor(const Tables *tables, const u8 *hand, Rng *rng) noexcept nogil
