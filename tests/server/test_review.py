"""ReviewGame: what was found, in order, then a summary; records from strangers are refused with the place."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from service_client import Client, position_of, taken_apart

from eminence.bots import Game, Record, Recorder, review
from eminence.cext.core.stream import Stream
from eminence.server.jsoncodec import JsonCodec
from eminence.server.messages import game_view
from eminence.v1 import opponent_service_pb2 as pb
from eminence.v1.common_pb2 import Position
from eminence.v1.record_pb2 import GameRecord

ITERATIONS = 30


@cache
def recorded(most: int = 10_000) -> Record:
    recorder, stream = Recorder(Game("verraeter", 3), 2, ["a", "b", "c"]), Stream(2, "moves")
    while recorder.state.actor is not None and recorder.state.ply < most:
        codes = recorder.state.codes
        recorder.play(recorder.state.move(codes[stream.below(len(codes))]).text)
    return recorder.record


def message(record: Record | None = None) -> GameRecord:
    return json_format.ParseDict((record or recorded()).data, GameRecord())


async def ask(client: Client, timeout: float | None = None, **rest: Any) -> list[pb.ReviewGameResponse]:
    rest = {"record": message(), "iterations": ITERATIONS} | rest
    call = client.opponent.ReviewGame(pb.ReviewGameRequest(**rest), timeout=timeout)
    return [one async for one in call]


async def test_the_service_finds_what_the_library_finds(client: Client) -> None:
    *found, last = await ask(client, seats=[1])
    here = review(recorded(), [1], iterations=ITERATIONS)
    judgements = [one.judgement for one in found if one.HasField("judgement")]
    assert [(one.ply, one.move, one.best) for one in judgements] == [
        (one.ply, one.move, one.best) for one in here.judgements
    ]
    assert [one.loss for one in judgements] == [one.loss for one in here.judgements]
    assert [one.luck.change for one in found if one.HasField("luck")] == [one.change for one in here.lucks]
    assert [one.chance.win for one in found if one.HasField("chance")] == [one.win for one in here.chances]
    (seat,) = last.summary.seats
    assert not last.summary.shortened
    assert (seat.seat, seat.name, seat.decisions) == (1, "b", len(judgements))
    assert sum(seat.verdicts) == seat.decisions
    assert seat.start + seat.luck - seat.lost + seat.rest == pytest.approx(seat.end)


async def test_views_are_those_of_the_seats_that_decided(client: Client) -> None:
    """Only if they are asked for; each is a position whose legal moves hold both moves of the judgement."""
    short, states = recorded(6), [step.state for step in recorded(6).replay()]
    judged = [
        one.judgement for one in await ask(client, record=message(short), views=True) if one.judgement.move
    ]
    assert len(judged) == 6
    for one in judged:
        assert one.view == game_view(states[one.ply].view(one.seat))
        asked = pb.GetMovesRequest(position=Position(view=one.view))
        texts = {move.text for move in (await client.opponent.GetMoves(asked)).moves}
        assert {one.move, one.best} <= texts
    assert not any(one.judgement.HasField("view") for one in await ask(client, record=message(short)))


def wrong(**changes: Any) -> GameRecord:
    record = message()
    for path, value in changes.items():
        name, *inner = path.split("__")
        if inner:
            setattr(record.plies[int(name.removeprefix("ply"))], inner[0], value)
        else:
            setattr(record, name, value)
    return record


@pytest.mark.parametrize(
    ("rest", "reason", "path"),
    [
        ({"record": None}, "INVALID_FIELD", "record"),
        ({"record": GameRecord(game="chess")}, "UNKNOWN_GAME", None),
        ({"record": GameRecord(game="verraeter")}, "INVALID_FIELD", "record.format"),
        ({"record": wrong(ply4__move="castle")}, "ILLEGAL_MOVE", "record.plies[4].move"),
        ({"record": wrong(ply4__seat=9)}, "INVALID_FIELD", "record.plies[4].seat"),
        ({"record": wrong(writer="x" * 500)}, "INVALID_FIELD", "record.writer"),
        ({"seats": [7]}, "INVALID_FIELD", "seats[0]"),
        ({"seats": [3]}, "INVALID_FIELD", "seats[0]"),
        ({"seats": [0] * 50}, "INVALID_FIELD", "seats"),
        ({"iterations": 1}, "INVALID_FIELD", "iterations"),
    ],
)
async def test_what_is_wrong_is_named(
    client: Client, rest: dict[str, Any], reason: str, path: str | None
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await ask(client, **rest)
    refused = taken_apart(caught.value)
    assert (refused.reason, refused.path) == (reason, path)


async def test_a_million_moves_are_not_even_looked_at(client: Client) -> None:
    record = message()
    record.plies.extend([record.plies[0]] * 5000)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await ask(client, record=record)
    assert caught.value.code() in (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.RESOURCE_EXHAUSTED)


async def test_a_deadline_shortens_a_review(launch: Any) -> None:
    _, client = await launch(reserve_ms=10_000)  # it thinks for two seconds, and has time to say so
    *found, last = await ask(client, timeout=12, iterations=10_000)
    assert found
    assert last.summary.shortened


async def test_a_review_makes_way_for_hints(launch: Any) -> None:
    _, client = await launch()
    reviewing = asyncio.ensure_future(ask(client, iterations=100_000, record=message(recorded(25))))
    at = await client.table_after(4)
    for _ in range(3):
        await client.suggest(position_of(at), movetime_ms=5)
    assert not reviewing.done()
    reviewing.cancel()


def test_a_record_fits_through_the_web_port() -> None:
    """A game of Royals has hundreds of plies, more than any list of a view."""
    stream, recorder = Stream(1, "moves"), Recorder(Game("royals", 5), 1)
    while recorder.state.actor is not None:
        codes = recorder.state.codes
        recorder.play(recorder.state.move(codes[stream.below(len(codes))]).text)
    request = pb.ReviewGameRequest(record=message(recorder.record))
    codec = JsonCodec()
    assert codec.decode(codec.encode(request), pb.ReviewGameRequest).read() == request
