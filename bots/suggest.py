"""Suggestions: a view and a budget in, ranked moves with reasons out. The heart of the product."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eminence.bots.budget import Budget
from eminence.bots.correction import AS_IT_IS
from eminence.bots.game import Data, Move, State, View
from eminence.bots.levels import BEST, Level, draw
from eminence.bots.reasons import explain, standard_error
from eminence.bots.sources import EventChance, SourcePoints, Sources
from eminence.cext.core.errors import NotYourTurn
from eminence.cext.core.lines import Turn, turns, variation
from eminence.cext.core.search import Search, StopFlag
from eminence.cext.core.stream import Stream

# At a secret choice a predictable bot can be read: it is drawn from the visits, without moves that were tried little.
SECRET_TEMPERATURE = 0.5
SECRET_LEAST_SHARE = 0.25
LEVEL_LEAST_SHARE = 0.1
# Room in the tree: never more than MAX_NODES, and not more than a budget can fill.
MAX_NODES = 1 << 18
MIN_NODES = 1 << 12
NODES_PER_MS = 512
NO_BELL = -1
PLANS = 3

_Limits = tuple[int | None, float | None, StopFlag | None, float | None]


@dataclass(frozen=True)
class Alternative:
    """One move and what the search expects of it."""

    move: Move
    visits: int
    win_probability: tuple[float, ...]  # per seat, corrected (see `bots/correction.py`)
    expected_score: tuple[float, ...]
    expected_rank: tuple[float, ...]
    uncertainty: float  # standard error of the deciding seat's utility over the sampled worlds
    win_error: float  # standard error of its win probability
    sources: tuple[
        SourcePoints, ...
    ] = ()  # of the expected score; add up to it. Empty where the game names none
    chances: tuple[EventChance, ...] = ()  # of what is worth counting; empty where the game names none


@dataclass(frozen=True)
class Plan:
    """A whole turn of the advised seat: what it decides in a row, and what the search expects of it."""

    steps: tuple[PlanStep, ...]
    visits: int
    win_probability: float  # of the advised seat
    whole: (
        bool  # whether the turn ends here; otherwise chance tells how it goes on, or the search knows no more
    )


@dataclass(frozen=True)
class PlanStep:
    """One move of a plan."""

    text: str
    data: Data
    effect: str


@dataclass(frozen=True)
class Suggestion:
    """What to play, what else was considered and how the search went."""

    game: str
    seat: int
    move: Move
    alternatives: tuple[Alternative, ...]  # best first
    plans: tuple[Plan, ...]  # whole turns: the one that begins with the move, then the most visited others
    principal_variation: tuple[tuple[int, str], ...]  # (seat, move text)
    reason: str
    iterations: int
    elapsed_ms: float
    worlds: int
    depth: int
    nodes: int
    threads: int
    stopped_by: str  # iterations, movetime, stopped or settled
    level: int
    seed: int


def suggest(
    view: View,
    budget: Budget,
    *,
    level: int = BEST,
    seed: int | None = None,
    threads: int = 1,
    stop: StopFlag | None = None,
    alternatives: int = 5,
    early_stop: bool = True,
    on_progress: Callable[[Suggestion], None] | None = None,
    progress_ms: int = 100,
    settings: Mapping[str, Any] | None = None,
    corrected: bool = True,
) -> Suggestion:
    """Thinks about a view and suggests a move. Blocks; the GIL is free while the search runs.

    Seed, iterations and threads fix the answer, bit for bit, unless a movetime ends the search first. Early stop needs
    a movetime and is never used with iterations. `settings` go to the search (see `Search`). Winning chances are
    `corrected` to what comes true, or told as the search found them.
    """
    thinking = Thinking(
        view,
        budget,
        level=level,
        seed=seed,
        threads=threads,
        alternatives=alternatives,
        early_stop=early_stop,
        reasons=True,
        settings=settings,
        corrected=corrected,
    )
    thinking.think(stop, on_progress, progress_ms)
    return thinking.suggestion()


class Thinking:
    """One search in progress, on one or more threads with a tree each, merged at the root.

    `think` waits for it. Who cannot wait calls `begin`, and `end` when all bells have rung. With `reasons`, its
    suggestion says why and has plans.
    """

    def __init__(
        self,
        view: View,
        budget: Budget,
        *,
        level: int = BEST,
        seed: int | None = None,
        threads: int = 1,
        alternatives: int = 5,
        early_stop: bool = True,
        reasons: bool = False,
        settings: Mapping[str, Any] | None = None,
        corrected: bool = True,
    ) -> None:
        if view.actor is None:
            raise NotYourTurn("the game is over")
        if view.actor != view.seat:
            raise NotYourTurn(f"seat {view.actor} is to move, not seat {view.seat}")
        cpu = bool(settings and settings.get("cpu"))
        self.clock = time.thread_time if cpu else time.monotonic
        self.started = self.clock()  # making the trees takes its time too
        self.elapsed_ms = 0.0
        self.view, self.budget, self.alternatives = view, budget, alternatives
        self.curve = view.curve if corrected else AS_IT_IS
        self.level = Level.of(level, view.game.face)
        self.limit = self.level.limit(budget)
        self.settle = early_stop and self.limit.iterations is None
        self.seed = secrets.randbits(32) if seed is None else seed
        self.stopped_by = ""
        self._is_last = True  # the slice in progress
        self.reasons = reasons
        self.sources = Sources(view.game.face if reasons else None)
        usual: dict[str, Any] = {"nodes": room(self.limit), "learned": view.game.learned}
        tuned = {**usual, **self.level.settings, **self.sources.settings, **(settings or {})}
        self.searches = [
            Search(view.game.kernel, view.packed, view.seat, f"{self.seed}/{i}", **tuned)
            for i in range(threads)
        ]

    def think(
        self,
        stop: StopFlag | None = None,
        on_progress: Callable[[Suggestion], None] | None = None,
        progress_ms: int = 100,
    ) -> None:
        """Searches until the budget is used up, the answer is settled or it is stopped."""
        slice_ms = progress_ms if on_progress else None
        while not self._think_on(stop, slice_ms):
            assert on_progress is not None
            on_progress(self.suggestion())

    def think_in_slices(self, slice_ms: int, stop: StopFlag | None = None) -> Iterator[None]:
        """The same with pauses: yields after every slice. Time that passes in a pause is no time of thought."""
        while len(self.view.codes) > 1 and not self._think_on(stop, slice_ms):
            paused = self.clock()
            yield
            self.started += self.clock() - paused

    def _think_on(self, stop: StopFlag | None, slice_ms: int | None) -> bool:
        """Searches for the length of a slice. Whether the search has ended, and not only the slice."""
        if len(self.searches) == 1:
            (limits,) = self._next_limits(stop, slice_ms)
            return self._ended([self.searches[0].run(*limits)])
        self.begin(NO_BELL, stop, slice_ms)
        return self.end()

    def begin(self, bell: int, stop: StopFlag | None, slice_ms: int | None = None) -> None:
        """Searches for the length of a slice without waiting; every thread rings the bell (see `Search.begin`)."""
        for search, limits in zip(self.searches, self._next_limits(stop, slice_ms), strict=True):
            search.begin(bell, *limits)

    def end(self, *, rung: bool = False) -> bool:
        """Waits for what was begun, unless all bells have `rung`. Whether it has ended, and not only the slice."""
        return self._ended([search.end(rung) for search in self.searches])

    def _next_limits(self, stop: StopFlag | None, slice_ms: int | None) -> list[_Limits]:
        """What each search may use in the next slice."""
        left = None
        if self.limit.movetime_ms is not None:
            left = max(self.limit.movetime_ms / 1000 - (self.clock() - self.started), 0.0)
        seconds = left if slice_ms is None else min(slice_ms / 1000, math.inf if left is None else left)
        self._is_last = seconds == left
        settle = left if self.settle else None
        shares = _shares(self.limit.iterations, len(self.searches))
        return [(share, seconds, stop, settle) for share in shares]

    def _ended(self, reasons: Sequence[str]) -> bool:
        self.elapsed_ms = 1000 * (self.clock() - self.started)
        ends = (reason for reason in ("stopped", "movetime", "settled") if reason in reasons)
        self.stopped_by = next(ends, "iterations")
        return self.stopped_by != "movetime" or self._is_last

    def move(self) -> Move:
        """What to play by what is known so far. Not to be called while it thinks."""
        reports = [search.report()["moves"] for search in self.searches]
        return self.view.move(self._choose(_merge(self.view.seat, reports)))

    def suggestion(self) -> Suggestion:
        """The same in words and figures, with what else was considered."""
        reports = [search.report() for search in self.searches]
        merged = _merge(self.view.seat, [report["moves"] for report in reports])
        ranked = sorted(merged, key=lambda m: (-m["visits"], -m["utility"]))
        chosen = self._choose(merged)
        line = variation(self.searches[0], chosen)
        described = [self._alternative(m) for m in ranked[: max(self.alternatives, 2)]]
        advised = next((one for one in described if one.move.code == chosen), None)
        if advised is None:
            advised = self._alternative(next(m for m in ranked if m["move"] == chosen))
        return Suggestion(
            game=self.view.game.name,
            seat=self.view.seat,
            move=advised.move,
            alternatives=tuple(described[: self.alternatives]),
            plans=self._plans(chosen) if self.reasons else (),
            principal_variation=tuple(
                (seat, State(self.view.game, state, 0, 0).move(move).text) for state, seat, move in line
            ),
            reason=explain(self.view.seat, advised, described) if self.reasons else "",
            iterations=sum(report["iterations"] for report in reports),
            elapsed_ms=self.elapsed_ms,
            worlds=sum(report["worlds"] for report in reports),
            depth=max(report["depth"] for report in reports),
            nodes=sum(report["nodes"] for report in reports),
            threads=len(self.searches),
            stopped_by=self.stopped_by,
            level=self.level.number,
            seed=self.seed,
        )

    def _choose(self, moves: Sequence[Mapping[str, Any]]) -> int:
        visits = [m["visits"] for m in moves]
        temperature, least = self.level.temperature, LEVEL_LEAST_SHARE
        if self.view.game.kernel.secret(self.view.packed) and temperature < SECRET_TEMPERATURE:
            temperature, least = SECRET_TEMPERATURE, SECRET_LEAST_SHARE
        if temperature == 0:
            return int(max(moves, key=lambda m: (m["visits"], m["utility"]))["move"])
        return int(moves[draw(visits, temperature, least, Stream(self.seed, "choice"))]["move"])

    def _alternative(self, m: Mapping[str, Any]) -> Alternative:
        wins, seat = m["win"], self.view.seat
        return Alternative(
            move=self.view.move(m["move"]),
            visits=m["visits"],
            win_probability=self.curve.chances(seat, wins) if m["visits"] else tuple(wins),
            expected_score=tuple(m["score"]),
            expected_rank=tuple(m["rank"]),
            uncertainty=standard_error(m["deviation"], m["visits"]),
            win_error=self.curve.error(wins[seat], standard_error(m["win_deviation"], m["visits"])),
            sources=self.sources.points(m),
            chances=self.sources.chances(m),
        )

    def _plans(self, first: int) -> tuple[Plan, ...]:
        """The best turn that begins with a move, then the most visited others."""
        found: dict[tuple[int, ...], list[Turn]] = {}
        for search in self.searches:
            for turn in turns(search, first, PLANS):
                found.setdefault(turn.moves, []).append(turn)
        ranked = sorted(found.values(), key=lambda same: -sum(turn.visits for turn in same))
        leads = [same for same in ranked if same[0].moves[0] == first][:1]
        ranked = [*leads, *(same for same in ranked if same not in leads)]
        views = {self.view.packed: self.view}  # plans begin alike: what is known of a step is made once
        return tuple(self._plan(same, views) for same in ranked[:PLANS])

    def _plan(self, same: Sequence[Turn], views: dict[bytes, View]) -> Plan:
        """A turn as all trees together know it."""
        visits = sum(turn.visits for turn in same)
        return Plan(
            steps=tuple(self._step(packed, code, views) for packed, code in same[0].steps),
            visits=visits,
            win_probability=self.curve.chance(sum(turn.visits * turn.win for turn in same) / visits),
            whole=any(turn.whole for turn in same),
        )

    def _step(self, packed: bytes, code: int, views: dict[bytes, View]) -> PlanStep:
        if packed not in views:
            views[packed] = View(self.view.game, packed, self.view.seat)
        move = views[packed].move(code)
        return PlanStep(move.text, move.data, move.effect)


def room(limit: Budget) -> int:
    """Nodes that a budget can fill at the most; a smaller arena is quicker to make and to give back."""
    wanted = [MAX_NODES]
    if limit.iterations is not None:
        wanted.append(2 * limit.iterations)
    if limit.movetime_ms is not None:
        wanted.append(NODES_PER_MS * limit.movetime_ms)
    return max(min(wanted), MIN_NODES)


def _shares(iterations: int | None, threads: int) -> list[int | None]:
    """Iterations for each thread; they add up to the budget."""
    if iterations is None:
        return [None] * threads
    return [iterations // threads + (i < iterations % threads) for i in range(threads)]


def _merge(seat: int, reports: Sequence[Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """Root statistics of several trees as if they were one; summed in thread order, so always to the same bits."""
    return [_merge_move(seat, same) for same in zip(*reports, strict=True)]


def _merge_move(seat: int, same: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    visits = [m["visits"] for m in same]
    if len(same) == 1 or sum(visits) == 0:
        return dict(same[0])
    merged = {"move": same[0]["move"], "visits": sum(visits)}
    for key in ("win", "score", "rank"):
        merged[key] = [_pool(visits, values)[0] for values in zip(*(m[key] for m in same), strict=True)]
    wins = [m["win"][seat] for m in same]
    merged["win_deviation"] = _pool(visits, wins, [m["win_deviation"] for m in same])[1]
    utilities, deviations = [m["utility"] for m in same], [m["deviation"] for m in same]
    merged["utility"], merged["deviation"] = _pool(visits, utilities, deviations)
    seats, sources = range(len(same[0]["points"])), range(len(same[0]["points"][0]))
    pooled = [
        [
            _pool(visits, [m["points"][i][k] for m in same], [m["points_deviation"][i][k] for m in same])
            for k in sources
        ]
        for i in seats
    ]
    merged["known"] = [sum(counts) for counts in zip(*(m["known"] for m in same), strict=True)]
    merged["happened"] = [
        [sum(counts) for counts in zip(*(m["happened"][i] for m in same), strict=True)] for i in seats
    ]
    merged["points"] = [[mean for mean, _ in row] for row in pooled]
    merged["points_deviation"] = [[deviation for _, deviation in row] for row in pooled]
    return merged


def _pool(
    visits: Sequence[int], means: Sequence[float], deviations: Sequence[float] | None = None
) -> tuple[float, float]:
    """Mean and deviation of several samples together."""
    total = sum(visits)
    mean = sum(n * one for n, one in zip(visits, means, strict=True)) / total
    spreads = deviations or [0.0] * len(visits)
    square = sum(n * (d**2 + m**2) for n, m, d in zip(visits, means, spreads, strict=True)) / total
    return mean, math.sqrt(max(square - mean**2, 0.0))
