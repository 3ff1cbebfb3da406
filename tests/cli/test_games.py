from __future__ import annotations

from pathlib import Path
from typing import Any

from eminence.bots import Game
from eminence.cext.games import catalogue


def test_list_has_the_documented_shape(run_json: Any) -> None:
    listed = run_json("games")

    assert [game["name"] for game in listed] == list(catalogue.names())
    for game in listed:
        assert set(game) >= {"name", "title", "seats", "options"}
        assert all(isinstance(seats, int) for seats in game["seats"])
        assert all(set(option) >= {"name", "default", "values", "help"} for option in game["options"])


def test_table_names_every_game(run: Any) -> None:
    shown = run("games").stdout

    assert all(name in shown for name in catalogue.names())


def test_one_game_shows_options_and_examples_of_moves(run: Any, run_json: Any) -> None:
    shown = run("games", "verraeter").stdout
    (facts,) = run_json("games", "verraeter")

    assert all(option["name"] in shown for option in facts["options"])
    assert facts["notation"]
    assert all(example in shown for example in facts["notation"])


def test_every_game_points_to_its_rules(run: Any, run_json: Any) -> None:
    for face in map(catalogue.face, catalogue.names()):
        (facts,) = run_json("games", face.name)

        assert face.title in Path(facts["rules"]).read_text(encoding="utf-8").splitlines()[0]
        assert f"{facts['rules']} has the rules" in run("games", face.name).stdout


def test_examples_of_moves_are_moves(run_json: Any) -> None:
    (facts,) = run_json("games", "verraeter")

    first = [move.text for move in Game("verraeter").new("notation").moves]
    assert facts["notation"][0] == first[0]


def test_components_show_every_figure_and_mark_reconstructed_ones(run: Any, run_json: Any) -> None:
    shown = run("games", "verraeter", "--components").stdout
    (facts,) = run_json("games", "verraeter", "--components")

    figures = facts["components"]["figures"]
    reconstructed = [figure for figure in figures if figure["provenance"] == "reconstructed"]
    assert len(figures) == sum(facts["provenance"].values())
    assert f"{len(reconstructed)} of {len(figures)} figures are reconstructed" in shown
    assert shown.count("reconstructed *") == len(reconstructed)


def test_components_need_a_game(run: Any) -> None:
    done = run("games", "--components")

    assert done.exit_code == 2
    assert done.stderr == "eminence: --components needs a GAME; see `eminence games --help`\n"
