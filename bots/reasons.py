"""Why a move, in words that its figures carry."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import stdev
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from eminence.bots.sources import EventChance, SourcePoints
    from eminence.bots.suggest import Alternative

# A move with fewer visits has figures that another seed would change by many points: nothing is said about them.
LEAST_VISITS = 30
# Two standard errors of a difference: what lies within is noise.
NOISE = 2.0
SLIGHT, CLEAR = 0.02, 0.05  # gains in winning share
NAMED = 2  # sources of points in a reason
LEAST_POINTS = 0.1  # that are worth a word
LEAST_CHANCE = 0.02  # a difference of chances, likewise
REST = "rest"  # points that no source has brought: had before, or expected beyond the playouts


class Expected(Protocol):
    """What is known of a move, whoever has looked at it."""

    @property
    def win_probability(self) -> tuple[float, ...]: ...
    @property
    def sources(self) -> tuple[SourcePoints, ...]: ...
    @property
    def chances(self) -> tuple[EventChance, ...]: ...


def standard_error(deviation: float, visits: int) -> float:
    """Of a mean of values between 0 and 1. One visit of unknown outcome is added: a few equal ones prove little."""
    if visits == 0:
        return 0.5
    variance = (visits * deviation**2 + 0.25) / (visits + 1)
    return math.sqrt(variance / visits)


def share_error(share: float, count: int) -> float:
    """Of the share of a `count` of yes or no."""
    return standard_error(math.sqrt(share * (1 - share)), count)


def error_of_mean(values: Sequence[float], errors: Iterable[float]) -> float:
    """Of what several searches found: by their own `errors`, or by how they differ where that is more."""
    between = stdev(values) * math.sqrt(len(values)) if len(values) > 1 else 0.0
    return max(math.hypot(*errors), between) / len(values)


def explain(seat: int, advised: Alternative, ranked: Sequence[Alternative]) -> str:
    """Why the advised move, against the best other one, in one or two sentences. `ranked` are the moves, best first."""
    words = advised.move.effect or advised.move.text
    head = f"{words[0].upper()}{words[1:]}. "
    share, points = advised.win_probability[seat], advised.expected_score[seat]
    alone = f"wins {share:.0%}, with {points:.1f} points expected"
    other = next((one for one in ranked if one.move != advised.move), None)
    if advised.visits < LEAST_VISITS:
        return f"{head}Hardly looked at: {_times(advised.visits)} tried."
    if other is None or other.visits < LEAST_VISITS:
        rest = (
            "no other move was tried"
            if not (other and other.visits)
            else f'"{other.move.name}" was hardly looked at'
        )
        return f"{head}Preferred by the search: {alone}; {rest}."
    mine, theirs = _percents(share, other.win_probability[seat])
    gain = points - other.expected_score[seat]
    return (
        f'{head}{verdict(seat, advised, other)}: wins {mine} against {theirs} for "{other.move.name}", '
        f"with {points:.1f} points expected ({gain:+.1f}).{because(seat, advised, other)}"
    )


def because(seat: int, advised: Expected, other: Expected) -> str:
    """Where the difference in points comes from, as far as it is beyond the noise: for the seat and its best rival."""
    own = _differences(seat, advised, other, chances=True)[:NAMED]
    rivals = [one for one in range(len(other.win_probability)) if one != seat]
    rival = max(rivals, key=lambda one: other.win_probability[one])
    theirs = _differences(rival, advised, other)[:1]
    said = f" It brings {' and '.join(own)}." if own else ""
    return said + (f" Seat {rival} gets {theirs[0]}." if theirs else "")


def _differences(seat: int, advised: Expected, other: Expected, *, chances: bool = False) -> list[str]:
    """The sources of points that make a difference to a seat, the greatest first, in words.

    With `chances`, what the game counts is named beside its source.
    """
    found = []
    for one, two in zip(advised.sources, other.sources, strict=True):
        gain = one.points[seat] - two.points[seat]
        if abs(gain) > LEAST_POINTS and abs(gain) > NOISE * math.hypot(one.error[seat], two.error[seat]):
            where = "later" if one.source == REST else f"from {one.source}"
            why = _chance(seat, one.source, gain, advised, other) if chances else ""
            found.append((abs(gain), f"{gain:+.1f} points {where}{why}"))
    return [words for _, words in sorted(found, reverse=True)]


def _chance(seat: int, source: str, gain: float, advised: Expected, other: Expected) -> str:
    """Of the chances a source has, the one that differs most the way its points do, if that is beyond the noise."""
    pairs = [
        (one, two)
        for one, two in zip(advised.chances, other.chances, strict=True)
        if one.source == source
        and _differ(seat, one, two)
        and (one.probability[seat] > two.probability[seat]) == (gain > 0)
    ]
    if not pairs:
        return ""
    one, two = max(pairs, key=lambda pair: abs(pair[0].probability[seat] - pair[1].probability[seat]))
    mine, theirs = _percents(one.probability[seat], two.probability[seat])
    return f" (you {one.event} in {mine} instead of {theirs})"


def _differ(seat: int, one: EventChance, two: EventChance) -> bool:
    """Whether the chances of two moves differ beyond the noise, and by what is worth a word."""
    noise = NOISE * math.hypot(one.error[seat], two.error[seat])
    return min(one.simulations, two.simulations) >= LEAST_VISITS and abs(
        one.probability[seat] - two.probability[seat]
    ) > max(noise, LEAST_CHANCE)


def verdict(seat: int, advised: Alternative, other: Alternative) -> str:
    """How two moves compare by winning share, in a few words."""
    gain = advised.win_probability[seat] - other.win_probability[seat]
    noise = NOISE * math.hypot(advised.win_error, other.win_error)
    if abs(gain) <= noise:
        return "A close call"
    if gain > 0:
        return "Clearly ahead" if gain > CLEAR else "Slightly ahead" if gain <= SLIGHT else "Ahead"
    if advised.visits < other.visits:
        return "Drawn from the good moves"
    if advised.expected_score[seat] > other.expected_score[seat]:
        return "For the points"
    return f'Most looked at, but "{other.move.name}" is catching up'


def _times(visits: int) -> str:
    return "once" if visits == 1 else f"{visits} times" if visits else "never"


def _percents(one: float, other: float) -> tuple[str, str]:
    """Two shares with as many digits as tell them apart, one after the point at the most."""
    if f"{one:.0%}" == f"{other:.0%}":
        return f"{one:.1%}", f"{other:.1%}"
    return f"{one:.0%}", f"{other:.0%}"
