"""External bots for ladders and matches: whoever answers `OpponentService.SuggestMove` is a contestant.

`grpc:address=HOST:PORT` with `level`, `movetime`, `iterations` and `threads` as in the request. It is sent its own
seat's view and nothing else. Entered as a bot by entry point, as those of other packages are.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache

import grpc

from eminence.bots.game import Move, View
from eminence.bots.ladder.forfeit import CRASHED, LATE, UNREACHABLE, WRONG_SEAT, Forfeit
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.search import StopFlag
from eminence.cext.core.stream import Stream
from eminence.server.codec import to_plain
from eminence.server.messages import game_view
from eminence.v1.common_pb2 import Budget, Position
from eminence.v1.common_pb2 import Move as MoveMessage
from eminence.v1.opponent_service_pb2 import SuggestMoveRequest
from eminence.v1.opponent_service_pb2_grpc import OpponentServiceStub

CONNECT_SECONDS = 5.0
CALL_SECONDS = 60.0  # the referee's deadline is usually the shorter one
BUSY_WAIT_SECONDS = 0.05
PATIENT = (("x-eminence-priority", "ladder"),)  # people who wait for a hint go first
_NUMBERS = ("level", "movetime", "iterations", "threads")


class GrpcBot:
    def __init__(self, parameters: Mapping[str, str], stream: Stream) -> None:
        unknown = sorted(set(parameters) - {"address", *_NUMBERS})
        if unknown or "address" not in parameters:
            wrong = (
                f"has no parameter {unknown[0]!r}" if unknown else "needs an address: grpc:address=HOST:PORT"
            )
            raise InvalidInput("bot", f"grpc {wrong}; it has: address, {', '.join(_NUMBERS)}")
        self.address, self.stream = parameters["address"], stream
        self.numbers = {name: _number(name, parameters[name]) for name in _NUMBERS if name in parameters}
        self.stub = OpponentServiceStub(_channel(self.address))

    def choose(self, view: View, stop: StopFlag | None = None) -> Move:
        request = self._request(view)
        while True:
            try:
                answer = self.stub.SuggestMove(request, timeout=CALL_SECONDS, metadata=PATIENT).suggestion
                break
            except grpc.RpcError as error:
                busy = error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
                if not busy or (stop is not None and stop.is_set()):
                    raise _forfeit(self.address, error) from error
                time.sleep(BUSY_WAIT_SECONDS)
        if answer.seat != view.seat:
            raise Forfeit(WRONG_SEAT, f"asked for seat {view.seat}, answered for seat {answer.seat}")
        return _read_move(view, answer.move)

    def _request(self, view: View) -> SuggestMoveRequest:
        numbers = self.numbers
        budget = Budget(movetime_ms=numbers.get("movetime"), iterations=numbers.get("iterations"))
        return SuggestMoveRequest(
            position=Position(view=game_view(view)),
            budget=budget if budget.ByteSize() else None,
            level=numbers.get("level"),
            threads=numbers.get("threads"),
            alternatives=1,
            seed=self.stream.bits() % 2**32,
        )


def _number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InvalidInput("bot", f"{name}={text} is not a whole number") from None


@lru_cache
def _channel(address: str) -> grpc.Channel:
    """A connection, kept for all games of this process. Refuses an address where nobody answers."""
    channel = grpc.insecure_channel(address)
    try:
        grpc.channel_ready_future(channel).result(CONNECT_SECONDS)
    except grpc.FutureTimeoutError:
        channel.close()
        raise Forfeit(UNREACHABLE, f"nobody answers at {address}") from None
    return channel


def _read_move(view: View, message: MoveMessage) -> Move:
    """The move by its text or, for bots that leave the text out, by its typed fields."""
    if message.text:
        return view.find(message.text)
    return view.find(to_plain(getattr(message.move, view.game.name)))


def _forfeit(address: str, error: grpc.RpcError) -> Forfeit:
    kinds = {grpc.StatusCode.UNAVAILABLE: UNREACHABLE, grpc.StatusCode.DEADLINE_EXCEEDED: LATE}
    code = error.code()
    return Forfeit(kinds.get(code, CRASHED), f"{address}: {code.name}: {error.details()}")
