"""Who may search: a fixed number of slots and a bounded queue before them. Runs on the event loop only.

First come, first served. A call that cannot be answered before its deadline is refused on arrival; the wait is known
because every admitted call says what it will cost.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass, field

from eminence.server.errors import ServiceError


@dataclass(frozen=True)
class Demand:
    """What one search asks for. Times are in milliseconds; the deadline is on the loop's clock."""

    deadline: float
    cost_ms: float  # expected length of the search on one slot per thread
    least_ms: float  # a shorter search would not be worth an answer
    threads: int = 1
    all_threads: bool = False  # wait for all of them; otherwise take what is free


@dataclass(eq=False)
class Grant:
    """Slots given to one search."""

    demand: Demand
    threads: int
    started: float
    queue_ms: float
    left_ms: float  # until the answer must be on its way

    def remaining_ms(self, now: float) -> float:
        """Work still to come, in slot milliseconds."""
        return max(0.0, self.demand.cost_ms - 1000 * (now - self.started)) * self.threads


@dataclass(eq=False)
class _Ticket:
    demand: Demand
    arrived: float
    granted: asyncio.Future[Grant]


@dataclass
class Stats:
    """What happened so far."""

    admitted: int = 0
    cancelled: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    cancel_to_free_ms: deque[float] = field(default_factory=lambda: deque(maxlen=1000))


class Admission:
    def __init__(self, slots: int, queue: int, reserve_ms: float) -> None:
        self.slots = slots
        self.stats = Stats()
        self._queue = queue
        self._reserve_ms = reserve_ms
        self._running: set[Grant] = set()
        self._waiting: deque[_Ticket] = deque()

    @property
    def free(self) -> int:
        return self.slots - sum(grant.threads for grant in self._running)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def left_ms(self, demand: Demand) -> float:
        """Time for waiting and searching before the deadline, with a reserve for everything around it."""
        return 1000 * (demand.deadline - _now()) - self._reserve_ms

    def wait_ms(self, demand: Demand) -> float:
        """Expected wait of a new call: the work admitted before it, shared by all slots."""
        if not self._waiting and self._fits(demand):
            return 0.0
        now = _now()
        work = sum(grant.remaining_ms(now) for grant in self._running)
        work += sum(ticket.demand.cost_ms * ticket.demand.threads for ticket in self._waiting)
        return work / self.slots

    async def enter(self, demand: Demand) -> Grant:
        """Waits for a slot. Whoever gets a grant must `leave` with it."""
        self._check(demand)
        if not self._waiting and self._fits(demand):
            return self._grant(demand, _now())
        ticket = _Ticket(demand, _now(), asyncio.get_running_loop().create_future())
        self._waiting.append(ticket)
        try:
            return await ticket.granted
        except asyncio.CancelledError:
            self._withdraw(ticket)
            raise

    def leave(self, grant: Grant) -> None:
        self._running.discard(grant)
        self._advance()

    def refuse(self, error: ServiceError) -> ServiceError:
        self.stats.refused[error.reason] += 1
        return error

    def _check(self, demand: Demand) -> None:
        wait, left = self.wait_ms(demand), self.left_ms(demand)
        if wait + demand.least_ms > left:
            raise self.refuse(_too_short(wait, left, demand.least_ms))
        if len(self._waiting) >= self._queue and (self._waiting or not self._fits(demand)):
            message = f"all {self.slots} search slots are taken and {len(self._waiting)} calls are waiting"
            metadata = {"queue": len(self._waiting)}
            raise self.refuse(ServiceError("QUEUE_FULL", message, retry_ms=wait, metadata=metadata))

    def _fits(self, demand: Demand) -> bool:
        return self.free >= (demand.threads if demand.all_threads else 1)

    def _grant(self, demand: Demand, arrived: float) -> Grant:
        now = _now()
        threads = min(demand.threads, self.free)
        grant = Grant(demand, threads, now, 1000 * (now - arrived), self.left_ms(demand))
        self._running.add(grant)
        self.stats.admitted += 1
        return grant

    def _advance(self) -> None:
        """Gives free slots to the calls that wait, in order. Nobody overtakes, so that wide searches get their turn."""
        while self._waiting and self._fits(self._waiting[0].demand):
            ticket = self._waiting.popleft()
            if ticket.granted.done():
                continue
            left = self.left_ms(ticket.demand)
            if left < ticket.demand.least_ms:
                ticket.granted.set_exception(self.refuse(_too_short(0.0, left, ticket.demand.least_ms)))
            else:
                ticket.granted.set_result(self._grant(ticket.demand, ticket.arrived))

    def _withdraw(self, ticket: _Ticket) -> None:
        """Takes back a call that was cancelled while it waited, or just when it got its slot."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            self._advance()
        elif ticket.granted.done() and not ticket.granted.cancelled() and not ticket.granted.exception():
            self.leave(ticket.granted.result())
        self.stats.cancelled += 1


class Pace:
    """Running means of what things cost, learned from what they did cost."""

    def __init__(self, weight: float = 0.1) -> None:
        self._weight = weight
        self._means: dict[Hashable, float] = {}

    def guess(self, key: Hashable, default: float) -> float:
        return self._means.get(key, default)

    def learn(self, key: Hashable, value: float) -> None:
        mean = self._means.setdefault(key, value)
        self._means[key] = mean + self._weight * (value - mean)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _too_short(wait_ms: float, left_ms: float, least_ms: float) -> ServiceError:
    left_ms = max(0.0, left_ms)
    message = (
        f"no answer before the deadline: {left_ms:.0f} ms are left, "
        f"the wait is {wait_ms:.0f} ms and the search takes at least {least_ms:.0f} ms"
    )
    times = {"wait_ms": wait_ms, "left_ms": left_ms, "least_ms": least_ms}
    metadata = {name: round(value) for name, value in times.items()}
    return ServiceError("DEADLINE_TOO_SHORT", message, retry_ms=wait_ms or None, metadata=metadata)
