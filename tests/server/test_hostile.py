"""Requests by strangers who mean no good, or whose programs do not: always a documented status, never a crash."""

from functools import lru_cache
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from service_client import Client, Refused, refused, taken_apart

from catalogue_cases import random_game
from eminence.bots import Game
from eminence.cext.games import catalogue
from eminence.server import messages
from eminence.server.errors import REASONS, ServiceError
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1 import table_service_pb2 as tables
from eminence.v1.games_pb2 import GameView

CALLS = {
    "OpponentService/GetMoves": opponent.GetMovesRequest,
    "OpponentService/SuggestMove": opponent.SuggestMoveRequest,
    "OpponentService/WatchSuggestion": opponent.WatchSuggestionRequest,
    "OpponentService/PlayOut": opponent.PlayOutRequest,
    "TableService/StartGame": tables.StartGameRequest,
    "TableService/GetTable": tables.GetTableRequest,
    "TableService/PlayMove": tables.PlayMoveRequest,
}
STREAMS = ("OpponentService/WatchSuggestion", "OpponentService/PlayOut")
MANY = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NUMBERS = st.one_of(st.integers(0, 13), st.sampled_from([2**31 - 1, 2**31, 2**32 - 1]))


async def send(client: Client, method: str, raw: bytes) -> Refused | None:
    """Calls with these bytes; what was refused, or None."""
    path = f"/eminence.v1.{method}"
    try:
        if method in STREAMS:
            async for _ in client.channel.unary_stream(path)(raw, timeout=100):
                pass
        else:
            await client.channel.unary_unary(path)(raw, timeout=100)
    except grpc.aio.AioRpcError as error:
        return taken_apart(error)
    return None


def check(error: Refused | None) -> None:
    if error is None:
        return
    assert error.reason in REASONS, error
    assert error.code is ServiceError(error.reason, "").code
    assert error.reason != "INTERNAL", error


@st.composite
def any_message(draw: st.DrawFn, kind: type[Message], depth: int = 4) -> Message:
    """Any message of a kind, with numbers near the interesting ones."""
    message = kind()
    for field in message.DESCRIPTOR.fields:
        if not draw(st.booleans()):
            continue
        count = draw(st.integers(0, 3)) if field.is_repeated else 1
        for _ in range(count):
            put(draw, message, field, depth)
    return message


def put(draw: st.DrawFn, message: Message, field: Any, depth: int) -> None:
    if field.message_type:
        if not depth:
            return
        target = getattr(message, field.name)
        inner = target.add() if field.is_repeated else target
        inner.CopyFrom(draw(any_message(type(inner), depth - 1)))
        inner.SetInParent()
        return
    value = draw(scalar(field))
    if field.is_repeated:
        getattr(message, field.name).append(value)
    else:
        setattr(message, field.name, value)


def scalar(field: Any) -> st.SearchStrategy[Any]:
    if field.enum_type:
        return st.integers(0, len(field.enum_type.values) + 1)
    return {
        field.TYPE_BOOL: st.booleans(),
        field.TYPE_STRING: st.one_of(
            st.sampled_from(["verraeter", "mcts", "random", "@3"]), st.text(max_size=9)
        ),
        field.TYPE_BYTES: st.binary(max_size=60),
        field.TYPE_INT32: st.integers(-5, 5),
        field.TYPE_UINT32: NUMBERS,
    }[field.type]


@pytest.mark.parametrize("method", CALLS)
@MANY
@given(raw=st.binary(max_size=200))
async def test_any_bytes_get_a_documented_status(client: Client, method: str, raw: bytes) -> None:
    check(await send(client, method, raw))


@pytest.mark.parametrize("method", CALLS)
@MANY
@given(data=st.data())
async def test_any_message_gets_a_documented_status(client: Client, method: str, data: st.DataObject) -> None:
    request = data.draw(any_message(CALLS[method]))
    check(await send(client, method, request.SerializeToString()))


@lru_cache
def real_views(name: str) -> list[GameView]:
    """Views of every phase of a few games, to be spoilt."""
    views = []
    for seed, seats in enumerate(catalogue.face(name).seats):
        for state in random_game(Game(name, seats), seed):
            if state.actor is not None:
                views.append(messages.game_view(state.view(state.actor)))
    return views


def spoil(draw: st.DrawFn, message: Message) -> None:
    """Changes one thing somewhere in a message."""
    fields = [field for field, _ in message.ListFields()]
    inner = [field for field in fields if field.message_type]
    if inner and draw(st.booleans()):
        value = getattr(message, (field := draw(st.sampled_from(inner))).name)
        spoil(draw, draw(st.sampled_from(list(value))) if field.is_repeated else value)
        return
    field = draw(st.sampled_from(list(message.DESCRIPTOR.fields)))
    if field.is_repeated and len(getattr(message, field.name)) and draw(st.booleans()):
        items = getattr(message, field.name)
        del items[draw(st.integers(0, len(items) - 1))]
    elif draw(st.integers(0, 3)) == 0:
        message.ClearField(field.name)
    else:
        put(draw, message, field, 2)


@st.composite
def spoilt(draw: st.DrawFn, name: str) -> GameView:
    view = GameView.FromString(draw(st.sampled_from(real_views(name))).SerializeToString())
    for _ in range(draw(st.integers(1, 4))):
        spoil(draw, getattr(view, name))
    return view


@pytest.mark.parametrize("name", catalogue.names())
@settings(MANY, max_examples=300)
@given(data=st.data())
async def test_spoilt_views_are_refused_or_played(client: Client, name: str, data: st.DataObject) -> None:
    position = common.Position(view=data.draw(spoilt(name)))
    budget = common.Budget(iterations=data.draw(st.sampled_from([1, 64, 200])))
    request = opponent.SuggestMoveRequest(
        position=position, budget=budget, threads=data.draw(st.integers(1, 2))
    )
    error = await send(client, "OpponentService/SuggestMove", request.SerializeToString())
    check(error)
    allowed = {"INVALID_FIELD", "GAME_OVER", "NOT_YOUR_TURN"}
    assert error is None or error.reason in allowed
    bots = [common.Bot(name="random")]
    playout = opponent.PlayOutRequest(position=position, bots=bots, games=2)
    check(await send(client, "OpponentService/PlayOut", playout.SerializeToString()))


@MANY
@given(text=st.text(max_size=300))
async def test_any_text_is_a_legal_move_or_refused(client: Client, text: str) -> None:
    at = await client.deal()
    legal = [move.text for move in (await client.look(at.table, at.status.actor)).moves]
    if text.strip() in legal:
        return
    error = await refused(client.play(at.table, text=text))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "ILLEGAL_MOVE")


async def test_unknown_methods_are_unimplemented(client: Client) -> None:
    error = await refused(client.channel.unary_unary("/eminence.v1.OpponentService/Cheat")(b""))
    assert error.code is grpc.StatusCode.UNIMPLEMENTED


async def test_unforeseen_errors_tell_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch, logged: list[dict[str, Any]]
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("secret detail")

    at = await client.deal()
    monkeypatch.setattr("eminence.server.messages.game_view", fail)
    error = await refused(client.look(at.table, 0))
    assert (error.code, error.reason) == (grpc.StatusCode.INTERNAL, "INTERNAL")
    assert "secret" not in error.description
    failed = [event for event in logged if event["event"] == "failed"][-1]
    assert failed["request_id"] == error.metadata["request_id"]
