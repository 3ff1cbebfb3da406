from eminence.cext.core.game cimport move_t
from eminence.cext.games.kingsburg.state cimport KingsburgContext, KingsburgState

cdef bint next_build(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_effect(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef int rob_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int loot_moves(const KingsburgState *s, move_t *moves) noexcept nogil
cdef int trade_moves(const KingsburgState *s, move_t *moves) noexcept nogil
cdef int swap_moves(const KingsburgState *s, move_t *moves) noexcept nogil
cdef int discount_moves(const KingsburgContext *c, const KingsburgState *s, int cell, move_t *moves) noexcept nogil
cdef int effect_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int price_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef void play_rob(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_loot(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil
cdef void play_trade(KingsburgState *s, int move) noexcept nogil
cdef void play_swap(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil
cdef void play_build(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_discount(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_effect(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_price(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil
