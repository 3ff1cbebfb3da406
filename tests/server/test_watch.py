"""WatchSuggestion: improving suggestions and exactly one final message."""

import asyncio
from typing import Any

import grpc
import pytest
from service_client import Client, position_of, question, reached, taken_apart

from eminence.server.mailbox import Mailbox
from eminence.v1 import opponent_service_pb2 as pb


async def watch(client: Client, interval_ms: int = 20, **rest: Any) -> list[pb.WatchSuggestionResponse]:
    position = position_of(await client.table_after(15))
    request = pb.WatchSuggestionRequest(request=question(position, **rest), interval_ms=interval_ms)
    return [message async for message in client.opponent.WatchSuggestion(request)]


async def test_suggestions_improve_until_exactly_one_final_message(client: Client) -> None:
    seen = await watch(client, movetime_ms=250, early_stop=False)
    assert len(seen) > 3
    assert [message.final for message in seen] == [False] * (len(seen) - 1) + [True]
    iterations = [message.suggestion.iterations for message in seen]
    assert iterations == sorted(iterations)
    assert iterations[0] < iterations[-1]
    reasons = {message.suggestion.stopped_by for message in seen[:-1]}
    assert reasons == {pb.STOP_REASON_UNSPECIFIED}
    assert seen[-1].suggestion.stopped_by == pb.STOP_REASON_MOVETIME


async def test_final_message_is_what_suggest_move_answers(client: Client) -> None:
    *_, last = await watch(client, iterations=5000, seed=3)
    position = position_of(await client.table_after(15))
    answer = await client.suggest(position, iterations=5000, seed=3)
    assert last.suggestion.SerializeToString() == answer.suggestion.SerializeToString()


async def test_search_shorter_than_the_interval_gives_the_final_message_only(client: Client) -> None:
    (only,) = await watch(client, interval_ms=60_000, iterations=50)
    assert only.final


async def test_reader_who_goes_away_frees_the_slot(launch: Any) -> None:
    server, client = await launch()
    position = position_of(await client.deal())
    request = pb.WatchSuggestionRequest(
        request=question(position, movetime_ms=20_000, early_stop=False), interval_ms=20
    )
    stream = client.opponent.WatchSuggestion(request)
    await stream.read()
    assert server.admission.free == 0
    stream.cancel()
    await reached(lambda: server.admission.free == 1)
    await reached(lambda: server.gate.calls == 0)


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (pb.WatchSuggestionRequest(), "request.position"),
        (pb.WatchSuggestionRequest(interval_ms=19), "interval_ms"),
        (pb.WatchSuggestionRequest(request={"position": {"table": {}}}), "request.position.table.table"),
    ],
)
async def test_bad_fields_are_named(client: Client, request_: pb.WatchSuggestionRequest, path: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.opponent.WatchSuggestion(request_).read()
    assert taken_apart(caught.value).path == path


async def test_error_of_the_search_ends_the_stream(launch: Any) -> None:
    # one that has not learned from others' searches what an iteration costs
    server, client = await launch(slots=2)
    request = pb.WatchSuggestionRequest(
        request=question(position_of(await client.deal()), iterations=10_000_000), interval_ms=20
    )
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.opponent.WatchSuggestion(request, timeout=20).read()
    assert taken_apart(caught.value).reason == "DEADLINE_TOO_SHORT"
    await reached(lambda: server.admission.free == 2)


async def test_slow_reader_gets_the_latest_only() -> None:
    box: Mailbox[int] = Mailbox(latest_only=True)

    async def fill() -> str:
        for number in range(5):
            box.put(number)
        return "done"

    async with box.filled_by(fill()) as work:
        assert [item async for item in box] == [4]
        assert await work == "done"


async def test_mailbox_ends_its_work_when_the_reader_goes() -> None:
    box: Mailbox[int] = Mailbox()
    async with box.filled_by(asyncio.sleep(1000)) as work:
        pass
    await asyncio.wait([work])
    assert work.cancelled()
