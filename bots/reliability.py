"""Whether winning chances come true: predictions of searches in self-played games against how these ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from eminence.bots.budget import Budget
from eminence.bots.correction import Correction
from eminence.bots.game import Game
from eminence.bots.suggest import Thinking

LEVELS = 10  # of predicted chance
# Seeds of the games that corrections are fitted to, and of those that they are tried on.
FITTED, HELD_OUT = "fitted", "held out"


@dataclass(frozen=True)
class Prediction:
    """What a seat expected of the move it chose, uncorrected, and what came of it. Lists have one entry per seat."""

    round: int  # by the game's own count
    seat: int
    wins: tuple[float, ...]
    shares: tuple[float, ...]  # of the victory

    @property
    def win(self) -> float:
        return self.wins[self.seat]

    @property
    def came(self) -> float:
        return self.shares[self.seat]

    def corrected(self, correction: Correction | None) -> Prediction:
        if correction is None:
            return self
        return replace(self, wins=correction.at(self.round).chances(self.seat, self.wins))


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
    error: float  # expected calibration error: how far a level is off, on average over predictions
    brier: float  # mean squared error; 0 is clairvoyance
    constant: float  # that of always guessing a fair share

    @classmethod
    def of(cls, predictions: Sequence[Prediction]) -> Reliability:
        levels = []
        for number in range(LEVELS):
            inside = [one for one in predictions if min(int(one.win * LEVELS), LEVELS - 1) == number]
            levels.append(
                Level(len(inside), _mean(one.win for one in inside), _mean(one.came for one in inside))
            )
        error = sum(level.count * abs(level.predicted - level.came) for level in levels)
        return cls(
            levels=tuple(levels),
            error=error / max(len(predictions), 1),
            brier=_mean((one.win - one.came) ** 2 for one in predictions),
            constant=_mean((1 / len(one.shares) - one.came) ** 2 for one in predictions),
        )


def predict(
    game: Game, games: Iterable[int], iterations: int, seed: object = 0
) -> Iterator[list[Prediction]]:
    """Games of the search against itself, by number, each as its predictions: one of each seat in each round.

    Chances of neighbouring decisions are much the same, so more of them would tell little more.
    """
    for index in games:
        state = game.new(f"{seed}/{index}")
        expected: dict[tuple[int, int], list[tuple[float, ...]]] = {}
        while state.actor is not None:
            view = state.view(state.actor)
            thinking = Thinking(view, Budget(iterations=iterations), seed=index * 10_000 + state.ply)
            thinking.think()
            move = thinking.move()
            found = thinking.searches[0].report()["moves"]
            wins = next(tuple(one["win"]) for one in found if one["move"] == move.code)
            expected.setdefault((game.kernel.round(view.packed), view.seat), []).append(wins)
            state = state.play(move)
        shares = state.result.win_shares
        yield [
            Prediction(number, seat, same[len(same) // 2], shares)
            for (number, seat), same in expected.items()
        ]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
