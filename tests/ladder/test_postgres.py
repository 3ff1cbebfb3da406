"""The store on a real PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from postgres_cluster import Cluster, postgres

from eminence.bots.ladder.engines import LocalEngine
from eminence.bots.ladder.report import report
from eminence.bots.ladder.runner import Run
from eminence.bots.ladder.schedule import tasks
from eminence.bots.ladder.store import SCHEMA, Store, StoreError
from ladder_tools import made_up, plan


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with postgres() as cluster:
        yield cluster


@pytest.fixture
def store(cluster: Cluster) -> Iterator[Store]:
    store = Store(cluster.url)
    yield store
    store.close()


def test_a_ladder_runs_survives_its_server_and_goes_on(cluster: Cluster, store: Store) -> None:
    planned = plan(["random", "policy", "mcts:iterations=100"], deals=8)
    ladder = store.open_ladder("survivor", planned)
    engine = LocalEngine(2)

    def pull_the_plug(run: Run) -> None:
        if run.played >= 10:
            cluster.stop()

    with pytest.raises(StoreError, match="postgresql"):
        Run(store, ladder, engine, on_progress=pull_the_plug).run()
    cluster.start()
    survived = store.count(ladder)
    assert survived >= 10
    Run(store, ladder, engine).run()
    engine.close()
    records = store.records(ladder)
    assert sorted(r.key for r in records) == sorted(t.key for t in tasks(planned, {}) if t)
    assert "survivor" in report("survivor", planned, records)


def test_no_game_is_kept_twice(store: Store) -> None:
    ladder = store.open_ladder("twice", plan())
    assert store.add(ladder, made_up("x", {"a": 1, "b": 2}))
    assert not store.add(ladder, made_up("x", {"a": 2, "b": 1}))
    assert store.record(ladder, "x") == made_up("x", {"a": 1, "b": 2})


def test_a_newer_schema_is_refused(store: Store, cluster: Cluster) -> None:
    def set_version(version: int) -> None:
        with store._engine.begin() as connection:
            connection.execute(sa.text("UPDATE ladder_schema SET version = :v"), {"v": version})

    set_version(SCHEMA + 1)
    with pytest.raises(StoreError, match="newer"):
        Store(cluster.url)
    set_version(SCHEMA)
