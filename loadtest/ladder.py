"""Figures of the ladder: how busy it keeps the cores, what the referee costs, and how equal equals are rated.

python loadtest/ladder.py verraeter --seats 3
"""

from __future__ import annotations

import os
import resource
import tempfile
import time
from pathlib import Path

import click

from eminence.bots.ladder.engines import LocalEngine
from eminence.bots.ladder.plan import ROUND_ROBIN, Category, Plan, read_contestants
from eminence.bots.ladder.ratings import rate
from eminence.bots.ladder.records import GameRecord
from eminence.bots.ladder.referee import play
from eminence.bots.ladder.runner import Run
from eminence.bots.ladder.schedule import tasks
from eminence.bots.ladder.store import Store


def plan(category: Category, iterations: int, deals: int, seed: str = "0") -> Plan:
    bots = read_contestants([f"{name}=mcts:iterations={iterations}" for name in ("a", "b")])
    return Plan(ROUND_ROBIN, bots, (category,), deals, seed=seed)


def run(engine: LocalEngine, planned: Plan) -> list[GameRecord]:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(str(Path(folder) / "ladder.db"))
        ladder = store.open_ladder("figures", planned)
        Run(store, ladder, engine).run()
        records = store.records(ladder)
        store.close()
    return records


def thinking(records: list[GameRecord]) -> float:
    """Seconds of thought."""
    return sum(chair.think_ms for record in records for chair in record.chairs) / 1000


def busy(category: Category, iterations: int, deals: int) -> None:
    """Search against wall time. Where other work takes the cores, CPU falls short and the share of time does not."""
    workers = len(os.sched_getaffinity(0))
    engine = LocalEngine(workers)
    run(engine, plan(category, 10, 1))  # every worker has loaded its code
    started = time.perf_counter()
    records = run(engine, plan(category, iterations, deals))
    wall = time.perf_counter() - started
    engine.close()
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(records)} games in {wall:.1f} s on {workers} workers, load {os.getloadavg()[0]:.1f}")
    print(f"  searching {thinking(records) / wall / workers:.1%} of the time")
    print(
        f"  CPU of the workers {(cpu.ru_utime + cpu.ru_stime) / wall / workers:.1%} of the cores, start included"
    )


def overhead(category: Category) -> None:
    """CPU of a move in games by the playout policy, which hardly thinks, against a think of 5 ms."""
    contestants = read_contestants(["a=policy", "b=policy"])
    played, started = [], time.process_time()
    for task in tasks(Plan(ROUND_ROBIN, contestants, (category,), 10), {}):
        assert task
        played.append(play(task))
    cost = 1000 * (time.process_time() - started) / sum(len(record.moves) for record in played)
    print(f"referee: {1000 * cost:.0f} us per move, {cost / 5:.1%} of a think of 5 ms")


def identical(category: Category, runs: int, deals: int) -> None:
    """The same bot under two names."""
    engine = LocalEngine()
    inside = 0
    for seed in range(runs):
        ratings = rate(["a", "b"], run(engine, plan(category, 20, deals, str(seed))))
        inside += not ratings["a"].differs_from(ratings["b"])
        print(f"  run {seed}: {ratings['a'].points - ratings['b'].points:+.0f} ± {ratings['a'].interval:.0f}")
    engine.close()
    print(f"identical bots: within the interval in {inside} of {runs} runs")


@click.command()
@click.argument("game")
@click.option("--seats", type=int)
@click.option("--iterations", default=500)
@click.option("--deals", default=4)
def main(game: str, seats: int | None, iterations: int, deals: int) -> None:
    category = Category.of(game, seats)
    overhead(category)
    busy(category, iterations, deals)
    identical(category, 10, 10)


if __name__ == "__main__":
    main()
