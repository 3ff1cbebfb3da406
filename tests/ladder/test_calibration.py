from __future__ import annotations

import json
from pathlib import Path

from eminence.bots.ladder.calibration import (
    ANCHORS,
    Calibration,
    levels_plan,
    write_data,
    write_section,
)
from eminence.bots.levels import LEVELS
from ladder_tools import TINY, contest

PLAN = levels_plan(TINY, movetime_ms=50, rounds=2, deals=1, seed="x")


def calibration(steps: float) -> Calibration:
    strengths = {f"level-{n}": steps * n for n in LEVELS} | {"policy": 2.0, "greedy": 1.0, "random": 0.0}
    return Calibration(PLAN, contest(strengths, 150, seed=1))


def table(steps: float) -> str:
    return calibration(steps).table()


def test_the_table_shows_levels_and_anchors() -> None:
    lines = table(0.8).splitlines()
    assert [line.split("|")[1].strip() for line in lines if line.startswith("| level")] == [
        f"level {n}" for n in LEVELS
    ]
    assert all(f"| `{name}` |" in table(0.8) for name in ANCHORS)
    assert "50 ms per move" in table(0.8)


def test_the_table_says_whether_levels_rise() -> None:
    assert "Every level is rated above" in table(0.8)
    assert "Not rising from 1 to 2" in table(-0.8)
    assert "chance" not in table(0.8)
    assert "no more than chance may bring: from" in table(0.05)


def test_sections_replace_their_own_kind_only(tmp_path: Path) -> None:
    path = tmp_path / "levels.md"
    for section in ("## a\n\nold\n", "## b\n\nkept\n", "## a\n\nnew \\1\n"):
        write_section(path, section)
    text = path.read_text()
    assert "old" not in text
    assert text.index("new \\1") < text.index("## b")
    assert text.startswith("# Levels")


def test_the_data_carry_the_same_ratings_as_the_table(tmp_path: Path) -> None:
    path = tmp_path / "levels.json"
    write_data(path, "other", {"levels": []})
    write_data(path, "tiny", calibration(0.8).data())
    known = json.loads(path.read_text())
    assert sorted(known) == ["other", "tiny"]
    assert [line["level"] for line in known["tiny"]["levels"]] == list(LEVELS)
    shown = [line.split("|")[2:4] for line in table(0.8).splitlines() if line.startswith("| level")]
    assert [[int(cell) for cell in cells] for cells in shown] == [
        [line["rating"], line["interval"]] for line in known["tiny"]["levels"]
    ]
