"""Strength levels 1 to 10: shallower thought and softer choice, never random blunders.

Level 10 uses the whole budget and plays the best move. Below it, level L

- thinks at most round(4 x 2.1^(L-1)) iterations: 4, 8, 18, 37, 78, 163, 343, 720, 1513;
- draws its move with probability proportional to visits^(1/T), T = (10 - L)/9, among the moves with at least a tenth of
  the most visits.

Where a prior is good and thought adds little, such levels lie close together. A game can name other numbers of
iterations; its levels below 10 then think without a prior (`Face.level_iterations`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from eminence.bots.budget import Budget
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Face
from eminence.cext.core.stream import Stream

LEVELS = range(1, 11)
BEST = LEVELS[-1]
MEASURED = "levels.json"  # beside this file; written by `eminence ladder levels`


@dataclass(frozen=True)
class Level:
    number: int
    iterations: int | None  # at most; None = the whole budget
    temperature: float
    guided: bool = True  # by the prior

    @classmethod
    def of(cls, number: int, face: Face[Any] | None = None) -> Level:
        """A level as it plays a game; without one, as it plays most."""
        if number not in LEVELS:
            raise InvalidInput("level", f"must be between {LEVELS[0]} and {BEST}, not {number}")
        if number == BEST:
            return cls(number, None, 0.0)
        temperature = (BEST - number) / 9
        if face and face.level_iterations:
            return cls(number, face.level_iterations[number - 1], temperature, guided=False)
        return cls(number, round(4 * 2.1 ** (number - 1)), temperature)

    @property
    def settings(self) -> dict[str, Any]:
        """Of the search."""
        return {} if self.guided else {"prior_weight": 0.0}

    def limit(self, budget: Budget) -> Budget:
        """The part of a budget that this level uses."""
        if self.iterations is None:
            return budget
        asked = budget.iterations or self.iterations
        return Budget(budget.movetime_ms, min(asked, self.iterations))


@dataclass(frozen=True)
class Measured:
    """What a level is worth in one game: points on the scale of Elo, and half the width of their 95 % interval."""

    rating: float
    interval: float


@cache
def measured(game: str) -> dict[int, Measured]:
    """What the levels of a game are worth; empty for a game that was not measured."""
    text = resources.files("eminence.bots").joinpath(MEASURED).read_text(encoding="utf-8")
    known: dict[str, Any] = json.loads(text)
    lines = known.get(game, {"levels": []})["levels"]
    return {line["level"]: Measured(line["rating"], line["interval"]) for line in lines}


def draw(visits: Sequence[int], temperature: float, least_share: float, stream: Stream) -> int:
    """Index of a move drawn by visits^(1/temperature); moves below a share of the most visits are left out."""
    most = max(visits)
    if temperature <= 0 or most == 0:
        return visits.index(most)
    weights = mixture(visits, temperature, least_share)
    mark = stream.random() * sum(weights)
    for index, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return index
    return visits.index(most)


def mixture(visits: Sequence[int], temperature: float, least_share: float) -> list[float]:
    """The weights that `draw` gives to moves; some were tried, and the temperature is above 0."""
    most = max(visits)
    return [(v / most) ** (1 / temperature) if v >= least_share * most else 0.0 for v in visits]
