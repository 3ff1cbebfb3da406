"""A ladder on Ray, run by test_ray.py."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eminence.bots.ladder.referee import play
from eminence.bots.ladder.runner import Run
from eminence.bots.ladder.schedule import tasks
from eminence.bots.ladder.store import Store
from ladder_tools import database, plan

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own deprecations


@pytest.fixture(scope="module")
def engine() -> Iterator[object]:
    engine = started()
    yield engine
    engine.close()


def started() -> Any:
    """Ray gives its own processes half a minute to start, which a busy machine may not have at the first try."""
    import ray

    from eminence.bots.ladder.ray_engine import RayEngine

    for tries_left in reversed(range(5)):
        try:
            return RayEngine(workers=2)
        except Exception as error:
            if "timed out" not in str(error).lower() or not tries_left:
                raise
            ray.shutdown()


def test_a_worker_killed_in_mid_ladder_costs_its_unfinished_game_only(tmp_path: Path, engine: object) -> None:
    planned = plan(["mcts:iterations=1000", "random"], deals=40)
    store = Store(database(tmp_path))
    ladder = store.open_ladder("test", planned)
    killed: list[str] = []

    def kill_one(run: Run) -> None:
        if run.played >= 10 and not killed:
            killed.append(next(reversed(run.results.values())).worker)
            os.kill(int(killed[0].rpartition(":")[2]), signal.SIGKILL)

    Run(store, ladder, engine, on_progress=kill_one).run()  # type: ignore[arg-type]
    records = store.records(ladder)
    assert sorted(r.key for r in records) == sorted(t.key for t in tasks(planned, {}) if t)
    assert not any(record.void for record in records)
    expected = {t.key: play(t).chairs[0].score for t in list(tasks(planned, {}))[:6] if t}
    assert expected.items() <= {record.key: record.chairs[0].score for record in records}.items()
    # The other worker may well finish all games before Ray has started a new one, so it is given further ladders.
    workers = {record.worker for record in records}
    for further in range(20):
        if len(workers - set(killed)) >= 2:
            break
        ladder = store.open_ladder(f"further-{further}", planned)
        Run(store, ladder, engine).run()  # type: ignore[arg-type]
        workers |= {record.worker for record in store.records(ladder)}
    else:
        pytest.fail("nobody took the place of the dead")
    store.close()
