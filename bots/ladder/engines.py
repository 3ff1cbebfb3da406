"""Where games are played: on the cores of this machine, or on a Ray cluster (`ray_engine.py`)."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, Protocol, TypeVar

from eminence.bots.ladder.players import close_boxes
from eminence.bots.ladder.records import GameRecord, GameTask
from eminence.bots.ladder.referee import play, worker_name

T_contra = TypeVar("T_contra", bound="Task", contravariant=True)
T = TypeVar("T", bound="Task")
R = TypeVar("R")
OnMove = Callable[[], None]

MOST_LOSSES = 3  # of the worker, before a game is given up
STALL_SECONDS = 60.0  # beyond the deadline of a move; only a hanging worker takes so long


class Task(Protocol):
    """A game to play: its key is its own, and nobody thinks about a move for longer than the deadline."""

    @property
    def key(self) -> str: ...

    @property
    def deadline_ms(self) -> int: ...


class Workers(Protocol[T_contra, R]):
    """Plays tasks in any order. A worker that dies costs its unfinished games a second start, and nothing else."""

    @property
    def workers(self) -> int: ...

    def submit(self, task: T_contra) -> None: ...

    def collect(self, seconds: float) -> list[R]:
        """Games that were finished, waiting for the first for so long."""

    def close(self) -> None: ...


class Engine(Workers[GameTask, GameRecord], Protocol):
    """Plays the games of a ladder."""


def void_record(task: GameTask, reason: str) -> GameRecord:
    """A game that could not be played: kept, so that it is not tried for ever, and counted for nobody."""
    key, pair, category = task.key, task.pair, task.category.key
    return GameRecord(key, pair, category, task.seed, (), time.time(), 0.0, worker_name(), void=reason)


@dataclass
class _Worker(Generic[T]):
    process: SpawnProcess
    connection: Connection
    last_move: Any  # shared clock: when the worker last got on with its game
    task: T | None = None

    def is_stalled(self) -> bool:
        if self.task is None:
            return False
        silence = time.monotonic() - float(self.last_move.value)
        return silence > self.task.deadline_ms / 1000 + STALL_SECONDS

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class LocalWorkers(Generic[T, R]):
    """One process per core, a game at a time each. `play` plays it, `give_up` says why it could not be played."""

    def __init__(
        self,
        play: Callable[[T, OnMove], R],
        give_up: Callable[[T, str], R],
        workers: int | None = None,
        on_loss: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.workers = workers or len(os.sched_getaffinity(0))
        self.on_loss = on_loss
        self._play, self._give_up = play, give_up
        self._waiting: deque[T] = deque()
        self._losses: Counter[str] = Counter()
        self._given_up: list[R] = []
        self._team: list[_Worker[T]] = [_start_worker(play) for _ in range(self.workers)]

    def submit(self, task: T) -> None:
        self._waiting.append(task)
        self._hand_out()

    def collect(self, seconds: float) -> list[R]:
        self._replace_stalled()
        ready = [] if self._given_up else wait([worker.connection for worker in self._team], seconds)
        records: list[R] = []
        for worker in [worker for worker in self._team if worker.connection in ready]:
            try:
                records.append(worker.connection.recv())
                worker.task = None
            except (EOFError, OSError):
                self._replace(worker, "died")
        self._hand_out()
        records += self._given_up
        self._given_up = []
        return records

    def close(self) -> None:
        for worker in self._team:
            worker.end()

    def _hand_out(self) -> None:
        for worker in self._team:
            if worker.task is None and self._waiting:
                worker.task = self._waiting.popleft()
                worker.last_move.value = time.monotonic()
                try:
                    worker.connection.send(worker.task)
                except OSError:
                    self._replace(worker, "died")

    def _replace_stalled(self) -> None:
        for worker in [worker for worker in self._team if worker.is_stalled()]:
            self._replace(worker, "hung")

    def _replace(self, worker: _Worker[T], how: str) -> None:
        worker.end()
        self._team[self._team.index(worker)] = _start_worker(self._play)
        if worker.task is None:
            return
        self._losses[worker.task.key] += 1
        if self._losses[worker.task.key] < MOST_LOSSES:
            self._waiting.appendleft(worker.task)
            self.on_loss(f"worker {worker.process.pid} {how}; its game {worker.task.key} starts again")
        else:
            self._given_up.append(self._give_up(worker.task, f"its worker {how} {MOST_LOSSES} times"))


class LocalEngine(LocalWorkers[GameTask, GameRecord]):
    """The games of a ladder on this machine."""

    def __init__(self, workers: int | None = None, on_loss: Callable[[str], None] = lambda _: None) -> None:
        super().__init__(play, void_record, workers, on_loss)


def _start_worker(play: Callable[[T, OnMove], Any]) -> _Worker[T]:
    # Spawned, not forked: the parent may hold threads of gRPC or of a database driver.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    last_move = context.Value("d", time.monotonic(), lock=False)
    process = context.Process(target=_work, args=(play, theirs, last_move), name="ladder-worker")
    process.start()
    theirs.close()
    return _Worker(process, ours, last_move)


def _work(play: Callable[[Any, OnMove], Any], connection: Connection, last_move: Any) -> None:
    """Plays what it is sent until the parent is gone."""
    threading.Thread(target=_die_with_parent, daemon=True).start()

    def on_move() -> None:
        last_move.value = time.monotonic()

    try:
        while True:
            connection.send(play(connection.recv(), on_move))
    except (EOFError, OSError, KeyboardInterrupt):
        close_boxes()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    wait([parent.sentinel])
    close_boxes()
    os._exit(1)
