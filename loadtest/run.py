"""The load test: starts a server, sends every kind of load at it and checks the bars. `make loadtest`.

Client and server share this machine's cores. What the generator takes is measured and printed; only the rest was
the server's.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bars import Bar, Figures, Sample, hint_figures, other_figures, server_figures
from service import Service, first_game, positions, running

from eminence.client import Client
from eminence.v1.common_pb2 import Position, TableSeat

HERE = Path(__file__).parent
REPORT = HERE / "report"
CAPACITY = 20  # hints of 100 ms per second on 2 slots
PROBES = 20


@dataclass(frozen=True)
class Phase:
    name: str
    load: dict[str, float]
    seconds: int
    long_seconds: int
    bars: tuple[Bar, ...]
    drain: bool = False


HALF = (
    Bar("errors", "==", 0),
    Bar("refused %", "==", 0),
    Bar("full budgets %", ">=", 95),
    Bar("hint p99 ms", "<=", 250),
    Bar("overrun p99 ms", "<=", 10),
)
SAME = (Bar("twins", ">=", 1), Bar("different twins", "==", 0))
HEALTHY = (Bar("probe p99 ms", "<=", 50), Bar("slots leaked", "==", 0))
PHASES = (
    Phase("idle", {"twin": 1}, 3, 5, SAME),
    Phase("half", {"hint": CAPACITY / 2, "probe": PROBES}, 20, 300, (*HALF, *HEALTHY)),
    Phase(
        "ninety",
        {"hint": 0.9 * CAPACITY, "probe": PROBES},
        20,
        300,
        (Bar("refused %", "<=", 3), Bar("errors", "==", 0), Bar("late", "==", 0), *HEALTHY),
    ),
    Phase(
        "tenfold",
        {"hint": 10 * CAPACITY, "probe": PROBES, "twin": 1},
        20,
        120,
        (
            Bar("busy %", ">=", 85),
            Bar("late", "==", 0),
            Bar("errors", "==", 0),
            Bar("refusal p99 ms", "<=", 50),
            Bar("memory growth MB", "<=", 8),
            *SAME,
            *HEALTHY,
        ),
    ),
    Phase(
        "cancels",
        {"impatient": 1},
        30,
        60,
        (Bar("cancels", ">=", 1000), Bar("free within 5 ms %", "==", 100), Bar("slots leaked", "==", 0)),
    ),
    Phase(
        "hostile",
        {"hint": CAPACITY / 2, "hostile": 20, "probe": PROBES},
        20,
        120,
        (*HALF, *HEALTHY, Bar("hostile ok", "==", 0)),
    ),
    Phase(
        "mixed",
        {"hint": 5, "opponent": 1, "ladder": 1, "probe": PROBES},
        15,
        300,
        (
            Bar("errors", "==", 0),
            Bar("late", "==", 0),
            Bar("ladder ok", ">=", 1),
            Bar("move ok", ">=", 1),
            *HEALTHY,
        ),
    ),
    Phase(
        "drain", {"hint": 0.9 * CAPACITY}, 8, 20, (Bar("lost", "==", 0), Bar("cut off", "==", 0)), drain=True
    ),
)


class Run:
    """One run over all phases."""

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.arguments = arguments
        self.folder = folder
        self.digest = ""
        self.settings = {
            "slots": 2,
            "table_key_file": folder / "keys",
            "nice": 10,
            "anonymous": "allow",
        }

    def phase(self, phase: Phase) -> Figures:
        with running(**self.settings) as service:
            environment = self.environment(service, phase)
            before, started, used = service.figures(), time.monotonic(), _children_seconds()
            with open(REPORT / f"{phase.name}.log", "w") as log:
                command = self.command(service, phase)
                locust = subprocess.Popen(command, env=environment, cwd=HERE, stdout=log, stderr=log)
            time.sleep(self.seconds(phase) / 2)
            middle = service.figures()
            if phase.drain:
                service.terminate()
            locust.wait(self.seconds(phase) + 120)
            seconds = time.monotonic() - started
            samples = json.loads(Path(environment["EMINENCE_SAMPLES"]).read_text())
            figures = hint_figures(samples, service.ends)
            if phase.drain:
                service.stop()
                figures |= drain_figures(samples, service)
            else:
                time.sleep(0.2)  # for the last cancellations
                figures |= server_figures(before, middle, service.figures(), seconds)
            figures["generator cpu cores"] = (_children_seconds() - used) / seconds
        self.digest = self.digest or next((one["digest"] for one in samples if one["name"] == "twin"), "")
        return figures | other_figures(samples, self.digest)

    def environment(self, service: Service, phase: Phase) -> dict[str, str]:
        with Client(service.address) as client:
            game, seats = first_game(client)
            if phase.name == "idle":
                tables = positions(client, game, seats, 20)
                asked = [Position(table=TableSeat(table=at.sealed, seat=at.actor)) for at in tables]
                self.positions = " ".join(one.SerializeToString().hex() for one in asked)
        return os.environ | {
            "EMINENCE_LOAD": json.dumps(phase.load),
            "EMINENCE_POSITIONS": self.positions,
            "EMINENCE_GAME": game,
            "EMINENCE_SEATS": str(seats),
            "EMINENCE_SAMPLES": str(REPORT / f"{phase.name}.json"),
        }

    def command(self, service: Service, phase: Phase) -> list[str]:
        locust = [sys.executable, "-m", "locust", "-f", "locustfile.py", "--headless", "--only-summary"]
        locust += [
            "-u",
            str(len(phase.load)),
            "-r",
            "100",
            "-t",
            f"{self.seconds(phase)}s",
            "--host",
            service.address,
        ]
        locust += [
            "--html",
            str(REPORT / f"{phase.name}.html"),
            "--loglevel",
            "ERROR",
            "--stop-timeout",
            "12",
        ]
        pin = ["taskset", "-c", self.arguments.pin] if self.arguments.pin else []
        return [*pin, *locust, "--exit-code-on-error", "0"]

    def seconds(self, phase: Phase) -> int:
        if self.arguments.seconds:
            return int(self.arguments.seconds)
        return phase.long_seconds if self.arguments.full else phase.seconds


def drain_figures(samples: list[Sample], service: Service) -> Figures:
    """Calls that were sent before the server began to drain and got neither an answer nor a reason."""
    drained = next(event for event in service.events if event["event"] == "drained")
    known = [one for one in samples if one["status"] == "OK" or one.get("reason")]
    last = max((one["at"] for one in known if one["status"] == "OK"), default=0.0)
    lost = [one for one in samples if one not in known and one["at"] <= last]
    return {"lost": len(lost), "cut off": drained["cut_off"]}


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    """Other programs that want a core each, and are as urgent as the service."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def show(phase: Phase, figures: Figures) -> list[str]:
    print(f"\n{phase.name}: {', '.join(f'{name} {rate:g}' for name, rate in phase.load.items())}")
    for name, value in figures.items():
        print(f"  {name:22} {value:10.1f}")
    broken = [str(bar) for bar in phase.bars if not bar.holds(figures)]
    for bar in phase.bars:
        print(f"  {'no ' if str(bar) in broken else 'yes'} {bar}")
    return broken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--full", action="store_true", help="the long version")
    parser.add_argument("--seconds", type=int, default=0, help="length of every phase instead")
    parser.add_argument("--busy", type=int, default=0, help="cores that something else keeps busy meanwhile")
    parser.add_argument("--pin", default="", help="cores for the load generator, as taskset takes them")
    parser.add_argument("--phases", default="", help="only these, by name and comma; idle always comes first")
    arguments = parser.parse_args()
    wanted = arguments.phases.split(",") if arguments.phases else [phase.name for phase in PHASES]
    REPORT.mkdir(exist_ok=True)
    summary, failed = {}, {}
    print(
        f"{os.cpu_count()} cores, {arguments.busy} kept busy, load average {os.getloadavg()[0]:.1f} before the start"
    )
    with tempfile.TemporaryDirectory() as folder, busy_cores(arguments.busy):
        run = Run(arguments, Path(folder))
        for phase in (one for one in PHASES if one.name in {"idle", *wanted}):
            summary[phase.name] = run.phase(phase)
            failed[phase.name] = show(phase, summary[phase.name])
    (REPORT / "summary.json").write_text(json.dumps({"figures": summary, "failed": failed}, indent=2))
    if not arguments.phases:
        print()
        if subprocess.run([sys.executable, HERE / "loop.py"], check=False).returncode:
            failed["loop"] = ["no request holds the loop"]
    broken = [f"{name}: {bar}" for name, bars in failed.items() for bar in bars]
    print(
        f"\nload average {os.getloadavg()[0]:.1f}; {'failed: ' + '; '.join(broken) if broken else 'every bar holds'}"
    )
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
