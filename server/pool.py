"""Work in slots: searches in nice threads without the GIL, and whatever needs Python in threads of the pool."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from eminence.bots.suggest import Thinking
from eminence.cext.core.search import StopFlag
from eminence.server import accounts
from eminence.server.admission import Admission, Grant
from eminence.server.metrics import Metrics
from eminence.server.schedule import Demand

T = TypeVar("T")


class SearchPool:
    """Runs searches in slots. A slot is free again when its thread is, and only then."""

    def __init__(self, admission: Admission, metrics: Metrics | None = None) -> None:
        self.admission = admission
        self._metrics = metrics or Metrics()
        self._threads = ThreadPoolExecutor(admission.slots, "search")
        self._stops: set[StopFlag] = set()

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
        job = asyncio.ensure_future(work(grant, stop))
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

    def in_thread(self, work: Callable[[Grant, StopFlag], T]) -> Callable[[Grant, StopFlag], Awaitable[T]]:
        """Work that blocks and needs Python, for `run`."""
        loop = asyncio.get_running_loop()
        return lambda grant, stop: loop.run_in_executor(self._threads, work, grant, stop)

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


async def think(thinking: Thinking, stop: StopFlag, slice_ms: int | None = None) -> bool:
    """Lets it think for the length of a slice. Whether it is done, and not only the slice."""
    loop = asyncio.get_running_loop()
    ear, bell = os.pipe()
    awaited, all_rung = len(thinking.searches), loop.create_future()

    def listen() -> None:
        nonlocal awaited
        awaited -= len(os.read(ear, awaited))
        if not awaited:
            loop.remove_reader(ear)
            all_rung.set_result(None)

    loop.add_reader(ear, listen)
    try:
        thinking.begin(bell, stop, slice_ms)
        await all_rung
        return thinking.end(rung=True)
    except BaseException:
        # Somebody may still ring: the bell must not be taken away before.
        stop.set()
        thinking.end()
        raise
    finally:
        loop.remove_reader(ear)
        os.close(ear)
        os.close(bell)


def _now() -> float:
    return asyncio.get_running_loop().time()
