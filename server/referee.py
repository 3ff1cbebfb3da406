"""TableService: the referee. The sealed table comes and goes with every call; only how far games have come that move
forward only is remembered."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from eminence.bots import Move, View
from eminence.cext.core.errors import IllegalMove, InvalidInput
from eminence.server import messages
from eminence.server.codec import to_plain
from eminence.server.gate import is_decent
from eminence.server.requests import Requests, check_open, check_turn, game_of
from eminence.server.share import LoopShare
from eminence.server.store import Progress
from eminence.server.tables import Seal, Table
from eminence.server.think import Thinker
from eminence.v1 import table_service_pb2 as pb
from eminence.v1.common_pb2 import Timing
from eminence.v1.table_service_pb2_grpc import TableServiceServicer


class RefereeServicer(TableServiceServicer):
    def __init__(
        self, requests: Requests, thinker: Thinker, seal: Seal, progress: Progress, share: LoopShare
    ) -> None:
        self._requests = requests
        self._thinker = thinker
        self._seal = seal
        self._progress = progress
        self._share = share

    async def StartGame(self, request: pb.StartGameRequest, context: Any) -> pb.StartGameResponse:
        async with self._share.turn():
            table, events = self._requests.new_game(request)
            await self._progress.begin(table)
            answer = pb.StartGameResponse(
                table=self._seal.close(table),
                status=messages.table_status(table),
                events=messages.told_events(events, table, None),
            )
            if table.passes:
                for seat in sorted({*range(table.state.game.seats)} - {*table.bot_seats}):
                    answer.passes.add(seat=seat, seat_pass=self._seal.give_pass(table, seat))
            return answer

    async def GetTable(self, request: pb.GetTableRequest, context: Any) -> pb.GetTableResponse:
        async with self._share.turn():
            view, table = await self._requests.seat_view(request)
            return pb.GetTableResponse(
                status=messages.table_status(table),
                view=messages.game_view(view),
                moves=[messages.move(move) for move in view.moves],
            )

    async def GetRecord(self, request: pb.GetRecordRequest, context: Any) -> pb.GetRecordResponse:
        async with self._share.turn():
            table = self._seal.open(request.table, "table")
            await self._progress.check(table)
        players = self._requests.player_names(request, table.state.game.seats)
        # hundreds of moves, each played again
        record = await asyncio.to_thread(lambda: messages.game_record(table.record(players)))
        return pb.GetRecordResponse(record=record)

    async def PlayMove(self, request: pb.PlayMoveRequest, context: Any) -> pb.PlayMoveResponse:
        if request.HasField("bot"):
            return await self._play(request, context)
        async with self._share.turn():
            return await self._play(request, context)

    async def _play(self, request: pb.PlayMoveRequest, context: Any) -> pb.PlayMoveResponse:
        deadline = self._thinker.deadline(context)
        table, seat = self._turn(request)
        digest = _digest(request)
        if before := await self._progress.answer_to(table, digest):
            return pb.PlayMoveResponse.FromString(before)
        view, bot_seed = table.state.view(seat), table.bot_seed
        del table  # no state is around while a bot thinks
        by_bot = request.HasField("bot")
        timing: Timing | None = None
        if by_bot:
            player = self._requests.player(request.bot, "bot")
            move, timing = await self._thinker.choose(player, view, bot_seed, deadline)
        else:
            move = _given_move(request, view)
        table = self._seal.open(request.table, "table")
        after, events = table.after(move)
        secret = view.game.kernel.secret(view.packed)
        told = None if by_bot and secret else messages.move(move)
        answer = pb.PlayMoveResponse(
            table=self._seal.close(after),
            played=pb.PlayedMove(seat=view.seat, move=told, secret=secret),
            status=messages.table_status(after),
            timing=timing,
            events=messages.told_events(events, table, view.seat),
        )
        if not table.once:
            return answer
        said = await self._progress.advance(table, after, digest, answer.SerializeToString())
        return pb.PlayMoveResponse.FromString(said)

    def _turn(self, request: pb.PlayMoveRequest) -> tuple[Table, int]:
        """The table and the seat to move, if the caller may move it."""
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
        if seat not in table.bot_seats:
            self._seal.check_pass(table, seat, request.seat_pass)
        return table, seat


def _digest(request: pb.PlayMoveRequest) -> bytes:
    """What tells a repeated call from another one; empty where the caller gave it no word of its own."""
    if not request.request_id:
        return b""
    if not is_decent(request.request_id):
        raise InvalidInput("request_id", "must be up to 64 letters, digits or any of ._:-")
    return hashlib.sha256(request.SerializeToString(deterministic=True)).digest()


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
