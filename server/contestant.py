"""External bots for ladders and matches: whoever answers `OpponentService.SuggestMove` is a contestant.

`grpc:address=HOST:PORT` with `level`, `movetime`, `iterations` and `threads` as in the request, and `key_file`, `ca`,
`cert` and `cert_key` as `eminence.client.Access` takes them. It is sent its own seat's view and legal moves, and
nothing else. Entered as a bot by entry point, as those of other packages are.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import grpc

from eminence.bots.game import Move, View
from eminence.bots.ladder.forfeit import CRASHED, LATE, REFUSED, UNREACHABLE, WRONG_SEAT, Forfeit
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.search import StopFlag
from eminence.cext.core.stream import Stream
from eminence.client import Access, Client, Failure
from eminence.server.codec import to_plain
from eminence.server.messages import game_view, move
from eminence.v1.common_pb2 import Move as MoveMessage
from eminence.v1.opponent_service_pb2 import Suggestion

CALL_SECONDS = 60.0  # the referee's deadline is usually the shorter one
BUSY_WAIT_SECONDS = 0.05
PATIENT = "ladder"  # people who wait for a hint go first
_ACCESS = ("address", "key_file", "ca", "cert", "cert_key")
_NUMBERS = ("level", "movetime", "iterations", "threads")
_KINDS = {
    grpc.StatusCode.UNAVAILABLE: UNREACHABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED: LATE,
    grpc.StatusCode.UNAUTHENTICATED: REFUSED,
    grpc.StatusCode.PERMISSION_DENIED: REFUSED,
}


class GrpcBot:
    def __init__(self, parameters: Mapping[str, str], stream: Stream) -> None:
        unknown = sorted(set(parameters) - {*_ACCESS, *_NUMBERS})
        if unknown or "address" not in parameters:
            wrong = (
                f"has no parameter {unknown[0]!r}" if unknown else "needs an address: grpc:address=HOST:PORT"
            )
            raise InvalidInput("bot", f"grpc {wrong}; it has: {', '.join([*_ACCESS, *_NUMBERS])}")
        self.stream = stream
        numbers = {name: _number(name, parameters[name]) for name in _NUMBERS if name in parameters}
        self.how = {"movetime_ms": numbers.pop("movetime", None), "alternatives": 1, **numbers}
        self.address = parameters["address"]
        self.client = _client(*(parameters.get(name) for name in _ACCESS))

    def choose(self, view: View, stop: StopFlag | None = None) -> Move:
        found = self._ask(view, stop)
        if found.seat != view.seat:
            raise Forfeit(WRONG_SEAT, f"asked for seat {view.seat}, answered for seat {found.seat}")
        return _read_move(view, found.move)

    def _ask(self, view: View, stop: StopFlag | None) -> Suggestion:
        asked: dict[str, Any] = {
            "seed": self.stream.bits() % 2**32,
            "moves": [move(one) for one in view.moves],
            **self.how,
        }
        while True:
            try:
                return self.client.hint(game_view(view), **asked).suggestion
            except Failure as failure:
                busy = failure.code is grpc.StatusCode.RESOURCE_EXHAUSTED
                if not busy or (stop is not None and stop.is_set()):
                    raise _forfeit(self.address, failure) from None
                time.sleep(BUSY_WAIT_SECONDS)


def _number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InvalidInput("bot", f"{name}={text} is not a whole number") from None


@lru_cache
def _client(*access: str | None) -> Client:
    """A connection, kept for all games of this process. Refuses a contestant that nobody can play with."""
    try:
        client = Client(Access.read(*access), timeout=CALL_SECONDS, priority=PATIENT)
    except OSError as error:
        raise InvalidInput("bot", f"{error.filename} cannot be read: {error.strerror}") from None
    try:
        client.games()
    except Failure as failure:
        # A contestant need not list games, but it must be there and let us in.
        if failure.code in _KINDS:
            client.close()
            raise _forfeit(str(access[0]), failure) from None
    return client


def _read_move(view: View, message: MoveMessage) -> Move:
    """The move by its text or, for bots that leave the text out, by its typed fields."""
    if message.text:
        return view.find(message.text)
    return view.find(to_plain(getattr(message.move, view.game.name)))


def _forfeit(address: str, failure: Failure) -> Forfeit:
    if failure.code is grpc.StatusCode.UNAVAILABLE and not failure.reason:
        return Forfeit(UNREACHABLE, f"nobody answers at {address}")
    return Forfeit(_KINDS.get(failure.code, CRASHED), f"{address}: {failure}")
