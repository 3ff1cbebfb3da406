import asyncio

import pytest

from eminence.server.admission import Admission, Demand, Pace
from eminence.server.errors import ServiceError


def demand(left_ms: float = 10_000, cost_ms: float = 100, least_ms: float = 10, **rest: int) -> Demand:
    deadline = asyncio.get_running_loop().time() + left_ms / 1000
    return Demand(deadline, cost_ms, least_ms, **rest)


async def waiting(admission: Admission, wanted: Demand) -> asyncio.Task:
    task = asyncio.ensure_future(admission.enter(wanted))
    await asyncio.sleep(0)
    return task


async def test_slots_go_out_at_once_and_come_back() -> None:
    admission = Admission(slots=2, queue=1, reserve_ms=0)
    first, second = await admission.enter(demand()), await admission.enter(demand())
    assert admission.free == 0
    admission.leave(first)
    admission.leave(second)
    assert admission.free == 2


async def test_first_come_first_served() -> None:
    admission = Admission(slots=1, queue=5, reserve_ms=0)
    running = await admission.enter(demand())
    first, second = await waiting(admission, demand()), await waiting(admission, demand())
    admission.leave(running)
    await asyncio.wait([first, second], return_when=asyncio.FIRST_COMPLETED)
    assert first.done()
    assert not second.done()
    admission.leave(await first)
    admission.leave(await second)
    assert admission.free == 1


async def test_full_queue_refuses_and_says_when_to_come_back() -> None:
    admission = Admission(slots=1, queue=1, reserve_ms=0)
    await admission.enter(demand(cost_ms=300))
    await waiting(admission, demand(cost_ms=200))
    with pytest.raises(ServiceError) as caught:
        await admission.enter(demand())
    assert caught.value.reason == "QUEUE_FULL"
    assert caught.value.retry_ms == pytest.approx(500, abs=50)
    assert admission.stats.refused["QUEUE_FULL"] == 1


async def test_queue_of_none_still_gives_free_slots() -> None:
    admission = Admission(slots=1, queue=0, reserve_ms=0)
    await admission.enter(demand())
    with pytest.raises(ServiceError, match="slots are taken"):
        await admission.enter(demand())


async def test_deadline_that_the_wait_would_break_is_refused_on_arrival() -> None:
    admission = Admission(slots=1, queue=5, reserve_ms=0)
    await admission.enter(demand(cost_ms=1000))
    with pytest.raises(ServiceError) as caught:
        await admission.enter(demand(left_ms=500))
    assert caught.value.reason == "DEADLINE_TOO_SHORT"
    assert caught.value.retry_ms == pytest.approx(1000, abs=50)


async def test_deadline_too_short_by_itself_gives_no_hope() -> None:
    admission = Admission(slots=1, queue=5, reserve_ms=20)
    with pytest.raises(ServiceError) as caught:
        await admission.enter(demand(left_ms=25, least_ms=10))
    assert caught.value.reason == "DEADLINE_TOO_SHORT"
    assert caught.value.retry_ms is None


async def test_work_in_all_slots_is_shared() -> None:
    admission = Admission(slots=2, queue=5, reserve_ms=0)
    await admission.enter(demand(cost_ms=100))
    await admission.enter(demand(cost_ms=300))
    assert admission.wait_ms(demand()) == pytest.approx(200, abs=20)


async def test_call_whose_time_ran_out_in_the_queue_is_refused_and_the_next_one_served() -> None:
    admission = Admission(slots=1, queue=5, reserve_ms=0)
    running = await admission.enter(demand(cost_ms=0))
    late = await waiting(admission, demand(left_ms=1, least_ms=0.5))
    patient = await waiting(admission, demand())
    await asyncio.sleep(0.002)
    admission.leave(running)
    with pytest.raises(ServiceError) as caught:
        await late
    assert caught.value.reason == "DEADLINE_TOO_SHORT"
    admission.leave(await patient)


async def test_cancelled_call_leaves_the_queue() -> None:
    admission = Admission(slots=1, queue=5, reserve_ms=0)
    running = await admission.enter(demand())
    gone, patient = await waiting(admission, demand()), await waiting(admission, demand())
    gone.cancel()
    await asyncio.wait([gone])
    assert admission.waiting == 1
    admission.leave(running)
    admission.leave(await patient)
    assert admission.free == 1


async def test_call_cancelled_just_when_it_gets_its_slot_gives_it_back() -> None:
    admission = Admission(slots=1, queue=5, reserve_ms=0)
    running = await admission.enter(demand())
    gone = await waiting(admission, demand())
    admission.leave(running)
    gone.cancel()
    await asyncio.wait([gone])
    assert gone.cancelled()
    assert admission.free == 1


async def test_wide_search_takes_what_is_free_or_waits_for_all() -> None:
    admission = Admission(slots=3, queue=5, reserve_ms=0)
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
    admission = Admission(slots=2, queue=5, reserve_ms=0)
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
