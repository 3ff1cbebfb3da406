"""A flood of calls without a search leaves the event loop to the others."""

from typing import Any

import pytest
from service_client import refused

from eminence.server.errors import ServiceError
from eminence.server.share import LoopShare
from eminence.v1 import common_pb2 as common


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_calls_are_paced_by_their_share_after_a_burst() -> None:
    clock = Clock()
    turns = LoopShare(50, clock)
    waits = [turns._claim(0.01) for _ in range(20)]
    assert sum(wait <= 0 for wait in waits) == 6, "a burst of 50 ms, and who finds it just used up"
    assert waits[-1] - waits[-2] == pytest.approx(0.02), "10 ms of work in 20 ms"
    clock.now += 10
    assert turns._claim(0.01) <= 0


def test_who_would_wait_too_long_is_refused() -> None:
    turns = LoopShare(50, Clock())
    for _ in range(3):
        turns._claim(0.5)
    with pytest.raises(ServiceError) as caught:
        turns._claim(0.5)
    assert caught.value.reason == "QUEUE_FULL"
    assert caught.value.retry_ms > 2000


async def test_table_calls_take_turns(launch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _, client = await launch()
    at = await client.deal()

    def refuse(*_: Any) -> float:
        raise ServiceError("QUEUE_FULL", "too many", retry_ms=1)

    monkeypatch.setattr(LoopShare, "_claim", refuse)
    for call in (client.deal(), client.look(at.table, 0), client.play(at.table, text="x")):
        assert (await refused(call)).reason == "QUEUE_FULL"
    assert await client.play(at.table, bot=common.Bot(name="policy")), "bots wait for a slot, not for this"
