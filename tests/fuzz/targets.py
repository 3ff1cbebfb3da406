"""What is fuzzed: bytes from strangers through the readers, and whatever they let pass through the core.

A target takes any bytes. It may refuse them with the errors that the service documents; every other error is a find.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from google.protobuf.message import DecodeError

from eminence.bots import Game, State, View
from eminence.cext.core.errors import EminenceError, InvalidInput
from eminence.server import messages
from eminence.server.codec import to_plain
from eminence.server.jsoncodec import JsonCodec, Unread
from eminence.server.keys import KeyRing
from eminence.server.requests import game_of
from eminence.server.shelf import Shelf
from eminence.server.tables import Seal
from eminence.v1.common_pb2 import Position
from eminence.v1.games_pb2 import GameMove, GameOptions, GameView
from eminence.v1.opponent_service_pb2 import PlayOutRequest, SuggestMoveRequest
from eminence.v1.table_service_pb2 import PlayMoveRequest, StartGameRequest

SHELF = Shelf()
SEAL = Seal(KeyRing([bytes(32)]), SHELF)
JSON = JsonCodec()
KINDS = (SuggestMoveRequest, PlayOutRequest, StartGameRequest, PlayMoveRequest, GameView, GameMove)
PLIES = 40


def view_of(message: GameView) -> View:
    """The view in a message, checked as the service checks it."""
    name, data = game_of(message, "view")
    return SHELF.view(name, to_plain(data))


def readers(data: bytes) -> None:
    """Requests as bytes and as JSON, views, options, moves and sealed tables."""
    way, rest = data[:1], data[1:]
    with suppress(EminenceError, DecodeError):
        if way < b"\x40":
            view_of(GameView.FromString(rest))
        elif way < b"\x80":
            kind = KINDS[way[0] % len(KINDS)]
            message = JSON.decode(rest, kind)
            if isinstance(message, Unread):
                message = message.read()
            if isinstance(message, GameView):
                view_of(message)
        elif way < b"\xa0":
            view_of(Position.FromString(rest).view)
        elif way < b"\xc0":
            name, options = game_of(GameOptions.FromString(rest), "options")
            SHELF.game(name, SHELF.face(name).seats[-1], to_plain(options))
        elif way < b"\xe0":
            SEAL.open(rest, "table")
        else:
            view = first_view()
            view.find(rest.decode(errors="replace"))
            name, move = game_of(GameMove.FromString(rest), "move")
            view.find(to_plain(move))


@cache
def first_view() -> View:
    state = Game("verraeter", 3).new(1)
    assert state.actor is not None
    return state.view(state.actor)


def play(data: bytes) -> None:
    """A view, if it is a valid one: worlds sampled from it, and games played on in them as the bytes say."""
    size = struct.unpack_from(">H", data)[0] if len(data) >= 2 else 0
    packed, choices = data[2 : 2 + size], data[2 + size :]
    try:
        view = view_of(GameView.FromString(packed))
    except (EminenceError, DecodeError):
        return
    world = view.sample(choices[:4].hex())
    again = view_of(messages.game_view(world.view(view.seat)))
    assert again.packed == view.packed, "a world looks to its seat as the view did"
    play_on(world, choices[4:])


def play_on(state: State, choices: bytes) -> None:
    for choice in choices[:PLIES]:
        if state.actor is None:
            assert abs(sum(state.result.win_shares) - 1) < 1e-6
            return
        codes = state.view(state.actor).codes
        assert codes, "whoever is to move has a move"
        state = state.play(state.view(state.actor).move(codes[choice % len(codes)]))
    seat = state.actor if state.actor is not None else 0
    with suppress(InvalidInput):  # of a view at the end of a game there is nothing to ask
        view_of(messages.game_view(state.view(seat)))


TARGETS: dict[str, Callable[[bytes], None]] = {"readers": readers, "play": play}
