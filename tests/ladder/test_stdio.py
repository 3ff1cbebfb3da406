"""Bots over stdio: programs in any language, one JSON line per question and answer."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eminence.bots import find_game, make_bot
from eminence.bots.ladder import players
from eminence.bots.ladder.plan import Contestant
from eminence.bots.ladder.records import Chair, GameTask
from eminence.bots.ladder.referee import play
from eminence.cext.core.errors import InvalidInput
from ladder_tools import TINY

EXAMPLE = Path(__file__).parents[2] / "examples" / "stdio" / "first_move.py"
LOOP = "import json, os, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n    "


@pytest.fixture(autouse=True)
def boxes() -> Iterator[None]:
    yield
    players.close_boxes()


def game(command: str, deadline_ms: int = 600_000) -> Chair:
    seating = (Contestant("guest", f"stdio:command={command}"), Contestant("house", "random"))
    return play(GameTask("key", "pair", TINY, seating, "7", deadline_ms)).chairs[0]


def program(folder: Path, does: str) -> str:
    (folder / "bot.py").write_text(LOOP + does)
    return f"{sys.executable} {folder / 'bot.py'}"


def test_the_example_plays_whole_games() -> None:
    chair = game(f"{sys.executable} {EXAMPLE}")
    assert not chair.forfeit
    assert chair.moves > 3


@pytest.mark.parametrize(
    ("does", "kind", "detail"),
    [
        ("time.sleep(6000)", "late", "no answer within"),
        ("sys.exit(3)", "crashed", "exit code 3"),
        ("print('castle', flush=True)", "crashed", "JSONDecodeError"),
        ("print('[1]', flush=True)", "crashed", "TypeError"),
        ("print(json.dumps({'move': 'castle'}), flush=True)", "illegal", "'castle' is not legal here"),
        ("print('x' * 1000000, flush=True)", "crashed", "short line"),
    ],
)
def test_misbehaviour_forfeits(tmp_path: Path, does: str, kind: str, detail: str) -> None:
    chair = game(program(tmp_path, does), deadline_ms=500 if kind == "late" else 600_000)
    assert chair.forfeit == kind
    assert detail in chair.detail


def test_questions_hold_the_view_and_the_legal_moves_of_the_seat(tmp_path: Path) -> None:
    told = tmp_path / "told"
    last = "print(json.dumps({'move': asked['moves'][-1]['text']}), flush=True)"
    does = f"open({str(told)!r}, 'a').write(line); {last}"
    view = find_game("_template").new(1).view(1)
    move = make_bot(f"stdio:command={program(tmp_path, does)}", 1).choose(view)
    asked: dict[str, Any] = json.loads(told.read_text())
    assert move == view.moves[-1]
    assert (asked["game"], asked["seat"], asked["view"]) == ("_template", 1, view.data)
    assert [one["text"] for one in asked["moves"]] == [one.text for one in view.moves]


def test_a_program_does_not_outlive_whoever_started_it(tmp_path: Path) -> None:
    told = tmp_path / "told"
    does = f"open({str(told)!r}, 'w').write(str(os.getpid()) + '.'); time.sleep(6000)"
    asks = f"""
from eminence.bots import find_game, make_bot
make_bot({f"stdio:command={program(tmp_path, does)}"!r}, 1).choose(find_game("_template").new(1).view(1))
"""
    asker = subprocess.Popen([sys.executable, "-c", asks])
    while not (told.exists() and told.read_text().endswith(".")):
        assert asker.poll() is None
        time.sleep(0.02)
    asker.kill()
    asker.wait()
    while Path(f"/proc/{told.read_text()[:-1]}").exists():
        time.sleep(0.02)


@pytest.mark.parametrize(
    "spec", ["stdio", "stdio:command=/nowhere/bot", "stdio:command='", "stdio:command=true,depth=3"]
)
def test_bad_specs_are_explained(spec: str) -> None:
    with pytest.raises(InvalidInput, match=r"stdio|cannot be started"):
        make_bot(spec)
