from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.kingsburg.state cimport KingsburgContext, KingsburgState

cdef bint next_help(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil
cdef bint next_choice(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef int option_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int partner_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int gift_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef void play_help(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
