"""What the strength levels are worth: a ladder over all of them, and the table that says so."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from eminence.bots.ladder.plan import SWISS, Category, Plan, read_contestants
from eminence.bots.ladder.ratings import Rating, Row, standings
from eminence.bots.ladder.records import GameRecord
from eminence.bots.levels import BEST, LEVELS, Level
from eminence.cext.games import catalogue

# Those a level can be compared with: a careful beginner's heuristics, one-ply greed, and no thought at all.
ANCHORS = ("policy", "greedy", "random")
HEADING = """# Levels

How strong each level is, as `eminence ladder levels` has measured it. Lower levels think less and choose more softly;
none blunders at random. Ratings are on the scale of Elo (100 points more mean finishing ahead in 64 of 100 games) and
compare within one table only; a step smaller than the intervals of both levels is not certain. `policy` is the playout
policy, a careful beginner who does not search.
"""


def levels_plan(category: Category, movetime_ms: int, rounds: int, deals: int, seed: str) -> Plan:
    """Neighbours meet most, which is where a rating learns most: a Swiss."""
    levels = [f"level-{number}=mcts:level={number},cpu=1,movetime={movetime_ms}" for number in LEVELS]
    contestants = read_contestants([*levels, *ANCHORS])
    return Plan(SWISS, contestants, (category,), deals, rounds, seed)


@dataclass(frozen=True)
class Calibration:
    """What a levels ladder has shown, for people and for programs."""

    plan: Plan
    records: Sequence[GameRecord]

    @cached_property
    def _rows(self) -> dict[str, Row]:
        names = [contestant.name for contestant in self.plan.contestants]
        return {row.contestant: row for row in standings(names, self.records)}

    @cached_property
    def _ratings(self) -> dict[int, Rating]:
        rows = {number: self._rows.get(f"level-{number}") for number in LEVELS}
        return {number: row.rating for number, row in rows.items() if row}

    def table(self) -> str:
        """The section of the category in Markdown."""
        (category,) = self.plan.categories
        movetime = self.plan.contestants[0].spec.rpartition("=")[2]
        lines = [
            f"## {category.key}",
            "",
            f"{len(self.records)} games, {movetime} ms per move at level {BEST}. {_judgement(self._ratings)}",
            "",
            "| bot | rating | ± | above the level below | iterations at most | ms per move |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        face = catalogue.face(category.game)
        lines += [_level_line(Level.of(number, face), self._rows) for number in self._ratings]
        lines += [_anchor_line(self._rows[name]) for name in ANCHORS if name in self._rows]
        return "\n".join(lines) + "\n"

    def data(self) -> dict[str, Any]:
        """What `ListGames` tells about the game's levels."""
        (category,) = self.plan.categories
        return {
            "seats": category.seats,
            "games": len(self.records),
            "levels": [
                {"level": number, "rating": round(one.points), "interval": round(one.interval)}
                for number, one in self._ratings.items()
            ],
        }


def write_data(path: Path, game: str, data: dict[str, Any]) -> None:
    """Puts the levels of a game into the file of all games."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[game] = data
    path.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _judgement(ratings: Mapping[int, Rating]) -> str:
    steps = [(low, low + 1) for low in ratings if low + 1 in ratings]
    falls = [step for step in steps if ratings[step[1]].points <= ratings[step[0]].points]
    unsure = [
        step for step in steps if step not in falls and not ratings[step[1]].differs_from(ratings[step[0]])
    ]
    words = [f"Not rising from {_steps(falls)}."] if falls else ["Every level is rated above the one below."]
    if unsure:
        words.append(f"By no more than chance may bring: from {_steps(unsure)}.")
    return " ".join(words)


def _steps(steps: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{low} to {high}" for low, high in steps)


def _level_line(level: Level, rows: dict[str, Row]) -> str:
    row, below = rows[f"level-{level.number}"], rows.get(f"level-{level.number - 1}")
    step = f"{row.rating.points - below.rating.points:+.0f}" if below else ""
    iterations = level.iterations or "the whole budget"
    rating = f"{row.rating.points:.0f} | {row.rating.interval:.0f}"
    return f"| level {level.number} | {rating} | {step} | {iterations} | {row.ms_per_move:.1f} |"


def _anchor_line(row: Row) -> str:
    rating = f"{row.rating.points:.0f} | {row.rating.interval:.0f}"
    return f"| `{row.contestant}` | {rating} | | | {row.ms_per_move:.1f} |"


def write_section(path: Path, section: str) -> None:
    """Puts a section into the document, in place of the one with the same heading if there is one."""
    text = path.read_text(encoding="utf-8") if path.exists() else HEADING
    heading = section.partition("\n")[0]
    old = re.compile(rf"^{re.escape(heading)}\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
    replaced, found = old.subn(lambda _: f"{section}\n", text)
    text = replaced if found else f"{text.rstrip()}\n\n{section}"
    path.write_text(text.rstrip() + "\n", encoding="utf-8")
