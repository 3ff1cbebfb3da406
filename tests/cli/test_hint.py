from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eminence.bots.levels import Level
from eminence.cext.games import catalogue

DEAL = ("hint", "verraeter", "--seats", "4", "--seed", "7")
QUICK = ("--iterations", "300")


def test_json_has_the_documented_shape(run_json: Any) -> None:
    hint = run_json(*DEAL, *QUICK)

    assert set(hint) >= {"game", "seat", "alternatives", "iterations", "elapsed_ms", "stopped_by"}
    assert (hint["game"], hint["iterations"], hint["stopped_by"]) == ("verraeter", 300, "iterations")
    for alternative in hint["alternatives"]:
        assert set(alternative) >= {"text", "visits", "win_probability", "expected_score"}
        assert len(alternative["win_probability"]) == len(alternative["expected_score"]) == 4
        assert sum(alternative["win_probability"]) == pytest.approx(1, abs=1e-4)


def test_seed_iterations_and_threads_fix_the_answer(run_json: Any) -> None:
    one, two = (run_json(*DEAL, *QUICK, "--threads", "2") for _ in range(2))

    assert {**one, "elapsed_ms": 0} == {**two, "elapsed_ms": 0}


def test_hint_seed_changes_the_search_and_not_the_position(run_json: Any) -> None:
    one = run_json(*DEAL, *QUICK, "--hint-seed", "1")
    two = run_json(*DEAL, *QUICK, "--hint-seed", "2")

    assert one["view"] == two["view"]
    assert one["alternatives"] != two["alternatives"]


def test_ply_plays_on(run_json: Any) -> None:
    at_start, later = run_json(*DEAL, *QUICK), run_json(*DEAL, *QUICK, "--ply", "5")

    assert at_start["view"] != later["view"]


def test_people_see_view_moves_and_reason(run: Any, run_json: Any) -> None:
    facts = run_json(*DEAL, *QUICK)
    shown = run(*DEAL, *QUICK).stdout

    assert "seed 7, ply 0" in shown
    assert f"you ({facts['seat']})" in shown
    assert all(alternative["text"] in shown for alternative in facts["alternatives"])
    assert facts["reason"].split(".")[0][:40] in " ".join(shown.split())
    assert "300 iterations" in shown


def test_alternatives_and_level_are_heeded(run_json: Any) -> None:
    hint = run_json(*DEAL, *QUICK, "--alternatives", "2", "--level", "3")

    assert len(hint["alternatives"]) == 2
    assert (hint["level"], hint["iterations"]) == (3, Level.of(3, catalogue.face("verraeter")).iterations)


def test_a_view_comes_back_in_by_file_and_by_pipe(run_json: Any, tmp_path: Path) -> None:
    dealt = run_json(*DEAL, *QUICK, "--ply", "3")
    whole, inner = json.dumps(dealt["view"]), json.dumps(dealt["view"]["verraeter"])
    file = tmp_path / "view.json"
    file.write_text(inner)
    search = (*QUICK, "--hint-seed", "7")

    by_pipe = run_json("hint", "verraeter", "--view", "-", *search, stdin=whole)
    by_file = run_json("hint", "verraeter", "--view", str(file), *search)

    assert by_pipe["alternatives"] == by_file["alternatives"] == dealt["alternatives"]


def test_options_reach_the_game(run_json: Any) -> None:
    given = ("--option", "edition=1998", "--option", f"vp_table={','.join(['1'] * 24)}")

    options = run_json(*DEAL, *QUICK, *given)["view"]["verraeter"]["options"]

    assert options["edition"].endswith("1998")
    assert options["vp_table"] == [1] * 24


def test_a_server_gives_the_same_answer(run_json: Any, service: str) -> None:
    here = run_json(*DEAL, *QUICK)
    there = run_json(*DEAL, *QUICK, "--server", service)

    assert {**there, "elapsed_ms": 0} == {**here, "elapsed_ms": 0}


def test_a_guarded_server_is_shown_key_and_certificate(
    run_json: Any, run: Any, guarded: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = run_json(*DEAL, *QUICK)
    tls = ("--server-ca", guarded.ca, "--client-cert", guarded.cert, "--client-cert-key", guarded.cert_key)
    server = ("--server", guarded.address, *tls)

    by_flags = run_json(*DEAL, *QUICK, *server, "--server-key-file", guarded.key_file)
    without_key = run(*DEAL, *QUICK, *server)
    for name, value in guarded.environment.items():
        monkeypatch.setenv(name, value)
    by_environment = run_json(*DEAL, *QUICK)

    assert {**by_flags, "elapsed_ms": 0} == {**by_environment, "elapsed_ms": 0} == {**here, "elapsed_ms": 0}
    assert without_key.exit_code == 1
    assert "KEY_REQUIRED" in without_key.stderr
    assert without_key.stderr.endswith("; see --server-key-file\n")


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (
            ("--server", "127.0.0.1:1", "--server-ca", "/nowhere.pem"),
            "/nowhere.pem: cannot be read: No such file",
        ),
        (
            ("--server", "127.0.0.1:1", "--server-key-file", "/nowhere"),
            "/nowhere: cannot be read: No such file",
        ),
        (("--server-key-file", "/nowhere"), "--server: is missing"),
    ],
)
def test_bad_access_to_a_server(run: Any, flags: tuple[str, ...], complaint: str) -> None:
    done = run(*DEAL, *QUICK, *flags)

    assert done.exit_code == 2
    assert complaint in done.stderr


def test_no_server(run: Any) -> None:
    done = run(*DEAL, "--server", "127.0.0.1:1")

    assert done.exit_code == 1
    assert done.stderr == "eminence: 127.0.0.1:1: no service answers; start one with `eminence serve`\n"


def test_a_server_complains(run: Any, service: str) -> None:
    done = run(*DEAL, "--iterations", "2000000000", "--server", service)

    assert done.exit_code == 2
    assert "iterations" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("view", "complaint"),
    [
        ("{", "is not JSON"),
        ("[]", "must hold a JSON object"),
        ('{"nonsense": 1}', "is not a view of verraeter"),
        ('{"verraeter": {"seats": Infinity}}', "is not a view of verraeter"),
        ('{"verraeter": {"seats": 9}}', "seats: must be between"),
    ],
)
def test_bad_views(run: Any, view: str, complaint: str) -> None:
    done = run("hint", "verraeter", "--view", "-", stdin=view)

    assert done.exit_code == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_view_brings_its_own_position(run: Any) -> None:
    done = run(*DEAL, "--view", "-", stdin="{}")

    assert done.exit_code == 2
    assert "leave out --seats" in done.stderr
