import asyncio
import threading
import time

import pytest

from eminence.bots import Budget, Game
from eminence.bots.suggest import Thinking
from eminence.cext.core.search import StopFlag
from eminence.server.admission import Admission, Grant
from eminence.server.pool import SearchPool
from eminence.server.schedule import Demand


@pytest.fixture
def pool():
    pool = SearchPool(Admission(slots=1, queue_ms=5000, reserve_ms=0))
    yield pool
    pool.close()


def demand() -> Demand:
    return Demand(asyncio.get_running_loop().time() + 10, cost_ms=100, least_ms=1)


class Stoppable:
    """Work that runs until it is stopped."""

    def __init__(self) -> None:
        self.started = threading.Event()
        self.ended = False

    def __call__(self, grant: Grant, stop: StopFlag) -> None:
        self.started.set()
        while not stop.is_set():
            time.sleep(0.0002)
        self.ended = True


async def begin(pool: SearchPool, work: Stoppable) -> asyncio.Task:
    task = asyncio.ensure_future(pool.run(demand(), pool.in_thread(work)))
    await asyncio.to_thread(work.started.wait)
    return task


async def test_cancelled_caller_stops_the_work_and_the_slot_is_free_only_then(pool: SearchPool) -> None:
    work = Stoppable()
    task = await begin(pool, work)
    task.cancel()
    await asyncio.wait([task])
    next_one = await pool.run(demand(), pool.in_thread(lambda grant, stop: work.ended))
    assert next_one, "the slot was given away while its thread still searched"
    assert pool.admission.free == 1
    assert len(pool.admission.stats.cancel_to_free_ms) == 1


async def test_error_in_the_work_reaches_the_caller_and_frees_the_slot(pool: SearchPool) -> None:
    def fail(grant: Grant, stop: StopFlag) -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        await pool.run(demand(), pool.in_thread(fail))
    assert pool.admission.free == 1


async def test_close_stops_what_still_runs() -> None:
    pool = SearchPool(Admission(slots=1, queue_ms=5000, reserve_ms=0))
    work = Stoppable()
    task = await begin(pool, work)
    pool.close()
    await task
    assert work.ended


def searching(pool: SearchPool, thinking: Thinking) -> tuple[asyncio.Task, asyncio.Event]:
    """A search to come, and when it begins."""
    begun = asyncio.Event()

    async def work(grant: Grant, stop: StopFlag) -> bool:
        begun.set()
        return await pool.think(thinking, stop)

    return asyncio.ensure_future(pool.run(demand(), work)), begun


def long_search() -> Thinking:
    return Thinking(Game("verraeter", 3).new(1).view(0), Budget(movetime_ms=60_000), early_stop=False)


async def test_slot_of_a_cancelled_search_is_free_in_the_same_step(
    pool: SearchPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eminence.server.pool.MOMENT_SECONDS", 60)
    task, begun = searching(pool, long_search())
    await begun.wait()
    freed: list[int] = []
    task.add_done_callback(lambda _: freed.append(pool.admission.free))
    task.cancel()
    await asyncio.wait([task])
    assert freed == [1]
    assert len(pool.admission.stats.cancel_to_free_ms) == 1


async def test_cancelled_search_that_takes_its_time_keeps_its_slot(
    pool: SearchPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eminence.server.bells.Bell.wait", lambda *_: False)
    task, begun = searching(pool, long_search())
    await begun.wait()
    task.cancel()
    await asyncio.wait([task])
    while not pool.admission.free:
        await asyncio.sleep(0.001)
    assert len(pool.admission.stats.cancel_to_free_ms) == 1


async def test_next_search_takes_over_from_a_cancelled_one(pool: SearchPool) -> None:
    """Again and again, with one slot and its one bell: each waits for the slot when the one before is cancelled."""
    searches = [searching(pool, long_search()) for _ in range(20)]
    for task, begun in searches:
        await begun.wait()
        task.cancel()
    done, _ = await asyncio.wait([task for task, _ in searches])
    assert len(done) == 20
    assert all(task.cancelled() for task in done)
    while not pool.admission.free:
        await asyncio.sleep(0.001)
    assert len(pool.admission.stats.cancel_to_free_ms) == 20
