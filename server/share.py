"""Calls without a search have a share of the event loop: a flood of them leaves the rest of it to the others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from eminence.server.errors import ServiceError

BURST_SECONDS = 0.05  # of work that may be done before anybody waits
LONGEST_WAIT_SECONDS = 2.0
FIRST_GUESS_SECONDS = 0.001


class LoopShare:
    """Paces calls by what the ones before have cost. Who comes too fast waits, and is refused beyond a limit."""

    def __init__(self, percent: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._share = percent / 100
        self._clock = clock
        self._free_at = clock()
        self._guess = FIRST_GUESS_SECONDS

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits for the caller's turn and counts what it takes."""
        guess = self._guess
        wait = self._claim(guess)
        if wait > 0:
            await asyncio.sleep(wait)
        started = time.thread_time()
        try:
            yield
        finally:
            # Of a call that waits for a store, others' work would be counted too: never more than a few guesses.
            cost = min(time.thread_time() - started, 5 * guess)
            self._free_at += (cost - guess) / self._share
            self._guess += 0.05 * (cost - self._guess)

    def _claim(self, cost: float) -> float:
        """Takes a place. Returns the wait for it, in seconds; negative when there is none."""
        now = self._clock()
        wait = self._free_at - now - BURST_SECONDS / self._share
        if wait > LONGEST_WAIT_SECONDS:
            message = f"more calls without a search than the server has time for: {1000 * wait:.0f} ms behind"
            raise ServiceError("QUEUE_FULL", message, retry_ms=1000 * wait, metadata={"queue": 0})
        self._free_at = max(self._free_at, now) + cost / self._share
        return wait
