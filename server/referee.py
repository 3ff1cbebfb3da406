"""TableService: the referee. Keeps nothing; the sealed table comes and goes with every call."""

from __future__ import annotations

from typing import Any

from eminence.bots import Move, View
from eminence.cext.core.errors import IllegalMove, InvalidInput
from eminence.server import messages
from eminence.server.codec import to_plain
from eminence.server.requests import Requests, check_open, check_turn, game_of
from eminence.server.tables import Seal, Table
from eminence.server.think import Thinker
from eminence.v1 import table_service_pb2 as pb
from eminence.v1.common_pb2 import Timing
from eminence.v1.table_service_pb2_grpc import TableServiceServicer


class RefereeServicer(TableServiceServicer):
    def __init__(self, requests: Requests, thinker: Thinker, seal: Seal) -> None:
        self._requests = requests
        self._thinker = thinker
        self._seal = seal

    async def StartGame(self, request: pb.StartGameRequest, context: Any) -> pb.StartGameResponse:
        table = self._requests.new_game(request)
        return pb.StartGameResponse(table=self._seal.close(table), status=messages.table_status(table))

    async def GetTable(self, request: pb.GetTableRequest, context: Any) -> pb.GetTableResponse:
        view, table = self._requests.seat_view(request.table, request.seat)
        return pb.GetTableResponse(
            status=messages.table_status(table),
            view=messages.game_view(view),
            moves=[messages.move(view, move) for move in view.moves],
        )

    async def PlayMove(self, request: pb.PlayMoveRequest, context: Any) -> pb.PlayMoveResponse:
        view, bot_seed = self._turn(request)
        by_bot = request.HasField("bot")
        timing: Timing | None = None
        if by_bot:
            deadline = self._thinker.deadline(context)
            player = self._requests.player(request.bot, "bot")
            move, timing = await self._thinker.choose(player, view, bot_seed, deadline)
        else:
            move = _given_move(request, view)
        # Opened again rather than kept: no state is around while a bot thinks.
        table = self._seal.open(request.table, "table")
        after = Table(table.state.play(move), table.bot_seats)
        secret = view.game.kernel.secret(view.packed)
        told = None if by_bot and secret else messages.move(view, move)
        return pb.PlayMoveResponse(
            table=self._seal.close(after),
            played=pb.PlayedMove(seat=view.seat, move=told, secret=secret),
            status=messages.table_status(after),
            timing=timing,
        )

    def _turn(self, request: pb.PlayMoveRequest) -> tuple[View, str]:
        """The view of the seat to move, and a seed for a bot that moves for it."""
        action = request.WhichOneof("action")
        if action is None:
            raise InvalidInput("", "needs one of move, text and bot")
        table = self._seal.open(request.table, "table")
        state = table.state
        seat = request.seat if request.HasField("seat") else state.actor
        if seat is not None and seat >= state.game.seats:
            raise InvalidInput("seat", f"must be between 0 and {state.game.seats - 1}, not {seat}")
        check_turn(state, seat)
        assert seat is not None
        if action != "bot":
            check_open(table, seat)
        return state.view(seat), table.bot_seed


def _given_move(request: pb.PlayMoveRequest, view: View) -> Move:
    if request.WhichOneof("action") == "text":
        return _legal(view, request.text, "text")
    name, typed = game_of(request.move, "move")
    if name != view.game.name:
        raise InvalidInput("move", f"is one of {name}, but the game is {view.game.name}")
    return _legal(view, to_plain(typed, f"move.{name}"), f"move.{name}")


def _legal(view: View, given: str | dict[str, Any], path: str) -> Move:
    try:
        return view.find(given)
    except IllegalMove as error:
        raise IllegalMove(path, error.reason) from error
