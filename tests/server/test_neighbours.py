"""What one caller does, or fails to do, costs no other caller its slot."""

import asyncio
import resource
from typing import Any

import grpc
import pytest
from service_client import Client, position_of, question, reached, taken_apart

from eminence.server import guard
from eminence.server.keys import new_key
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as pb
from eminence.v1.opponent_service_pb2_grpc import OpponentServiceStub

LONG = {"movetime_ms": 20_000, "early_stop": False}


def batch(position: common.Position, games: int = 1000, **more: Any) -> pb.PlayOutRequest:
    return pb.PlayOutRequest(position=position, bots=[common.Bot(name="policy")], games=games, **more)


async def read(call: Any) -> list[Any]:
    return [message async for message in call]


async def test_hint_does_not_wait_for_a_batch(launch: Any) -> None:
    server, client = await launch(slots=1)
    position = position_of(await client.deal())
    playing = asyncio.ensure_future(read(client.opponent.PlayOut(batch(position, games=200), timeout=600)))
    await reached(lambda: server.stats.admitted > 0)
    hint = await client.suggest(position, movetime_ms=20, early_stop=False, timeout=100)
    assert not playing.done()
    assert hint.timing.queue_ms < 1000
    *games, last = await playing
    assert last.summary.games == len(games) == 200
    assert not last.summary.shortened


async def test_batch_gives_the_same_games_however_often_it_is_interrupted(launch: Any) -> None:
    keys, played = new_key(), []
    for slice_ms in (1, 10_000):
        _, client = await launch(slots=1, slice_ms=slice_ms, table_keys=keys)
        position = position_of(await client.deal())
        hints = [asyncio.ensure_future(client.suggest(position, movetime_ms=5)) for _ in range(5)]
        request = batch(position, games=10, seed=4, include_moves=True)
        *games, _ = await read(client.opponent.PlayOut(request))
        await asyncio.gather(*hints)
        played.append(games)
    assert len(played[0]) == 10
    assert played[0] == played[1]


async def test_reader_who_never_reads_is_cut_off_in_the_end(
    launch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "LAST_WRITES_SECONDS", 0.5)
    server, client = await launch(max_call_ms=2000)
    request = batch(position_of(await client.deal()), include_moves=True)
    # A connection that takes in next to nothing before it is read from.
    options = [("grpc.http2.lookahead_bytes", 1), ("grpc.http2.bdp_probe", 0)]
    async with grpc.aio.insecure_channel(server.address, options=options) as channel:
        call: Any = OpponentServiceStub(channel).PlayOut(request)
        await reached(lambda: server.stats.admitted > 0)
        await reached(lambda: server.gate.calls == 0)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await read(call)
    assert taken_apart(caught.value).reason == "DEADLINE_PASSED"
    await reached(lambda: server.admission.free == 1)  # when the thread has seen that it shall stop


async def test_thousand_silent_connections_are_no_trouble(launch: Any) -> None:
    server, client = await launch()
    position = position_of(await client.deal())
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 4096:
        pytest.skip(f"needs 4096 open files, and {hard} are allowed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4096), hard))
    silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(1000)]
    answer = await client.suggest(position, movetime_ms=20, timeout=100)
    assert answer.suggestion.iterations > 0
    assert server.gate.calls == 0
    for _, writer in silent:
        writer.close()


async def test_one_connection_cannot_take_every_place(launch: Any) -> None:
    server, client = await launch(max_streams=2)
    position = position_of(await client.deal())
    greedy = [client.opponent.SuggestMove(question(position, **LONG)) for _ in range(5)]
    await reached(lambda: server.gate.calls == 2)
    other = Client(server.address)
    await other.opponent.ListGames(pb.ListGamesRequest(), timeout=100)
    assert server.gate.calls == 2
    for call in greedy:
        call.cancel()
    await other.channel.close()
