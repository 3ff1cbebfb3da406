"""Whether winning chances come true: predictions of searches in self-played games against how these ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from eminence.bots.budget import Budget
from eminence.bots.game import Game
from eminence.bots.suggest import Thinking

LEVELS = 10  # of predicted chance


@dataclass(frozen=True)
class Prediction:
    """What a seat expected at a decision of its own, and its part of the win."""

    stage: float  # part of the game's decisions that had been made
    win: float
    came: float


@dataclass(frozen=True)
class Level:
    """Predictions of about the same chance."""

    count: int
    predicted: float
    came: float


@dataclass(frozen=True)
class Reliability:
    """How far predictions can be trusted."""

    levels: tuple[Level, ...]
    brier: float  # mean squared error; 0 is clairvoyance
    constant: float  # that of always guessing a fair share

    @classmethod
    def of(cls, predictions: Sequence[Prediction], seats: int) -> Reliability:
        levels = []
        for number in range(LEVELS):
            inside = [one for one in predictions if min(int(one.win * LEVELS), LEVELS - 1) == number]
            levels.append(
                Level(len(inside), _mean(one.win for one in inside), _mean(one.came for one in inside))
            )
        brier = _mean((one.win - one.came) ** 2 for one in predictions)
        constant = _mean((1 / seats - one.came) ** 2 for one in predictions)
        return cls(tuple(levels), brier, constant)


def predict(game: Game, games: int, iterations: int, seed: object = 0) -> Iterator[list[Prediction]]:
    """Games of the search against itself, each as the predictions made in it."""
    for index in range(games):
        state = game.new(f"{seed}/{index}")
        expected: list[tuple[int, float]] = []
        while state.actor is not None:
            view = state.view(state.actor)
            thinking = Thinking(view, Budget(iterations=iterations), seed=index * 10_000 + state.ply)
            thinking.think()
            best = max(thinking.searches[0].report()["moves"], key=lambda move: move["visits"])
            expected.append((view.seat, best["win"][view.seat]))
            state = state.play(thinking.move())
        shares, plies = state.result.win_shares, len(expected)
        yield [Prediction(ply / plies, win, shares[seat]) for ply, (seat, win) in enumerate(expected)]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
