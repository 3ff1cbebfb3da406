"""Runs a ladder: tasks from the schedule to the engine, games from the engine into the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from eminence.bots.ladder.engines import Engine
from eminence.bots.ladder.records import GameRecord
from eminence.bots.ladder.schedule import tasks
from eminence.bots.ladder.store import Ladder, Store

COLLECT_SECONDS = 0.5


@dataclass
class Run:
    """A ladder under way. The store is written by nobody but the runner, one game at a time."""

    store: Store
    ladder: Ladder
    engine: Engine
    on_progress: Callable[[Run], None] = lambda _: None
    results: dict[str, GameRecord] = field(default_factory=dict)  # those of earlier runs too
    played: int = 0  # in this run

    def __post_init__(self) -> None:
        self.results |= {record.key: record for record in self.store.records(self.ladder)}

    def run(self) -> None:
        """Plays whatever is missing. Stopped at any moment, it loses the unfinished games only."""
        schedule = tasks(self.ladder.plan, self.results)
        running: set[str] = set()
        while True:
            while len(running) < 2 * self.engine.workers:  # one in play and one at hand for each
                task = next(schedule, None)
                if task is None:
                    break
                if task.key not in self.results:
                    running.add(task.key)
                    self.engine.submit(task)
            if not running:
                return
            for record in self.engine.collect(COLLECT_SECONDS):
                running.discard(record.key)
                self._keep(record)
            self.on_progress(self)

    def _keep(self, record: GameRecord) -> None:
        if self.store.add(self.ladder, record):
            self.played += 1
        self.results[record.key] = replace(record, moves=())  # the store has them
