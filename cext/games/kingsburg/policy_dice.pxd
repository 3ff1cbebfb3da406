from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.kingsburg.state cimport KingsburgContext, KingsburgState

cdef move_t choose_place(const KingsburgContext *c, const KingsburgState *s, Rng *rng) noexcept nogil
cdef move_t choose_payment(const KingsburgContext *c, const KingsburgState *s, Rng *rng) noexcept nogil
cdef move_t choose_modifier(const KingsburgContext *c, const KingsburgState *s) noexcept nogil
cdef move_t choose_die(const KingsburgState *s, const move_t *legal, int count, Rng *rng) noexcept nogil
cdef move_t choose_turn(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil
cdef move_t choose_move(const KingsburgContext *c, const KingsburgState *s) noexcept nogil
cdef void weigh_places(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng, float *weights
) noexcept nogil
cdef void weigh_payments(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, float *weights
) noexcept nogil
