"""Thinking on behalf of calls: what a search costs, what it is granted, and how it runs in a slot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from eminence.bots import Budget, FinishedGame, Move, Suggestion, View, make_bot, play_out_stepwise
from eminence.bots.review import Item, Review
from eminence.bots.suggest import Thinking
from eminence.cext.core.search import StopFlag
from eminence.server import messages
from eminence.server.accounts import caller
from eminence.server.admission import Grant, Pace
from eminence.server.config import Config
from eminence.server.errors import ServiceError
from eminence.server.metrics import Metrics
from eminence.server.pool import SearchPool
from eminence.server.requests import AskedReview, Player, Question, Series
from eminence.server.schedule import Demand, Priority
from eminence.v1.common_pb2 import Timing

T = TypeVar("T")

ROUNDED_UP = (
    1.01  # gRPC sends deadlines with two or three digits, rounded up: the client's may be a hundredth nearer
)

STEPS = 5  # of thought in a slice

# First guesses of what things cost, until they are known.
GUESSED_MS_PER_ITERATION = 0.05
TELLING_ITERATIONS = 500  # a shorter search is mostly overhead and says little about the price of iterations
GUESSED_MS_PER_PLY = 0.5  # of a bot that does not search


@dataclass(frozen=True)
class Thought:
    """A suggestion and how the time was spent."""

    suggestion: Suggestion
    timing: Timing


class _Batch(Generic[T]):
    """Long work in progress, such as a playout: what it has found so far and the way to more.

    `begin` gets the batch's stop flag and gives its steps: something found, or None for a place to pause.
    """

    def __init__(
        self,
        begin: Callable[[StopFlag], Iterator[T | None]],
        slice_seconds: float,
        on_found: Callable[[T], None],
    ) -> None:
        self.stop = StopFlag()
        self.found: list[T] = []
        self.timing = Timing()
        self.has_begun = self.over = False
        self._slice_seconds = slice_seconds
        self._on_found = on_found
        self._loop = asyncio.get_running_loop()
        self._steps = begin(self.stop)

    def work(self, grant: Grant, _: StopFlag) -> None:
        """Goes on for the length of a slice. Runs in a slot."""
        started = time.monotonic()
        self.has_begun = True
        self.over = not self._work_until(started + self._slice_seconds)
        self.timing.queue_ms += grant.queue_ms
        self.timing.search_ms += 1000 * (time.monotonic() - started)

    def _work_until(self, end: float) -> bool:
        """Whether there is more to do."""
        for item in self._steps:
            if item is not None:
                self.found.append(item)
                self._loop.call_soon_threadsafe(self._on_found, item)
            if time.monotonic() >= end:
                return True
        return False


class Thinker:
    def __init__(self, pool: SearchPool, config: Config, metrics: Metrics) -> None:
        self._pool = pool
        self._metrics = metrics
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
        asked = question.budget

        async def work(grant: Grant, stop: StopFlag) -> tuple[Thinking, Grant]:
            granted, nice = _granted(asked, grant), {"nice": self._config.nice}
            thinking = Thinking(question.view, granted, threads=grant.threads, settings=nice, **question.how)
            while not await self._pool.think(thinking, stop, interval_ms if on_progress else None):
                if on_progress:
                    on_progress(_thought(thinking, grant, asked))
            return thinking, grant

        demand = self._demand(question.view, asked, deadline, Priority.HINT, question.threads)
        async with _until(deadline):
            thinking, grant = await self._pool.run(demand, work)
        # Put into words out here: the slot searches on for somebody else meanwhile.
        thought = _thought(thinking, grant, asked)
        self._learn(thought.suggestion)
        self._pool.admission.learn_lateness(grant)
        in_time(deadline)
        return thought

    async def choose(self, player: Player, view: View, seed: str, deadline: float) -> tuple[Move, Timing]:
        """A bot's move."""
        asked = player.budget

        def work(grant: Grant, stop: StopFlag) -> tuple[Move, Timing]:
            movetime = _granted(asked, grant).movetime_ms if asked else None
            started = time.monotonic()
            move = make_bot(player.spec(self._config.nice, movetime), seed).choose(view, stop)
            spent = 1000 * (time.monotonic() - started)
            return move, messages.timing(grant, spent, asked.movetime_ms if asked else None, movetime)

        demand = self._demand(view, asked, deadline, Priority.MOVE)
        async with _until(deadline):
            return await self._pool.run(demand, self._pool.in_thread(work))

    async def play_out(
        self, series: Series, deadline: float, on_game: Callable[[FinishedGame], None]
    ) -> tuple[list[FinishedGame], Timing]:
        """Plays games until all are played or the deadline is near. `on_game` is called on the loop."""
        specs = [player.spec(self._config.nice) for player in series.players]
        # Thought is cut finer than slices are, so that these end on time whenever a move begins.
        step_ms = max(1, round(self._config.slice_ms / STEPS))

        def begin(stop: StopFlag) -> Iterator[FinishedGame | None]:
            return play_out_stepwise(
                series.view, specs, series.games, series.seed, stop, step_ms, told=series.include_moves
            )

        batch = await self._in_slices(begin, series.view.game.name, deadline, on_game)
        return batch.found, batch.timing

    async def review(
        self, asked: AskedReview, deadline: float, on_found: Callable[[Item], None]
    ) -> tuple[Review, bool, Timing]:
        """Reviews a game until its end or until the deadline is near, and says whether it came to the end."""

        def begin(stop: StopFlag) -> Iterator[Item | None]:
            return asked.stepwise(stop, self._config.nice)

        batch = await self._in_slices(begin, asked.game, deadline, on_found)
        return asked.sum_up(batch.found), batch.over and not batch.stop.is_set(), batch.timing

    async def _in_slices(
        self,
        begin: Callable[[StopFlag], Iterator[Any]],
        game: str,
        deadline: float,
        on_found: Callable[[T], None],
    ) -> _Batch[T]:
        """Long work, done in slices with a slot each, so that more urgent calls never wait for all of it."""
        batch: _Batch[T] = _Batch(begin, self._config.slice_ms / 1000, on_found)
        demand = self._slice(game, deadline)
        near = deadline - self._config.reserve_ms / 1000
        timer = asyncio.get_running_loop().call_at(near, batch.stop.set)
        try:
            async with _until(deadline):
                while not (batch.over or batch.stop.is_set()):
                    await self._pool.run(demand, self._pool.in_thread(batch.work), batch.stop)
        except ServiceError as error:
            if batch.has_begun and error.reason == "DEADLINE_TOO_SHORT":
                error = _passed()  # between two slices: it was admitted, and its time is up
            if not batch.found:
                raise error from None
        finally:
            timer.cancel()
        return batch

    def _slice(self, game: str, deadline: float) -> Demand:
        """What a slice asks for: its length and that of a step, which may begin just before its end."""
        cost = self._config.slice_ms * (1 + 1 / STEPS)
        least = min(cost, self._config.floor_ms)
        priority = caller().at_most(Priority.PLAYOUT)
        return Demand(deadline, cost, least, priority=priority, exact=True, game=game)

    def _demand(
        self, view: View, budget: Budget | None, deadline: float, priority: Priority, threads: int = 1
    ) -> Demand:
        cost = self._cost(view.game.name, budget)
        possible = min(cost, 1000 * (deadline - _now()) - self._config.reserve_ms)
        floor = max(self._config.floor_ms, possible * self._config.floor_percent / 100)
        exact = budget is None or budget.movetime_ms is None
        # The price of exact iterations is a guess: half of it is enough to let them try.
        least = cost / 2 if exact else min(cost, floor)
        shared = threads if exact else 1  # threads share iterations, but each takes the whole movetime
        all_threads = budget is not None and budget.iterations is not None
        return Demand(
            deadline,
            cost / shared,
            least / shared,
            threads,
            all_threads,
            caller().at_most(priority),
            exact,
            view.game.name,
        )

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
        priority = caller().at_most(Priority.HINT).name.lower()
        self._metrics.iterations.labels(found.game, priority).inc(found.iterations)
        if found.iterations >= TELLING_ITERATIONS:
            per_iteration = found.elapsed_ms * found.threads / found.iterations
            self._pace.learn((found.game, "ms per iteration"), per_iteration)


def _thought(thinking: Thinking, grant: Grant, asked: Budget) -> Thought:
    granted_ms = thinking.budget.movetime_ms
    spent = messages.timing(grant, thinking.elapsed_ms, asked.movetime_ms, granted_ms)
    return Thought(thinking.suggestion(), spent)


def _granted(asked: Budget, grant: Grant) -> Budget:
    """The budget that admission allows. Iterations alone are exact and stay what they are.

    What has passed since the slot was granted, on a busy machine, is taken off: a late start makes no late answer.
    """
    if asked.movetime_ms is None:
        return asked
    # The cost of a search that iterations may end first is a guess; its deadline is not.
    longest = (grant.length_ms if grant.is_cut else grant.left_ms) - grant.late_ms
    return Budget(max(1, min(asked.movetime_ms, int(longest))), asked.iterations)


@asynccontextmanager
async def _until(deadline: float) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError:
        raise _passed() from None


def in_time(deadline: float) -> None:
    """Refuses to answer when it is too late: nobody waits any more."""
    if _now() > deadline:
        raise _passed()


def _passed() -> ServiceError:
    return ServiceError("DEADLINE_PASSED", "the deadline passed before there was an answer")


def _now() -> float:
    return asyncio.get_running_loop().time()
