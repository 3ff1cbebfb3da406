"""The rules of Which Hand?, phase by phase."""

from libc.string cimport memcpy

from eminence.cext.core.draw cimport draw_kind
from eminence.cext.core.game cimport OVER, Outcome, move_t
from eminence.cext.core.journal cimport tell, tell_some, turns_out
from eminence.cext.core.outcome cimport rank_by
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games._template.state cimport (
    CHANCED, CHOOSE, COIN_WON, DONE, DRAWN, GUESS, GUESSED, GUESSING, HIDE, LEFT, NO_COIN, RIGHT, SAFE, UNKNOWN, WON, HandContext,
    HandState,
)


cdef void _draw_coin(const HandContext *c, HandState *s, Rng *rng) noexcept nogil:
    s.coin = 1 + draw_kind(s.purse, s.purse[0] + s.purse[1] + s.purse[2], rng)
    tell_some(c, 1 << s.hider, DRAWN, s.hider, 0, s.coin, 0, 0, 0)
    tell_some(c, 1 << (1 - s.hider), DRAWN, s.hider, 0, NO_COIN, 0, 0, 0)


cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil:
    cdef const HandContext *c = <const HandContext *>context
    cdef HandState *s = <HandState *>state
    memcpy(s.purse, c.purse, sizeof(s.purse))
    s.hider = 1
    _draw_coin(c, s, rng)


cdef int actor(const void *context, const void *state) noexcept nogil:
    cdef const HandState *s = <const HandState *>state
    if s.phase == DONE:
        return OVER
    return s.hider if s.phase == HIDE else 1 - s.hider


cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    if (<const HandState *>state).phase == CHOOSE:
        moves[0] = SAFE
        moves[1] = GUESS
    else:
        moves[0] = LEFT
        moves[1] = RIGHT
    return 2


cdef void _end_round(const HandContext *c, HandState *s, bint guessed, Rng *rng) noexcept nogil:
    cdef int winner = 1 - s.hider if guessed else <int>s.hider, points = c.value[s.coin - 1]
    s.points[winner] += points
    tell(c, WON, winner, points, s.coin, 0, 0, 0)
    turns_out(c, COIN_WON, 1 << winner)
    s.round += 1
    s.hider = 1 - s.hider
    s.hand = UNKNOWN
    s.coin = NO_COIN
    s.phase = DONE if s.round == c.rounds else HIDE
    if s.phase == HIDE:
        _draw_coin(c, s, rng)


cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    cdef const HandContext *c = <const HandContext *>context
    cdef HandState *s = <HandState *>state
    cdef bint lucky
    if s.phase == HIDE:
        s.hand = move
        s.phase = CHOOSE
    elif s.phase == GUESSING:
        tell(c, GUESSED, 1 - s.hider, 0, move, s.hand, 0, 0)
        _end_round(c, s, move == s.hand, rng)
    elif move == GUESS:
        s.phase = GUESS
    else:
        lucky = rng_below(rng, 100) < c.safe_percent
        tell(c, CHANCED, 1 - s.hider, 0, lucky, 0, 0, 0)
        _end_round(c, s, lucky, rng)
    return actor(context, state)


cdef int secret(const void *context, const void *state) noexcept nogil:
    return (<const HandState *>state).phase == HIDE


cdef int round_(const void *context, const void *state) noexcept nogil:
    return (<const HandState *>state).round


cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    cdef int seat
    for seat in range(2):
        outcome.score[seat] = (<const HandState *>state).points[seat]
    rank_by(outcome, 2, outcome.score)
