"""What a SuggestMove costs beyond its search, one call in flight: `python loadtest/overhead.py --calls 500`.

Starts a server of its own unless --address names a running one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc

from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1 import table_service_pb2 as tables
from eminence.v1.opponent_service_pb2_grpc import OpponentServiceStub
from eminence.v1.table_service_pb2_grpc import TableServiceStub

SERVE = "from eminence.server.app import run; from eminence.server.config import Config; run(Config.load())"


@asynccontextmanager
async def running_server(address: str) -> AsyncIterator[str]:
    if address:
        yield address
        return
    with tempfile.TemporaryDirectory() as folder:
        settings = {"EMINENCE_PORT": "0", "EMINENCE_TABLE_KEY_FILE": f"{folder}/keys"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SERVE, env=os.environ | settings, stderr=asyncio.subprocess.PIPE
        )
        assert process.stderr
        started = json.loads(await process.stderr.readline())
        reader = asyncio.ensure_future(process.stderr.read())  # so that the log never blocks the server
        yield started["address"]
        process.terminate()
        await asyncio.gather(process.wait(), reader)


async def positions(channel: grpc.aio.Channel, game: str, seats: int, count: int) -> list[common.Position]:
    """Positions spread over games that the playout policy plays."""
    stub, found = TableServiceStub(channel), []
    at = None
    while len(found) < count:
        if at is None or at.status.over:
            at = await stub.StartGame(tables.StartGameRequest(game=game, seats=seats))
        found.append(common.Position(table=common.TableSeat(table=at.table, seat=at.status.actor)))
        at = await stub.PlayMove(tables.PlayMoveRequest(table=at.table, bot=common.Bot(name="policy")))
    return found


async def measure(arguments: argparse.Namespace) -> None:
    async with running_server(arguments.address) as address, grpc.aio.insecure_channel(address) as channel:
        asked = await positions(channel, arguments.game, arguments.seats, arguments.calls + 10)
        stub = OpponentServiceStub(channel)
        budget = common.Budget(movetime_ms=arguments.movetime)
        beyond_search, beyond_budget, trivial = [], [], []
        for position in asked:
            request = opponent.SuggestMoveRequest(position=position, budget=budget, early_stop=False)
            started = time.perf_counter()
            answer = await stub.SuggestMove(request)
            elapsed = 1000 * (time.perf_counter() - started)
            beyond_search.append(elapsed - answer.timing.search_ms)
            beyond_budget.append(elapsed - arguments.movetime)
            started = time.perf_counter()
            await stub.ListGames(opponent.ListGamesRequest())
            trivial.append(1000 * (time.perf_counter() - started))
    print(
        f"{arguments.calls} calls of {arguments.movetime} ms, one in flight, {arguments.game}, {arguments.seats} seats"
    )
    report("a call without a search", trivial[10:])
    report("beyond the search", beyond_search[10:])
    report("beyond the budget", beyond_budget[10:])


def report(name: str, times: list[float]) -> None:
    times = sorted(times)
    shown = {f"p{p}": times[min(len(times) - 1, len(times) * p // 100)] for p in (50, 95, 99)}
    figures = "  ".join(f"{key} {value:6.2f} ms" for key, value in shown.items())
    print(f"{name:24} {figures}  max {times[-1]:6.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--address", default="", help="a running server; one of its own by default")
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--movetime", type=int, default=50)
    parser.add_argument("--game", default="verraeter")
    parser.add_argument("--seats", type=int, default=4)
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
