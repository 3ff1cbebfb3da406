"""Weights that foresee how games end: linear evaluations of standings, one per stage of a game, beyond its estimate.

What counts is how far seats end apart, so weights are fitted to differences between seats: by ridge regression, held
back towards the game's own estimate by a penalty. The spread is then the one whose winning chances come nearest to what
came.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.bots.game import Game
from eminence.bots.learned import Rows, unjudged
from eminence.bots.train_fit import Array, rounded
from eminence.bots.train_play import Standing

# How strongly weights keep to the game's own estimate, in standings: one of these for each stage, or none is learned.
PENALTIES = (3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)
SPREADS = tuple(float(f"{1.1**power:.4g}") for power in range(-10, 16))  # times the game's own
LEAST_STANDINGS = 50  # of a stage; fewer teach nothing


@dataclass(frozen=True)
class Standings:
    """Those of one stage. Arrays are by standing, then by seat, then by trait."""

    estimates: Array
    scores: Array
    wins: Array
    traits: Array
    spreads: Array  # one per standing

    def __len__(self) -> int:
        return len(self.spreads)

    @classmethod
    def of(cls, standings: Sequence[Standing]) -> dict[int, Standings]:
        """Standings by their stage."""
        found: dict[int, list[Standing]] = {}
        for one in standings:
            found.setdefault(one.stage, []).append(one)
        return {stage: cls._joined(found[stage]) for stage in sorted(found)}

    @classmethod
    def _joined(cls, standings: Sequence[Standing]) -> Standings:
        def array(name: str) -> Array:
            return np.array([getattr(one, name) for one in standings], dtype=np.float64)

        return cls(array("estimates"), array("scores"), array("wins"), array("traits"), array("spread"))

    def expected(self, row: Array) -> Array:
        """Final scores by the weights of a stage."""
        found: Array = self.estimates + row[1] + np.einsum("ijk,k->ij", self.traits, row[2:])
        return found

    def error(self, row: Array) -> float:
        """Squared error of the differences between seats, summed."""
        return float((apart(self.scores - self.expected(row)) ** 2).sum())

    def variance(self) -> float:
        """What the error would be if every seat were expected to get the same."""
        return float((apart(self.scores) ** 2).sum())

    def brier(self, row: Array) -> float:
        """Squared error of the winning chances, summed."""
        values = self.expected(row) / (row[0] * self.spreads[:, None])
        grown = np.exp(values - values.max(axis=1, keepdims=True))
        return float(((grown / grown.sum(axis=1, keepdims=True) - self.wins) ** 2).sum())


def apart(scores: Array) -> Array:
    """How far seats are from the mean of their table."""
    found: Array = scores - scores.mean(axis=1, keepdims=True)
    return found


def fit(standings: Standings, penalty: float) -> Array:
    """The weights of a stage, with its own spread, held back by the penalty."""
    seats, traits = standings.traits.shape[1:]
    rows = apart(standings.traits).reshape(-1, traits)
    wanted = apart(standings.scores - standings.estimates).reshape(-1)
    spreads = np.einsum("ij,ij->j", rows, rows) / len(rows)
    holds = penalty * seats * np.where(spreads > 0, spreads, 1.0)
    bend = np.einsum("ij,ik->jk", rows, rows) + np.diag(holds)
    weights = np.linalg.solve(bend, np.einsum("ij,i->j", rows, wanted))
    rest = standings.scores - standings.expected(np.array([1.0, 0.0, *weights]))
    return rounded(np.array([1.0, float(rest.mean()), *weights]))


@dataclass(frozen=True)
class Judgement:
    """Weights with what was found on the way, by name of the stage."""

    stages: Rows
    penalties: Mapping[str, float | None]  # None: nothing was learned
    standings: Mapping[str, int]  # fitted to


def fit_stages(game: Game, train: Sequence[Standing], choose: Sequence[Standing]) -> Judgement:
    """Every stage by itself; penalty and spread have to prove themselves by the standings to choose by."""
    stages = [np.array(row) for row in unjudged(game.face)]
    penalties: dict[str, float | None] = {}
    counts: dict[str, int] = {}
    fitted, held = Standings.of(train), Standings.of(choose)
    for stage, name in enumerate(game.face.stages):
        counts[name] = len(fitted[stage]) if stage in fitted else 0
        penalties[name] = None
        if counts[name] < LEAST_STANDINGS or stage not in held:
            continue
        tries = {penalty: fit(fitted[stage], penalty) for penalty in PENALTIES}
        best = min(tries, key=lambda penalty: held[stage].error(tries[penalty]))
        if held[stage].error(tries[best]) < held[stage].error(stages[stage]):
            penalties[name] = best
            stages[stage] = tries[best]
        spread = min(SPREADS, key=lambda spread: fitted[stage].brier(_spread(stages[stage], spread)))
        if held[stage].brier(_spread(stages[stage], spread)) < held[stage].brier(stages[stage]):
            stages[stage] = _spread(stages[stage], spread)
    return Judgement(tuple(tuple(map(float, row)) for row in stages), penalties, counts)


def _spread(row: Array, spread: float) -> Array:
    return np.array([spread, *row[1:]])


@dataclass(frozen=True)
class Outcomes:
    """How well evaluations foresee the ends of games."""

    explained: float  # share of the variance of differences between seats
    brier: float  # mean squared error of the winning chances of a seat

    @classmethod
    def of(cls, standings: Sequence[Standing], stages: Rows) -> Outcomes:
        error = variance = brier = 0.0
        seats = 0
        for stage, found in Standings.of(standings).items():
            row: Any = np.array(stages[stage])
            error += found.error(row)
            variance += found.variance()
            brier += found.brier(row)
            seats += found.wins.size
        return cls(round(1 - error / max(variance, 1e-9), 4), round(brier / max(seats, 1), 5))
