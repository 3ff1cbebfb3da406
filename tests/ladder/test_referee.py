from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from eminence.bots import Move, Result, State, View
from eminence.bots.ladder import players
from eminence.bots.ladder.plan import Contestant
from eminence.bots.ladder.records import GameRecord, GameTask
from eminence.bots.ladder.referee import play, settle
from eminence.bots.roster import foreign_bots
from eminence.cext.core.search import StopFlag
from ladder_tools import TINY, plan

ENTERED = Path(__file__).parent / "entered"


@pytest.fixture(autouse=True)
def entered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package in entered/ as if it were installed, here and in processes started from here."""
    monkeypatch.syspath_prepend(ENTERED)
    monkeypatch.setenv("PYTHONPATH", str(ENTERED))
    foreign_bots.cache_clear()
    yield
    players.close_boxes()
    foreign_bots.cache_clear()


def game(*specs: str, seed: str = "7", deadline_ms: int = 600_000) -> GameRecord:
    seating = tuple(Contestant(f"{spec}@{seat}", spec) for seat, spec in enumerate(specs))
    return play(GameTask("key", "pair", TINY, seating, seed, deadline_ms))


def test_a_record_tells_the_game() -> None:
    record = game("random", "greedy")
    state = TINY.make_game().new("7")
    for logged in record.moves:
        assert state.actor == logged.seat
        state = state.play(logged.text)
    assert state.actor is None
    assert tuple(chair.score for chair in record.chairs) == state.result.scores
    assert not any(chair.forfeit for chair in record.chairs)


def test_bots_of_other_packages_play() -> None:
    record = game("first", "random")
    assert not any(chair.forfeit for chair in record.chairs)
    assert record.chairs[0].moves > 0


def test_a_contestant_cannot_reach_the_state() -> None:
    assert not game("spy", "first").chairs[0].forfeit


@pytest.mark.parametrize(
    ("spec", "kind", "detail"),
    [
        ("hang", "late", "no answer within 0.30 s"),
        ("sleepy:seconds=5", "late", "no answer"),
        ("dies", "crashed", "exit code 3"),
        ("raises", "crashed", "RuntimeError: out of ideas"),
        ("illegal", "illegal", "'castle' is not legal here"),
        ("floods", "crashed", "process ended or spoke"),
        ("refuses", "crashed", "would please it"),
        ("babbles", "crashed", "spoke out of turn"),
        ("curses", "crashed", "RuntimeError: \ufffd\ufffd"),
    ],
)
def test_misbehaviour_forfeits_the_game_and_nothing_else(spec: str, kind: str, detail: str) -> None:
    record = game(spec, "random", deadline_ms=300 if kind == "late" else 600_000)
    culprit, other = record.chairs
    assert (culprit.forfeit, culprit.rank, culprit.win_share) == (kind, 2, 0.0)
    assert detail in culprit.detail
    assert (other.forfeit, other.rank, other.win_share) == ("", 1, 1.0)
    assert record.moves[-1].by_house


def test_a_bot_that_was_ended_gets_a_fresh_process() -> None:
    game("dies", "random")
    assert game("dies", "random").chairs[0].forfeit == "crashed"
    assert not game("first", "random").chairs[0].forfeit


def test_a_bot_that_hangs_does_not_outlive_its_referee() -> None:
    game = "from test_referee import game; game('hang', 'random', deadline_ms=6_000_000)"
    path = os.pathsep.join([str(ENTERED), str(ENTERED.parent), str(ENTERED.parents[1])])
    referee = subprocess.Popen([sys.executable, "-c", game], env=os.environ | {"PYTHONPATH": path})
    children = Path(f"/proc/{referee.pid}/task/{referee.pid}/children")
    box = _eventually(lambda: next(iter(children.read_text().split()), None))
    _eventually(lambda: "ladder.box" in Path(f"/proc/{box}/cmdline").read_text())
    _eventually(lambda: "alive" if _cpu_ticks(box) > 100 else None)  # it hangs
    referee.kill()
    referee.wait()
    _eventually(lambda: not Path(f"/proc/{box}").exists())


def _cpu_ticks(pid: object) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().split()[13])


def _eventually(fact: Callable[[], Any]) -> Any:
    while not (found := fact()):
        time.sleep(0.02)
    return found


def test_a_built_in_bot_is_stopped_at_its_deadline() -> None:
    record = game(
        "mcts:iterations=2000000000", "random", deadline_ms=100
    )  # for hours, if it were not stopped
    assert record.chairs[0].forfeit == "late"
    assert record.chairs[0].slowest_ms >= 100


def test_only_the_view_of_its_own_seat_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View] = []

    class Watcher:
        def choose(self, view: View, stop: StopFlag | None = None) -> Move:
            seen.append(view)
            return view.moves[0]

    monkeypatch.setattr(players, "make_bot", lambda spec, seed: Watcher())
    game("random", "random")
    assert all(view.seat == view.actor for view in seen)
    assert all(view.game.kernel.hide(view.packed, view.seat) == view.packed for view in seen)
    assert not any(isinstance(view, State) for view in seen)


def test_the_deal_is_the_same_in_every_rotation() -> None:
    forwards, backwards = game("policy", "random", seed="9"), game("random", "policy", seed="9")
    assert forwards.moves[0].seat == backwards.moves[0].seat


def test_those_who_forfeit_are_last_and_the_rest_keep_their_order() -> None:
    result = Result((9.0, 7.0, 7.0, 3.0), (1, 2, 2, 4), (1.0, 0.0, 0.0, 0.0))
    assert settle(result, set()) == ([1, 2, 2, 4], [1.0, 0.0, 0.0, 0.0])
    assert settle(result, {0}) == ([4, 1, 1, 3], [0.0, 0.5, 0.5, 0.0])
    assert settle(result, {0, 3}) == ([3, 1, 1, 3], [0.0, 0.5, 0.5, 0.0])


def test_specs_of_unloaded_packages_parse() -> None:
    assert plan(["sleepy:seconds=1", "random"]).contestants[0].spec == "sleepy:seconds=1"
