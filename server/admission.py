"""Who may search: a fixed number of slots and a queue before them, bounded by time. Runs on the event loop only.

The wait of a call is known on arrival, because every admitted call says what it will cost. So:

- a call that could not be answered before its deadline, or would make another one late, is refused on arrival;
- before that happens searches are cut, down to a floor, for the sake of those that wait (brown-out);
- urgent classes go first and may displace waiting calls of lesser ones; inside a class the earliest deadline goes
  first.
"""

from __future__ import annotations

import asyncio
import bisect
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from eminence.server.errors import ServiceError
from eminence.server.metrics import Metrics
from eminence.server.schedule import Demand, Plan

# What was admitted is searched even when it starts a little late: with this part of its least time or more.
TOLERANCE = 0.5
BISECTIONS = 6
MOST_LATENESS_SECONDS = 0.1
HALF_FORGOTTEN_SECONDS = 3.0
TOLD_AT_ONCE = 50
OVERDUE_SECONDS = 0.001  # a search that should have ended is expected to end now


@dataclass(eq=False)
class Grant:
    """Slots given to one search."""

    demand: Demand
    threads: int
    started: float
    queue_ms: float
    length_ms: float  # how long it may search
    left_ms: float  # until the answer must be on its way
    brown_out: bool  # less than it would have been on an idle server
    clock: Callable[[], float] = time.monotonic  # the loop's

    @property
    def late_ms(self) -> float:
        """Time since the slot was granted."""
        return max(0.0, 1000 * (self.clock() - self.started))

    @property
    def is_cut(self) -> bool:
        return self.length_ms < self.demand.cost_ms

    @property
    def end(self) -> float:
        return self.started + self.length_ms / 1000


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


class Worst:
    """The worst that was seen of late: known at once, and half forgotten every few seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen, self._when = 0.0, clock()

    @property
    def value(self) -> float:
        return float(self._seen * 0.5 ** ((self._clock() - self._when) / HALF_FORGOTTEN_SECONDS))

    def learn(self, value: float) -> None:
        if value > self.value:
            self._seen, self._when = min(value, MOST_LATENESS_SECONDS), self._clock()


class Admission:
    """Slots and the queue before them. The clock is the loop's unless another is given."""

    def __init__(
        self,
        slots: int,
        queue_ms: float,
        reserve_ms: float,
        metrics: Metrics | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.slots = slots
        self._now = clock or time.monotonic  # what asyncio itself asks, and threads may too
        self._metrics = metrics or Metrics()
        self.stats = Stats()
        self._queue = queue_ms / 1000
        self._least_reserve = reserve_ms / 1000
        self._lateness, self._lag = Worst(self._now), Worst(self._now)
        self._running: set[Grant] = set()
        self._waiting: list[_Ticket] = []
        self._pace = Pace()

    @property
    def free(self) -> int:
        return self.slots - sum(grant.threads for grant in self._running)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def wait_ms(self, demand: Demand) -> float:
        """Expected wait of a new call if those before it are cut to their least."""
        now = self._now()
        plan = self._plan(now)
        for ticket in self._waiting[: self._place(demand)]:
            plan.add(ticket.demand)
        return 1000 * max(0.0, plan.start_of(demand) - now)

    async def enter(self, demand: Demand) -> Grant:
        """Waits for a slot. Whoever gets a grant must `leave` with it."""
        self._drop_hopeless()
        displaced = self._check(demand)
        ticket = _Ticket(demand, self._now(), asyncio.get_running_loop().create_future())
        self._waiting.insert(self._place(demand), ticket)
        self._turn_away(displaced)
        self._advance()
        try:
            return await ticket.granted
        except asyncio.CancelledError:
            self._withdraw(ticket)
            raise

    def leave(self, grant: Grant, *, whole: bool = False) -> None:
        """Gives the slots back. A search that had its whole time tells what a slot loses beyond it."""
        if not grant.demand.exact:
            lost = max(0.0, self._now() - grant.end)
            self._lateness.learn(lost)
            if whole:
                self._pace.learn("overhead", lost)
        self._running.discard(grant)
        self._advance()

    def learn_lateness(self, grant: Grant) -> None:
        """Told when an answer is ready: what came after the search, wording and waiting for the loop, counts too.

        And told of a search that still runs: by how much it is late already.
        """
        if not grant.demand.exact:
            self._lateness.learn(max(0.0, self._now() - grant.end))

    def learn_lag(self, seconds: float) -> None:
        """Told how late the loop itself is: as late as that, calls come to be known, and answers get away."""
        self._lag.learn(seconds)
        for grant in self._running:
            self.learn_lateness(grant)

    def _refuse(self, demand: Demand, error: ServiceError) -> ServiceError:
        self.stats.refused[error.reason] += 1
        self._metrics.refused(demand, error.reason)
        return error

    @property
    def _reserve(self) -> float:
        """Kept free before every deadline; more of it where searches end or the loop comes later than they should."""
        return self._least_reserve + self._lateness.value + self._lag.value

    @property
    def _overhead(self) -> float:
        return self._pace.guess("overhead", 0.0)

    def _place(self, demand: Demand) -> int:
        return bisect.bisect_right(self._waiting, demand.rank, key=lambda ticket: ticket.demand.rank)

    def _left_ms(self, demand: Demand) -> float:
        """Time to wait and to search before the deadline, with a reserve for everything around it."""
        return 1000 * (demand.deadline - self._reserve - self._now())

    def _free_at(self, now: float) -> list[float]:
        times = [now] * self.free
        for grant in self._running:
            times += [max(grant.end, now + OVERDUE_SECONDS)] * grant.threads
        return times

    def _plan(self, now: float) -> Plan:
        return Plan(self._free_at(now), self._overhead, self._reserve)

    def _check(self, demand: Demand) -> list[tuple[_Ticket, float]]:
        """Refuses what cannot be done in time; else tells which calls of lesser classes must go, with their waits."""
        now, place, is_late = self._now(), self._place(demand), False
        plan = self._plan(now)
        for ticket in self._waiting[:place]:
            is_late = is_late or plan.is_late(ticket.demand)
            plan.add(ticket.demand)
        wait = 1000 * max(0.0, plan.start_of(demand) - now)
        if wait > 1000 * self._queue:
            raise self._refuse(demand, _queue_full(wait, len(self._waiting)))
        too_short = _too_short(wait, self._left_ms(demand), demand.least_ms)
        if is_late or plan.is_late(demand):
            raise self._refuse(demand, too_short)
        plan.add(demand)
        displaced = []
        for ticket in self._waiting[place:]:
            if not plan.is_late(ticket.demand):
                plan.add(ticket.demand)
            elif ticket.demand.priority > demand.priority:
                displaced.append((ticket, 1000 * (plan.start_of(ticket.demand) - now)))
            else:
                raise self._refuse(demand, too_short)
        return displaced

    def _drop_hopeless(self) -> None:
        """Turns away calls that waited longer than was foreseen, so that they do not keep others out."""
        hopeless = [one for one in self._waiting if self._is_hopeless(one.demand)]
        if hopeless:
            wait = self.wait_ms(hopeless[0].demand)
            self._turn_away([(ticket, wait) for ticket in hopeless])

    def _is_hopeless(self, demand: Demand) -> bool:
        """Whether an admitted call has no time left, by what is now known of lateness: no search is begun in vain."""
        return self._left_ms(demand) < TOLERANCE * demand.least_ms

    def _turn_away(self, tickets: list[tuple[_Ticket, float]]) -> None:
        """Takes calls out of the queue, with the waits they would have had."""
        if tickets:
            gone = {ticket for ticket, _ in tickets}
            self._waiting = [one for one in self._waiting if one not in gone]
            self._tell(tickets)

    def _tell(self, tickets: list[tuple[_Ticket, float]]) -> None:
        """Tells calls that they are refused. A few at a time: others want the loop too."""
        for ticket, wait_ms in tickets[:TOLD_AT_ONCE]:
            if not ticket.granted.done():
                error = _too_short(wait_ms, self._left_ms(ticket.demand), ticket.demand.least_ms)
                ticket.granted.set_exception(self._refuse(ticket.demand, error))
        if rest := tickets[TOLD_AT_ONCE:]:
            asyncio.get_running_loop().call_soon(self._tell, rest)

    def _advance(self) -> None:
        """Gives free slots to the calls that wait, in order. Nobody overtakes, so that wide searches get their turn."""
        while self._waiting and self.free >= self._waiting[0].demand.width:
            ticket = self._waiting[0]
            if self._is_hopeless(ticket.demand):
                self._turn_away([(ticket, self.wait_ms(ticket.demand))])
                continue
            del self._waiting[0]
            if not ticket.granted.done():
                ticket.granted.set_result(self._grant(ticket))

    def _grant(self, ticket: _Ticket) -> Grant:
        demand, now = ticket.demand, self._now()
        threads = min(demand.threads, self.free)
        length = self._length_ms(demand, threads, now)
        idle = min(demand.cost_ms, 1000 * (demand.deadline - self._reserve - ticket.arrived))
        brown_out = not demand.exact and length < idle - 1  # a millisecond is nobody's fault
        queue_ms, left_ms = 1000 * (now - ticket.arrived), self._left_ms(demand)
        grant = Grant(demand, threads, now, queue_ms, length, left_ms, brown_out, self._now)
        if brown_out:
            self._metrics.cut(demand)
        self._running.add(grant)
        self.stats.admitted += 1
        return grant

    def _length_ms(self, demand: Demand, threads: int, now: float) -> float:
        """The longest search that leaves everybody who waits at least the floor."""
        if demand.exact:
            return demand.cost_ms
        longest = min(demand.cost_ms, max(self._left_ms(demand), TOLERANCE * demand.least_ms))
        least = min(demand.least_ms, longest)
        queue = [ticket.demand for ticket in self._waiting]
        others = sorted(self._free_at(now))[threads:]
        overhead, reserve = self._overhead, self._reserve

        def harms(length_ms: float) -> bool:
            ends = [now + length_ms / 1000 + overhead] * threads
            return not Plan([*others, *ends], overhead, reserve).add_all(queue)

        if not queue or not harms(longest):
            return longest
        for _ in range(BISECTIONS):
            middle = (least + longest) / 2
            least, longest = (least, middle) if harms(middle) else (middle, longest)
        return least

    def _withdraw(self, ticket: _Ticket) -> None:
        """Takes back a call that was cancelled while it waited, or just when it got its slot."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            self._advance()
        elif ticket.granted.done() and not ticket.granted.cancelled() and not ticket.granted.exception():
            self.leave(ticket.granted.result())
        self.stats.cancelled += 1


def _queue_full(wait_ms: float, waiting: int) -> ServiceError:
    message = f"{waiting} calls are waiting, and a slot would be free in {wait_ms:.0f} ms only"
    return ServiceError("QUEUE_FULL", message, retry_ms=wait_ms, metadata={"queue": waiting})


def _too_short(wait_ms: float, left_ms: float, least_ms: float) -> ServiceError:
    left_ms = max(0.0, left_ms)
    message = (
        f"no answer before the deadline: {left_ms:.0f} ms are left, "
        f"the wait is {wait_ms:.0f} ms and the search takes at least {least_ms:.0f} ms"
    )
    times = {"wait_ms": wait_ms, "left_ms": left_ms, "least_ms": least_ms}
    metadata = {name: round(value) for name, value in times.items()}
    return ServiceError("DEADLINE_TOO_SHORT", message, retry_ms=wait_ms or None, metadata=metadata)
