"""Winning chances as they come true: what the search expects, corrected by a curve fitted to self-played games.

The search itself is not touched: it goes on maximising what it did. A curve belongs to a game, a number of seats and a
round; the data file `chances.json` beside a game's rules holds a few of them, and between their rounds they are
interpolated. Games with other options or components than those the file was fitted to are not corrected.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from eminence.bots.fitted import header, is_usual, shipped
from eminence.cext.core.components import Components
from eminence.cext.core.face import Face
from eminence.cext.core.fields import Reader

FILE = "chances.json"
FORMAT = 1
MAX_ROUND = 10_000
STEEPEST = 10.0  # a slope beyond it is no correction but a mistake
FARTHEST = 10.0
# A search that has seen no way to lose has not seen all: chances stay so far from 0 and 1.
LEAST = 0.002


@dataclass(frozen=True)
class Curve:
    """Own chances with log-odds x become those with log-odds shift + slope x; the others share the rest as before."""

    shift: float
    slope: float

    def chance(self, chance: float) -> float:
        """The corrected chance of the seat that looks. A better chance stays a better one."""
        if self == AS_IT_IS:
            return chance
        return 1 / (1 + math.exp(-self.shift - self.slope * log_odds(chance)))

    def chances(self, seat: int, chances: Sequence[float]) -> tuple[float, ...]:
        """All corrected chances, one per seat, by what `seat` expects."""
        own = self.chance(chances[seat])
        others = sum(chances) - chances[seat]
        return tuple(
            own if i == seat else (1 - own) * (one / others if others > 0 else 1 / (len(chances) - 1))
            for i, one in enumerate(chances)
        )

    def error(self, chance: float, error: float) -> float:
        """The standard error of a corrected chance, given that of the chance."""
        if self == AS_IT_IS:
            return error
        inside, own = _kept_off(chance), self.chance(chance)
        return error * self.slope * own * (1 - own) / (inside * (1 - inside)) * (1 - 2 * LEAST)


AS_IT_IS = Curve(0.0, 1.0)


@dataclass(frozen=True)
class Correction:
    """The curves of one game at one number of seats: pairs of a round and its curve, in order."""

    curves: tuple[tuple[int, Curve], ...]
    provenance: Mapping[str, Any]

    def at(self, round: int) -> Curve:
        first, last = self.curves[0], self.curves[-1]
        if round <= first[0]:
            return first[1]
        for (before, one), (after, other) in pairwise(self.curves):
            if round <= after:
                part = (round - before) / (after - before)
                return Curve(
                    one.shift + part * (other.shift - one.shift), one.slope + part * (other.slope - one.slope)
                )
        return last[1]


def correction(
    name: str, seats: int, options: Mapping[str, Any], components: Components
) -> Correction | None:
    """That of a game as it is set up; None where there is none."""
    return _shipped(name).get(seats) if is_usual(name, seats, options, components) else None


@lru_cache
def _shipped(name: str) -> Mapping[int, Correction]:
    return shipped(name, FILE, read, "winning chances are not corrected")


def read(data: Any, face: Face[Any]) -> dict[int, Correction]:
    """The corrections of a game by number of seats. Raises InvalidInput for a file that does not fit."""
    reader = header(data, face, FORMAT)
    found: dict[int, Correction] = {}
    for table in reader.objects("tables", range(1, len(face.seats) + 1)):
        seats = table.int("seats", face.seats[0], face.seats[-1])
        if seats in found:
            table.fail("seats", f"{seats} is there twice")
        found[seats] = Correction(_curves(table), table.get("provenance"))
        table.done()
    reader.done()
    return found


def _curves(table: Reader) -> tuple[tuple[int, Curve], ...]:
    rounds = table.ints("rounds", range(1, 100), 0, MAX_ROUND)
    shifts, slopes = (table.numbers(name, len(rounds)) for name in ("shifts", "slopes"))
    for i, (before, after) in enumerate(pairwise(rounds)):
        if before >= after:
            table.fail(f"rounds[{i + 1}]", "must be greater than the one before")
    for i, (shift, slope) in enumerate(zip(shifts, slopes, strict=True)):
        if abs(shift) > FARTHEST:
            table.fail(f"shifts[{i}]", f"must be between {-FARTHEST} and {FARTHEST}, not {shift}")
        if not 0 < slope <= STEEPEST:
            table.fail(f"slopes[{i}]", f"must be above 0 and at most {STEEPEST}, not {slope}")
    return tuple(
        (number, Curve(shift, slope)) for number, shift, slope in zip(rounds, shifts, slopes, strict=True)
    )


def _kept_off(chance: float) -> float:
    return LEAST + (1 - 2 * LEAST) * chance


def log_odds(chance: float) -> float:
    inside = _kept_off(chance)
    return math.log(inside / (1 - inside))
