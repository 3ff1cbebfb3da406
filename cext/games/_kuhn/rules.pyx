"""All of Kuhn's poker: rules, hidden cards, and quick play at random."""

from libc.string cimport memset

from eminence.cext.core.game cimport OVER, Outcome, move_t
from eminence.cext.core.outcome cimport rank_by
from eminence.cext.core.rng cimport Rng, rng_below


cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil:
    cdef KuhnState *s = <KuhnState *>state
    s.card[0] = 1 + rng_below(rng, CARDS)
    sample(context, state, 0, NULL, rng)


cdef int actor(const void *context, const void *state) noexcept nogil:
    cdef const KuhnState *s = <const KuhnState *>state
    if s.made < 2:
        return s.made
    return 0 if s.made == 2 and s.move[0] == PASS and s.move[1] == BET else OVER


cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    moves[0] = PASS
    moves[1] = BET
    return 2


cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    cdef KuhnState *s = <KuhnState *>state
    s.move[s.made] = move
    s.made += 1
    return actor(context, state)


cdef int secret(const void *context, const void *state) noexcept nogil:
    """A bet is seen, but not the card it is made with: who never bluffs can be read."""
    return actor(context, state) != OVER


cdef int round_(const void *context, const void *state) noexcept nogil:
    return (<const KuhnState *>state).made


cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    cdef const KuhnState *s = <const KuhnState *>state
    cdef int last = s.move[s.made - 1], before = s.move[s.made - 2], winner, chips
    if last == PASS and before == BET:
        winner = s.made & 1     # folded to: the one who did not move last
        chips = 1
    else:
        winner = s.card[1] > s.card[0]
        chips = last            # one each, and with a bet called two
    outcome.score[winner] = chips
    outcome.score[1 - winner] = -chips
    rank_by(outcome, 2, outcome.score)


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    """Cards are shown at the end."""
    if actor(context, state) != OVER:
        (<KuhnState *>state).card[1 - seat] = UNKNOWN


cdef void sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
    cdef KuhnState *s = <KuhnState *>state
    if actor(context, state) != OVER:
        s.card[1 - seat] = 1 + (s.card[seat] + rng_below(rng, CARDS - 1)) % CARDS


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    return PASS + rng_below(rng, 2)


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    memset(outcome.score, 0, sizeof(outcome.score))
    return 1
