"""A client of the service for tests: short ways to ask, and errors taken apart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import grpc
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from grpc_status import rpc_status

from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1 import table_service_pb2 as tables
from eminence.v1.opponent_service_pb2_grpc import OpponentServiceStub
from eminence.v1.table_service_pb2_grpc import TableServiceStub


@dataclass
class Refused:
    """What an error said."""

    code: grpc.StatusCode
    reason: str
    metadata: dict[str, str]
    path: str | None
    description: str
    retry_ms: float | None


class Client:
    def __init__(self, address: str) -> None:
        self.channel = grpc.aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])
        self.opponent: Any = OpponentServiceStub(self.channel)
        self.table: Any = TableServiceStub(self.channel)

    async def deal(self, seats: int = 3, seed: int = 1, **rest: Any) -> tables.StartGameResponse:
        request = tables.StartGameRequest(game="verraeter", seats=seats, seed=seed, **rest)
        return await self.table.StartGame(request)

    async def table_after(self, plies: int, seats: int = 3, seed: int = 1) -> tables.PlayMoveResponse:
        """A table after some moves of the playout policy; to the end of the game if there are too few."""
        at = await self.deal(seats, seed)
        for _ in range(plies):
            if at.status.over:
                break
            at = await self.play(at.table, bot=common.Bot(name="policy"))
        return at

    async def play(self, table: bytes, **action: Any) -> tables.PlayMoveResponse:
        return await self.table.PlayMove(tables.PlayMoveRequest(table=table, **action))

    async def look(self, table: bytes, seat: int) -> tables.GetTableResponse:
        return await self.table.GetTable(tables.GetTableRequest(table=table, seat=seat))

    async def suggest(
        self, position: common.Position, timeout: float | None = None, **rest: Any
    ) -> opponent.SuggestMoveResponse:
        return await self.opponent.SuggestMove(question(position, **rest), timeout=timeout)


def question(position: common.Position, **rest: Any) -> opponent.SuggestMoveRequest:
    """A question with a budget of iterations unless another is given."""
    budget = {key: rest.pop(key) for key in ("movetime_ms", "iterations") if key in rest} or {
        "iterations": 50
    }
    return opponent.SuggestMoveRequest(position=position, budget=common.Budget(**budget), **rest)


def position_of(at: Any) -> common.Position:
    """The position of the seat to move at a table just dealt or played."""
    return common.Position(table=common.TableSeat(table=at.table, seat=at.status.actor))


async def reached(state: Callable[[], bool]) -> None:
    """Waits for something that the server is about to do."""
    while not state():
        await asyncio.sleep(0.0002)


async def refused(call: Awaitable[Any]) -> Refused:
    """The error of a call that must fail."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return taken_apart(error)
    raise AssertionError(f"the call was answered: {answer}")


def taken_apart(error: grpc.aio.AioRpcError) -> Refused:
    info, bad, retry = ErrorInfo(), BadRequest(), RetryInfo()
    status = rpc_status.from_call(error)
    for detail in status.details if status else ():
        for kind in (info, bad, retry):
            if detail.Is(kind.DESCRIPTOR):
                detail.Unpack(kind)
    violations = bad.field_violations
    return Refused(
        code=error.code(),
        reason=info.reason,
        metadata=dict(info.metadata),
        path=violations[0].field if violations else None,
        description=violations[0].description if violations else error.details() or "",
        retry_ms=retry.retry_delay.ToMilliseconds() if retry.HasField("retry_delay") else None,
    )
