"""Work in slots: searches in nice threads without the GIL, and whatever needs Python in threads of the pool."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TypeVar

from eminence.bots.suggest import Thinking
from eminence.cext.core.search import StopFlag
from eminence.server import accounts
from eminence.server.admission import Admission, Grant
from eminence.server.errors import is_want
from eminence.server.metrics import Metrics
from eminence.server.schedule import Demand

T = TypeVar("T")


class SearchPool:
    """Runs searches in slots. A slot is free again when its thread is, and only then."""

    def __init__(self, admission: Admission, metrics: Metrics | None = None) -> None:
        self.admission = admission
        self._metrics = metrics or Metrics()
        self._threads = started_threads(admission.slots, "search")
        self._bells = Bells(admission.slots)
        self._stops: set[StopFlag] = set()
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
        self._stops.add(stop)
        job = asyncio.ensure_future(self._working(work, grant, stop))
        cancelled_at: list[float] = []

        def free(job: asyncio.Future[T]) -> None:
            self._stops.discard(stop)
            self.admission.leave(grant, whole=not cancelled_at)
            account.give_back(price - self._record(grant, cancelled_at))
            if cancelled_at:
                job.exception()  # nobody else will look at it

        job.add_done_callback(free)
        try:
            # Shielded: a cancelled caller must not make a thread look free that still searches.
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            cancelled_at.append(_now())
            stop.set()
            self.admission.stats.cancelled += 1
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
            return await think(thinking, stop, bell, slice_ms)

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


class Bell:
    """A pipe by which the threads of one search tell that they are done."""

    def __init__(self) -> None:
        self.ear, self.ring = os.pipe()
        os.set_blocking(self.ear, False)

    def empty(self) -> None:
        """Forgets what was rung and not heard."""
        with suppress(BlockingIOError):
            while os.read(self.ear, 4096):
                pass

    def close(self) -> None:
        os.close(self.ear)
        os.close(self.ring)


class Bells:
    """One per slot, from the start: a search needs no file that others may have used up."""

    def __init__(self, count: int) -> None:
        self._idle = [Bell() for _ in range(count)]

    @contextmanager
    def one(self) -> Iterator[Bell]:
        bell = self._idle.pop()
        try:
            yield bell
        finally:
            bell.empty()
            self._idle.append(bell)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


async def think(thinking: Thinking, stop: StopFlag, bell: Bell, slice_ms: int | None = None) -> bool:
    """Lets it think for the length of a slice. Whether it is done, and not only the slice."""
    loop = asyncio.get_running_loop()
    awaited, all_rung = len(thinking.searches), loop.create_future()

    def listen() -> None:
        nonlocal awaited
        awaited -= len(os.read(bell.ear, awaited))
        if not awaited:
            loop.remove_reader(bell.ear)
            all_rung.set_result(None)

    loop.add_reader(bell.ear, listen)
    try:
        thinking.begin(bell.ring, stop, slice_ms)
        await all_rung
        return thinking.end(rung=True)
    except BaseException:
        # Somebody may still ring: the bell must not be taken away before.
        stop.set()
        thinking.end()
        raise
    finally:
        loop.remove_reader(bell.ear)


def _now() -> float:
    return asyncio.get_running_loop().time()
