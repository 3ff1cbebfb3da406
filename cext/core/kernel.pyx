"""The compiled rules of one game with fixed seats, options and components, as Python sees them.

States are `bytes` here: immutable, comparable, hashable. Nothing in this file is hot.
"""

from libc.stdlib cimport calloc, free

from eminence.cext.core.game cimport MAX_MOVES, OVER, GameOps, Outcome, move_t
from eminence.cext.core.hash cimport hash_bytes
from eminence.cext.core.outcome cimport finish_estimate, finish_result
from eminence.cext.core.stream cimport Stream


cdef class Kernel:
    """Base of every game's kernel. A subclass calls `attach` in its __init__ and fills the context it gets.

    It also defines `unpack(state) -> dict` and `pack(dict) -> bytes`, the fields of its state struct as plain data.
    """

    def __dealloc__(self):
        free(self.context)

    cdef void *attach(self, const GameOps *ops, int seats) except NULL:
        """Takes the game's functions and returns zeroed memory for its context."""
        self.ops = ops
        self.seats = seats
        self.context = calloc(1, ops.context_size)
        if self.context == NULL:
            raise MemoryError
        return self.context

    cdef const char *read(self, bytes state) except NULL:
        if len(state) != self.ops.state_size:
            raise ValueError(f"a state of this game has {self.ops.state_size} bytes, not {len(state)}")
        return <const char *>state

    @property
    def state_size(self) -> int:
        return self.ops.state_size

    def setup(self, Stream stream) -> bytes:
        """A new game at its first decision."""
        cdef bytes state = bytes(self.ops.state_size)
        self.ops.setup(self.context, <char *>state, &stream.rng)
        return state

    def actor(self, bytes state):
        """The seat to decide, or None when the game is over."""
        cdef int seat = self.ops.actor(self.context, self.read(state))
        return None if seat == OVER else seat

    def moves(self, bytes state) -> list:
        """Codes of the actor's legal moves, ascending; empty when the game is over."""
        cdef move_t moves[MAX_MOVES]
        cdef const char *s = self.read(state)
        if self.ops.actor(self.context, s) == OVER:
            return []
        cdef int i, count = self.ops.moves(self.context, s, moves)
        return [moves[i] for i in range(count)]

    def play(self, bytes state, int move, Stream stream) -> bytes:
        """The state after a legal move and everything that follows from it by itself."""
        if move not in self.moves(state):
            raise ValueError(f"move {move} is not legal here")
        cdef bytes after = self.copy(state)
        self.ops.play(self.context, <char *>after, <move_t>move, &stream.rng)
        return after

    def hide(self, bytes state, int seat) -> bytes:
        """The state with everything wiped that the seat does not know: its view."""
        cdef bytes after = self.copy(state)
        self.ops.hide(self.context, <char *>after, self.check_seat(seat))
        return after

    def sample(self, bytes state, int seat, Stream stream) -> bytes:
        """A complete world, drawn from those the seat must hold possible."""
        cdef bytes after = self.copy(state)
        self.ops.sample(self.context, <char *>after, self.check_seat(seat), &stream.rng)
        return after

    def infoset(self, bytes state, int seat) -> int:
        return self.ops.infoset(self.context, self.read(state), self.check_seat(seat))

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
        return self.ops.playout_move(self.context, self.read(state), &stream.rng)

    def prior(self, bytes state) -> list:
        """Weights of the legal moves before any search; all 1 where the game has no opinion."""
        cdef move_t moves[MAX_MOVES]
        cdef float weights[MAX_MOVES]
        cdef const char *s = self.read(state)
        cdef int i, count = self.ops.moves(self.context, s, moves)
        if self.ops.prior == NULL:
            return [1.0] * count
        self.ops.prior(self.context, s, moves, count, weights)
        return [weights[i] for i in range(count)]

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

    def digest(self, bytes state) -> int:
        """64-bit hash of a whole state."""
        return hash_bytes(self.read(state), self.ops.state_size, 0)

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

    cdef int check_seat(self, int seat) except -1:
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} does not exist at a table of {self.seats}")
        return seat
