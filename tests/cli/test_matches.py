from __future__ import annotations

import json
from typing import Any

import pytest

from eminence.cext.core.errors import InvalidInput
from eminence.cli.bots import fill_seats, split_specs
from eminence.cli.match import hurry


def test_match_has_the_documented_shape(run_json: Any) -> None:
    result = run_json(
        "match", "verraeter", "--bots", "policy", "random", "--seats", "3", "--games", "7", "--jobs", "1"
    )

    assert (result["game"], result["seats"], result["games"]) == ("verraeter", 3, 9)
    assert [bot["name"] for bot in result["bots"]] == ["policy", "random"]
    for bot in result["bots"]:
        assert set(bot) >= {"name", "win_share", "win_share_se", "mean_rank", "mean_score"}


def test_match_table(run: Any) -> None:
    shown = run("match", "verraeter", "--bots", "policy,random", "--games", "8", "--jobs", "1").stdout

    assert "policy" in shown
    assert "95 % interval" in shown
    assert "Fair share 25.0%" in shown


def test_bots_that_differ_in_their_last_parameter_are_told_apart(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a narrow terminal, with most seats: long names are folded."""
    monkeypatch.setenv("COLUMNS", "80")
    bots = ("mcts:iterations=2,learned=0,horizon=2", "mcts:iterations=2,learned=0,horizon=1")
    shown = run("match", "staufer", "--seats", "5", "--games", "5", "--jobs", "1", "--bots", *bots).stdout
    assert max(map(len, shown.splitlines())) <= 80
    first = "".join(line.split()[0] for line in shown.splitlines() if line.strip())
    assert all(bot in first for bot in bots)


def test_three_deals_are_no_certainty(run: Any, run_json: Any) -> None:
    asked = (
        "match",
        "verraeter",
        "--bots",
        "policy",
        "random",
        "--seats",
        "3",
        "--games",
        "9",
        "--jobs",
        "1",
    )
    for bot in run_json(*asked)["bots"]:
        assert 0 <= bot["win_share_low"] <= bot["win_share"] <= bot["win_share_high"] <= 1
        assert bot["win_share_high"] - bot["win_share_low"] > 0.3
    assert "± 0.0" not in run(*asked).stdout


def test_the_game_may_come_after_the_bots(run_json: Any) -> None:
    how = ("--seats", "3", "--games", "3", "--jobs", "1")
    usual = run_json("match", "verraeter", "--bots", "policy", "random", *how)
    assert run_json("match", "--bots", "policy", "random", "verraeter", *how) == usual
    assert run_json("match", *how, "--bots", "policy,random", "verraeter") == usual


@pytest.mark.slow
def test_quick_match_shortens_any_thought(run_json: Any) -> None:
    """As asked for, these bots would think for hours."""
    result = run_json(
        "match", "verraeter", "--bots", "mcts:movetime=60000", "pimc:iterations=1000000", "--quick"
    )

    assert result["games"] == 12


def test_playout_sums_up_every_seat(run_json: Any) -> None:
    played = run_json(
        "playout", "verraeter", "--seats", "3", "--seed", "1", "--bots", "random", "--games", "6", "--moves"
    )

    assert (played["games"], len(played["bots"]), len(played["finished"])) == (6, 3, 6)
    assert sum(seat["win_share"] for seat in played["bots"]) == pytest.approx(1, abs=1e-4)
    assert all(len(game["moves"]) == game["plies"] for game in played["finished"])


def test_playout_is_fixed_by_its_seed(run: Any) -> None:
    command = (
        "playout",
        "verraeter",
        "--seed",
        "1",
        "--bots",
        "mcts:iterations=20",
        "--games",
        "2",
        "--json",
    )

    assert json.loads(run(*command).stdout) == json.loads(run(*command).stdout)


def test_playout_table(run: Any) -> None:
    shown = run("playout", "verraeter", "--seed", "1", "--bots", "policy", "--games", "3", "--moves").stdout

    assert "3 games" in shown
    assert "Game 3" in shown


def test_help_bots_needs_no_game(run: Any) -> None:
    done = run("match", "--help-bots")

    assert done.exit_code == 0
    assert "information-set MCTS" in done.stdout


@pytest.mark.parametrize(
    ("texts", "specs"),
    [
        (["mcts", "random"], ["mcts", "random"]),
        (["mcts,random"], ["mcts", "random"]),
        (["mcts:level=4,iterations=500,random"], ["mcts:level=4,iterations=500", "random"]),
        (["prefer:move=keep:S,random"], ["prefer:move=keep:S", "random"]),
    ],
)
def test_specs_are_split(texts: list[str], specs: list[str]) -> None:
    assert split_specs(texts) == specs


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    assert fill_seats(["mcts", "random"], 4) == ["mcts", "random", "random", "random"]
    with pytest.raises(InvalidInput, match="3 bots for 2 seats"):
        fill_seats(["mcts"] * 3, 2)


def test_hurry_cuts_think_time_and_never_adds_to_it() -> None:
    specs = ["mcts", "mcts:movetime=5", "flat:iterations=9", "random"]

    assert hurry(specs, 0.02) == [
        "mcts:movetime=20",
        "mcts:movetime=5",
        "flat:iterations=9,movetime=20",
        "random",
    ]
    assert hurry(["mcts"], 60) == ["mcts:movetime=100"]
