"""The template's game with one law broken."""

from libc.math cimport INFINITY
from libc.string cimport memcpy

from eminence.cext.core.game cimport MAX_MOVES, MAX_SEATS, GameOps, Outcome, move_t
from eminence.cext.core.rng cimport Rng
from eminence.cext.games._template cimport features, hidden, policy, rules, traits
from eminence.cext.games._template.state cimport (  # no-cython-lint
    CHOOSE, DONE, LEFT, RIGHT, HandContext as Context, HandState as State,
)

include "eminence/cext/core/kernel.pxi"


cdef int _one_move(const void *context, const void *state, move_t *moves) noexcept nogil:
    moves[0] = LEFT
    return 1


cdef int _many_moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    cdef int i
    for i in range(6 * MAX_MOVES):
        moves[i] = i
    return 6 * MAX_MOVES


cdef int _descending_moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    moves[0] = RIGHT
    moves[1] = LEFT
    return 2


cdef int _peeking_moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    moves[0] = LEFT
    moves[1] = RIGHT
    moves[2] = 3
    return 3 if (<const State *>state).hand == LEFT else 2


cdef int _backward_play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    cdef int actor = rules.play(context, state, move, rng)
    (<State *>state).round -= (<State *>state).phase == CHOOSE
    return actor


cdef int _wrong_actor_play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    return 7 + rules.play(context, state, move, rng)


cdef void _restless_hide(const void *context, void *state, int seat) noexcept nogil:
    hidden.hide(context, state, seat)
    (<State *>state).points[0] ^= 1


cdef void _careless_sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
    hidden.sample(context, state, seat, tables, rng)
    (<State *>state).points[seat] += 1


cdef move_t _wild_playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    return 9


cdef float _sure_estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    policy.estimate(context, state, outcome)
    return 0


cdef void _blind_prior(
    const void *context, const void *state, const move_t *moves, int count, float *weights
) noexcept nogil:
    weights[0] = 1
    weights[1] = 0


cdef int _peeking_features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil:
    columns[0] = (<const State *>state).hand
    return 0


cdef int _endless_features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil:
    columns[count - 1] = INFINITY
    return 0


cdef int _strange_features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil:
    return 3


cdef int _endless_traits(const void *context, const void *state, float *columns) noexcept nogil:
    columns[traits.HIDES * MAX_SEATS + 1] = INFINITY
    return 0


cdef int _strange_traits(const void *context, const void *state, float *columns) noexcept nogil:
    return traits.STAGES


cdef class LawlessKernel(PlainKernel):
    cdef GameOps table
    cdef object fault

    def __init__(self, str fault):
        memcpy(&self.table, &OPS, sizeof(OPS))
        self.table.margin_scale = 2
        self.table.exploration = 1.75
        self.table.features = features.features
        self.table.feature_count = features.FEATURES
        self.table.decision_kinds = DONE
        self.table.traits = traits.traits
        self.table.trait_count = traits.TRAITS
        self.table.stages = traits.STAGES
        self.fault = fault
        if fault == "one_move":
            self.table.moves = _one_move
        elif fault == "many_moves":
            self.table.moves = _many_moves
        elif fault == "descending_moves":
            self.table.moves = _descending_moves
        elif fault == "peeking_moves":
            self.table.moves = _peeking_moves
        elif fault == "backward_play":
            self.table.play = _backward_play
        elif fault == "wrong_actor_play":
            self.table.play = _wrong_actor_play
        elif fault == "restless_hide":
            self.table.hide = _restless_hide
        elif fault == "careless_sample":
            self.table.sample = _careless_sample
        elif fault == "wild_playout_move":
            self.table.playout_move = _wild_playout_move
        elif fault == "sure_estimate":
            self.table.estimate = _sure_estimate
        elif fault == "blind_prior":
            self.table.prior = _blind_prior
            self.table.prior_weight = 1
        elif fault == "peeking_features":
            self.table.features = _peeking_features
        elif fault == "endless_features":
            self.table.features = _endless_features
        elif fault == "strange_features":
            self.table.features = _strange_features
        elif fault == "endless_traits":
            self.table.traits = _endless_traits
        elif fault == "strange_traits":
            self.table.traits = _strange_traits
        cdef Context *c = <Context *>self.attach(&self.table, 2)
        c.rounds = 3
        c.safe_percent = 50
        c.value = [1, 2, 3]
        c.purse = [1, 1, 1]

    def pack(self, record) -> bytes:
        """With the fault "stray_bytes" a field of the state is one that plain data do not have."""
        return PlainKernel.pack(self, record | {"hider": 0} if self.fault == "stray_bytes" else record)
