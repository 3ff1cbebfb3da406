from libc.stdint cimport uint32_t

from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.kingsburg.state cimport KingsburgContext, KingsburgState

cdef void deal_strips(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil
cdef bint next_draft(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_strips(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef void set_hand(KingsburgState *s, int seat, uint32_t cards) noexcept nogil
cdef void start_governors(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil
cdef bint next_keep(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_lot(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_bid(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef int draft_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int strip_moves(const KingsburgState *s, move_t *moves) noexcept nogil
cdef int keep_moves(const KingsburgState *s, int seat, move_t *moves) noexcept nogil
cdef int bid_moves(const KingsburgState *s, move_t *moves) noexcept nogil
cdef void play_draft(KingsburgState *s, int row) noexcept nogil
cdef void play_strips(KingsburgState *s, int rows) noexcept nogil
cdef void play_keep(KingsburgState *s, int number) noexcept nogil
cdef void play_lot(const KingsburgContext *c, KingsburgState *s, int number) noexcept nogil
cdef void play_bid(KingsburgState *s, int move) noexcept nogil
