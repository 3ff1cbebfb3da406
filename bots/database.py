"""Databases by URL: SQLite by the path of its file, PostgreSQL, one code path for both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from eminence.cext.core.errors import EminenceError

BUSY_SECONDS = 30


class StoreError(EminenceError):
    """The database cannot be named, reached, read or written."""


def read_url(text: str) -> URL:
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except sa.exc.ArgumentError:
        raise StoreError(f"{text!r} is neither a path nor a database URL") from None
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    return url


def open_database(
    url: URL | str, patience: Mapping[str, Mapping[str, Any]] | None = None, **pool: Any
) -> sa.Engine:
    """An engine. `patience` gives arguments for the driver, by kind of database."""
    url = read_url(url) if isinstance(url, str) else url
    kind = url.get_backend_name()
    given = dict((patience or {}).get(kind, {}))
    try:
        engine = sa.create_engine(url, connect_args=given, **pool)
    except (ImportError, sa.exc.NoSuchModuleError) as error:
        raise StoreError(f"no driver for {url.drivername}: {error}; try eminence[postgres]") from None
    if kind == "sqlite":
        seconds = given.get("timeout", BUSY_SECONDS)
        sa.event.listen(engine, "connect", lambda connection, _: _prepare_sqlite(connection, seconds))
    return engine


def _prepare_sqlite(connection: Any, busy_seconds: float) -> None:
    """Readers (a report) never block the writer, and a second writer waits instead of failing."""
    connection.execute(f"PRAGMA busy_timeout={round(1000 * busy_seconds)}")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA foreign_keys=ON")
