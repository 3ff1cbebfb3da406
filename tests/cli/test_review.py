from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FAST = ("--iterations", "30")


def test_a_game_is_kept_resumed_replayed_and_reviewed(run: Any, run_json: Any, tmp_path: Path) -> None:
    game, page = tmp_path / "game.json", tmp_path / "review.html"
    begun = run(
        "play", "verraeter", "--seats", "3", "--seed", "1", *FAST, "--save", str(game), stdin="1\n" * 5
    )
    assert begun.exit_code == 0
    first = json.loads(game.read_text())
    assert first["scores"] == []
    assert [player["name"].split(":")[0] for player in first["players"]] == ["person", "mcts", "mcts"]

    done = run("play", "--resume", str(game), *FAST, "--save", str(game), stdin="1\n" * 500)
    assert "The game is over" in done.stdout
    whole = json.loads(game.read_text())
    assert whole["plies"][: len(first["plies"])] == first["plies"]
    assert len(whole["scores"]) == 3

    shown = run("replay", str(game), "--moves").stdout
    assert shown.count(" seat ") >= len(whole["plies"])
    assert run_json("replay", str(game)) == whole

    found = run_json("review", str(game), "--seat", "1", "--iterations", "40", "--html", str(page))
    assert [seat["seat"] for seat in found["seats"]] == [1]
    assert {judgement["seat"] for judgement in found["judgements"]} == {1}
    assert page.read_text().startswith("<!doctype html>")
    assert "accuracy" in run("review", str(game), "--seat", "1", "--iterations", "10").stdout


def test_undo_takes_moves_out_of_the_record(run: Any, tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    run("play", "verraeter", "--seats", "3", "--seed", "1", *FAST, "--save", str(game), stdin="1\nundo\n2\n")
    with_undo = json.loads(game.read_text())
    run("play", "verraeter", "--seats", "3", "--seed", "1", *FAST, "--save", str(game), stdin="2\n")
    assert json.loads(game.read_text()) == with_undo


def test_a_game_of_a_ladder_becomes_a_record(run: Any, run_json: Any, tmp_path: Path) -> None:
    bots = (
        "--bots",
        "policy",
        "random",
        "--game",
        "royals",
        "--seats",
        "2",
        "--deals",
        "1",
        "--workers",
        "1",
    )
    run_json("ladder", "run", "x", *bots)
    (key, *_) = run_json("replay", "x")
    saved = tmp_path / "game.json"
    assert run("replay", "x", key, "--save", str(saved)).exit_code == 0
    stored = run_json("replay", "x", key)
    record = run_json("replay", str(saved))
    assert [ply["move"] for ply in record["plies"]] == [move["text"] for move in stored["record"]["moves"]]
    assert record["scores"] == [chair["score"] for chair in stored["record"]["chairs"]]


def test_what_cannot_be_reviewed_or_resumed_is_said(run: Any, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"format": 1, "game": "chess"}')
    for line, complaint in (
        (("review", "nowhere.json"), "nowhere.json: cannot be read"),
        (("review", str(wrong)), "there is no game 'chess'"),
        (("play", "--resume", str(wrong)), "there is no game 'chess'"),
        (("play", "royals", "--resume", str(wrong)), "brings its own game"),
        (("play",), "name a GAME, or a record to --resume"),
    ):
        done = run(*line)
        assert done.exit_code == 2
        assert complaint in done.stderr
        assert done.stderr.count("\n") == 1
