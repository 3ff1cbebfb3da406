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

from service import positions, running

from eminence.client import Access, Client


@contextmanager
def client_of(given: str) -> Iterator[Client]:
    if given:
        with Client(Access.read(given)) as client:
            yield client
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        running(table_key_file=f"{folder}/keys") as service,
        Client(service.address) as client,
    ):
        yield client


def measure(arguments: argparse.Namespace) -> None:
    with client_of(arguments.address) as client:
        asked = positions(client, arguments.game, arguments.seats, arguments.calls + 10)
        gc.freeze()  # the client's own pauses are not the service's
        beyond_search, beyond_budget, trivial = [], [], []
        for table in asked:
            started = time.perf_counter()
            answer = client.hint(table, movetime_ms=arguments.movetime, early_stop=False)
            elapsed = 1000 * (time.perf_counter() - started)
            beyond_search.append(elapsed - answer.timing.search_ms)
            beyond_budget.append(elapsed - arguments.movetime)
            started = time.perf_counter()
            client.games()
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
