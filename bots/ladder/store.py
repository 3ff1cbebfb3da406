"""Where ladders are kept: SQLite by default, PostgreSQL by URL, one code path for both.

Every game is one transaction under its key, so a ladder killed at any moment has whole games only, and none twice.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from eminence.bots.database import StoreError, open_database, read_url
from eminence.bots.ladder.plan import Plan
from eminence.bots.ladder.records import Chair, GameRecord, LoggedMove
from eminence.cext.core.errors import UnknownName

SCHEMA = 1

_metadata = sa.MetaData()
_schema = sa.Table("ladder_schema", _metadata, sa.Column("version", sa.Integer, primary_key=True))
_ladders = sa.Table(
    "ladders",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sa.Column("plan", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
_games = sa.Table(
    "ladder_games",
    _metadata,
    sa.Column("ladder", sa.Integer, sa.ForeignKey("ladders.id"), primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("pair", sa.Text, nullable=False),
    sa.Column("category", sa.Text, nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("started", sa.Float, nullable=False),
    sa.Column("elapsed_ms", sa.Float, nullable=False),
    sa.Column("worker", sa.Text, nullable=False),
    sa.Column("void", sa.Text, nullable=False),
    sa.Column("moves", sa.Text, nullable=False),  # JSON: [[seat, text, think_ms, by_house], ...]
)
_chairs = sa.Table(
    "ladder_chairs",
    _metadata,
    sa.Column("ladder", sa.Integer, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("contestant", sa.Text, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("win_share", sa.Float, nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("think_ms", sa.Float, nullable=False),
    sa.Column("slowest_ms", sa.Float, nullable=False),
    sa.Column("forfeit", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.ForeignKeyConstraint(["ladder", "key"], ["ladder_games.ladder", "ladder_games.key"]),
)
_SUMMARY = [column for column in _games.columns if column.name not in ("ladder", "moves")]


@dataclass(frozen=True)
class Ladder:
    """A ladder in the store."""

    id: int
    name: str
    plan: Plan
    created: float


class Store:
    def __init__(self, url: str, *, create: bool = True) -> None:
        """Opens a database by URL or, for SQLite, by the path of its file; makes the tables where there are none."""
        self.url = read_url(url)
        if (
            not create
            and self.url.get_backend_name() == "sqlite"
            and not Path(self.url.database or "").exists()
        ):
            raise StoreError(f"there is no {self.url.database}; `eminence ladder run` makes it")
        self._engine = open_database(self.url)
        with self._connect() as connection:
            self._check_schema(connection)

    def close(self) -> None:
        self._engine.dispose()

    def open_ladder(self, name: str, plan: Plan) -> Ladder:
        """The ladder of a name, made if need be, its length set to the plan's. Refuses the plan of another ladder."""
        with self._connect() as connection:
            row = connection.execute(sa.select(_ladders).where(_ladders.c.name == name)).one_or_none()
            if row is None:
                values = {"name": name, "plan": plan.to_json(), "created": time.time()}
                connection.execute(sa.insert(_ladders).values(values))
            elif plan.continues(Plan.from_json(row.plan)):
                update = sa.update(_ladders).where(_ladders.c.name == name)
                connection.execute(update.values(plan=plan.to_json()))
            else:
                raise StoreError(f"ladder {name!r} was begun with other settings; choose another name")
        return self.ladder(name)

    def ladder(self, name: str) -> Ladder:
        for ladder in self.ladders():
            if ladder.name == name:
                return ladder
        known = ", ".join(ladder.name for ladder in self.ladders()) or "none yet"
        raise UnknownName(f"there is no ladder {name!r} in {self._place}; there are: {known}")

    def ladders(self) -> list[Ladder]:
        with self._connect() as connection:
            rows = connection.execute(sa.select(_ladders).order_by(_ladders.c.id)).all()
        return [Ladder(row.id, row.name, Plan.from_json(row.plan), row.created) for row in rows]

    def count(self, ladder: Ladder) -> int:
        with self._connect() as connection:
            query = sa.select(sa.func.count()).select_from(_games).where(_games.c.ladder == ladder.id)
            return int(connection.execute(query).scalar_one())

    def add(self, ladder: Ladder, record: GameRecord) -> bool:
        """Keeps a game; False if it was there already."""
        game: dict[str, Any] = {column.name: getattr(record, column.name) for column in _SUMMARY}
        game |= {"ladder": ladder.id, "moves": _pack_moves(record.moves)}
        chairs = [
            {"ladder": ladder.id, "key": record.key, "seat": seat, **asdict(chair)}
            for seat, chair in enumerate(record.chairs)
        ]
        try:
            with self._connect() as connection:
                connection.execute(sa.insert(_games).values(game))
                if chairs:
                    connection.execute(sa.insert(_chairs), chairs)
        except sa.exc.IntegrityError:
            return False
        return True

    def records(self, ladder: Ladder) -> list[GameRecord]:
        """Every game in the order they were finished, without its moves."""
        with self._connect() as connection:
            ended = _games.c.started + _games.c.elapsed_ms / 1000
            query = sa.select(*_SUMMARY).where(_games.c.ladder == ladder.id).order_by(ended, _games.c.key)
            games = connection.execute(query).all()
            seats = sa.select(_chairs).where(_chairs.c.ladder == ladder.id).order_by(_chairs.c.seat)
            chairs: dict[str, list[Chair]] = {}
            for row in connection.execute(seats):
                chairs.setdefault(row.key, []).append(_chair(row))
        return [GameRecord(**game._mapping, chairs=tuple(chairs.get(game.key, ()))) for game in games]

    def record(self, ladder: Ladder, key: str) -> GameRecord:
        """One game with its moves, by its key or the only one that begins so."""
        with self._connect() as connection:
            mine = sa.select(_games).where(_games.c.ladder == ladder.id)
            rows = connection.execute(mine.where(_games.c.key == key)).all()
            rows = rows or connection.execute(mine.where(_games.c.key.startswith(key, autoescape=True))).all()
            if len(rows) != 1:
                found = "no game" if not rows else f"{len(rows)} games"
                raise UnknownName(f"{found} in ladder {ladder.name!r} with a key beginning with {key!r}")
            seats = sa.select(_chairs).where(_chairs.c.ladder == ladder.id, _chairs.c.key == rows[0].key)
            chairs = tuple(_chair(row) for row in connection.execute(seats.order_by(_chairs.c.seat)))
        summary = {column.name: getattr(rows[0], column.name) for column in _SUMMARY}
        return GameRecord(**summary, chairs=chairs, moves=_unpack_moves(rows[0].moves))

    def _check_schema(self, connection: Connection) -> None:
        if sa.inspect(connection).has_table(_schema.name):
            version = connection.execute(sa.select(_schema.c.version)).scalar_one()
            if version > SCHEMA:
                raise StoreError(
                    f"{self._place} has schema {version}, newer than the {SCHEMA} of this version: upgrade eminence"
                )
            return
        _metadata.create_all(connection)
        connection.execute(sa.insert(_schema).values(version=SCHEMA))

    @property
    def _place(self) -> str:
        return self.url.render_as_string(hide_password=True)

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except sa.exc.IntegrityError:
            raise
        except sa.exc.DBAPIError as error:
            reason = str(error.orig).strip().splitlines()[0]
            raise StoreError(f"{self._place}: {reason}") from error


def _chair(row: Any) -> Chair:
    return Chair(**{name: getattr(row, name) for name in Chair.__dataclass_fields__})


def _pack_moves(moves: tuple[LoggedMove, ...]) -> str:
    return json.dumps([[m.seat, m.text, m.think_ms, m.by_house] for m in moves], separators=(",", ":"))


def _unpack_moves(text: str) -> tuple[LoggedMove, ...]:
    return tuple(LoggedMove(*move) for move in json.loads(text))
