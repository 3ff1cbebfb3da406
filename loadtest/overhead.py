"""What a SuggestMove costs beyond its search, one call in flight: `python loadtest/overhead.py --calls 500`.

Starts a server of its own unless --address names a running one.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import grpc
from service import positions, running

from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1.opponent_service_pb2_grpc import OpponentServiceStub


@contextmanager
def address_of(given: str) -> Iterator[str]:
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder, running(table_key_file=f"{folder}/keys") as service:
        yield service.address


def measure(arguments: argparse.Namespace) -> None:
    with address_of(arguments.address) as address, grpc.insecure_channel(address) as channel:
        asked = positions(channel, arguments.game, arguments.seats, arguments.calls + 10)
        stub = OpponentServiceStub(channel)
        gc.freeze()  # the client's own pauses are not the service's
        budget = common.Budget(movetime_ms=arguments.movetime)
        beyond_search, beyond_budget, trivial = [], [], []
        for position in asked:
            request = opponent.SuggestMoveRequest(position=position, budget=budget, early_stop=False)
            started = time.perf_counter()
            answer = stub.SuggestMove(request)
            elapsed = 1000 * (time.perf_counter() - started)
            beyond_search.append(elapsed - answer.timing.search_ms)
            beyond_budget.append(elapsed - arguments.movetime)
            started = time.perf_counter()
            stub.ListGames(opponent.ListGamesRequest())
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
    measure(parser.parse_args())


if __name__ == "__main__":
    main()
