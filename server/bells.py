"""How the event loop hears of searches that have ended: their threads write to a pipe, as the last thing they do."""

from __future__ import annotations

import asyncio
import os
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from eminence.bots.suggest import Thinking
from eminence.cext.core.search import StopFlag


class Bell:
    """A pipe by which the threads of one search tell that they are done."""

    def __init__(self) -> None:
        self._ear, self.ring = os.pipe()
        os.set_blocking(self._ear, False)
        self._awaited = 0
        self._all_rung: asyncio.Future[None] | None = None

    def listen(self, rings: int) -> asyncio.Future[None]:
        """Begins to listen. Done when there were that many rings; `deafen` ends it in any case."""
        loop = asyncio.get_running_loop()
        self._awaited, self._all_rung = rings, loop.create_future()
        loop.add_reader(self._ear, self._hear)
        return self._all_rung

    def deafen(self) -> None:
        """Listens no longer and forgets what was rung and not heard."""
        asyncio.get_running_loop().remove_reader(self._ear)
        self._awaited = 0
        with suppress(BlockingIOError):
            while os.read(self._ear, 4096):
                pass

    def wait(self, seconds: float) -> bool:
        """Whether all has rung, or does so in a moment. Holds up the loop for as long."""
        poll, end = select.poll(), time.monotonic() + seconds
        poll.register(self._ear, select.POLLIN)
        while self._awaited and poll.poll(max(0.0, 1000 * (end - time.monotonic()))):
            self._hear()
        return not self._awaited

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            self._awaited -= len(os.read(self._ear, max(1, self._awaited)))
        if self._awaited <= 0 and self._all_rung and not self._all_rung.done():
            asyncio.get_running_loop().remove_reader(self._ear)
            self._all_rung.set_result(None)

    def close(self) -> None:
        os.close(self._ear)
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
            self._idle.append(bell)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


async def think(thinking: Thinking, stop: StopFlag, bell: Bell, slice_ms: int | None = None) -> bool:
    """Lets it think for the length of a slice. Whether it is done, and not only the slice."""
    all_rung = bell.listen(len(thinking.searches))
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
        bell.deafen()
