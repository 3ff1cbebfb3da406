"""Weights that foresee what long searches chose: a multinomial logit per kind of decision.

Fitted by Newton's method to the visits of the searches, held back towards the game's own prior by a penalty, and summed
in a fixed order, so that the same positions give the same weights.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.bots.game import Game
from eminence.bots.learned import Rows, untaught
from eminence.bots.train_play import Position
from eminence.cext.core.kernel import Kernel
from eminence.cext.core.learned import Learned

# How strongly weights keep to the game's own prior, in positions: one of these for each kind, or nothing is learned.
PENALTIES = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
LEAST_POSITIONS = 20  # of a kind; fewer teach nothing
STEPS = 50
HALVINGS = 20
CLOSE = 1e-9
DIGITS = 5  # of a weight
Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Decisions:
    """Positions of one kind, one below the other: a row per move."""

    rows: Array  # the logarithm of the game's own prior, then the features
    targets: Array  # shares of the visits; those of a position add up to 1
    starts: np.ndarray[Any, np.dtype[np.int64]]  # the first row of each position

    def __len__(self) -> int:
        return len(self.starts)

    @classmethod
    def of(cls, kernel: Kernel, positions: Iterable[Position]) -> dict[int, Decisions]:
        """Positions by their kind."""
        found: dict[int, list[tuple[list[list[float]], list[float]]]] = {}
        for position in positions:
            kind, features = kernel.features(position.view)
            prior = kernel.prior(position.view)
            rows = [[math.log(one), *row] for one, row in zip(prior, features, strict=True)]
            total = sum(position.visits)
            found.setdefault(kind, []).append((rows, [visits / total for visits in position.visits]))
        return {kind: cls._joined(found[kind]) for kind in sorted(found)}

    @classmethod
    def _joined(cls, parts: Sequence[tuple[list[list[float]], list[float]]]) -> Decisions:
        counts = [len(targets) for _, targets in parts]
        return cls(
            np.array([row for rows, _ in parts for row in rows], dtype=np.float64),
            np.array([one for _, targets in parts for one in targets], dtype=np.float64),
            np.cumsum([0, *counts[:-1]]),
        )

    @property
    def owners(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The position of every row."""
        counts = np.diff([*self.starts, len(self.rows)])
        return np.repeat(np.arange(len(self)), counts)

    def shares(self, weights: Array) -> Array:
        """What the prior of these weights gives every move."""
        values = np.einsum("ij,j->i", self.rows, weights)
        values -= np.maximum.reduceat(values, self.starts)[self.owners]
        grown = np.exp(values)
        shares: Array = grown / np.add.reduceat(grown, self.starts)[self.owners]
        return shares

    def surprise(self, weights: Array) -> float:
        """Cross-entropy, summed over positions."""
        return float(-(self.targets * np.log(self.shares(weights) + 1e-300)).sum())

    def spreads(self) -> Array:
        """The variance of each column within positions, on average; 1 for columns that never differ."""
        counts = np.add.reduceat(np.ones(len(self.rows)), self.starts)[:, None]
        means = (np.add.reduceat(self.rows, self.starts) / counts)[self.owners]
        squares = np.add.reduceat((self.rows - means) ** 2, self.starts) / counts
        found = squares.sum(axis=0) / len(self)
        return np.where(found > 0, found, 1.0)


def fit(decisions: Decisions, penalty: float) -> Array:
    """The weights that are least surprised, held back by the penalty."""
    start = np.zeros(decisions.rows.shape[1])
    start[0] = 1.0
    holds = penalty * decisions.spreads()

    def loss(weights: Array) -> float:
        return decisions.surprise(weights) + float((holds * (weights - start) ** 2).sum()) / 2

    weights, known = start, loss(start)
    for _ in range(STEPS):
        step = _newton(decisions, weights, holds, start)
        for halving in range(HALVINGS):
            tried = weights - step / 2**halving
            found = loss(tried)
            if found < known:
                break
        else:
            return weights
        weights, gained, known = tried, known - found, found
        if gained < CLOSE * max(known, 1.0):
            break
    return weights


def _newton(decisions: Decisions, weights: Array, holds: Array, start: Array) -> Array:
    shares = decisions.shares(weights)
    slope = np.einsum("ij,i->j", decisions.rows, shares - decisions.targets) + holds * (weights - start)
    weighed = decisions.rows * shares[:, None]
    means = np.add.reduceat(weighed, decisions.starts)
    bend = np.einsum("ij,ik->jk", weighed, decisions.rows) - np.einsum("ij,ik->jk", means, means)
    step: Array = np.linalg.solve(bend + np.diag(holds), slope)
    return step


@dataclass(frozen=True)
class Fit:
    """Weights with what was found on the way, by name of the kind of decision."""

    rows: Rows
    penalties: Mapping[str, float | None]  # None: nothing was learned
    positions: Mapping[str, int]  # fitted to


def fit_all(game: Game, train: Sequence[Position], choose: Sequence[Position]) -> Fit:
    """Every kind by itself; its penalty is the one that foresees the positions to choose by best."""
    rows = list(untaught(game.face))
    penalties: dict[str, float | None] = {}
    counts: dict[str, int] = {}
    fitted, held = Decisions.of(game.kernel, train), Decisions.of(game.kernel, choose)
    for kind, name in enumerate(game.face.decisions):
        counts[name] = len(fitted[kind]) if kind in fitted else 0
        penalties[name] = None
        if counts[name] < LEAST_POSITIONS or kind not in held:
            continue
        tries = {penalty: rounded(fit(fitted[kind], penalty)) for penalty in PENALTIES}
        best = min(tries, key=lambda penalty: held[kind].surprise(tries[penalty]))
        if held[kind].surprise(tries[best]) < held[kind].surprise(np.array(rows[kind])):
            penalties[name] = best
            rows[kind] = tuple(float(one) for one in tries[best])
    return Fit(tuple(rows), penalties, counts)


def rounded(weights: Array) -> Array:
    return np.array([float(f"{one:.{DIGITS}g}") for one in weights])


@dataclass(frozen=True)
class Foresight:
    """How well a prior foresees searches."""

    cross_entropy: float  # mean over positions
    agreement: float  # how often its best move is theirs

    @classmethod
    def of(cls, game: Game, positions: Sequence[Position], learned: Learned | None) -> Foresight:
        surprise = agreed = 0.0
        for position in positions:
            prior = learned.prior(position.view) if learned else game.kernel.prior(position.view)
            total, visits = sum(prior), sum(position.visits)
            surprise -= sum(
                n / visits * math.log(one / total) for n, one in zip(position.visits, prior, strict=True)
            )
            best = [one == max(prior) for one in prior]
            agreed += best[position.best] / sum(best)
        count = max(len(positions), 1)
        return cls(round(surprise / count, 4), round(agreed / count, 4))
