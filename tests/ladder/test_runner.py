from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from eminence.bots.ladder.engines import MOST_LOSSES, LocalEngine
from eminence.bots.ladder.plan import Plan
from eminence.bots.ladder.records import GameRecord
from eminence.bots.ladder.referee import play
from eminence.bots.ladder.runner import Run
from eminence.bots.ladder.schedule import most_games, tasks
from eminence.bots.ladder.sprt import Bounds
from eminence.bots.ladder.store import Store
from ladder_tools import TINY, database, plan


@pytest.fixture
def engine() -> Iterator[LocalEngine]:
    engine = LocalEngine(2)
    yield engine
    engine.close()


def run(folder: Path, planned: Plan, engine: LocalEngine) -> list[GameRecord]:
    store = Store(database(folder))
    ladder = store.open_ladder("test", planned)
    Run(store, ladder, engine).run()
    records = store.records(ladder)
    store.close()
    return records


def outcome(records: list[GameRecord]) -> dict[str, tuple[float, ...]]:
    return {record.key: tuple(chair.score for chair in record.chairs) for record in records}


def test_workers_play_what_the_referee_would(tmp_path: Path, engine: LocalEngine) -> None:
    planned = plan(["random", "mcts:iterations=30", "policy"])
    records = run(tmp_path, planned, engine)
    alone = [play(task) for task in tasks(planned, {}) if task]
    assert len(records) == most_games(planned) == 12
    assert outcome(records) == outcome(alone)
    assert len({record.worker for record in records}) == 2


def test_a_finished_ladder_is_not_played_again_but_can_be_made_longer(
    tmp_path: Path, engine: LocalEngine
) -> None:
    first = run(tmp_path, plan(deals=2), engine)
    assert run(tmp_path, plan(deals=2), engine) == first
    longer = run(tmp_path, plan(deals=3), engine)
    assert len(longer) == 18
    assert {record.key for record in first} < {record.key for record in longer}


def test_swiss_and_sprt_run_to_their_end(tmp_path: Path, engine: LocalEngine) -> None:
    (tmp_path / "swiss").mkdir()
    bots = ["random", "policy", "greedy", "prefer:move=safe"]
    assert len(run(tmp_path / "swiss", plan(bots, "swiss", rounds=3, deals=1), engine)) == 12
    test = plan(["better=prefer:move=safe", "worse=random"], "sprt", deals=2000, bounds=Bounds(0, 60))
    records = run(tmp_path, test, engine)
    assert 10 < len(records) < 4000


def test_a_dead_worker_costs_nothing_but_time(tmp_path: Path) -> None:
    told: list[str] = []
    engine = LocalEngine(2, on_loss=told.append)
    planned = plan(["mcts:iterations=500", "random"], deals=10)
    store = Store(database(tmp_path))
    ladder = store.open_ladder("test", planned)

    def kill_one(run: Run) -> None:
        if run.played >= 3 and not told:
            os.kill(next(w.process.pid for w in engine._team if w.task and w.process.pid), signal.SIGKILL)

    Run(store, ladder, engine, on_progress=kill_one).run()
    engine.close()
    records = store.records(ladder)
    assert told
    assert "starts again" in told[0]
    assert sorted(r.key for r in records) == sorted(t.key for t in tasks(planned, {}) if t)
    assert outcome(records) == outcome([play(task) for task in tasks(planned, {}) if task])


def test_a_game_that_always_kills_its_worker_is_given_up(engine: LocalEngine) -> None:
    endless = plan(["mcts:iterations=2000000000", "random"], deadline_ms=600_000)
    task = next(task for task in tasks(endless, {}) if task)
    engine.submit(task)
    records: list[GameRecord] = []
    for _ in range(MOST_LOSSES):
        assert not records
        os.kill(next(w.process.pid for w in engine._team if w.task and w.process.pid), signal.SIGKILL)
        records = engine.collect(3000)
    assert [record.void for record in records] == [f"its worker died {MOST_LOSSES} times"]


def test_a_hanging_worker_is_replaced(engine: LocalEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    stall = "eminence.bots.ladder.engines.STALL_SECONDS"
    monkeypatch.setattr(stall, 3.0)
    monkeypatch.setattr(
        engine, "on_loss", lambda _: monkeypatch.setattr(stall, 6000.0)
    )  # the next one is just slow
    (task,) = [t for t in tasks(plan(["random", "policy"], deals=1, deadline_ms=100), {}) if t][:1]
    hung = engine._team[0]
    assert hung.process.pid
    os.kill(hung.process.pid, signal.SIGSTOP)
    engine.submit(task)
    records: list[GameRecord] = []
    while not records:
        records = engine.collect(0.1)
    assert records[0].key == task.key
    assert hung not in engine._team


SCRIPT = """
import sys
from ladder_tools import plan
from eminence.bots.ladder.engines import LocalEngine
from eminence.bots.ladder.runner import Run
from eminence.bots.ladder.store import Store

if __name__ == "__main__":
    store = Store(sys.argv[1])
    ladder = store.open_ladder("test", plan(["mcts:iterations=800", "random"], deals=30))
    Run(store, ladder, LocalEngine(2)).run()
"""


def test_kill_9_loses_and_doubles_nothing(tmp_path: Path, engine: LocalEngine) -> None:
    planned = plan(["mcts:iterations=800", "random"], deals=30)
    (tmp_path / "script.py").write_text(SCRIPT)
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    store = Store(database(tmp_path))
    ladder = store.open_ladder("test", planned)
    for goal in (5, 15, 25):  # killed three times over
        command = [sys.executable, str(tmp_path / "script.py"), database(tmp_path)]
        process = subprocess.Popen(command, env=environment)
        while store.count(ladder) < goal and process.poll() is None:
            time.sleep(0.01)
        process.kill()
        process.wait()
    survivors = outcome(store.records(ladder))
    assert 25 <= len(survivors) < 60
    Run(store, ladder, engine).run()
    final = store.records(ladder)
    assert sorted(r.key for r in final) == sorted(t.key for t in tasks(planned, {}) if t)
    assert survivors.items() <= outcome(final).items()
    assert all(len(record.chairs) == TINY.seats for record in final)
    store.close()
