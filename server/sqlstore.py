"""The store of games that move forward only in a database, for replicas. Needs the extra `store`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from eminence.bots.database import open_database
from eminence.cext.core.errors import EminenceError
from eminence.server import logs
from eminence.server.store import Step, full, unavailable

T = TypeVar("T")

CONNECTIONS = 4
WAIT_SECONDS = 3.0  # for an answer; the database itself is told to give up before
_PATIENCE: dict[str, dict[str, object]] = {
    "sqlite": {"timeout": 2.0},
    "postgresql": {"connect_timeout": 2, "tcp_user_timeout": 2000, "options": "-c statement_timeout=2000"},
}

_metadata = sa.MetaData()
_games = sa.Table(
    "once_games",
    _metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("digest", sa.LargeBinary, nullable=False),
    sa.Column("answer", sa.LargeBinary, nullable=False),
    sa.Column("touched", sa.Float, nullable=False, index=True),
)


class SqlStore:
    """Keeps to threads of its own: a database that hangs holds up nobody who does not need it."""

    def __init__(self, url: str, most: int, clock: Callable[[], float] = time.time) -> None:
        self._most = most
        self._clock = clock
        self._is_full = False
        self._engine = open_database(url, _PATIENCE, pool_size=CONNECTIONS, pool_pre_ping=True)
        self._threads = ThreadPoolExecutor(CONNECTIONS, "store")
        try:
            _metadata.create_all(self._engine)
        except sa.exc.DBAPIError as error:
            raise EminenceError(f"table_store: {_first_line(error)}") from None

    async def begin(self, game: str) -> None:
        if self._is_full:
            raise full(self._most)
        row = {"id": game, "ply": 0, "over": False, "digest": b"", "answer": b"", "touched": self._clock()}
        await self._run(lambda connection: connection.execute(sa.insert(_games).values(row)))

    async def last(self, game: str) -> Step | None:
        columns = (_games.c.ply, _games.c.over, _games.c.digest, _games.c.answer)
        query = sa.select(*columns).where(_games.c.id == game)
        row = await self._run(lambda connection: connection.execute(query).one_or_none())
        return Step(*row) if row else None

    async def advance(self, game: str, ply: int, step: Step) -> bool:
        at = sa.update(_games).where(_games.c.id == game, _games.c.ply == ply)
        new = {"ply": step.ply, "over": step.over, "digest": step.digest, "answer": step.answer}
        update = at.values(new | {"touched": self._clock()})
        moved: int = await self._run(lambda connection: connection.execute(update).rowcount)
        return moved == 1

    async def sweep(self, idle: float, ended: float) -> None:
        now = self._clock()
        old = (_games.c.touched < now - idle) | (_games.c.over & (_games.c.touched < now - ended))

        def forget(connection: Connection) -> int:
            connection.execute(sa.delete(_games).where(old))
            return int(connection.execute(sa.select(sa.func.count()).select_from(_games)).scalar_one())

        self._is_full = await self._run(forget) >= self._most

    async def _run(self, work: Callable[[Connection], T]) -> T:
        """Does something in a transaction. Whatever goes wrong there is no answer, and no answer is a refusal."""

        def transaction() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await asyncio.get_running_loop().run_in_executor(self._threads, transaction)
        except TimeoutError:
            raise unavailable("no answer in time") from None
        except (sa.exc.SQLAlchemyError, RuntimeError) as error:
            logs.logger().error("store failed", why=_first_line(error))
            raise unavailable("it failed") from error

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._engine.dispose()


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", error)).strip().splitlines()[0]
