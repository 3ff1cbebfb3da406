"""The store on a real PostgreSQL server, started here as an unprivileged user (it refuses to run as root)."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import sqlalchemy as sa

from eminence.bots.ladder.engines import LocalEngine
from eminence.bots.ladder.report import report
from eminence.bots.ladder.runner import Run
from eminence.bots.ladder.schedule import tasks
from eminence.bots.ladder.store import SCHEMA, Store, StoreError
from ladder_tools import made_up, plan

pytest.importorskip("psycopg", reason="psycopg is not installed: pip install eminence[postgres]")
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
INITDB = PROGRAMS[-1] if PROGRAMS else shutil.which("initdb")
pytestmark = pytest.mark.skipif(
    INITDB is None, reason="PostgreSQL is not installed: apt-get install postgresql, or run .ci/services"
)


@dataclass
class Cluster:
    folder: Path
    user: str

    def run(self, program: str, *arguments: str) -> None:
        assert INITDB
        become = ["runuser", "-u", self.user, "--"] if os.getuid() == 0 else []
        command = [*become, str(Path(INITDB).with_name(program)), "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        self.run("pg_ctl", "-w", "-o", options, "-l", str(self.folder / "log"), "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-w", "-m", "immediate", "stop")

    @property
    def url(self) -> str:
        return f"postgresql://{self.user}@/postgres?host={self.folder}"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    folder = Path(tempfile.mkdtemp(prefix="eminence-pg-"))  # not pytest's, which nobody else may enter
    if os.getuid() == 0:
        shutil.chown(folder, user)
    cluster = Cluster(folder, user)
    cluster.run("initdb", "-A", "trust", "-U", user, "--no-sync")
    cluster.start()
    yield cluster
    cluster.stop()
    shutil.rmtree(folder)


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
