"""How far the games have come that move forward only: in memory, or in a database that replicas share."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from eminence.server.errors import ServiceError
from eminence.server.tables import Table

SWEEP_SECONDS = 60.0
SWEPT = 1000  # at the most at once: nobody waits for a sweep
DAY_SECONDS = 86_400.0


@dataclass(frozen=True)
class Step:
    """The last move of a game: what it was asked by, and what was answered."""

    ply: int
    over: bool = False
    digest: bytes = b""  # of a call that may be repeated; empty for others
    answer: bytes = b""


class Store(Protocol):
    """The last step of every game."""

    async def begin(self, game: str) -> None: ...

    async def last(self, game: str) -> Step | None: ...

    async def advance(self, game: str, ply: int, step: Step) -> bool:
        """Takes the game from a ply to its next step. False if it is not at that ply any more."""

    async def sweep(self, idle: float, ended: float) -> None:
        """Forgets games that nobody played at, or that ended, for so many seconds."""

    def close(self) -> None: ...


class Progress:
    """Lets games that move forward only do so. Other tables pass."""

    def __init__(self, store: Store, idle_days: int, ended_hours: int) -> None:
        self._store = store
        self._idle, self._ended = idle_days * DAY_SECONDS, ended_hours * 3600.0
        self._sweep_at = 0.0

    async def begin(self, table: Table) -> None:
        if table.once:
            await self._store.begin(table.id)

    async def check(self, table: Table) -> None:
        """Refuses a table whose game has moved on."""
        if table.once:
            await self._last(table, b"")

    async def answer_to(self, table: Table, digest: bytes) -> bytes | None:
        """What a repeated call was answered; None for a call at the game's last table."""
        return await self._last(table, digest) if table.once else None

    async def advance(self, table: Table, after: Table, digest: bytes, answer: bytes) -> bytes:
        """Moves a game on and returns the answer; another one if the same call was here before."""
        if not table.once:
            return answer
        step = Step(after.state.ply, after.state.actor is None, digest, answer if digest else b"")
        if not await self._store.advance(table.id, table.state.ply, step):
            before = await self._last(table, digest)
            if before is None:
                raise unavailable("the game was neither moved on nor left as it was")
            return before
        return answer

    async def _last(self, table: Table, digest: bytes) -> bytes | None:
        last = await self._store.last(table.id)
        if last is None:
            raise ServiceError("TABLE_EXPIRED", "the service does not remember this game any more")
        if last.ply == table.state.ply:
            return None
        if digest and digest == last.digest:
            return last.answer
        message = f"the game has moved on: this table is of ply {table.state.ply}, the last one of {last.ply}"
        raise ServiceError("TABLE_STALE", message, metadata={"ply": table.state.ply, "last": last.ply})

    async def sweep(self) -> None:
        """Forgets games that are over or forsaken, from time to time."""
        if time.monotonic() >= self._sweep_at:
            self._sweep_at = time.monotonic() + SWEEP_SECONDS
            await self._store.sweep(self._idle, self._ended)

    def close(self) -> None:
        self._store.close()


class MemoryStore:
    """For one server without replicas: what it remembers ends with it."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        # By when they were last played at, the longest ago first.
        self._running: OrderedDict[str, tuple[Step, float]] = OrderedDict()
        self._over: OrderedDict[str, tuple[Step, float]] = OrderedDict()

    async def begin(self, game: str) -> None:
        if len(self._running) + len(self._over) >= self._most:
            raise full(self._most)
        self._running[game] = Step(0), self._clock()

    async def last(self, game: str) -> Step | None:
        step, _ = self._running.get(game) or self._over.get(game) or (None, 0.0)
        return step

    async def advance(self, game: str, ply: int, step: Step) -> bool:
        now = self._running.get(game)
        if now is None or now[0].ply != ply:
            return False
        del self._running[game]
        (self._over if step.over else self._running)[game] = step, self._clock()
        return True

    async def sweep(self, idle: float, ended: float) -> None:
        for games, seconds in ((self._running, idle), (self._over, ended)):
            before = self._clock() - seconds
            for _ in range(min(SWEPT, len(games))):
                game, (_, touched) = next(iter(games.items()))
                if touched >= before:
                    break
                del games[game]

    def close(self) -> None:
        self._running.clear()
        self._over.clear()


def full(most: int) -> ServiceError:
    message = f"the service remembers {most} games and takes no more that move forward only"
    return ServiceError("STORE_FULL", message, retry_ms=60_000, metadata={"limit": most})


def unavailable(why: str) -> ServiceError:
    message = f"the store of games that move forward only does not answer: {why}"
    return ServiceError("STORE_UNAVAILABLE", message, retry_ms=1000)
