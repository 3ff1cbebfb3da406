"""When the calls that wait will get their slots. Pure arithmetic on the loop's clock, in seconds."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum


class Priority(IntEnum):
    """Classes of calls, the most urgent first. Inside a class the earliest deadline goes first."""

    HINT = 0
    MOVE = 1
    PLAYOUT = 2
    LADDER = 3


@dataclass(frozen=True)
class Demand:
    """What one search asks for. The deadline is on the loop's clock."""

    deadline: float
    cost_ms: float  # expected length of the search on one slot per thread
    least_ms: float  # with less time before the deadline it is not worth a try
    threads: int = 1
    all_threads: bool = False  # wait for all of them; otherwise take what is free
    priority: Priority = Priority.HINT
    exact: bool = False  # costs what it costs: must not be cut
    game: str = ""

    @property
    def rank(self) -> tuple[int, float]:
        return self.priority, self.deadline

    @property
    def shortest(self) -> float:
        """Seconds it takes when it is cut as far as may be."""
        return (self.cost_ms if self.exact else self.least_ms) / 1000

    @property
    def width(self) -> int:
        """Slots that must be free before it can start."""
        return self.threads if self.all_threads else 1


def starts(queue: Iterable[Demand], free_at: Sequence[float], overhead: float) -> list[float]:
    """When each call of the queue starts, in order, if every one of them is cut as far as may be.

    `free_at` tells when each slot is free; `overhead` is what a slot loses between two searches.
    """
    slots = list(free_at)
    heapq.heapify(slots)
    found = []
    for demand in queue:
        taken = [heapq.heappop(slots) for _ in range(demand.width)]
        found.append(taken[-1])
        end = taken[-1] + demand.shortest + overhead
        for _ in taken:
            heapq.heappush(slots, end)
    return found


def first_late(
    queue: Sequence[Demand], free_at: Sequence[float], overhead: float, reserve: float
) -> int | None:
    """Place in the queue of the first call that would miss its deadline even with its least."""
    for place, (demand, start) in enumerate(zip(queue, starts(queue, free_at, overhead), strict=True)):
        if start + demand.least_ms / 1000 > demand.deadline - reserve:
            return place
    return None
