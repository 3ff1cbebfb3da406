"""Thinking on behalf of calls: what a search costs, what it is granted, and how it runs in a slot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from eminence.bots import Budget, FinishedGame, Move, Suggestion, View, make_bot, play_out, suggest
from eminence.cext.core.search import StopFlag
from eminence.server import messages
from eminence.server.admission import Demand, Grant, Pace
from eminence.server.config import Config
from eminence.server.errors import ServiceError
from eminence.server.pool import SearchPool
from eminence.server.requests import Player, Question, Series
from eminence.v1.common_pb2 import Timing

ROUNDED_UP = (
    1.01  # gRPC sends deadlines with two or three digits, rounded up: the client's may be a hundredth nearer
)

# First guesses of what things cost, until they are known.
GUESSED_MS_PER_ITERATION = 0.05
TELLING_ITERATIONS = 500  # a shorter search is mostly overhead and says little about the price of iterations
GUESSED_PLIES = 100
GUESSED_MS_PER_PLY = 0.5  # of a bot that does not search


@dataclass(frozen=True)
class Thought:
    """A suggestion and how the time was spent."""

    suggestion: Suggestion
    timing: Timing


class Thinker:
    def __init__(self, pool: SearchPool, config: Config) -> None:
        self._pool = pool
        self._config = config
        self._pace = Pace()

    def deadline(self, context: Any) -> float:
        """When a call must be answered, on the loop's clock."""
        longest = self._config.max_call_ms / 1000
        remaining = context.time_remaining()
        return _now() + (longest if remaining is None else min(remaining / ROUNDED_UP, longest))

    async def suggest(
        self,
        question: Question,
        deadline: float,
        on_progress: Callable[[Thought], None] | None = None,
        interval_ms: int = 0,
    ) -> Thought:
        """Thinks about a question. `on_progress` is called on the loop."""
        loop = asyncio.get_running_loop()
        asked = question.budget

        def work(grant: Grant, stop: StopFlag) -> Thought:
            budget = _granted(asked, grant)

            def thought(found: Suggestion) -> Thought:
                spent = messages.timing(grant, found.elapsed_ms, asked.movetime_ms, budget.movetime_ms)
                return Thought(found, spent)

            def report(found: Suggestion) -> None:
                if on_progress:
                    loop.call_soon_threadsafe(on_progress, thought(found))

            watched: dict[str, Any] = (
                {"on_progress": report, "progress_ms": interval_ms} if on_progress else {}
            )
            return thought(
                suggest(question.view, budget, threads=grant.threads, stop=stop, **question.how, **watched)
            )

        demand = self._demand(question.view, asked, deadline, question.threads)
        async with _until(deadline):
            thought = await self._pool.run(demand, work)
        self._learn(thought.suggestion)
        return thought

    async def choose(self, player: Player, view: View, seed: str, deadline: float) -> tuple[Move, Timing]:
        """A bot's move."""
        asked = player.budget

        def work(grant: Grant, stop: StopFlag) -> tuple[Move, Timing]:
            movetime = _granted(asked, grant).movetime_ms if asked else None
            started = time.monotonic()
            move = make_bot(player.spec(movetime), seed).choose(view, stop)
            spent = 1000 * (time.monotonic() - started)
            return move, messages.timing(grant, spent, asked.movetime_ms if asked else None, movetime)

        demand = self._demand(view, asked, deadline)
        async with _until(deadline):
            return await self._pool.run(demand, work)

    async def play_out(
        self, series: Series, deadline: float, on_game: Callable[[FinishedGame], None]
    ) -> tuple[list[FinishedGame], Timing]:
        """Plays games until all are played or the deadline is near. `on_game` is called on the loop."""
        loop = asyncio.get_running_loop()
        name = series.view.game.name

        def work(grant: Grant, stop: StopFlag) -> tuple[list[FinishedGame], Timing]:
            started = time.monotonic()
            specs = [player.spec() for player in series.players]
            games = []
            for game in play_out(series.view, specs, series.games, series.seed, stop):
                games.append(game)
                loop.call_soon_threadsafe(on_game, game)
            return games, messages.timing(grant, 1000 * (time.monotonic() - started), None, None)

        plies = self._pace.guess((name, "plies"), GUESSED_PLIES)
        per_ply = [self._cost(name, player.budget) for player in series.players]
        cost = series.games * plies * sum(per_ply) / len(per_ply)
        left = 1000 * (deadline - _now())
        demand = Demand(deadline, min(cost, left), self._config.floor_ms)
        stop = StopFlag()
        timer = loop.call_at(deadline - self._config.reserve_ms / 1000, stop.set)
        try:
            async with _until(deadline):
                games, timing = await self._pool.run(demand, work, stop)
        finally:
            timer.cancel()
        self._learn_plies(name, games)
        return games, timing

    def _demand(self, view: View, budget: Budget | None, deadline: float, threads: int = 1) -> Demand:
        cost = self._cost(view.game.name, budget)
        floor = self._config.floor_ms
        # The price of exact iterations is a guess: half of it is enough to let them try.
        exact = budget is not None and budget.movetime_ms is None
        least = cost / 2 if exact else min(cost, floor)
        all_threads = budget is not None and budget.iterations is not None
        return Demand(deadline, cost / threads if exact else cost, least / threads, threads, all_threads)

    def _cost(self, name: str, budget: Budget | None) -> float:
        """Expected length of a search on one thread, in milliseconds."""
        if budget is None:
            return GUESSED_MS_PER_PLY
        costs = []
        if budget.movetime_ms is not None:
            costs.append(float(budget.movetime_ms))
        if budget.iterations is not None:
            per_iteration = self._pace.guess((name, "ms per iteration"), GUESSED_MS_PER_ITERATION)
            costs.append(budget.iterations * per_iteration)
        return min(costs)

    def _learn(self, found: Suggestion) -> None:
        if found.iterations >= TELLING_ITERATIONS:
            per_iteration = found.elapsed_ms * found.threads / found.iterations
            self._pace.learn((found.game, "ms per iteration"), per_iteration)

    def _learn_plies(self, name: str, games: Iterable[FinishedGame]) -> None:
        for game in games:
            self._pace.learn((name, "plies"), game.plies)


def _granted(asked: Budget, grant: Grant) -> Budget:
    """The budget that ends before the deadline. Iterations alone are exact and stay what they are."""
    if asked.movetime_ms is None:
        return asked
    return Budget(max(1, min(asked.movetime_ms, int(grant.left_ms))), asked.iterations)


@asynccontextmanager
async def _until(deadline: float) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError:
        raise ServiceError("DEADLINE_PASSED", "the deadline passed before there was an answer") from None


def _now() -> float:
    return asyncio.get_running_loop().time()
