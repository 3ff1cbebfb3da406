from __future__ import annotations

import json
import logging
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from eminence.bots import Budget, Game, suggest
from eminence.bots import correction as corrections
from eminence.bots.correction import AS_IT_IS, Correction, Curve, read
from eminence.bots.fitted import signed
from eminence.bots.outlook import outlook
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.games import catalogue

ROOT = Path(__file__).parents[2]
FACE = catalogue.face("_template")
CAREFUL = Curve(-0.4, 0.6)
FITTED = [name for name in catalogue.names() if (ROOT / "cext" / "games" / name / corrections.FILE).exists()]


def fitting() -> dict[str, Any]:
    """A file for the template's two seats."""
    table = {
        "seats": 2,
        "rounds": [1, 5],
        "shifts": [-0.4, 0.0],
        "slopes": [0.6, 1.0],
        "provenance": {"a": 1},
    }
    return signed({"format": 1, "game": "_template", "components": FACE.components.hash, "tables": [table]})


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_corrected_chances_add_up_and_keep_their_order(seats: int) -> None:
    raw = [
        [own, *[(1 - own) * k / sum(range(1, seats)) for k in range(1, seats)]]
        for own in (0, 0.1, 0.5, 0.9, 1)
    ]
    told = [CAREFUL.chances(0, chances) for chances in raw]
    assert all(sum(chances) == pytest.approx(1) for chances in told)
    assert all(0 < chances[0] < 1 for chances in told)
    assert all(before[0] < after[0] for before, after in pairwise(told))
    others = CAREFUL.chances(0, raw[1])[1:]
    assert [one / sum(others) for one in others] == pytest.approx([one / 0.9 for one in raw[1][1:]])


def test_a_curve_does_what_it_says() -> None:
    assert Curve(0.0, 1.0).chances(1, [0.3, 0.7]) == (0.3, 0.7)
    assert Curve(0.0, 0.5).chance(0.5) == pytest.approx(0.5)
    assert Curve(1.0, 1.0).chance(0.5) == pytest.approx(0.731, abs=0.001)
    assert 0.6 < Curve(0.0, 0.5).chance(0.8) < 0.7


def test_errors_grow_and_shrink_with_the_curve() -> None:
    step = 1e-4
    for chance in (0.05, 0.5, 0.9):
        slope = (CAREFUL.chance(chance + step) - CAREFUL.chance(chance - step)) / (2 * step)
        assert CAREFUL.error(chance, 0.02) == pytest.approx(0.02 * slope, rel=1e-4)
    assert AS_IT_IS.error(1.0, 0.02) == 0.02


def test_between_rounds_curves_are_interpolated() -> None:
    known = read(fitting(), FACE)[2]
    assert known.at(0) == known.at(1) == Curve(-0.4, 0.6)
    assert known.at(3).shift == pytest.approx(-0.2)
    assert known.at(3).slope == pytest.approx(0.8)
    assert known.at(5) == known.at(99) == Curve(0.0, 1.0)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"format": 2}, "format"),
        ({"game": "royals"}, "game"),
        ({"components": "0" * 16}, "components"),
        ({"tables": []}, "tables"),
        ({"more": 1}, "more"),
        ({"tables.seats": 3}, "tables[0].seats"),
        ({"tables.rounds": [5, 1]}, "tables[0].rounds[1]"),
        ({"tables.shifts": [0.0]}, "tables[0].shifts"),
        ({"tables.shifts": [0.0, 11.0]}, "tables[0].shifts[1]"),
        ({"tables.slopes": [0.0, 1.0]}, "tables[0].slopes[0]"),
        ({"tables.slopes": [float("nan"), 1.0]}, "tables[0].slopes[0]"),
        ({"tables.provenance": None}, "tables[0].provenance"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_the_field(change: dict[str, Any], path: str) -> None:
    data = deepcopy(fitting())
    for name, value in change.items():
        place = data["tables"][0] if name.startswith("tables.") else data
        place[name.rpartition(".")[2]] = value
    with pytest.raises(InvalidInput) as refused:
        read(signed(data), FACE)
    assert refused.value.path == path


def test_a_file_changed_by_hand_is_refused() -> None:
    data = fitting()
    data["tables"][0]["shifts"][0] = -0.3
    with pytest.raises(InvalidInput, match="changed by hand"):
        read(data, FACE)


def test_a_shipped_file_that_is_refused_corrects_nothing_and_says_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(corrections, "FORMAT", 99)
    with caplog.at_level(logging.WARNING):
        assert corrections._shipped.__wrapped__(FITTED[0]) == {}
    assert (
        f"{FITTED[0]}: winning chances are not corrected: chances.json: format: must be 99, not 1"
        in caplog.text
    )


@pytest.mark.parametrize("name", FITTED)
def test_shipped_files_are_read_and_better_than_nothing(name: str) -> None:
    data = json.loads((ROOT / "cext" / "games" / name / corrections.FILE).read_text(encoding="utf-8"))
    for seats, known in read(data, catalogue.face(name)).items():
        assert Game(name, seats).correction == known
        tried = known.provenance["held_out"]
        assert tried["games"] >= 300
        assert tried["after"]["brier"] < tried["before"]["brier"] < tried["brier_constant"]
        assert tried["after"]["calibration_error"] <= 0.03


def test_only_the_game_that_was_measured_is_corrected() -> None:
    assert Game("verraeter", 3).correction
    assert Game("_template").correction is None
    assert Game("verraeter", 3, {"ring_layout": "shuffled"}).correction
    assert Game("verraeter", 3, {"d5_turns_when_unanimous": False}).correction is None
    steep = Game("verraeter", 3).components.data | {"name": "other"}
    assert Game("verraeter", 3, components=Components(steep, "other")).correction is None


def test_hints_tell_corrected_chances_and_choose_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same search, told twice: only the chances and their errors differ, and in the same order."""
    game = Game("_template", options={"rounds": 5})
    state = game.new(3)
    seat = state.actor
    assert seat is not None
    view = state.view(seat)
    raw = suggest(view, Budget(iterations=300), seed=1)
    known = Correction(((0, CAREFUL),), {})
    monkeypatch.setitem(game.__dict__, "correction", known)
    monkeypatch.delitem(view.__dict__, "curve")
    told = suggest(view, Budget(iterations=300), seed=1)
    assert suggest(view, Budget(iterations=300), seed=1, corrected=False).alternatives == raw.alternatives
    assert told.move == raw.move
    for before, after in zip(raw.alternatives, told.alternatives, strict=True):
        assert after.win_probability == CAREFUL.chances(seat, before.win_probability)
        assert after.win_error == CAREFUL.error(before.win_probability[seat], before.win_error)
        assert (after.visits, after.expected_score, after.uncertainty) == (
            before.visits,
            before.expected_score,
            before.uncertainty,
        )
    for plan, same in zip(raw.plans, told.plans, strict=True):
        assert same.win_probability == CAREFUL.chance(plan.win_probability)
    seen, looked = (outlook(view, 300, 1, corrected=corrected) for corrected in (False, True))
    assert looked.win_probability == CAREFUL.chances(seat, seen.win_probability)
    assert looked.error == CAREFUL.error(seen.win_probability[seat], seen.error)
