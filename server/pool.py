"""The threads that search. They are niced, so that the event loop answers promptly while all cores are busy."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from eminence.cext.core.search import StopFlag
from eminence.server.admission import Admission, Grant
from eminence.server.schedule import Demand

T = TypeVar("T")


class SearchPool:
    """Runs searches in slots. A slot is free again when its thread is, and only then."""

    def __init__(self, admission: Admission, nice: int) -> None:
        self.admission = admission
        self._threads = ThreadPoolExecutor(admission.slots, "search", initializer=_be_nice, initargs=(nice,))
        self._stops: set[StopFlag] = set()

    async def run(
        self, demand: Demand, work: Callable[[Grant, StopFlag], T], stop: StopFlag | None = None
    ) -> T:
        """Waits for a slot and does the work in it. When the caller is cancelled the work is stopped."""
        grant = await self.admission.enter(demand)
        stop = stop or StopFlag()
        self._stops.add(stop)
        job = asyncio.get_running_loop().run_in_executor(self._threads, work, grant, stop)
        cancelled_at: list[float] = []

        def free(job: asyncio.Future[T]) -> None:
            self._stops.discard(stop)
            self.admission.leave(grant, whole=not cancelled_at)
            if cancelled_at:
                job.exception()  # nobody else will look at it
                self.admission.stats.cancel_to_free_ms.append(1000 * (time.monotonic() - cancelled_at[0]))

        job.add_done_callback(free)
        try:
            # Shielded: a cancelled caller must not make a thread look free that still searches.
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            cancelled_at.append(time.monotonic())
            stop.set()
            self.admission.stats.cancelled += 1
            raise

    def close(self) -> None:
        """Stops what still runs and waits for the threads."""
        for stop in self._stops:
            stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)


def _be_nice(nice: int) -> None:
    """Only Linux has priorities per thread; threads that a search starts inherit this one."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
