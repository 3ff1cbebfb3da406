from eminence.cext.core.rng cimport Rng
from eminence.cext.games.verraeter.policy_common cimport Weights
from eminence.cext.games.verraeter.state cimport VerraeterContext, VerraeterState

cdef int choose_safest(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, unsigned int sites, int house, Rng *rng,
    float *worths,
) noexcept nogil
cdef float builder_worth(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, int seat
) noexcept nogil
cdef int choose_building(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil
cdef int choose_place(
    const VerraeterContext *c, const VerraeterState *s, const Weights *w, Rng *rng, float *worths
) noexcept nogil
