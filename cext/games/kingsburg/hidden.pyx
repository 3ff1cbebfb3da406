"""Who may know what (section 6 of the rules): the invader cards to come and the troop tokens being chosen.

Everything else is public. Who has peeked (`seen`) and who has already chosen a token (turn order) is public too.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from eminence.cext.core.game cimport move_t
from eminence.cext.core.hash cimport hash_bytes
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games.kingsburg.state cimport (
    CARDS, ENDED, TROOPS, TROOPS_MAX, YEARS, KingsburgContext, KingsburgState,
)
from eminence.cext.games.kingsburg.winter cimport troop_moves


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef KingsburgState *s = <KingsburgState *>state
    cdef int i
    if s.phase < TROOPS and not (s.seen >> seat) & 1:
        s.invaders[s.year] = 0
    for i in range(s.year + 1, YEARS):
        s.invaders[i] = 0
    if s.phase == TROOPS:
        for i in range(c.seats):
            if i != seat:
                s.chosen[i] = 0


cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
    """Each unknown card uniformly out of the five of its year, each unknown commit out of the values still there."""
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef KingsburgState *s = <KingsburgState *>state
    cdef move_t tokens[TROOPS_MAX]
    cdef int i, other
    if s.phase == ENDED:
        return
    hide(context, state, seat)
    for i in range(s.year, YEARS):
        if s.invaders[i] == 0:
            s.invaders[i] = 1 + rng_below(rng, CARDS)
    if s.phase == TROOPS:
        for i in range(s.turn):
            other = s.order[i]
            if other != seat:
                s.chosen[other] = 1 + tokens[rng_below(rng, troop_moves(c, s, other, tokens))]


cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil:
    cdef KingsburgState known = (<const KingsburgState *>state)[0]
    hide(context, &known, seat)
    return hash_bytes(&known, sizeof(known), seat)


cdef uint64_t node(const void *context, const void *state, int seat) noexcept nogil:
    """A coarser key: the seat itself and the board, without what the other seats own, built and rolled.

    Not used: matches showed no gain over the infoset key.
    """
    cdef const KingsburgContext *c = <const KingsburgContext *>context
    cdef KingsburgState known = (<const KingsburgState *>state)[0]
    cdef int other
    hide(context, &known, seat)
    for other in range(c.seats):
        if other != seat:
            memset(known.own[other], 0, sizeof(known.own[other]))
            memset(known.dice[other], 0, sizeof(known.dice[other]))
            known.built[other] = 0
    memset(known.group, 0, sizeof(known.group))
    return hash_bytes(&known, sizeof(known), seat)
