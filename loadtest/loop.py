"""How long requests hold the event loop, the worst valid and invalid ones of each method: `python loadtest/loop.py`.

The server runs in this process, and every step of its loop is timed in processor time, so other programs do not count.
Prints the longest step per method and fails when one is longer than the bar.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from asyncio.events import Handle
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import httpx
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from eminence.bots import Game, State, make_bot
from eminence.cext.games import catalogue
from eminence.server import logs, messages
from eminence.server.app import start
from eminence.server.codec import LONGEST_LIST
from eminence.server.config import Config
from eminence.server.keys import new_key
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1 import table_service_pb2 as tables
from eminence.v1.games_pb2 import GameView

BAR_MS = 5.0
ROUNDS = 3  # the best of these counts: a step is not longer because something else came in between
POLICY = common.Bot(name="policy")
STREAMS = ("PlayOut", "ReviewGame", "WatchSuggestion")
Request = tuple[str, Message | bytes, bool]  # method, message, whether it is valid


class Steps:
    """Times every step of the loop that this thread runs."""

    def __init__(self) -> None:
        self.longest = 0.0
        run = Handle._run

        def timed(handle: Handle) -> None:
            started = time.thread_time()
            run(handle)
            self.longest = max(self.longest, time.thread_time() - started)

        Handle._run = timed  # type: ignore[method-assign]


def great_states(name: str) -> list[State]:
    """The states of a game with the greatest views and the most moves."""
    seats = max(catalogue.face(name).seats)
    state, states = Game(name, seats).new(1), []
    bots = [make_bot("policy" if seat % 2 else "random", seat) for seat in range(seats)]
    while state.actor is not None:
        states.append(state)
        state = state.play(bots[state.actor].choose(state.view(state.actor)))
    by_size = max(states, key=lambda one: messages.game_view(one.view(one.actor)).ByteSize())
    by_moves = max(states, key=lambda one: len(one.moves))
    return [by_size, by_moves]


def bloated(view: GameView, name: str) -> Iterator[GameView]:
    """The view with every list in turn as long as may be, filled with copies of what is in it."""
    typed = getattr(view, name)
    for field in typed.DESCRIPTOR.fields:
        if field.is_repeated and len(getattr(typed, field.name)):
            copy = GameView.FromString(view.SerializeToString())
            items = getattr(getattr(copy, name), field.name)
            first = items[0]
            items.extend([first] * (LONGEST_LIST - len(items)))
            yield copy
            items.extend([first] * 2000)
            yield copy


def about_views() -> Iterator[Request]:
    for name in catalogue.names():
        for state in great_states(name):
            view = messages.game_view(state.view(state.actor))
            yield from asking(view, True)
            for spoilt in bloated(view, name):
                yield from asking(spoilt, False)


def asking(view: GameView, valid: bool) -> Iterator[Request]:
    position = common.Position(view=view)
    asked = opponent.SuggestMoveRequest(
        position=position, budget=common.Budget(iterations=1), alternatives=100
    )
    yield "OpponentService/GetMoves", opponent.GetMovesRequest(position=position), valid
    yield "OpponentService/SuggestMove", asked, valid
    yield "OpponentService/WatchSuggestion", opponent.WatchSuggestionRequest(request=asked), valid
    yield "OpponentService/PlayOut", opponent.PlayOutRequest(position=position, bots=[POLICY], games=1), valid


def about_tables(ask: Callable[[str, Message], Any]) -> Iterator[Request]:
    yield "OpponentService/ListGames", opponent.ListGamesRequest(), True
    for name in catalogue.names():
        request = tables.StartGameRequest(game=name, seats=max(catalogue.face(name).seats), passes=True)
        yield "TableService/StartGame", request, True
        at = tables.StartGameResponse.FromString(ask("TableService/StartGame", request))
        seat, own = at.status.actor, at.passes[at.status.actor].seat_pass
        look = tables.GetTableRequest(table=at.table, seat=seat, seat_pass=own)
        yield "TableService/GetTable", look, True
        seen = tables.GetTableResponse.FromString(ask("TableService/GetTable", look))
        played = tables.PlayMoveRequest(table=at.table, text=seen.moves[-1].text, seat_pass=own)
        yield "TableService/PlayMove", played, True
        yield (
            "TableService/PlayMove",
            tables.PlayMoveRequest(table=at.table, text="x" * 30_000, seat_pass=own),
            False,
        )
        yield "TableService/GetTable", tables.GetTableRequest(table=at.table[:-1] + b"x", seat=seat), False
    yield (
        "TableService/StartGame",
        tables.StartGameRequest(game="royals", seats=5, bot_seats=[0] * 30_000),
        False,
    )
    yield "TableService/GetTable", tables.GetTableRequest(table=b"EMT" + b"\1" * 32_000), False
    yield "OpponentService/SuggestMove", b"\x0a\xff" * 16_000, False
    yield "TableService/PlayMove", b"\x0a\x00" * 16_000, False


def about_records(ask: Callable[[str, Message], Any]) -> Iterator[Request]:
    """Whole games: asked for, reviewed, and with an illegal move at the very end or more plies than can be."""
    for name in catalogue.names():
        asked = tables.StartGameRequest(game=name, seats=max(catalogue.face(name).seats))
        at: Any = tables.StartGameResponse.FromString(ask("TableService/StartGame", asked))
        while at.status.HasField("actor"):
            asked_bot = tables.PlayMoveRequest(table=at.table, bot=POLICY)
            at = tables.PlayMoveResponse.FromString(ask("TableService/PlayMove", asked_bot))
        wanted = tables.GetRecordRequest(table=at.table)
        yield "TableService/GetRecord", wanted, True
        yield (
            "TableService/GetRecord",
            tables.GetRecordRequest(table=at.table, players=["x" * 3000] * 9),
            False,
        )
        record = tables.GetRecordResponse.FromString(ask("TableService/GetRecord", wanted)).record
        yield "OpponentService/ReviewGame", opponent.ReviewGameRequest(record=record, iterations=2), True
        record.plies[-1].move = "nonsense"
        yield "OpponentService/ReviewGame", opponent.ReviewGameRequest(record=record, iterations=2), False
        record.plies.extend([record.plies[0]] * 3000)
        yield "OpponentService/ReviewGame", opponent.ReviewGameRequest(record=record, iterations=2), False


def over_grpc(address: str) -> Callable[[str, Message | bytes], bytes]:
    channel = grpc.insecure_channel(address)

    def ask(method: str, request: Message | bytes) -> bytes:
        raw = request if isinstance(request, bytes) else request.SerializeToString()
        path = f"/eminence.v1.{method}"
        try:
            if method.endswith(STREAMS):
                return b"".join(channel.unary_stream(path)(raw, timeout=60))
            return channel.unary_unary(path)(raw, timeout=60)
        except grpc.RpcError:
            return b""

    return ask


def over_web(port: int) -> Callable[[str, Message | bytes], bytes]:
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)

    def ask(method: str, request: Message | bytes) -> bytes:
        body = request if isinstance(request, bytes) else json.dumps(MessageToDict(request)).encode()
        kind = "application/json"
        if method.endswith(STREAMS):
            body, kind = b"\0" + len(body).to_bytes(4) + body, "application/connect+json"
        return client.post(f"/eminence.v1.{method}", content=body, headers={"content-type": kind}).content

    return ask


def send_all(steps: Steps, address: str, port: int) -> dict[tuple[str, str, bool], float]:
    worst: dict[tuple[str, str, bool], float] = {}
    ways = {"gRPC": over_grpc(address), "web": over_web(port)}
    for method, request, valid in [*about_tables(ways["gRPC"]), *about_records(ways["gRPC"]), *about_views()]:
        for way, ask in ways.items():
            longest = []
            for _ in range(ROUNDS):
                steps.longest = 0.0
                ask(method, request)
                time.sleep(0.002)
                longest.append(1000 * steps.longest)
            key = method, way, valid
            worst[key] = max(worst.get(key, 0.0), min(longest))
    return worst


async def main() -> None:
    logs.configure("error", "json")
    server = await start(
        Config(port=0, slots=2, web="on", web_port=0, table_keys=new_key(), log_level="error")
    )
    assert server.web
    worst = await asyncio.to_thread(send_all, Steps(), server.address, server.web.port)
    await server.stop()
    print(f"{'longest step of the loop, ms':36} {'valid':>7} {'invalid':>8}")
    for method, way in sorted({key[:2] for key in worst}):
        times = [worst.get((method, way, valid)) for valid in (True, False)]
        shown = [f"{one:.2f}" if one is not None else "" for one in times]
        print(f"{method:30} {way:5} {shown[0]:>7} {shown[1]:>8}")
    over = [key for key, longest in worst.items() if longest > BAR_MS]
    print(f"too long: {over}" if over else f"no request holds the loop for more than {BAR_MS:g} ms")
    sys.exit(bool(over))


if __name__ == "__main__":
    asyncio.run(main())
