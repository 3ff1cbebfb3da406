from __future__ import annotations

import json
from typing import Any

from eminence.bots import Game
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


def test_what_others_do_in_secret_is_not_told(run: Any, template: str) -> None:
    done = run("play", template, "--option", "rounds=4", "--seed", "4", *FAST, "--json", stdin="2\n1\n" * 20)
    events = [json.loads(line) for line in done.stdout.splitlines()]

    secrets = [event for event in events if event["event"] == "secret"]
    hidden = [
        event["view"] for event in events if event["event"] == "decision" and event["view"]["hider"] == 1
    ]
    assert {(event["seat"], event["text"]) for event in secrets} == {(1, None)}
    assert all(view["hand"] == "unknown" for view in hidden)


def test_secrets_are_told_once_the_view_tells_them() -> None:
    session = Session(Game("verraeter", 3), 0, "policy", 5)
    told = set()
    while not session.over:
        for step in session.bots_move():
            told.add(step.kind)
            if step.kind == "reveal":
                name, _, value = str(step.text).partition(" ")
                assert session.view.data["players"][step.seat][name] == value
        if not session.over:
            session.play(session.view.moves[0])

    assert told == {"move", "secret", "reveal"}


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
