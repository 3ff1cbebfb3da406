"""How a game stands for a seat, from what that seat knows, whoever is to move."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from eminence.bots.correction import AS_IT_IS
from eminence.bots.game import View
from eminence.bots.reasons import standard_error
from eminence.bots.sources import EventChance, SourcePoints, Sources, mean_points, pooled_chances
from eminence.cext.core.search import Search, StopFlag

STEP_SECONDS = 0.01


@dataclass(frozen=True)
class Outlook:
    """What a seat may expect. Lists have one entry per seat."""

    win_probability: tuple[float, ...]  # corrected, unless asked for as they are
    expected_score: tuple[float, ...]
    error: float  # standard error of the looking seat's own win probability
    sources: tuple[SourcePoints, ...] = ()  # with `reasons`, as are the next
    chances: tuple[EventChance, ...] = ()


def mean_outlook(looks: Sequence[Outlook]) -> Outlook:
    """Several as one."""
    return Outlook(
        tuple(map(fmean, zip(*(one.win_probability for one in looks), strict=True))),
        tuple(map(fmean, zip(*(one.expected_score for one in looks), strict=True))),
        math.hypot(*(one.error for one in looks)) / len(looks),
        mean_points([one.sources for one in looks]),
        pooled_chances([one.chances for one in looks]),
    )


def outlook(
    view: View,
    iterations: int,
    seed: object,
    *,
    after: int | None = None,
    stop: StopFlag | None = None,
    settings: Mapping[str, Any] | None = None,
    corrected: bool = True,
) -> Outlook:
    """Searches on from a view as it stands, or from what becomes of it after a move of the seat to decide.

    Outlooks of the same view and seed begin in the same worlds, whatever the move: their differences are less noisy
    than each. With a `depth` of 0 in the settings there is no search, playouts only: nobody adapts to what chance has
    brought, so that the outlook before a throw is the mean of the outlooks after it.
    """
    steps = outlook_stepwise(
        view, iterations, seed, after=after, stop=stop, settings=settings, corrected=corrected
    )
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Outlook = end.value
            return found


def outlook_stepwise(
    view: View,
    iterations: int,
    seed: object,
    *,
    after: int | None = None,
    stop: StopFlag | None = None,
    settings: Mapping[str, Any] | None = None,
    corrected: bool = True,
    reasons: bool = False,
) -> Generator[None, None, Outlook]:
    """The same with places to pause. With `reasons` it says where the points come from."""
    if view.actor is None:
        raw = view.game.kernel.result(view.packed)
        return Outlook(tuple(raw["win"]), tuple(raw["score"]), 0.0)
    sources = Sources(view.game.face if reasons else None)
    usual = {"nodes": max(2 * iterations, 1024), "learned": view.game.learned, **sources.settings}
    tuned = {**usual, **(settings or {})}
    search = Search(view.game.kernel, view.packed, view.seat, seed, observe=True, after=after, **tuned)
    yield from run_stepwise(search, iterations, stop)
    found = search.report()["moves"][0]
    wins, curve = found["win"], view.curve if corrected else AS_IT_IS
    error = standard_error(found["win_deviation"], found["visits"])
    return Outlook(
        curve.chances(view.seat, wins),
        tuple(found["score"]),
        curve.error(wins[view.seat], error),
        sources.points(found),
        sources.chances(found),
    )


def run_stepwise(search: Search, iterations: int, stop: StopFlag | None) -> Iterator[None]:
    """A search of so many iterations, with a place to pause every few milliseconds. Ends early when stopped."""
    while search.iterations < iterations and not (stop and stop.is_set()):
        search.run(iterations, STEP_SECONDS, stop)
        yield None
