"""Many calls at once that end in every possible way: no slot leaks, nothing is left behind."""

import asyncio
import random
from typing import Any

from service_client import Client, position_of, question, reached

from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as pb


async def test_nothing_is_left_after_a_storm(launch: Any) -> None:
    server, client = await launch(slots=2, queue_ms=200)
    positions = [position_of(await client.table_after(plies)) for plies in (0, 10, 20)]
    chance = random.Random(5)
    async with asyncio.timeout(60):
        outcomes = await asyncio.gather(*(gust(client, chance, positions) for _ in range(150)))
    await reached(lambda: server.gate.calls == 0)
    await reached(lambda: server.admission.free == 2)
    assert server.admission.waiting == 0
    assert set(outcomes) <= {"OK", "CANCELLED", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"}
    assert {"OK", "CANCELLED", "RESOURCE_EXHAUSTED"} <= set(outcomes), outcomes
    assert (await client.suggest(positions[0])).suggestion.iterations == 50


async def gust(client: Client, chance: random.Random, positions: list[common.Position]) -> str:
    """One call at a random moment, of a random kind, with a random end."""
    await asyncio.sleep(chance.uniform(0, 1))
    budget = {"movetime_ms": chance.randint(1, 60), "threads": chance.randint(1, 2)}
    asked = question(chance.choice(positions), **budget, early_stop=False)
    timeout = chance.choice([None, 0.03, 0.2, 2])
    if chance.random() < 0.5:
        call = client.opponent.SuggestMove(asked, timeout=timeout)
        answer = asyncio.ensure_future(wait(call))
    else:
        call = client.opponent.WatchSuggestion(pb.WatchSuggestionRequest(request=asked), timeout=timeout)
        answer = asyncio.ensure_future(read_all(call))
    if chance.random() < 0.3:
        asyncio.get_running_loop().call_later(chance.uniform(0, 0.05), call.cancel)
    await asyncio.wait([answer])
    if not answer.cancelled():
        answer.exception()
    return (await call.code()).name


async def wait(call: Any) -> None:
    await call


async def read_all(call: Any) -> None:
    async for _ in call:
        pass


async def test_reader_who_does_not_read_costs_no_slot(launch: Any) -> None:
    server, client = await launch()
    request = pb.PlayOutRequest(
        position=position_of(await client.deal()),
        bots=[common.Bot(name="random")],
        games=300,
        include_moves=True,
    )
    call = client.opponent.PlayOut(request)
    await reached(lambda: server.stats.admitted == 1)
    await reached(lambda: server.admission.free == 1)
    assert server.gate.calls == 1, "the test needs more games: the stream has ended without a reader"
    call.cancel()
    await reached(lambda: server.gate.calls == 0)
