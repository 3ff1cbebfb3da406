"""The threads of the slots. They search in nice threads (see `Search`), but what they do in Python is as urgent as the
event loop, which needs the GIL back from them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

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
        self, demand: Demand, work: Callable[[Grant, StopFlag], T], stop: StopFlag | None = None
    ) -> T:
        """Waits for a slot and does the work in it. When the caller is cancelled the work is stopped."""
        account, price = accounts.caller().account, demand.cost_ms * demand.threads
        account.take(price)
        try:
            grant = await self.admission.enter(demand)
        except BaseException:
            account.give_back(price)
            raise
        stop = stop or StopFlag()
        self._stops.add(stop)
        job = asyncio.get_running_loop().run_in_executor(self._threads, work, grant, stop)
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

    async def rehearse(self, work: Callable[[], T]) -> T:
        """Does work in the thread of a slot that no caller asked for, before there are any: it counts nowhere."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

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


def _now() -> float:
    return asyncio.get_running_loop().time()
