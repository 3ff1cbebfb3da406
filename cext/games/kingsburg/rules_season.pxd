from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.kingsburg.state cimport KingsburgContext, KingsburgState

cdef void start_year(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil
cdef bint next_side(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_conjure(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef void start_aid(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_aid(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_take(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef void start_season(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil
cdef bint next_bless(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef bint next_bounty(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef void roll(const KingsburgContext *c, KingsburgState *s, Rng *rng) noexcept nogil
cdef bint next_modifier(const KingsburgContext *c, KingsburgState *s) noexcept nogil
cdef int side_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int conjure_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int modifier_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef int die_moves(const KingsburgState *s, move_t *moves) noexcept nogil
cdef int turn_moves(const KingsburgContext *c, const KingsburgState *s, move_t *moves) noexcept nogil
cdef void play_conjure(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_take(const KingsburgContext *c, KingsburgState *s, int kind) noexcept nogil
cdef void play_bless(KingsburgState *s, int move) noexcept nogil
cdef void play_blessing(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef void play_modifier(const KingsburgContext *c, KingsburgState *s, int move, Rng *rng) noexcept nogil
cdef void play_die(const KingsburgContext *c, KingsburgState *s, int slot, Rng *rng) noexcept nogil
cdef void play_turn(const KingsburgContext *c, KingsburgState *s, int move) noexcept nogil
cdef int needy(const KingsburgContext *c, const KingsburgState *s) noexcept nogil
