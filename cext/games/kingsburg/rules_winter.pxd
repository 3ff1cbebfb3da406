from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.kingsburg.state cimport Invader, KingsburgContext, KingsburgState

cdef int battle_bonus(const KingsburgContext *c, const KingsburgState *s, int seat, int card) noexcept nogil
cdef int strength_of(const KingsburgContext *c, const KingsburgState *s, int card) noexcept nogil
cdef bint valley_fights(const KingsburgContext *c, const KingsburgState *s) noexcept nogil
cdef Invader enemy(const KingsburgContext *c, const KingsburgState *s) noexcept nogil
cdef int soldier_price(const KingsburgContext *c, const KingsburgState *s, int seat) noexcept nogil
cdef bint next_recruit(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_hire(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef void start_winter(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil
cdef bint next_troops(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_academy(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil
cdef bint next_arm(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_battle(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_spoils(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef int recruit_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int hire_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int troop_moves(const KingsburgContext *c, const KingsburgState *s, int seat, move_t *moves) noexcept nogil
cdef int arm_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int spoil_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef void play_recruit(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_hire(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil
cdef void play_troops(KingsburgState *s, int token) noexcept nogil
cdef void play_arm(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_spoil(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil
