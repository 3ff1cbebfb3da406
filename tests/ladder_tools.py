"""Small ladders on the template game, and made-up games, for the tests of the ladder."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eminence.bots.ladder.plan import Category, Plan, read_contestants
from eminence.bots.ladder.records import Chair, GameRecord

TINY = Category.of("_template", 2, {"rounds": 5, "safe_percent": 50})


def plan(
    bots: Sequence[str] = ("random", "greedy", "policy"), kind: str = "round_robin", **settings: Any
) -> Plan:
    defaults: dict[str, Any] = {"categories": (TINY,), "deals": 2, "seed": "test"}
    return Plan(kind, read_contestants(bots), **(defaults | settings))


def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'ladder.db'}"


def made_up(key: str, ranks: dict[str, int], *, pair: str = "", category: str = "made-up") -> GameRecord:
    """A finished game in which contestants came in at these places."""
    winners = [name for name, rank in ranks.items() if rank == 1]
    chairs = tuple(
        Chair(name, rank, 1 / len(winners) if rank == 1 else 0.0, -rank, 3, 30.0, 12.0)
        for name, rank in ranks.items()
    )
    return GameRecord(key, pair or key, category, "seed", chairs, float(len(key)), 10.0, "here:1")


def contest(strengths: dict[str, float], games: int, seed: int) -> list[GameRecord]:
    """Games between all of them, decided by strength (in logits) and luck."""
    dice = random.Random(seed)
    records = []
    for number in range(games):
        luck = {name: dice.gammavariate(1, 1) / 2.718281828**strength for name, strength in strengths.items()}
        order = sorted(luck, key=luck.__getitem__)
        names = list(strengths)
        dice.shuffle(names)
        records.append(made_up(f"{number}", {name: 1 + order.index(name) for name in names}))
    return records
