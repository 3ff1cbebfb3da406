"""Who knows what (section 6): job cards are their owner's secret until the final scoring; all else is open.

The order of the draw pile is not part of the state: `play` draws from a multiset that everybody can work out.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from eminence.cext.core.hash cimport hash_bytes, hash_wide
from eminence.cext.core.rng cimport Rng, rng_next
from eminence.cext.games.staufer.hidden_beliefs cimport BITS, Tables, fill_tables
from eminence.cext.games.staufer.state cimport CARDS, CATEGORIES, DONE, StauferContext, StauferState


cdef inline bint _open(const StauferContext *c, const StauferState *s) noexcept nogil:
    """Whether everybody knows all jobs: they have been scored, or they are an option of the game."""
    return s.phase == DONE or c.jobs_fixed


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef StauferState *s = <StauferState *>state
    cdef int other
    if _open(c, s):
        return
    for other in range(c.seats):
        if other != seat:
            memset(s.jobs[other], 0, CATEGORIES)


cdef void prepare(const void *context, const void *view, int seat, double until, void *tables) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>view
    if not _open(c, s):
        fill_tables(c, s, seat, <Tables *>tables)


cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
    """S-6.1: in each category the five cards that are not the seat's own are dealt to the others, as these have played."""
    cdef const StauferContext *c = <const StauferContext *>context
    cdef StauferState *s = <StauferState *>state
    cdef const uint32_t *bound
    cdef uint32_t draw
    cdef int category, other, number, i, card, gone
    if _open(c, s):
        return
    for category in range(CATEGORIES):
        gone = 1 << (s.jobs[seat][category] - 1)
        number = 0
        for other in range(c.seats):
            if other == seat:
                continue
            bound = (<const Tables *>tables).bound[category][number][gone]
            draw = <uint32_t>(rng_next(rng) >> (64 - BITS))
            card = 0
            for i in range(CARDS - 1):
                card += draw >= bound[i]
            gone |= 1 << card
            s.jobs[other][category] = 1 + card
            number += 1


cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil:
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    cdef uint64_t key = hash_wide(s, <size_t>(<const char *>s.jobs - <const char *>s), seat)
    if _open(c, s):
        return hash_bytes(s.jobs, sizeof(s.jobs), key)
    return hash_bytes(s.jobs[seat], CATEGORIES, key)


cdef uint64_t node(const void *context, const void *state, int seat) noexcept nogil:
    """Without the seat's jobs: opponents' nodes of different deals fall together."""
    cdef const StauferContext *c = <const StauferContext *>context
    cdef const StauferState *s = <const StauferState *>state
    return hash_wide(s, <size_t>(<const char *>&s.holding[c.seats] - <const char *>s), seat)
