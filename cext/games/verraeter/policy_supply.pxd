from eminence.cext.core.rng cimport Rng
from eminence.cext.games.verraeter.policy_common cimport Weights
from eminence.cext.games.verraeter.state cimport VerraeterContext, VerraeterState

cdef int choose_cards(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil
