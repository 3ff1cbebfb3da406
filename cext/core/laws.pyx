"""Checks of the laws of game.pxd around every call of a game's functions.

A broken law is noted with its state, and play goes on in some harmless way until `Kernel.verify` raises it.
"""

from libc.math cimport isfinite
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from eminence.cext.core.game cimport MAX_FEATURES, MAX_MOVES, MAX_SEATS, MAX_STATE, OVER, GameOps, Outcome, move_t
from eminence.cext.core.rng cimport Rng

cdef enum:
    HEADER = (sizeof(Watch) + 8 + 63) & ~63     # with the word for a journal, and keeping the context aligned
    ROOM = 4096                                 # moves a faulty game may write before memory is lost


cdef Watch *watch(const GameOps *game, int seats) noexcept nogil:
    """A watch with zeroed memory for the context; NULL without memory or with too large a state."""
    cdef char *block = NULL
    cdef Watch *w
    if game.state_size <= MAX_STATE:
        block = <char *>calloc(1, HEADER + game.context_size)
    if block == NULL:
        return NULL
    w = <Watch *>block
    w.game = game
    w.seats = seats
    w.context = block + HEADER
    w.checked = game[0]
    w.checked.setup = _setup
    w.checked.moves = _moves
    w.checked.play = _play
    w.checked.hide = _hide
    w.checked.sample = _sample
    w.checked.playout_move = _playout_move
    w.checked.estimate = _estimate
    if game.prior != NULL:
        w.checked.prior = _prior
    if game.features != NULL:
        w.checked.features = _features
    if game.traits != NULL:
        w.checked.traits = _traits
    if game.infoset != NULL:
        w.checked.infoset = _infoset
    return w


cdef void unwatch(Watch *watch) noexcept nogil:
    free(watch)


cdef inline Watch *_of(const void *context) noexcept nogil:
    return <Watch *>(<char *>context - HEADER)


cdef void _check(Watch *w, const void *state, bint kept, const char *law) noexcept nogil:
    if not kept and w.law == NULL:
        memcpy(w.state, state, w.game.state_size)
        w.law = law


cdef void _check_actor(Watch *w, const void *state, int actor) noexcept nogil:
    _check(w, state, actor == OVER or 0 <= actor < w.seats, b"the actor must be a seat of the table or OVER")
    _check(w, state, actor == w.game.actor(w.context, state), b"play must return the actor of the state it leaves")


cdef int _list(Watch *w, const void *state, move_t *moves) noexcept nogil:
    """The game's own moves, at most ROOM of them."""
    cdef int count = w.game.moves(w.context, state, moves)
    return max(0, min(count, <int>ROOM))


cdef bint _is_legal(Watch *w, const void *state, move_t move) noexcept nogil:
    cdef move_t moves[ROOM]
    cdef int i
    for i in range(_list(w, state, moves)):
        if moves[i] == move:
            return True
    return False


cdef void _setup(const void *context, void *state, Rng *rng) noexcept nogil:
    cdef Watch *w = _of(context)
    w.game.setup(context, state, rng)
    _check_actor(w, state, w.game.actor(context, state))


cdef int _moves(const void *context, const void *state, move_t *moves) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef move_t found[ROOM]
    cdef move_t known[ROOM]
    cdef char view[MAX_STATE]
    cdef int i, count = w.game.moves(context, state, found)
    _check(w, state, count >= 2, b"law 3: a decision must offer at least two moves")
    _check(w, state, count <= MAX_MOVES, b"law 3: a decision may not offer more than MAX_MOVES moves")
    count = max(0, min(count, <int>MAX_MOVES))
    for i in range(1, count):
        _check(w, state, found[i - 1] < found[i], b"law 3: moves must be strictly ascending")
    memcpy(view, state, w.game.state_size)
    w.game.hide(context, view, w.game.actor(context, state))
    _check(
        w, state, _list(w, view, known) == count and memcmp(found, known, count * sizeof(move_t)) == 0,
        b"law 3: moves must depend only on what the deciding seat knows",
    )
    memcpy(moves, found, count * sizeof(move_t))
    return count


cdef int _play(const void *context, void *state, move_t move, Rng *rng) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef int actor, before = w.game.round(context, state)
    if not _is_legal(w, state, move):
        _check(w, state, False, b"a move that is not legal was played")
        return OVER
    actor = w.game.play(context, state, move, rng)
    _check_actor(w, state, actor)
    _check(w, state, w.game.round(context, state) >= before, b"the round must never fall")
    return actor


cdef void _hide(const void *context, void *state, int seat) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef char again[MAX_STATE]
    cdef int actor = w.game.actor(context, state), round_ = w.game.round(context, state)
    w.game.hide(context, state, seat)
    memcpy(again, state, w.game.state_size)
    w.game.hide(context, again, seat)
    _check(w, state, memcmp(again, state, w.game.state_size) == 0, b"hiding twice must be hiding once")
    _check(w, state, w.game.actor(context, state) == actor, b"law 2: the actor must be known to every seat")
    _check(w, state, w.game.round(context, state) == round_, b"law 2: the round must be known to every seat")


cdef void _sample(const void *context, void *state, int seat, const void *tables, Rng *rng) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef char before[MAX_STATE]
    cdef char after[MAX_STATE]
    memcpy(before, state, w.game.state_size)
    w.game.hide(context, before, seat)
    w.game.sample(context, state, seat, tables, rng)
    memcpy(after, state, w.game.state_size)
    w.game.hide(context, after, seat)
    _check(w, before, memcmp(before, after, w.game.state_size) == 0, b"law 1: a sample must leave the view as it is")


cdef uint64_t _infoset(const void *context, const void *state, int seat) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef char view[MAX_STATE]
    cdef uint64_t key = w.game.infoset(context, state, seat)
    memcpy(view, state, w.game.state_size)
    w.game.hide(context, view, seat)
    _check(w, state, w.game.infoset(context, view, seat) == key, b"law 2: the infoset key must not see what is hidden")
    return key


cdef move_t _playout_move(const void *context, const void *state, Rng *rng) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef move_t move = w.game.playout_move(context, state, rng)
    _check(w, state, _is_legal(w, state, move), b"the playout policy chose a move that is not legal")
    return move


cdef float _estimate(const void *context, const void *state, Outcome *outcome) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef float spread = w.game.estimate(context, state, outcome)
    cdef int seat
    _check(w, state, isfinite(spread) and spread > 0, b"the spread of an estimate must be above 0")
    for seat in range(w.seats):
        _check(w, state, isfinite(outcome.score[seat]), b"an estimate must be finite")
    return spread


cdef void _prior(
    const void *context, const void *state, const move_t *moves, int count, float *weights
) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef int i
    memset(weights, 0, count * sizeof(float))
    w.game.prior(context, state, moves, count, weights)
    for i in range(count):
        _check(w, state, isfinite(weights[i]) and weights[i] > 0, b"every legal move must have a prior above 0")


cdef int _features(
    const void *context, const void *state, const move_t *moves, int count, float *columns
) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef float known[MAX_FEATURES * MAX_MOVES]
    cdef char view[MAX_STATE]
    cdef int i, cells = count * w.game.feature_count, kind = w.game.features(context, state, moves, count, columns)
    memset(known, 0, cells * sizeof(float))
    memcpy(view, state, w.game.state_size)
    w.game.hide(context, view, w.game.actor(context, state))
    _check(
        w, state, w.game.features(context, view, moves, count, known) == kind
        and memcmp(known, columns, cells * sizeof(float)) == 0,
        b"law 2: features must depend only on what the deciding seat knows",
    )
    _check(w, state, 0 <= kind < w.game.decision_kinds, b"a decision must be of one of the game's kinds")
    for i in range(cells):
        _check(w, state, isfinite(columns[i]), b"features must be finite")
    return max(0, min(kind, w.game.decision_kinds - 1))


cdef int _traits(const void *context, const void *state, float *columns) noexcept nogil:
    cdef Watch *w = _of(context)
    cdef int i, stage = w.game.traits(context, state, columns)
    _check(w, state, 0 <= stage < w.game.stages, b"a stage must be one of the game's")
    for i in range(w.game.trait_count * MAX_SEATS):
        _check(w, state, isfinite(columns[i]), b"traits must be finite")
    return max(0, min(stage, w.game.stages - 1))
