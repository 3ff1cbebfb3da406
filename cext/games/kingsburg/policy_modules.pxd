from eminence.cext.core.game cimport move_t
from eminence.cext.core.rng cimport Rng
from eminence.cext.games.kingsburg.policy_worth cimport seasons_left
from eminence.cext.games.kingsburg.state cimport KingsburgContext, KingsburgState

cdef move_t choose_of_module(
    const KingsburgContext *c, const KingsburgState *s, const move_t *legal, int count, Rng *rng
) noexcept nogil


cdef inline float governor_worth(const KingsburgContext *c, const KingsburgState *s, int number) noexcept nogil:
    """What a governor brings from now on."""
    return c.ruler[number] * (1 + seasons_left(s)) + c.award[number]
