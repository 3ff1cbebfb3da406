"""Records: whole games, kept and played again without a seed; what does not fit is refused with the place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from catalogue_cases import Case, cases
from eminence.bots import Game, make_bot
from eminence.bots.record import Record, Recorder, record_of
from eminence.cext.core.errors import EminenceError, InvalidInput
from eminence.cext.core.stream import Stream


def played(game: Game, seed: int = 3, most: int = 10_000) -> Recorder:
    recorder, stream = Recorder(game, seed), Stream(seed, "moves")
    while recorder.state.actor is not None and recorder.state.ply < most:
        codes = recorder.state.codes
        recorder.play(recorder.state.move(codes[stream.below(len(codes))]))
    return recorder


@pytest.fixture(scope="module")
def given() -> dict[str, Any]:
    """A game of Verräter as plain data."""
    data: dict[str, Any] = played(Game("verraeter", 3)).record.data
    return data


def copy(data: dict[str, Any]) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(json.dumps(data))
    return loaded


@pytest.mark.parametrize("case", cases(), ids=repr)
def test_every_game_comes_back_from_its_record(case: Case, tmp_path: Path) -> None:
    recorder = played(case.game)
    record = recorder.record
    assert record.scores == recorder.state.result.scores
    record.save(tmp_path / "game.json")
    again = Record.load(tmp_path / "game.json")
    assert again == record
    assert again.end().packed == recorder.state.packed
    states = [step.state.packed for step in again.replay()]
    assert len(states) == len(record.plies) + 1


def test_a_record_is_the_same_whether_it_was_kept_or_made_afterwards() -> None:
    game = Game("kingsburg", 3)
    recorder = played(game, seed=8)
    assert record_of(game, 8, [ply.move for ply in recorder.plies]) == recorder.record


def test_a_recorded_game_is_the_game_itself() -> None:
    game, bot = Game("royals", 2), make_bot("policy", 1)
    recorder, state = Recorder(game, 5), game.new(5)
    assert recorder.state.packed == state.packed
    for _ in range(20):
        assert state.actor is not None
        move = bot.choose(state.view(state.actor))
        state = state.play(move.text)
        assert recorder.play(move.text).packed == state.packed


def test_a_game_goes_on_from_its_record_and_back() -> None:
    game = Game("staufer", 3)
    first = played(game, most=30)
    on = Recorder(game, 99, begun=first.record)
    assert on.state.packed == first.state.packed
    assert on.state.ply == 30
    before = on.state
    on.play(on.state.moves[0])
    assert len(on.record.plies) == 31
    on.undo(before)
    assert on.record.plies == first.record.plies
    assert on.record.scores == ()


def test_an_illegal_move_is_named_with_its_ply(given: dict[str, Any]) -> None:
    data = copy(given)
    data["plies"][7]["move"] = "castle"
    with pytest.raises(
        InvalidInput, match=r"^plies\[7\]\.move: 'castle' is not legal here; legal: "
    ) as caught:
        Record.read(data).end()
    assert caught.value.path == "plies[7].move"


HOSTILE: list[tuple[str, Any, str]] = [
    ("format", 2, "format: must be between 1 and 1, not 2"),
    ("game", "chess", "there is no game 'chess'"),
    ("game", None, "there is no game"),
    ("seats", 9, "seats: must be between"),
    ("options", {"edition": "1492"}, "options.edition"),
    ("options", [1], "options: must be an object"),
    (
        "components",
        {"name": "mine", "hash": "0123456789abcdef"},
        r"components\.hash: the game was played with",
    ),
    ("components", {"hash": "0" * 5000}, r"components\.hash: must not be longer than 16"),
    ("players", [{"name": "x" * 5000}], r"players\[0\]\.name: must not be longer than 100"),
    ("players", [{"name": "a\x1b[2J"}], r"players\[0\]\.name: must not have control"),
    ("players", [{"name": "a"}], "players: must have 3 entries or none"),
    ("setup", [10**9], r"setup\[0\]: must be between"),
    ("setup", [], "setup: must be"),
    ("setup", "x", "setup: must be a list"),
    ("plies", [{"seat": 0, "move": "D2"}] * 1_000_000, "plies: must have 0 to 4000 entries, not 1000000"),
    ("plies", [{"seat": 0, "move": "x" * 1000}], r"plies\[0\]\.move: must not be longer than 64"),
    ("plies", [{"seat": 0, "move": 7}], r"plies\[0\]\.move: must be text"),
    ("plies", [{"seat": 0, "move": "D2", "lots": [0] * 2000}], r"plies\[0\]\.lots: must have 0 to 1024"),
    ("plies", [7], r"plies\[0\]: must be an object"),
    ("plies", [{"seat": 0, "move": "D2", "clock": 1}], r"plies\[0\]\.clock: is not a field"),
    ("scores", [1, 2, float("nan")], r"scores\[2\]: must be a number"),
    ("scores", [1.0, 2.0, 3.0], r"scores: are \[1\.0, 2\.0, 3\.0\], but the game ends with"),
    ("seed", 7, "seed: is not a field"),
]


@pytest.mark.parametrize(("field", "value", "complaint"), HOSTILE)
def test_records_from_strangers_are_refused_with_the_place(
    given: dict[str, Any], field: str, value: Any, complaint: str
) -> None:
    data = copy(given)
    data[field] = value
    with pytest.raises(EminenceError, match=complaint):
        Record.read(data).end()


def test_the_wrong_seat_is_named(given: dict[str, Any]) -> None:
    data = copy(given)
    seat = data["plies"][4]["seat"]
    data["plies"][4]["seat"] = 2 - seat if seat != 1 else 0
    with pytest.raises(InvalidInput, match=r"^plies\[4\]\.seat: seat \d is to move"):
        Record.read(data).end()


def test_lots_that_cannot_have_been_drawn_are_named(given: dict[str, Any]) -> None:
    ply = next(i for i, ply in enumerate(given["plies"]) if ply["lots"])
    for lots, complaint in (([65_000], r"\[0\]: must be below"), ([], ": must be")):
        data = copy(given)
        data["plies"][ply]["lots"][:1] = lots
        with pytest.raises(InvalidInput, match=rf"^plies\[{ply}\]\.lots{complaint}"):
            Record.read(data).end()


def test_moves_after_the_end_are_refused(given: dict[str, Any]) -> None:
    data = copy(given)
    data["plies"].append(data["plies"][-1])
    with pytest.raises(InvalidInput, match=rf"^plies\[{len(given['plies'])}\]: the game is over after"):
        Record.read(data).end()


def test_scores_of_a_game_that_is_not_over_are_refused(given: dict[str, Any]) -> None:
    data = copy(given)
    del data["plies"][-5:]
    with pytest.raises(InvalidInput, match=r"scores: .* the game is not over"):
        Record.read(data).end()
    data["scores"] = []
    assert Record.read(data).end().actor is not None


@pytest.mark.parametrize("text", ["", "[]", "{", "7", '"x"', "[" * 100_000])
def test_files_that_hold_no_record_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(EminenceError):
        Record.load(tmp_path / "x.json")


def test_a_file_too_long_for_any_game_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[" + "0," * 3_000_000 + "0]")
    with pytest.raises(InvalidInput, match="more than 4000000 bytes"):
        Record.load(tmp_path / "x.json")
    with pytest.raises(InvalidInput, match="cannot be read"):
        Record.load(tmp_path / "none.json")


def test_what_protobuf_leaves_out_may_be_missing(given: dict[str, Any]) -> None:
    """Zeros and empty lists are not written by the JSON of protobuf."""
    data = copy(given)
    for ply in data["plies"]:
        for name in ("seat", "lots"):
            if not ply[name]:
                del ply[name]
    assert Record.read(data).end().packed == Record.read(given).end().packed
