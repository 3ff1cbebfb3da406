"""What a SuggestMove costs beyond its search, one call in flight, over gRPC and over the web port in JSON.

`python loadtest/overhead.py --calls 500`, against a server of its own.
"""

from __future__ import annotations

import argparse
import gc
import http.client
import json
import os
import tempfile
import time
from collections.abc import Callable

from google.protobuf.json_format import MessageToDict
from service import Service, positions, running

from eminence.client import Client, Table
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1.common_pb2 import Budget, Position, TableSeat

SERVICE = "/eminence.v1.OpponentService"
WARM_UP = 10
Request = opponent.SuggestMoveRequest | opponent.ListGamesRequest
Ask = Callable[[str, Request], tuple[float, float]]  # how long it took, and the search of it, in milliseconds


def over_grpc(client: Client) -> Ask:
    def ask(method: str, request: Request) -> tuple[float, float]:
        started = time.perf_counter()
        answer = getattr(client.opponent, method)(request, timeout=10)
        elapsed = 1000 * (time.perf_counter() - started)
        return elapsed, answer.timing.search_ms if method == "SuggestMove" else 0.0

    return ask


def over_web(port: int) -> Ask:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

    def ask(method: str, request: Request) -> tuple[float, float]:
        body = json.dumps(MessageToDict(request)).encode()
        started = time.perf_counter()
        connection.request("POST", f"{SERVICE}/{method}", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        elapsed = 1000 * (time.perf_counter() - started)
        if answer.status != http.HTTPStatus.OK:
            raise RuntimeError(text)
        return elapsed, json.loads(text)["timing"]["searchMs"] if method == "SuggestMove" else 0.0

    return ask


def measure(way: str, ask: Ask, asked: list[Table], movetime: int) -> None:
    beyond_search, beyond_budget, trivial = [], [], []
    for table in asked:
        request = opponent.SuggestMoveRequest(
            position=Position(table=TableSeat(table=table.sealed, seat=table.actor)),
            budget=Budget(movetime_ms=movetime),
            early_stop=False,
        )
        elapsed, searched = ask("SuggestMove", request)
        beyond_search.append(elapsed - searched)
        beyond_budget.append(elapsed - movetime)
        trivial.append(ask("ListGames", opponent.ListGamesRequest())[0])
    print(way)
    report("a call without a search", trivial[WARM_UP:])
    report("beyond the search", beyond_search[WARM_UP:])
    report("beyond the budget", beyond_budget[WARM_UP:])


def report(name: str, times: list[float]) -> None:
    times = sorted(times)
    shown = {f"p{p}": times[min(len(times) - 1, len(times) * p // 100)] for p in (50, 95, 99)}
    figures = "  ".join(f"{key} {value:6.2f} ms" for key, value in shown.items())
    print(f"  {name:24} {figures}  max {times[-1]:6.2f} ms")


def measure_both(service: Service, arguments: argparse.Namespace) -> None:
    with Client(service.address) as client:
        asked = positions(client, arguments.game, arguments.seats, arguments.calls + WARM_UP)
        gc.freeze()  # the client's own pauses are not the service's
        print(
            f"{arguments.calls} calls of {arguments.movetime} ms, one in flight, {arguments.game}, "
            f"{arguments.seats} seats, load average {os.getloadavg()[0]:.1f}"
        )
        measure("gRPC", over_grpc(client), asked, arguments.movetime)
        measure("web", over_web(service.web_port), asked, arguments.movetime)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--movetime", type=int, default=50)
    parser.add_argument("--game", default="verraeter")
    parser.add_argument("--seats", type=int, default=4)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(table_key_file=f"{folder}/keys", web="on", web_port=0) as service,
    ):
        measure_both(service, arguments)


if __name__ == "__main__":
    main()
