from __future__ import annotations

import builtins
import importlib.util
from typing import Any

import pytest

from eminence.cext.games import catalogue
from eminence.cli import bench

KEYS = {
    "game",
    "seats",
    "memcpy_1k_ns",
    "decision_ns",
    "decisions_per_game",
    "playouts_per_s",
    "iterations_per_s",
    "search_ratio",
    "sample_ns",
    "threads2_speedup",
}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes --quick quicker still."""
    monkeypatch.setattr(bench, "QUICK", bench.Pace(own=0.3, own_run=0.01, peers=0.3, peers_run=0.01))


@pytest.mark.slow
def test_quick_bench_covers_every_game(run_json: Any) -> None:
    rows = run_json("bench", "--quick")

    assert {row["game"] for row in rows} == set(catalogue.names())


@pytest.mark.usefixtures("hasty")
def test_bench_has_the_documented_shape(run_json: Any) -> None:
    rows = run_json("bench", "verraeter", "--quick")

    assert [(row["game"], row["seats"]) for row in rows] == [("verraeter", 3), ("verraeter", 4)]
    for row in rows:
        assert set(row) >= KEYS
        assert all(row[key] > 0 for key in KEYS - {"game"})


@pytest.mark.usefixtures("hasty")
def test_bench_table_shows_ratios(run: Any) -> None:
    shown = run("bench", "verraeter", "--seats", "3", "--quick").stdout

    assert "verraeter 3" in shown
    assert "x)" in shown


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="needs the extra `peers`")
@pytest.mark.usefixtures("hasty")
def test_peers_are_compared(run_json: Any) -> None:
    compared = run_json("bench", "verraeter", "--seats", "3", "--quick", "--peers")

    assert [peer["game"] for peer in compared["peers"]] == ["oh_hell", "euchre"]
    for peer in compared["peers"]:
        assert set(peer) >= {"system", "game", "steps_per_s", "ratio"}
        assert peer["steps_per_s"] > 0
    assert [row["game"] for row in compared["games"]] == ["verraeter"]


def test_without_openspiel_peers_say_what_to_install(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    known = builtins.__import__

    def without(name: str, *args: Any) -> Any:
        if name == "pyspiel":
            raise ImportError(name)
        return known(name, *args)

    monkeypatch.setattr(builtins, "__import__", without)
    done = run("bench", "verraeter", "--quick", "--peers")

    assert done.exit_code == 1
    assert done.stderr == "eminence: --peers needs OpenSpiel: pip install 'eminence[peers]'\n"


def test_calibration_tells_what_chances_are_worth(run: Any, run_json: Any) -> None:
    asked = ("bench", "--calibration", "verraeter", "--seats", "3", "--games", "2", "--iterations", "20")
    (found,) = run_json(*asked)
    shown = run(*asked).stdout

    assert (found["games"], found["iterations"], len(found["before"]["levels"])) == (2, 20, 10)
    assert sum(level["count"] for level in found["before"]["levels"]) > 20
    assert found["before"]["brier"] != found["after"]["brier"]
    assert found["provenance"]["held_out"]["games"] >= 300
    assert f"corrected: calibration error {100 * found['after']['error']:.1f} points" in shown
    assert "fitted to" in shown


def test_calibration_says_where_there_is_no_correction(run: Any) -> None:
    asked = ("bench", "--calibration", "_template", "--games", "2", "--iterations", "20")
    assert "no correction: nobody has measured this table" in run(*asked).stdout
