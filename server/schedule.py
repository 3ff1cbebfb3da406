"""When the calls that wait will get their slots. Pure arithmetic on the loop's clock, in seconds."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property


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

    @cached_property
    def rank(self) -> tuple[int, float]:
        return self.priority, self.deadline

    @cached_property
    def shortest(self) -> float:
        """Seconds it takes when it is cut as far as may be."""
        return (self.cost_ms if self.exact else self.least_ms) / 1000

    @cached_property
    def latest(self) -> float:
        """When it must start to have its least before the deadline."""
        return self.deadline - self.least_ms / 1000

    @cached_property
    def width(self) -> int:
        """Slots that must be free before it can start."""
        return self.threads if self.all_threads else 1


class Plan:
    """When the calls of a queue start, in order, if every one of them is cut as far as may be.

    `free_at` tells when each slot is free; `overhead` is what a slot loses between two searches; `reserve` is kept
    before deadlines. One pass over a queue is all that a decision about it needs.
    """

    def __init__(self, free_at: Sequence[float], overhead: float, reserve: float = 0.0) -> None:
        self._slots = list(free_at)
        heapq.heapify(self._slots)
        self._overhead = overhead
        self._reserve = reserve

    def start_of(self, demand: Demand) -> float:
        """When a call would start that comes next."""
        width = demand.width
        return self._slots[0] if width == 1 else heapq.nsmallest(width, self._slots)[-1]

    def is_late(self, demand: Demand) -> bool:
        """Whether a call that comes next would miss its deadline even with its least."""
        return self.start_of(demand) > demand.latest - self._reserve

    def add(self, demand: Demand) -> None:
        """Puts a call next."""
        end = self.start_of(demand) + demand.shortest + self._overhead
        for _ in range(demand.width):
            heapq.heapreplace(self._slots, end)

    def add_all(self, queue: Iterable[Demand]) -> bool:
        """Puts calls next until one is late. Whether there was none."""
        slots, overhead, reserve, replace = self._slots, self._overhead, self._reserve, heapq.heapreplace
        for demand in queue:
            if demand.width == 1:  # what nearly all of them are, and there may be a thousand
                start = slots[0]
                if start > demand.latest - reserve:
                    return False
                replace(slots, start + demand.shortest + overhead)
            elif self.is_late(demand):
                return False
            else:
                self.add(demand)
        return True
