"""Speed of the core at one gauge. Machines are noisy: short runs of everything take turns, the best of each counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from eminence.bots import Budget, Game, State, suggest
from eminence.cext.core import bench
from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream

FULL_GAME = 0  # horizon of a search whose playouts end with the game
LEAST_ROUNDS = 2
Probe = Callable[[float], float]  # runs for some seconds and returns a rate


@dataclass(frozen=True)
class Figures:
    """One row of `eminence bench`; times in nanoseconds."""

    game: str
    seats: int
    memcpy_1k_ns: float  # the yardstick: a cached copy of 1 KB
    decision_ns: float  # one uniformly random decision
    decisions_per_game: float
    playouts_per_s: float  # by the playout policy, from the first decision of a game
    iterations_per_s: float  # of a search of the same position, with playouts to the end
    search_ratio: float  # iterations per playout
    sample_ns: float  # one world drawn from the view
    threads2_speedup: float  # iterations per second of two threads over one


class Gauge:
    """The things to measure at one table, each as a rate."""

    def __init__(self, game: Game) -> None:
        state = game.new("bench")
        assert state.actor is not None
        self.game, self.kernel, self.state = game, game.kernel, state
        self.view = state.view(state.actor)
        self.stream = Stream("bench")
        self.decisions = self.games = 0.0

    def probes(self) -> dict[str, Probe]:
        return {
            "copies": self.copies,
            "decisions": self.random_decisions,
            "playouts": self.playouts,
            "iterations": self.iterations,
            "samples": self.samples,
            "one thread": partial(self.threads, 1),
            "two threads": partial(self.threads, 2),
        }

    def copies(self, seconds: float) -> float:
        return 1e9 / bench.memcpy_ns(seconds)

    def random_decisions(self, seconds: float) -> float:
        played = bench.random_playouts(self.kernel, self.state.packed, self.stream, seconds)
        self.decisions += played["decisions"]
        self.games += played["games"]
        return played["decisions"] / played["seconds"]

    def playouts(self, seconds: float) -> float:
        played = bench.policy_playouts(self.kernel, self.state.packed, self.stream, seconds)
        return played["games"] / played["seconds"]

    def iterations(self, seconds: float) -> float:
        return search_rate(self.state, None, seconds)

    def samples(self, seconds: float) -> float:
        drawn = bench.samples(self.kernel, self.view.packed, self.view.seat, self.stream, seconds)
        return drawn["samples"] / drawn["seconds"]

    def threads(self, count: int, seconds: float) -> float:
        budget = Budget(movetime_ms=max(int(1000 * seconds), 1))
        found = suggest(self.view, budget, seed=1, threads=count, early_stop=False)
        return 1000 * found.iterations / found.elapsed_ms


def search_rate(state: State, iterations: int | None, seconds: float | None) -> float:
    """Iterations per second of a fresh search of what the seat to decide knows, with playouts to the end."""
    assert state.actor is not None
    view = state.view(state.actor)
    game = state.game
    search = Search(game.kernel, view.packed, view.seat, "bench", horizon=FULL_GAME, learned=game.learned)
    started = time.perf_counter()
    search.run(iterations, seconds)
    return search.iterations / (time.perf_counter() - started)


def best_rates(
    probes: dict[str, Probe], seconds: float, run: float, advance: Callable[[float], None]
) -> dict[str, float]:
    """The best rate of each probe over short runs in turn, which take about `seconds` together."""
    best = dict.fromkeys(probes, 0.0)
    for _ in range(max(LEAST_ROUNDS, int(seconds / len(probes) / run))):
        for name, probe in probes.items():
            best[name] = max(best[name], probe(run))
            advance(run)
    return best


def measure(game: Game, seconds: float, run: float, advance: Callable[[float], None]) -> Figures:
    """All figures of one table in about `seconds`, from runs of `run` seconds."""
    gauge = Gauge(game)
    best = best_rates(gauge.probes(), seconds, run, advance)
    return Figures(
        game=game.name,
        seats=game.seats,
        memcpy_1k_ns=1e9 / best["copies"],
        decision_ns=1e9 / best["decisions"],
        decisions_per_game=gauge.decisions / gauge.games,
        playouts_per_s=best["playouts"],
        iterations_per_s=best["iterations"],
        search_ratio=best["iterations"] / best["playouts"],
        sample_ns=1e9 / best["samples"],
        threads2_speedup=best["two threads"] / best["one thread"],
    )
