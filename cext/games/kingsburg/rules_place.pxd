from eminence.cext.core.game cimport move_t
from eminence.cext.games.kingsburg.state cimport KingsburgContext, KingsburgState

cdef bint next_place(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef int place_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int pay_moves(
    const KingsburgContext *c, const KingsburgState *s, int seat, int advisor, move_t *moves
) noexcept nogil
cdef void play_place(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_pay(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_move(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef bint next_move(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef int highest_of(const KingsburgState *s, int seat) noexcept nogil
