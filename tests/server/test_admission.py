import asyncio
from typing import Any

import pytest

from eminence.server.admission import HALF_FORGOTTEN_SECONDS, Admission, Pace
from eminence.server.errors import ServiceError
from eminence.server.schedule import Demand, Plan, Priority


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


def admission_of(slots: int = 1, queue_ms: float = 60_000, reserve_ms: float = 0) -> Admission:
    return Admission(slots, queue_ms, reserve_ms, clock=CLOCK)


def demand(left_ms: float = 10_000, cost_ms: float = 100, least_ms: float = 10, **rest: Any) -> Demand:
    return Demand(CLOCK() + left_ms / 1000, cost_ms, least_ms, **rest)


async def waiting(admission: Admission, wanted: Demand) -> asyncio.Task:
    task = asyncio.ensure_future(admission.enter(wanted))
    await asyncio.sleep(0)
    return task


async def test_slots_go_out_at_once_and_come_back() -> None:
    admission = admission_of(slots=2)
    first, second = await admission.enter(demand()), await admission.enter(demand())
    assert admission.free == 0
    admission.leave(first)
    admission.leave(second)
    assert admission.free == 2


async def test_equal_calls_are_served_as_they_come() -> None:
    admission = admission_of()
    running = await admission.enter(demand())
    first, second = await waiting(admission, demand()), await waiting(admission, demand())
    admission.leave(running)
    await asyncio.wait([first, second], return_when=asyncio.FIRST_COMPLETED)
    assert first.done()
    assert not second.done()
    admission.leave(await first)
    admission.leave(await second)
    assert admission.free == 1


async def test_queue_is_bounded_by_time() -> None:
    admission = admission_of(queue_ms=400)
    await admission.enter(demand(cost_ms=300))
    await waiting(admission, demand(cost_ms=200, least_ms=150))
    with pytest.raises(ServiceError) as caught:
        await admission.enter(demand())
    assert caught.value.reason == "QUEUE_FULL"
    assert caught.value.retry_ms == pytest.approx(450)
    assert admission.stats.refused["QUEUE_FULL"] == 1


async def test_queue_of_no_time_still_gives_free_slots() -> None:
    admission = admission_of(queue_ms=0)
    await admission.enter(demand())
    with pytest.raises(ServiceError, match="calls are waiting"):
        await admission.enter(demand())


async def test_deadline_that_the_wait_would_break_is_refused_on_arrival() -> None:
    admission = admission_of()
    await admission.enter(demand(cost_ms=1000))
    with pytest.raises(ServiceError) as caught:
        await admission.enter(demand(left_ms=500))
    assert caught.value.reason == "DEADLINE_TOO_SHORT"
    assert caught.value.retry_ms == pytest.approx(1000)


async def test_deadline_too_short_by_itself_gives_no_hope() -> None:
    admission = admission_of(reserve_ms=20)
    with pytest.raises(ServiceError) as caught:
        await admission.enter(demand(left_ms=25, least_ms=10))
    assert caught.value.reason == "DEADLINE_TOO_SHORT"
    assert caught.value.retry_ms is None


async def test_wait_ends_with_the_first_search_that_ends() -> None:
    admission = admission_of(slots=2)
    await admission.enter(demand(cost_ms=100))
    await admission.enter(demand(cost_ms=300))
    assert admission.wait_ms(demand()) == pytest.approx(100)


async def test_searches_are_cut_to_the_floor_before_anyone_is_refused() -> None:
    admission = admission_of()
    running = await admission.enter(demand())
    tasks = [await waiting(admission, demand(left_ms=200, cost_ms=200, least_ms=25)) for _ in range(4)]
    with pytest.raises(ServiceError, match="no answer before the deadline"):
        await admission.enter(demand(left_ms=200, least_ms=25))
    admission.leave(running)
    first = await tasks[0]
    assert first.brown_out
    assert first.length_ms == pytest.approx(200 - 3 * 25, abs=3)
    assert not any(task.done() for task in tasks[1:])


async def test_nobody_is_cut_while_all_can_have_what_they_asked_for() -> None:
    admission = admission_of()
    running = await admission.enter(demand())
    tasks = [await waiting(admission, demand(left_ms=2000)) for _ in range(4)]
    admission.leave(running)
    first = await tasks[0]
    assert (first.length_ms, first.brown_out) == (100, False)


async def test_own_short_deadline_is_no_brown_out() -> None:
    admission = admission_of()
    grant = await admission.enter(demand(left_ms=60))
    assert grant.length_ms == pytest.approx(60)
    assert not grant.brown_out


async def test_exact_searches_are_never_cut() -> None:
    admission = admission_of()
    running = await admission.enter(demand())
    exact = await waiting(admission, demand(left_ms=300, exact=True))
    behind = await waiting(admission, demand(left_ms=310, cost_ms=100))
    admission.leave(running)
    assert (await exact).length_ms == 100
    assert not behind.done()


async def test_urgent_classes_go_first_and_earliest_deadlines_inside_them() -> None:
    admission = admission_of()
    running = await admission.enter(demand())
    wanted = [
        ("ladder", 10_000, Priority.LADDER),
        ("playout", 10_000, Priority.PLAYOUT),
        ("late hint", 20_000, Priority.HINT),
        ("move", 10_000, Priority.MOVE),
        ("early hint", 10_000, Priority.HINT),
    ]
    order: list[str] = []

    async def take(name: str, left_ms: float, priority: Priority) -> None:
        grant = await admission.enter(demand(left_ms, priority=priority))
        order.append(name)
        admission.leave(grant)

    tasks = [asyncio.ensure_future(take(*one)) for one in wanted]
    await asyncio.sleep(0)
    admission.leave(running)
    await asyncio.gather(*tasks)
    assert order == ["early hint", "late hint", "move", "playout", "ladder"]


async def test_hint_displaces_a_waiting_playout_but_no_other_hint() -> None:
    admission = admission_of()
    await admission.enter(demand(cost_ms=100))
    playout = await waiting(admission, demand(left_ms=120, priority=Priority.PLAYOUT, least_ms=15))
    hint = await waiting(admission, demand(left_ms=120, least_ms=15))
    with pytest.raises(ServiceError) as caught:
        await playout
    assert caught.value.reason == "DEADLINE_TOO_SHORT"
    assert caught.value.retry_ms
    with pytest.raises(ServiceError):
        await admission.enter(demand(left_ms=119, least_ms=15))
    assert not hint.done()


async def test_call_whose_time_ran_out_in_the_queue_is_refused_and_the_next_one_served() -> None:
    admission = admission_of()
    running = await admission.enter(demand(cost_ms=0))
    late = await waiting(admission, demand(left_ms=20, least_ms=5))
    patient = await waiting(admission, demand())
    CLOCK.now += 0.025
    admission.leave(running)
    with pytest.raises(ServiceError) as caught:
        await late
    assert caught.value.reason == "DEADLINE_TOO_SHORT"
    admission.leave(await patient)


async def test_cancelled_call_leaves_the_queue() -> None:
    admission = admission_of()
    running = await admission.enter(demand())
    gone, patient = await waiting(admission, demand()), await waiting(admission, demand())
    gone.cancel()
    await asyncio.wait([gone])
    assert admission.waiting == 1
    admission.leave(running)
    admission.leave(await patient)
    assert admission.free == 1


async def test_call_cancelled_just_when_it_gets_its_slot_gives_it_back() -> None:
    admission = admission_of()
    running = await admission.enter(demand())
    gone = await waiting(admission, demand())
    admission.leave(running)
    gone.cancel()
    await asyncio.wait([gone])
    assert gone.cancelled()
    assert admission.free == 1


async def test_wide_search_takes_what_is_free_or_waits_for_all() -> None:
    admission = admission_of(slots=3)
    running = await admission.enter(demand())
    wide = await admission.enter(demand(threads=3))
    assert wide.threads == 2
    admission.leave(wide)
    exact = await waiting(admission, demand(threads=3, all_threads=True))
    behind = await waiting(admission, demand())
    assert not exact.done()
    assert not behind.done(), "nobody overtakes a search that waits for its slots"
    admission.leave(running)
    assert (await exact).threads == 3
    admission.leave(await exact)
    admission.leave(await behind)


async def test_withdrawn_wide_search_lets_the_next_one_in() -> None:
    admission = admission_of(slots=2)
    await admission.enter(demand())
    wide = await waiting(admission, demand(threads=2, all_threads=True))
    narrow = await waiting(admission, demand())
    wide.cancel()
    assert (await narrow).threads == 1


def test_pace_starts_with_the_guess_and_follows_what_happens() -> None:
    pace = Pace(weight=0.5)
    assert pace.guess("x", 7) == 7
    pace.learn("x", 10)
    pace.learn("x", 20)
    assert pace.guess("x", 7) == 15


async def test_urgent_call_looks_at_everybody_who_waits_a_few_times_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = 0

    class Counting(Plan):
        def start_of(self, demand: Demand) -> float:
            nonlocal looked
            looked += 1
            return super().start_of(demand)

    admission = admission_of(slots=2)
    for _ in range(2):
        await admission.enter(demand(cost_ms=50))
    crowd = [await waiting(admission, demand(20_000, 40, 40, priority=Priority.PLAYOUT)) for _ in range(990)]
    assert admission.waiting == 990
    monkeypatch.setattr("eminence.server.admission.Plan", Counting)
    urgent = [demand(5_000, 4_900, 4_900, exact=True) for _ in range(2)]
    hints = [await waiting(admission, one) for one in urgent]
    gone = 990 + 2 - admission.waiting
    assert gone > 100, "they have to go for the hints"
    assert looked < 10 * 1000, "not once more for each that has to go"
    while sum(one.done() for one in crowd) < gone:
        await asyncio.sleep(0)
    assert all(isinstance(one.exception(), ServiceError) for one in crowd if one.done())
    for one in (*hints, *crowd):
        one.cancel()
    await asyncio.wait([*hints, *crowd])


async def reserve_after(admission: Admission, seconds: float) -> float:
    """What a call must leave free, by the shortest deadline that is not refused, in milliseconds."""
    CLOCK.now += seconds
    for left_ms in range(1, 1000):
        try:
            admission.leave(await admission.enter(demand(left_ms, least_ms=1)))
        except ServiceError:
            continue
        return left_ms - 1.0
    raise AssertionError("everything is refused")


async def test_lateness_after_the_search_grows_the_reserve_at_once_and_is_forgotten() -> None:
    admission = admission_of(reserve_ms=20)
    grant = await admission.enter(demand())
    CLOCK.now += 0.1 + 0.01
    admission.leave(grant)
    assert await reserve_after(admission, 0) == pytest.approx(30, abs=1)
    CLOCK.now += 0.03  # what came after the search: 40 ms in all
    admission.learn_lateness(grant)
    assert await reserve_after(admission, 0) == pytest.approx(60, abs=1)
    assert await reserve_after(admission, HALF_FORGOTTEN_SECONDS) == pytest.approx(40, abs=1)
    assert await reserve_after(admission, 100) == pytest.approx(20, abs=1)


async def test_lag_of_the_loop_grows_the_reserve() -> None:
    admission = admission_of(reserve_ms=20)
    admission.learn_lag(0.03)
    admission.learn_lag(0.001)
    assert await reserve_after(admission, 0) == pytest.approx(50, abs=1)


async def test_search_that_does_not_end_grows_the_reserve_while_it_runs() -> None:
    admission = admission_of(slots=2, reserve_ms=20)
    await admission.enter(demand(cost_ms=100))
    CLOCK.now += 0.1 + 0.05
    admission.learn_lag(0)
    assert await reserve_after(admission, 0) == pytest.approx(70, abs=1)


async def test_search_given_up_at_its_deadline_grows_the_reserve_too() -> None:
    admission = admission_of(reserve_ms=20)
    grant = await admission.enter(demand(cost_ms=100))
    CLOCK.now += 0.1 + 0.05
    admission.leave(grant, whole=False)
    assert await reserve_after(admission, 0) == pytest.approx(70, abs=1)


async def test_no_search_is_begun_that_would_end_too_late() -> None:
    admission = admission_of(reserve_ms=20)
    running = await admission.enter(demand(cost_ms=100))
    admitted = await waiting(admission, demand(left_ms=150, cost_ms=100, least_ms=20))
    CLOCK.now += 0.1 + 0.015  # 35 ms before the deadline, with 35 to be kept free
    admission.leave(running, whole=True)
    with pytest.raises(ServiceError) as caught:
        await admitted
    assert caught.value.reason == "DEADLINE_TOO_SHORT"
    assert admission.free == 1
