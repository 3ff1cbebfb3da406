"""The compiled rules of one game with fixed seats, options and components, as Python sees them.

States are `bytes` here: immutable, comparable, hashable. Nothing in this file is hot.
"""

import os

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from eminence.cext.core.errors import LawBroken
from eminence.cext.core.game cimport MAX_FEATURES, MAX_MOVES, MAX_SEATS, MAX_TRAITS, OVER, GameOps, Outcome, move_t
from eminence.cext.core.infoset cimport infoset_key
from eminence.cext.core.journal cimport NOBODY, Journal, free_context, make_context, tell_to
from eminence.cext.core.laws cimport unwatch, watch
from eminence.cext.core.outcome cimport finish_estimate, finish_result
from eminence.cext.core.pages cimport free_pages, get_pages
from eminence.cext.core.stream cimport Stream

cdef enum:
    ROOM = 4096     # moves a faulty game may write before memory is lost


def _broken(kernel, state, law):
    """The error that names the game, the phase and the law."""
    game = type(kernel).__module__.rpartition(".")[0].rpartition(".")[2]
    return LawBroken(f"{game}, phase {kernel.unpack(state)['phase']}: {law}")


cdef class Kernel:
    """Base of every game's kernel. A subclass calls `attach` in its __init__ and fills the context it gets.

    It also has `unpack(state) -> dict` and `pack(dict) -> bytes`, the fields of its state struct as plain data (kernel.pxi).
    """

    def __dealloc__(self):
        if self.watched != NULL:
            unwatch(self.watched)
        else:
            free_context(self.context)

    cdef void *attach(self, const GameOps *ops, int seats) except NULL:
        """Takes the game's functions and returns zeroed memory for its context."""
        self.seats = seats
        if os.environ.get("EMINENCE_DEBUG") == "1":
            self.watched = watch(ops, seats)
            if self.watched == NULL:
                raise MemoryError
            self.ops = &self.watched.checked
            self.context = self.watched.context
            return self.context
        self.ops = ops
        self.context = make_context(ops.context_size)
        if self.context == NULL:
            raise MemoryError
        return self.context

    def verify(self):
        """With EMINENCE_DEBUG=1: complains if the game has broken a law since it was made."""
        if self.watched != NULL and self.watched.law != NULL:
            state = (<char *>self.watched.state)[:self.ops.state_size]
            law = self.watched.law.decode()
            self.watched.law = NULL
            raise _broken(self, state, law)

    cdef bytes checked(self, bytes state):
        """A state the game has just made."""
        self.verify()
        if self.watched != NULL and self.pack(self.unpack(state)) != state:
            raise _broken(self, state, "a state has bytes that no field holds")
        return state

    cdef const char *read(self, bytes state) except NULL:
        if len(state) != self.ops.state_size:
            raise ValueError(f"a state of this game has {self.ops.state_size} bytes, not {len(state)}")
        return <const char *>state

    @property
    def state_size(self) -> int:
        return self.ops.state_size

    @property
    def feature_count(self) -> int:
        return self.ops.feature_count

    @property
    def feature_version(self) -> int:
        return self.ops.feature_version

    @property
    def decision_kinds(self) -> int:
        return self.ops.decision_kinds

    @property
    def trait_count(self) -> int:
        return self.ops.trait_count

    @property
    def trait_version(self) -> int:
        return self.ops.trait_version

    @property
    def stages(self) -> int:
        return self.ops.stages

    def setup(self, Stream stream) -> bytes:
        """A new game at its first decision."""
        cdef bytes state = bytes(self.ops.state_size)
        self.ops.setup(self.context, <char *>state, &stream.rng)
        return self.checked(state)

    def actor(self, bytes state):
        """The seat to decide, or None when the game is over."""
        cdef int seat = self.ops.actor(self.context, self.read(state))
        return None if seat == OVER else seat

    def moves(self, bytes state) -> list:
        """Codes of the actor's legal moves, ascending; empty when the game is over."""
        cdef move_t moves[ROOM]
        cdef int i, count = self.list_moves(state, moves)
        return [moves[i] for i in range(count)]

    def has_choice(self, bytes state) -> bool:
        """Whether a state that somebody claims offers at least two moves. No law is checked: it may be nonsense."""
        cdef move_t moves[ROOM]
        cdef const GameOps *game = self.ops if self.watched == NULL else self.watched.game
        cdef const char *s = self.read(state)
        return game.actor(self.context, s) != OVER and game.moves(self.context, s, moves) >= 2

    def play(self, bytes state, int move, Stream stream) -> bytes:
        """The state after a legal move and everything that follows from it by itself."""
        self.check_move(state, move)
        cdef bytes after = self.copy(state)
        self.ops.play(self.context, <char *>after, <move_t>move, &stream.rng)
        return self.checked(after)

    def setup_told(self, Stream stream) -> tuple:
        """A new game, and what happened while it was dealt (see `play_told`)."""
        return self.listen(bytes(self.ops.state_size), -1, stream)

    def play_told(self, bytes state, int move, Stream stream) -> tuple:
        """The same as `play`, with everything that happened, in order: (kind, seat or None, seen_by, points, figures)."""
        self.check_move(state, move)
        return self.listen(self.copy(state), move, stream)

    cdef listen(self, bytes state, int move, Stream stream):
        """Plays a move, or deals if it is negative, in a context of its own that holds a journal."""
        cdef const GameOps *ops = self.ops if self.watched == NULL else self.watched.game
        cdef void *context = make_context(ops.context_size)
        cdef Journal *journal = <Journal *>calloc(1, sizeof(Journal))
        try:
            if context == NULL or journal == NULL:
                raise MemoryError
            memcpy(context, self.context, ops.context_size)
            tell_to(context, journal)
            if move < 0:
                ops.setup(context, <char *>state, &stream.rng)
            else:
                ops.play(context, <char *>state, <move_t>move, &stream.rng)
            events = [
                (
                    event.kind,
                    None if event.seat == NOBODY else event.seat,
                    event.seen_by,
                    event.points,
                    (event.figures[0], event.figures[1], event.figures[2], event.figures[3]),
                )
                for event in journal.events[:journal.count]
            ]
        finally:
            free(journal)
            free_context(context)
        return self.checked(state), events

    def hide(self, bytes state, int seat) -> bytes:
        """The state with everything wiped that the seat does not know: its view."""
        cdef bytes after = self.copy(state)
        self.ops.hide(self.context, <char *>after, self.check_seat(seat))
        return self.checked(after)

    def sample(self, bytes state, int seat, Stream stream) -> bytes:
        """A complete world, drawn from those the seat must hold possible."""
        return self.samples(state, seat, stream, 1)[0]

    def samples(self, bytes state, int seat, Stream stream, int count) -> list:
        """So many of them; what they need is prepared once."""
        cdef size_t size = max(self.ops.tables_size, 1)
        cdef void *tables = get_pages(size)
        cdef bytes world
        worlds = []
        try:
            self.fill_tables(state, seat, tables)
            for _ in range(count):
                world = self.copy(state)
                self.ops.sample(self.context, <char *>world, seat, tables, &stream.rng)
                worlds.append(self.checked(world))
        finally:
            free_pages(tables, size)
        return worlds

    def prepare(self, bytes state, int seat) -> bytes:
        """What `sample` looks things up in, prepared from the seat's view; empty where the game has none."""
        cdef bytes tables = bytes(self.ops.tables_size)
        self.fill_tables(state, seat, <char *>tables)
        return tables

    cdef fill_tables(self, bytes state, int seat, void *tables):
        """The same, into memory that is all zero."""
        cdef bytes view = self.hide(state, seat)
        if tables == NULL:
            raise MemoryError
        if self.ops.prepare != NULL:
            self.ops.prepare(self.context, <const char *>view, seat, 1e18, tables)

    def infoset(self, bytes state, int seat) -> int:
        return infoset_key(self.ops, self.context, self.read(state), self.check_seat(seat))

    def node(self, bytes state, int seat) -> int:
        """The key under which the search files the seat's pending decision."""
        if self.ops.node == NULL:
            return self.infoset(state, seat)
        return self.ops.node(self.context, self.read(state), self.check_seat(seat))

    def secret(self, bytes state) -> bool:
        return self.ops.secret(self.context, self.read(state)) != 0

    def round(self, bytes state) -> int:
        return self.ops.round(self.context, self.read(state))

    def playout_move(self, bytes state, Stream stream) -> int:
        if self.actor(state) is None:
            raise ValueError("the game is over")
        move = self.ops.playout_move(self.context, self.read(state), &stream.rng)
        self.verify()
        return move

    def prior(self, bytes state) -> list:
        """Weights of the legal moves before any search; all 1 where the game has no opinion."""
        cdef move_t moves[MAX_MOVES]
        cdef float weights[MAX_MOVES]
        cdef const char *s = self.read(state)
        cdef int i, count = self.ops.moves(self.context, s, moves)
        if self.ops.prior == NULL:
            return [1.0] * count
        self.ops.prior(self.context, s, moves, count, weights)
        self.verify()
        return [weights[i] for i in range(count)]

    def features(self, bytes state) -> tuple:
        """The kind of the decision, and what a learned prior looks at: a list of features for each legal move."""
        cdef move_t moves[MAX_MOVES]
        cdef float columns[MAX_FEATURES * MAX_MOVES]
        cdef const char *s = self.read(state)
        cdef int i, k, kind, count = self.ops.moves(self.context, s, moves)
        if self.ops.features == NULL:
            raise ValueError("the game has no features")
        memset(columns, 0, sizeof(columns))
        kind = self.ops.features(self.context, s, moves, count, columns)
        self.verify()
        return kind, [[columns[k * count + i] for k in range(self.ops.feature_count)] for i in range(count)]

    def traits(self, bytes state) -> tuple:
        """The stage of the game, and what a learned evaluation looks at: a list of traits for each seat."""
        cdef float columns[MAX_TRAITS * MAX_SEATS]
        cdef const char *s = self.read(state)
        cdef int seat, t, stage
        if self.ops.traits == NULL:
            raise ValueError("the game has no traits")
        memset(columns, 0, sizeof(columns))
        stage = self.ops.traits(self.context, s, columns)
        self.verify()
        return stage, [
            [columns[t * MAX_SEATS + seat] for t in range(self.ops.trait_count)] for seat in range(self.seats)
        ]

    def result(self, bytes state) -> dict:
        """Final scores, ranks, winning shares and utilities, one per seat."""
        cdef Outcome outcome
        if self.actor(state) is not None:
            raise ValueError("the game is not over")
        self.ops.result(self.context, self.read(state), &outcome)
        finish_result(&outcome, self.seats, self.ops.win_weight, self.ops.margin_scale)
        return self.outcome(outcome)

    def estimate(self, bytes state) -> dict:
        """Expected scores, ranks, winning shares and utilities of an unfinished game."""
        cdef Outcome outcome
        cdef float spread = self.ops.estimate(self.context, self.read(state), &outcome)
        finish_estimate(&outcome, self.seats, spread, self.ops.win_weight, self.ops.margin_scale)
        return self.outcome(outcome)

    def spread(self, bytes state) -> float:
        """The points by which the estimate may be wrong."""
        cdef Outcome outcome
        return self.ops.estimate(self.context, self.read(state), &outcome)

    cdef outcome(self, Outcome outcome):
        cdef int i
        return {
            "score": [outcome.score[i] for i in range(self.seats)],
            "rank": [outcome.rank[i] for i in range(self.seats)],
            "win": [outcome.win[i] for i in range(self.seats)],
            "utility": [outcome.utility[i] for i in range(self.seats)],
        }

    cdef bytes copy(self, bytes state):
        cdef const char *s = self.read(state)
        return s[:self.ops.state_size]

    cdef int list_moves(self, bytes state, move_t *moves) except -1:
        """Writes the actor's legal moves and returns how many they are."""
        cdef const char *s = self.read(state)
        if self.ops.actor(self.context, s) == OVER:
            return 0
        cdef int count = self.ops.moves(self.context, s, moves)
        self.verify()
        if count > MAX_MOVES:
            raise LawBroken(f"{count} moves, but no decision may offer more than {MAX_MOVES}")
        return count

    cdef int check_move(self, bytes state, int move) except -1:
        cdef move_t moves[ROOM]
        cdef int i
        for i in range(self.list_moves(state, moves)):
            if moves[i] == move:
                return 0
        raise ValueError(f"move {move} is not legal here")

    cdef int check_seat(self, int seat) except -1:
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} does not exist at a table of {self.seats}")
        return seat
