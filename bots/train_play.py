"""Self-play to learn from: quick searches play, and some decisions are thought about for long.

What the long searches found at these is what a prior is to foresee; how the game ends is what evaluations are to
foresee of its standings. Moves are drawn from the visits, so that games differ and positions after second-best moves
are seen too.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from eminence.bots.budget import Budget
from eminence.bots.game import Game, State, View, find_game
from eminence.bots.learned import Rows
from eminence.bots.suggest import Thinking
from eminence.cext.core.learned import Learned
from eminence.cext.core.stream import Stream

DEADLINE_MS = 600_000  # of one move; a worker that takes longer hangs
WHOLE = 1 << 20
DIGITS = 4  # of what standings are told in


@dataclass(frozen=True)
class SelfPlay:
    """One game to play. Its fields say everything about it: the same task is the same game, bit for bit."""

    key: str
    game: str
    seats: int
    seed: str
    quick: int  # iterations of most decisions
    iterations: int  # of those to learn from
    share: float  # of decisions to learn from
    rows: Rows = ()  # weights of the prior to play with; none: the game's own
    stages: Rows = ()  # likewise those of its evaluations
    deadline_ms: int = DEADLINE_MS


@dataclass(frozen=True)
class Position:
    """A decision that was thought about for long. Lists have an entry per legal move, in order of code."""

    view: bytes
    visits: tuple[int, ...]
    utilities: tuple[float, ...]  # of the deciding seat

    @property
    def best(self) -> int:
        """The index of the move to play."""
        return max(range(len(self.visits)), key=lambda i: (self.visits[i], self.utilities[i]))

    def regret(self, index: int) -> float:
        """Utility that another move gives away, by what is known here."""
        return max(self.utilities[self.best] - self.utilities[index], 0.0)

    def data(self) -> list[Any]:
        """As what JSON knows."""
        return [base64.b64encode(self.view).decode(), self.visits, self.utilities]

    @classmethod
    def read(cls, data: Sequence[Any]) -> Position:
        view, visits, utilities = data
        return cls(base64.b64decode(view), tuple(visits), tuple(utilities))


@dataclass(frozen=True)
class Standing:
    """How seats stood when a round began, and what came of it. Lists have an entry per seat.

    It is that of a world that some seat held possible: so are those that a search values.
    """

    stage: int
    estimates: tuple[float, ...]  # of their final scores, by the game alone
    spread: float
    traits: tuple[tuple[float, ...], ...]
    scores: tuple[float, ...] = ()  # at the end
    wins: tuple[float, ...] = ()  # shares of the victory

    @classmethod
    def at(cls, state: State, stream: Stream) -> Standing:
        kernel, seat = state.game.kernel, stream.below(state.game.seats)
        (world,) = kernel.samples(kernel.hide(state.packed, seat), seat, stream, 1)
        stage, traits = kernel.traits(world)
        scores = kernel.estimate(world)["score"]
        return cls(stage, _short(scores), round(kernel.spread(world), DIGITS), tuple(map(_short, traits)))

    @classmethod
    def read(cls, data: Sequence[Any]) -> Standing:
        stage, estimates, spread, traits, scores, wins = data
        return cls(stage, tuple(estimates), spread, tuple(map(tuple, traits)), tuple(scores), tuple(wins))


def _short(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(one, DIGITS) for one in numbers)


@dataclass(frozen=True)
class Played:
    """A game that was played; void where it could not be."""

    key: str
    positions: tuple[Position, ...] = ()
    standings: tuple[Standing, ...] = ()
    void: str = ""


def give_up(task: SelfPlay, reason: str) -> Played:
    return Played(task.key, void=reason)


def play(task: SelfPlay, on_move: Any = lambda: None) -> Played:
    """The game of a task, to its end."""
    game = find_game(task.game, task.seats)
    learned = Learned(game.kernel, task.rows, task.stages)
    stream, worlds = Stream(task.seed, "self-play"), Stream(task.seed, "worlds")
    state = game.new(task.seed)
    positions: list[Position] = []
    standings: list[Standing] = []
    round = game.kernel.round(state.packed)
    while state.actor is not None:
        view = state.view(state.actor)
        is_long = stream.below(WHOLE) < task.share * WHOLE and bool(game.face.features)
        found = think(view, task.iterations if is_long else task.quick, stream.bits(), learned)
        if is_long:
            positions.append(found)
        state = state.play(view.codes[draw(found.visits, stream)])
        if state.actor is not None and game.kernel.round(state.packed) > round and game.face.traits:
            round = game.kernel.round(state.packed)
            standings.append(Standing.at(state, worlds))
        on_move()
    scores, wins = _short(state.result.scores), _short(state.result.win_shares)
    return Played(
        task.key, tuple(positions), tuple(replace(one, scores=scores, wins=wins) for one in standings)
    )


def think(view: View, iterations: int, seed: int, learned: Learned | None) -> Position:
    """What a search finds."""
    thinking = Thinking(view, Budget(iterations=iterations), seed=seed, settings={"learned": learned})
    thinking.think()
    moves = thinking.searches[0].report()["moves"]
    return Position(
        view.packed, tuple(one["visits"] for one in moves), tuple(round(one["utility"], 6) for one in moves)
    )


def draw(visits: Sequence[int], stream: Stream) -> int:
    """The index of a move, as likely as it was visited."""
    lot = stream.below(sum(visits))
    return next(i for i, below in enumerate(accumulate(visits)) if lot < below)


def view_of(game: Game, position: Position) -> View:
    actor = game.kernel.actor(position.view)
    assert actor is not None
    return View(game, position.view, actor)
