"""Rules, hidden information and playout policy of Which Hand?"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from eminence.cext.core.game cimport OVER, GameOps, Outcome, move_t
from eminence.cext.core.hash cimport hash_bytes
from eminence.cext.core.kernel cimport Kernel
from eminence.cext.core.outcome cimport rank_by_score
from eminence.cext.core.rng cimport Rng, rng_below
from eminence.cext.games._template.state cimport (
    CHOOSE, DONE, GUESS, GUESSING, HIDE, LEFT, UNKNOWN, HandContext, HandState,
)


cdef void setup(const void *context, void *state, Rng *rng) noexcept nogil:
    (<HandState *>state).hider = 1


cdef int actor(const void *context, const void *state) noexcept nogil:
    cdef const HandState *s = <const HandState *>state
    if s.phase == DONE:
        return OVER
    return s.hider if s.phase == HIDE else 1 - s.hider


cdef int moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    moves[0] = 1        # LEFT or SAFE
    moves[1] = 2        # RIGHT or GUESS
    return 2


cdef void _end_round(const HandContext *c, HandState *s, bint guessed) noexcept nogil:
    s.points[1 - s.hider if guessed else s.hider] += c.prize
    s.round += 1
    s.hider = 1 - s.hider
    s.hand = UNKNOWN
    s.phase = DONE if s.round == c.rounds else HIDE


cdef int play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    cdef const HandContext *c = <const HandContext *>context
    cdef HandState *s = <HandState *>state
    if s.phase == HIDE:
        s.hand = move
        s.phase = CHOOSE
    elif s.phase == GUESSING:
        _end_round(c, s, move == s.hand)
    elif move == GUESS:
        s.phase = GUESSING
    else:
        _end_round(c, s, rng_below(rng, 100) < c.safe_percent)
    return actor(context, state)


cdef void hide(const void *context, void *state, int seat) noexcept nogil:
    cdef HandState *s = <HandState *>state
    if seat != s.hider:
        s.hand = UNKNOWN


cdef void sample(const void *context, void *state, int seat, Rng *rng) noexcept nogil:
    cdef HandState *s = <HandState *>state
    if seat != s.hider and s.phase != HIDE and s.phase != DONE:
        s.hand = LEFT + rng_below(rng, 2)


cdef uint64_t infoset(const void *context, const void *state, int seat) noexcept nogil:
    cdef HandState known = (<const HandState *>state)[0]
    hide(context, &known, seat)
    return hash_bytes(&known, sizeof(known), seat)


cdef int secret(const void *context, const void *state) noexcept nogil:
    return (<const HandState *>state).phase == HIDE


cdef int round_(const void *context, const void *state) noexcept nogil:
    return (<const HandState *>state).round


cdef void result(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    cdef int seat
    for seat in range(2):
        outcome.score[seat] = (<const HandState *>state).points[seat]
    rank_by_score(outcome, 2)


cdef float estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    result(context, state, outcome)
    return 1


cdef move_t playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    return 1 + rng_below(rng, 2)


cdef GameOps OPS
OPS.state_size = sizeof(HandState)
OPS.context_size = sizeof(HandContext)
OPS.margin_scale = 2
OPS.win_weight = 0.9
OPS.horizon = 0
OPS.exploration = 1.75
OPS.prior_weight = 0
OPS.setup = setup
OPS.actor = actor
OPS.moves = moves
OPS.play = play
OPS.hide = hide
OPS.sample = sample
OPS.infoset = infoset
OPS.node = NULL
OPS.secret = secret
OPS.round = round_
OPS.result = result
OPS.estimate = estimate
OPS.playout_move = playout_move
OPS.prior = NULL


cdef class HandKernel(Kernel):
    def __init__(self, int rounds, int safe_percent, int prize):
        cdef HandContext *c = <HandContext *>self.attach(&OPS, 2)
        c.rounds = rounds
        c.safe_percent = safe_percent
        c.prize = prize

    @property
    def rounds(self):
        return (<HandContext *>self.context).rounds

    def unpack(self, bytes state) -> dict:
        cdef HandState s
        memcpy(&s, self.read(state), sizeof(s))
        return s

    def pack(self, record) -> bytes:
        cdef HandState s
        memset(&s, 0, sizeof(s))    # padding is zero too
        s = record
        return (<char *>&s)[:sizeof(s)]
