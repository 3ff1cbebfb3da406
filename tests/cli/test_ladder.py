from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

BEGIN = ("ladder", "run", "first", "--game", "_template", "--option", "rounds=3", "--workers", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_ladder_from_begin_to_report(run: Any, run_json: Any, folder: Path) -> None:
    first = run_json(*BEGIN, "--bots", "strong=prefer:move=safe", "random", "policy", "--deals", "2")
    assert (first["games"], first["void"], first["verdict"]) == (12, 0, None)
    (category,) = first["categories"].values()
    assert {row["contestant"] for row in category["standings"]} == {"strong", "random", "policy"}
    assert sum(seat["win_share"] for seat in category["seats"]) == pytest.approx(1, abs=1e-4)

    again = run_json("ladder", "run", "first")
    assert again == first
    longer = run_json("ladder", "run", "first", "--deals", "3", "--workers", "1")
    assert (longer["games"], longer["seed"]) == (18, first["seed"])

    assert run_json("ladder", "list")[0]["games"] == 18
    assert "wrote first.html: 18 games" in run("ladder", "report", "first").stdout
    assert "Ratings" in (folder / "first.html").read_text()
    assert run_json("ladder", "report", "first") == longer
    assert "18 of 18" in run("ladder", "list").stdout


def test_a_game_can_be_replayed(run: Any, run_json: Any) -> None:
    run_json(*BEGIN, "--bots", "random", "policy", "--deals", "1")
    keys = run_json("replay", "first")
    game = run_json("replay", "first", keys[0])
    assert game["record"]["key"] == keys[0]
    shown = run("replay", "first", keys[0]).stdout
    assert shown.count("Round") == len(game["record"]["moves"]) + 1
    assert "points, place 1" in shown
    assert "Round" not in run("replay", "first", keys[0], "--moves").stdout
    assert keys[0] in run("replay", "first").stdout
    assert "no ladder 'second'" in run("replay", "second").stderr
    nobody = run("replay", "first", keys[0], "--seat", "9")
    assert (nobody.exit_code, nobody.stderr) == (2, "eminence: --seat: must be between 0 and 1, not 9\n")


def test_sprt_says_who_is_better(run_json: Any, run: Any) -> None:
    asked = ("ladder", "sprt", "good=prefer:move=safe", "bad=random", "--game", "_template")
    settings = ("--option", "safe_percent=100", "--elo1", "100", "--workers", "1", "--seed", "1")
    verdict = run_json(*asked, *settings)["verdict"]
    assert verdict["decision"] == "better"
    assert verdict["elo_low"] > 0
    assert "good is better than bad" in run(*asked, *settings).stdout


def test_levels_are_measured_and_written(run: Any, folder: Path) -> None:
    limits = ("--rounds", "1", "--deals", "1", "--movetime", "2", "--workers", "1", "--out", "levels.md")
    done = run("ladder", "levels", "_template", *limits)
    assert done.exit_code == 0, done.stderr
    assert "| level 10 |" in (folder / "levels.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("ladder", "run", "x"), "to begin one, give --game and --bots"),
        ((*BEGIN, "--bots", "random"), "at least two bots"),
        ((*BEGIN, "--bots", "random", "alphazero"), "no bot 'alphazero'"),
        ((*BEGIN, "--bots", "random", "mcts:level"), "should read name=value"),
        ((*BEGIN, "--bots", "random", "grpc:address=127.0.0.1:1"), "nobody answers at 127.0.0.1:1"),
        (("ladder", "run", "x", "--game", "chess", "--bots", "random", "policy"), "no game 'chess'"),
        (("ladder", "run", "x", "--bots", "random", "policy"), "at least one game"),
        ((*BEGIN, "--bots", "random", "policy", "--address", "auto"), "goes with --engine ray"),
        ((*BEGIN, "--bots", "random", "policy", "--db", "/no/such/folder/x.db"), "unable to open"),
        (("ladder", "sprt", "random", "policy", "--game", "_template", "--elo1", "-3"), "greater than elo0"),
        (("ladder", "run", "x", "--seed", "1"), "belong to the beginning"),
        (("ladder", "levels", "_template", "--out", "nowhere/levels.md"), "there is no folder nowhere"),
        (("ladder", "list"), "there is no eminence-ladder.db"),
        (("ladder", "report", "x"), "there is no eminence-ladder.db"),
        (("replay", "x", "y"), "there is no eminence-ladder.db"),
    ],
)
def test_mistakes_are_explained_in_one_line(run: Any, arguments: tuple[str, ...], complaint: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_other_settings_need_another_name(run: Any) -> None:
    run(*BEGIN, "--bots", "random", "policy", "--deals", "1")
    done = run(*BEGIN, "--bots", "random", "greedy", "--deals", "1")
    assert done.exit_code == 2
    assert "choose another name" in done.stderr


def test_the_database_can_come_from_the_environment(
    run: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMINENCE_LADDER_DB", "elsewhere.db")
    run(*BEGIN, "--bots", "random", "policy", "--deals", "1")
    assert (folder / "elsewhere.db").exists()
    assert len(json.loads(run("ladder", "list", "--json").stdout)) == 1
