from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from eminence.bots.learned import load

TINY = (
    "--games",
    "20",
    "--iterations",
    "60",
    "--reference",
    "120",
    "--quick",
    "20",
    "--share",
    "1",
    "--jobs",
    "1",
)


def test_train_has_the_documented_shape(run_json: Any, template: str, tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    found = run_json("train", template, *TINY, "--keep", str(tmp_path / "games"), "--out", str(out))

    assert found["file"] == str(out)
    assert found["sha256"] == json.loads(out.read_text(encoding="utf-8"))["sha256"]
    (table,) = found["tables"]
    assert (table["seats"], table["plan"]["games"]) == (2, 20)
    (round_,) = table["rounds"]
    prior = {"fit", "positions", "before", "after", "search_before", "search_after"}
    evaluations = {"judgement", "standings", "outcomes_before", "outcomes_after"}
    assert set(round_) == prior | evaluations
    assert set(load(str(out), template)) == {2}


def test_evaluations_alone_need_no_long_searches(run_json: Any, template: str, tmp_path: Path) -> None:
    how = (*TINY, "--learn", "evaluations", "--keep", str(tmp_path), "--out", str(tmp_path / "weights.json"))
    found = run_json("train", template, *how)

    (table,) = found["tables"]
    assert table["plan"]["share"] == 0
    assert not any(table["rounds"][0]["positions"].values())


def test_several_numbers_of_seats_are_learned_by_one_command(run_json: Any, tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    how = (*TINY, "--learn", "evaluations", "--keep", str(tmp_path), "--out", str(out))
    found = run_json("train", "verraeter", "--seats", "4,3", *how)

    assert [table["seats"] for table in found["tables"]] == [4, 3]
    assert set(load(str(out), "verraeter")) == {3, 4}


def test_train_shows_what_was_learned(run: Any, template: str, tmp_path: Path) -> None:
    how = (*TINY, "--rounds", "2", "--keep", str(tmp_path), "--out", str(tmp_path / "weights.json"))
    shown = run("train", template, *how).stdout

    assert "round 1: " in shown
    assert "round 2: " in shown
    assert "the game's own" in shown
    assert "weights.json" in shown


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (("--share", "0"), "share: must be above 0, unless only evaluations are learned"),
        (("--share", "2"), "must be between 0 and 1"),
        (("--games", "3"), "must be at least 10"),
        (("--seats", "2,x"), "'x' is not a whole number"),
        (("--seats", "2,9"), "seats"),
        (("--address", "auto"), "--address: goes with --engine ray"),
        (("--out", "/nowhere/weights.json"), "--out: there is no folder /nowhere"),
    ],
)
def test_train_refuses_nonsense(
    run: Any, template: str, tmp_path: Path, flags: tuple[str, ...], complaint: str
) -> None:
    usual = ("--keep", str(tmp_path), "--out", str(tmp_path / "weights.json"))
    done = run("train", template, *TINY, *usual, *flags)

    assert done.exit_code == 2
    assert complaint in done.stderr


def test_a_file_that_is_no_file_of_weights_is_not_overwritten(
    run: Any, template: str, tmp_path: Path
) -> None:
    out = tmp_path / "weights.json"
    out.write_text("mine", encoding="utf-8")
    done = run("train", template, *TINY, "--keep", str(tmp_path), "--out", str(out))

    assert (done.exit_code, out.read_text(encoding="utf-8")) == (2, "mine")
    assert "is not JSON" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_the_games_that_were_finished(tmp_path: Path, jobs: str) -> None:
    how = ("--iterations", "20", "--reference", "20", "--quick", "5", "--games", "100000", "--jobs", jobs)
    line = [sys.executable, "-m", "eminence", "train", "staufer", "--seats", "2", *how, "--keep", "games"]
    with subprocess.Popen(line, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not any(path.stat().st_size for path in tmp_path.glob("games/*")):
            pass
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()

    assert (process.returncode, complaint.strip()) == (130, "stopped; the same command goes on")
    assert any((tmp_path / "games").iterdir())
    assert not list(tmp_path.glob("*.json"))
