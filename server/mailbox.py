"""Results that arrive while a search runs, handed over to the stream that sends them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Mailbox(Generic[T]):
    """Filled by a task, read until the task ends. A slow reader never holds up the search that fills it."""

    def __init__(self, *, latest_only: bool = False) -> None:
        self._items: deque[T] = deque(maxlen=1 if latest_only else None)
        self._changed = asyncio.Event()
        self._closed = False

    def put(self, item: T) -> None:
        self._items.append(item)
        self._changed.set()

    @asynccontextmanager
    async def filled_by(self, work: Coroutine[Any, Any, R]) -> AsyncIterator[asyncio.Task[R]]:
        """Runs the work beside its reader and ends it when the reader goes."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(self._close)
        try:
            yield task
        finally:
            task.cancel()

    def _close(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled():
            task.exception()  # seen, even when the reader is gone
        self._closed = True
        self._changed.set()

    async def __aiter__(self) -> AsyncIterator[T]:
        while True:
            while self._items:
                yield self._items.popleft()
            if self._closed:
                return
            self._changed.clear()
            await self._changed.wait()
