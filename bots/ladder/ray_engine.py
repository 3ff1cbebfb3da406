"""Ladders on a Ray cluster. An extra (`pip install eminence[cluster]`), imported only when asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

import ray

from eminence.bots.ladder.engines import MOST_LOSSES, R, T, void_record
from eminence.bots.ladder.records import GameRecord, GameTask
from eminence.bots.ladder.referee import play
from eminence.cext.core.errors import EminenceError


class RayWorkers(Generic[T, R]):
    """One game per CPU of the cluster. Ray starts a game again when its worker or node is lost."""

    def __init__(
        self,
        play: Callable[[T], R],
        give_up: Callable[[T, str], R],
        address: str | None = None,
        workers: int | None = None,
    ) -> None:
        """Joins the cluster at an address (`auto`: the one this machine is part of), or starts one on this machine."""
        local = {} if address else {"num_cpus": workers, "include_dashboard": False}
        try:
            ray.init(address=address, log_to_driver=False, configure_logging=False, **local)
        except ConnectionError as error:
            raise EminenceError(f"no Ray cluster at {address}: {error}") from None
        self._limit = workers
        settings = {"max_retries": MOST_LOSSES - 1, "retry_exceptions": True, "num_cpus": 1}
        self._play: Any = ray.remote(**settings)(play)
        self._give_up = give_up
        self._tasks: dict[Any, T] = {}

    @property
    def workers(self) -> int:
        """CPUs of the cluster as of now: nodes that join are used."""
        cpus = int(ray.cluster_resources().get("CPU", 1))
        return min(cpus, self._limit) if self._limit else cpus

    def submit(self, task: T) -> None:
        self._tasks[self._play.remote(task)] = task

    def collect(self, seconds: float) -> list[R]:
        ready, rest = ray.wait(list(self._tasks), num_returns=1, timeout=seconds)
        if rest:
            more, _ = ray.wait(rest, num_returns=len(rest), timeout=0)
            ready = ready + more
        return [self._fetch(reference) for reference in ready]

    def close(self) -> None:
        ray.shutdown()

    def _fetch(self, reference: Any) -> R:
        task = self._tasks.pop(reference)
        try:
            record: R = ray.get(reference)
        except ray.exceptions.RayError as error:
            reason = str(error).strip().splitlines()[-1]
            return self._give_up(
                task, f"given up after {MOST_LOSSES} tries: {type(error).__name__}: {reason}"
            )
        return record


class RayEngine(RayWorkers[GameTask, GameRecord]):
    """The games of a ladder on a cluster."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        super().__init__(play, void_record, address, workers)
