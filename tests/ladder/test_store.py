from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from eminence.bots.ladder.referee import play
from eminence.bots.ladder.runner import Run
from eminence.bots.ladder.schedule import tasks
from eminence.bots.ladder.store import SCHEMA, Ladder, Store, StoreError
from eminence.cext.core.errors import UnknownName
from ladder_tools import database, made_up, plan


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(database(tmp_path))


@pytest.fixture
def ladder(store: Store) -> Ladder:
    return store.open_ladder("test", plan())


def test_a_game_comes_back_as_it_went_in(store: Store, ladder: Ladder) -> None:
    record = play(next(task for task in tasks(ladder.plan, {}) if task))
    assert store.add(ladder, record)
    assert store.record(ladder, record.key) == record


def test_no_game_is_kept_twice(store: Store, ladder: Ladder) -> None:
    assert store.add(ladder, made_up("x", {"a": 1, "b": 2}))
    assert not store.add(ladder, made_up("x", {"a": 2, "b": 1}))
    (record,) = store.records(ladder)
    assert [chair.rank for chair in record.chairs] == [1, 2]


def test_ladders_do_not_mix(store: Store, ladder: Ladder) -> None:
    other = store.open_ladder("other", plan())
    store.add(ladder, made_up("x", {"a": 1}))
    assert store.add(other, made_up("x", {"a": 1}))
    assert store.count(ladder) == store.count(other) == 1
    assert [found.name for found in store.ladders()] == ["test", "other"]


def test_games_are_found_by_the_beginning_of_their_key(store: Store, ladder: Ladder) -> None:
    for key in ("g%2/0", "g%2/1", "h/0"):
        store.add(ladder, made_up(key, {"a": 1, "b": 2}))
    assert store.record(ladder, "h").key == "h/0"
    with pytest.raises(UnknownName, match="2 games"):
        store.record(ladder, "g%")
    with pytest.raises(UnknownName, match="no game"):
        store.record(ladder, "x")


def test_another_plan_needs_another_name(store: Store, ladder: Ladder) -> None:
    with pytest.raises(StoreError, match="other settings"):
        store.open_ladder("test", plan(seed="other"))
    assert store.open_ladder("test", plan(deals=7)).plan.deals == 7


def test_an_unknown_ladder_is_named(store: Store, ladder: Ladder) -> None:
    with pytest.raises(UnknownName, match="there are: test"):
        store.ladder("tset")


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    Store(database(tmp_path)).close()
    with sqlite3.connect(tmp_path / "ladder.db") as connection:
        connection.execute("UPDATE ladder_schema SET version = ?", [SCHEMA + 1])
    connection.close()
    with pytest.raises(StoreError, match=f"schema {SCHEMA + 1}, newer.*upgrade"):
        Store(database(tmp_path))


def test_a_full_disk_stops_the_ladder_and_keeps_what_was_there(store: Store, ladder: Ladder) -> None:
    assert store.add(ladder, made_up("x", {"a": 1, "b": 2}))

    @sa.event.listens_for(store._engine, "begin")
    def limit(connection: sa.Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count=1")

    with pytest.raises(StoreError, match="full"):
        Run(store, ladder, _Instant()).run()
    sa.event.remove(store._engine, "begin", limit)
    store.close()  # the limit goes with the connection
    Run(store, ladder, _Instant()).run()
    assert store.count(ladder) == 13


class _Instant:
    """An engine that plays at once."""

    workers = 1

    def __init__(self) -> None:
        self.done: list = []

    def submit(self, task: object) -> None:
        self.done.append(play(task))  # type: ignore[arg-type]

    def collect(self, seconds: float) -> list:
        done, self.done = self.done, []
        return done

    def close(self) -> None: ...


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("/no/such/folder/x.db", "unable to open"),
        ("oracle+nothing://x/y", "no driver"),
        ("://", "neither a path nor"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "refused"),
    ],
)
def test_bad_databases_are_named_without_their_password(url: str, complaint: str) -> None:
    with pytest.raises(StoreError, match=complaint) as caught:
        Store(url)
    assert "secret" not in str(caught.value)
