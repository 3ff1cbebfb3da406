"""Work in slots: searches in nice threads without the GIL, and whatever needs Python in threads of the pool."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from eminence.bots.suggest import Thinking
from eminence.cext.core.search import StopFlag
from eminence.server import accounts
from eminence.server.admission import Admission, Grant
from eminence.server.bells import Bell, Bells, think
from eminence.server.errors import is_want
from eminence.server.metrics import Metrics
from eminence.server.schedule import Demand

T = TypeVar("T")

MOMENT_SECONDS = 0.001  # that the loop may wait for a search to stop


class SearchPool:
    """Runs searches in slots. A slot is free again when its thread is, and only then."""

    def __init__(self, admission: Admission, metrics: Metrics | None = None) -> None:
        self.admission = admission
        self._metrics = metrics or Metrics()
        self._threads = started_threads(admission.slots, "search")
        self._bells = Bells(admission.slots)
        self._stops: dict[StopFlag, Bell | None] = {}  # of what runs, with the bell of a search
        self.starved = False  # somebody could not search for want of threads, memory or files

    async def run(
        self, demand: Demand, work: Callable[[Grant, StopFlag], Awaitable[T]], stop: StopFlag | None = None
    ) -> T:
        """Waits for a slot and does the work in it. When the caller is cancelled the work is told to stop."""
        account, price = accounts.caller().account, demand.cost_ms * demand.threads
        account.take(price)
        try:
            grant = await self.admission.enter(demand)
        except BaseException:
            account.give_back(price)
            raise
        stop = stop or StopFlag()
        self._stops[stop] = None
        job = asyncio.ensure_future(self._working(work, grant, stop))
        cancelled_at: list[float] = []

        def free(_: Any = None) -> None:
            if stop in self._stops:
                del self._stops[stop]
                self.admission.leave(grant, whole=not cancelled_at)
                account.give_back(price - self._record(grant, cancelled_at))

        job.add_done_callback(free)
        try:
            # Shielded: a cancelled caller must not make a thread look free that still searches.
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            cancelled_at.append(_now())
            stop.set()
            self.admission.stats.cancelled += 1
            job.add_done_callback(_look_at)
            # A search ends within microseconds once it has a core, and may wait for this very one.
            bell = None if job.done() else self._stops[stop]
            if bell and bell.wait(MOMENT_SECONDS):
                free()
            raise

    async def _working(
        self, work: Callable[[Grant, StopFlag], Awaitable[T]], grant: Grant, stop: StopFlag
    ) -> T:
        """However the work fails, it does so in its own task: then the slot is freed."""
        try:
            return await work(grant, stop)
        except Exception as error:
            self.starved = self.starved or is_want(error)
            raise

    def in_thread(self, work: Callable[[Grant, StopFlag], T]) -> Callable[[Grant, StopFlag], Awaitable[T]]:
        """Work that blocks and needs Python, for `run`."""
        loop = asyncio.get_running_loop()
        return lambda grant, stop: loop.run_in_executor(self._threads, work, grant, stop)

    async def think(self, thinking: Thinking, stop: StopFlag, slice_ms: int | None = None) -> bool:
        """Lets it think for the length of a slice. Whether it is done, and not only the slice."""
        with self._bells.one() as bell:
            self._stops[stop] = bell
            done = await think(thinking, stop, bell, slice_ms)
        return done or stop.is_set()

    def _record(self, grant: Grant, cancelled_at: list[float]) -> float:
        """Notes how a search went that has just left its slot. Returns the slot time it took, in milliseconds."""
        held = _now() - grant.started
        self._metrics.busy_seconds.inc(held * grant.threads)
        if cancelled_at:
            freed = _now() - cancelled_at[0]
            self.admission.stats.cancel_to_free_ms.append(1000 * freed)
            self._metrics.cancel_seconds.observe(freed)
        else:
            over = None if grant.demand.exact else 1000 * held - grant.length_ms
            self._metrics.searched(grant.demand, grant.queue_ms, 1000 * held, over)
        return 1000 * held * grant.threads

    def close(self) -> None:
        """Stops what still runs and waits for the threads."""
        for stop in self._stops:
            stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._bells.close()


def started_threads(count: int, name: str) -> ThreadPoolExecutor:
    """Threads that are there from the start: later there may be none to be had."""
    threads, all_there = ThreadPoolExecutor(count, name), threading.Barrier(count + 1)
    for _ in range(count):
        threads.submit(all_there.wait)
    all_there.wait()
    return threads


def _look_at(job: asyncio.Future[Any]) -> None:
    """The caller has gone: nobody else asks how it went."""
    if not job.cancelled():
        job.exception()


def _now() -> float:
    return asyncio.get_running_loop().time()
