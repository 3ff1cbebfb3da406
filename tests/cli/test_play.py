from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eminence.bots import Game, Move, State, make_bot
from eminence.cext.games import catalogue
from eminence.cli.session import Session, is_public

FAST = ("--iterations", "30")


def test_a_whole_game_with_hint_and_undo(run: Any, template: str) -> None:
    script = ["hint", "moves", "help", "nonsense", "1", "undo", "view", *["1"] * 20]

    done = run("play", template, "--option", "rounds=3", "--seed", "4", *FAST, stdin="\n".join(script))

    assert (done.exit_code, done.stderr) == (0, "")
    assert "'nonsense' is not legal here" in done.stdout
    assert "The game is over" in done.stdout
    assert "hint seed" in done.stdout
    assert done.stdout.count("Round 1: choose") == 3  # at first, after the undo, after `view`


def test_verraeter_to_its_end(run: Any) -> None:
    done = run("play", "verraeter", "--seats", "3", "--seed", "1", *FAST, stdin="1\n" * 500)

    assert done.exit_code == 0
    assert "The game is over" in done.stdout
    assert "You " in done.stdout.splitlines()[-1]


def test_events_as_json(run: Any) -> None:
    done = run(
        "play",
        "verraeter",
        "--seats",
        "3",
        "--seed",
        "1",
        *FAST,
        "--json",
        stdin="1\nhint\nundo\n" + "1\n" * 500,
    )
    events = [json.loads(line) for line in done.stdout.splitlines()]
    decisions = [event for event in events if event["event"] == "decision"]
    (over,) = [event for event in events if event["event"] == "over"]

    assert decisions[0] == decisions[2]  # the undo leads back
    assert all(decision["moves"] for decision in decisions)
    assert any(event["event"] == "hint" for event in events)
    assert len(over["scores"]) == 3


@pytest.mark.parametrize("game", ["verraeter", "_template"])
def test_a_view_of_a_game_can_be_asked_about(run: Any, run_json: Any, game: str) -> None:
    done = run("play", game, "--seed", "4", *FAST, "--json", stdin="")
    (view,) = [
        event["view"]
        for line in done.stdout.splitlines()
        if "decision" in (event := json.loads(line))["event"]
    ]
    hint = run_json("hint", game, "--view", "-", "--iterations", "20", stdin=json.dumps(view))
    assert hint["view"] == view


def test_what_others_do_in_secret_is_not_told(run: Any, template: str) -> None:
    done = run("play", template, "--option", "rounds=4", "--seed", "4", *FAST, "--json", stdin="2\n1\n" * 20)
    events = [json.loads(line) for line in done.stdout.splitlines()]

    secrets = [event for event in events if event["event"] == "secret"]
    views = [event["view"][template] for event in events if event["event"] == "decision"]
    hidden = [view for view in views if view["hider"] == 1]
    assert hidden
    assert {(event["seat"], event["text"]) for event in secrets} == {(1, None)}
    assert all(view["hand"] == "unknown" for view in hidden)


def test_what_happens_is_told_in_words_and_secrets_when_they_are_shown() -> None:
    session = Session(Game("verraeter", 3), 0, "policy", 5)
    told = []
    while not session.over:
        told += session.bots_move()
        if not session.over:
            session.play(session.view.moves[0])
    told += session.bots_move()

    assert {step.kind for step in told} == {"move", "secret", "event"}
    events = [str(step.text) for step in told if step.kind == "event"]
    shown = [text for text in events if "shows the" in text]
    secrets = [step for step in told if step.kind == "secret"]
    assert 2 * len(shown) >= len(secrets) > 0
    assert any(text.startswith("Seat 1 draws") and ":" not in text for text in events), (
        "others' cards stay hidden"
    )
    assert any(text.startswith("Seat 0 draws") and ":" in text for text in events)
    assert all(step.effect for step in told if step.kind == "move" and step.text == "stop")


def test_a_move_is_public_only_if_it_can_be_seen() -> None:
    state = Game("_template").new(1)
    hidden = state.play("left")

    assert not is_public(state, state.moves[0], seat=0)
    assert is_public(hidden, hidden.find("guess"), seat=1)


def test_undo_goes_back_to_the_previous_decision_and_no_further() -> None:
    session = Session(Game("_template", options={"rounds": 3}), 0, "random", 1)
    list(session.bots_move())
    first = session.state
    session.play(session.view.moves[0])
    list(session.bots_move())

    assert session.undo()
    assert session.state.packed == first.packed
    assert not session.undo()


def test_leaving(run: Any, template: str) -> None:
    by_word, by_end = run("play", template, stdin="quit\n"), run("play", template, stdin="")

    assert by_word.exit_code == by_end.exit_code == 0
    assert "You leave the game." in by_word.stdout
    assert "You leave the game." in by_end.stdout


def test_a_seat_that_is_not_there(run: Any, template: str) -> None:
    done = run("play", template, "--seat", "2")

    assert done.exit_code == 2
    assert done.stderr == "eminence: --seat: must be between 0 and 1, not 2\n"


def test_components_are_explained(run: Any) -> None:
    shown = run("play", "kingsburg", "--seed", "1", *FAST, stdin="?sawmill\n?\n?castle\n").stdout
    told = " ".join(shown.split())
    assert "Sawmill (buildings): row A; column 1; gold 0; wood 2; stone 1" in told
    assert "advisors: Jester, " in told
    assert "Nothing is called 'castle'; ? lists what there is." in told


def test_explanations_have_the_figures_of_the_table(run: Any, tmp_path: Path) -> None:
    changed = json.loads(Path(catalogue.face("kingsburg").components.origin).read_text())
    changed["tables"]["buildings"]["records"][0]["wood"] = 9
    (tmp_path / "changed.json").write_text(json.dumps(changed))
    given = ("--components", str(tmp_path / "changed.json"))
    done = run("play", "kingsburg", "--seed", "1", *FAST, *given, "--json", stdin="?Sawmill\n")
    (told,) = [
        event for line in done.stdout.splitlines() if (event := json.loads(line))["event"] == "explain"
    ]
    assert "wood 9" in told["entries"][0]["about"]


def same_end(game: Game, seed: int) -> tuple[State, Move] | None:
    """A choice with two moves that happen to lead to the same state."""
    state, bot = game.new(seed), make_bot("policy", seed)
    while state.actor is not None:
        ends = [state.play(move).packed for move in state.moves]
        for move, end in zip(state.moves, ends, strict=True):
            if ends.count(end) > 1:
                return state, move
        state = state.play(bot.choose(state.view(state.actor)))
    return None


def test_a_choice_that_happens_to_change_nothing_is_still_public() -> None:
    """Dice rolled again may show what they showed."""
    game = Game("kingsburg", 3)
    state, move = next(found for seed in range(100) if (found := same_end(game, seed)))
    assert is_public(state, move, ((state.actor or 0) + 1) % 3)
