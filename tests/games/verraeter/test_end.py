"""End of the game (V-5) and the rulings that no other test covers (V-7)."""

from __future__ import annotations

import pytest
from games.verraeter.table import RING_X, Table, fight


def last_land(**fields: object) -> Table:
    """All lands are Rose but the one at position 0, which is about to be lost."""
    ring = RING_X.replace("-E", "-R").replace("FLU-R", "FLU-E", 1)
    position = {"ring": ring, "kept": ["B", "S", "F", "D2"], "houses": "ERRR"}
    return fight(**(position | fields))


def test_game_ends_after_the_last_round() -> None:
    """V-5.1"""
    assert fight(round=8, kept=["F", "S", "D5", "D2"]).play("stop").now == "over"
    assert fight(round=7, kept=["F", "S", "D5", "D2"]).play("stop").now == "site"
    assert fight(3, round=8, kept=["F", "S", "D5"]).play("stop").now == "site"
    assert fight(3, round=9, kept=["F", "S", "D5"]).play("stop").now == "over"


def test_early_end_is_after_drawing() -> None:
    """V-5.2, V-7.18: the Builder still builds and cards are still drawn in that round."""
    table = last_land(round=6, kept=["F", "B", "S", "D2"]).play("stop")
    assert table.rose == 0xFFF
    assert table.now == "build"
    table.play("office", "@0")
    assert table.now == "over"
    assert table.hand_size[0] == 3  # the Farmer has drawn
    assert table.round == 6


def test_final_scoring_uses_hands_after_drawing() -> None:
    """V-5.3: offices count whatever the house of their land; one office drawn up to three cards is worth three."""
    table = fight(
        round=8, kept=["F", "S", "D5", "D2"], estates=[[6], [3], [4], [7]], offices=[[1], [], [], []]
    )
    before = table.score[0]
    table.play("stop")
    assert table.hand_size[0] == 3
    assert table.score[0] - before == 3


def test_most_points_win() -> None:
    """V-5.4, V-5.5, V-7.19: equal points share the victory and the better rank."""
    table = fight(round=8, kept=["F", "D2", "D5", "B"], houses="RREE", score=[0, 5, 9, 9]).play(
        "stop", "nothing"
    )
    assert table.score == [4, 9, 9, 9]  # Rose takes the Fluss: 4 each
    result = table.state.result
    assert result.ranks == (4, 1, 1, 1)
    assert result.win_shares == pytest.approx((0, 1 / 3, 1 / 3, 1 / 3))
    table.set(score=[9, 9, 3, 2])
    assert table.state.result.ranks == (1, 1, 3, 4)


def test_unanimous_conflict_without_the_2008_rule() -> None:
    """V-7.15: played normally; all four share the fourth column."""
    table = fight(houses="RRRR", kept=["B", "S", "F", "D2"], with_options={"edition": "1998"}).play("stop")
    assert table.score == [2, 4, 2, 2]
    assert table.figures.vp[2][3] == 2


def test_traitor_must_switch() -> None:
    """V-7.21: there is no decision between the last supply turn and the conflict."""
    table = fight(kept=["T", "S", "F", "D2"]).play("stop")
    assert table.house[0] == 1
    assert table.now == "site"


def test_names_and_numbers_of_phases() -> None:
    """V-7.1, V-7.20: German lands under English names; a new round is no phase of its own."""
    table = fight()
    assert {land["land"] for land in table.view(0)["ring"]} == {
        "wasteland",
        "meadow",
        "river",
        "woods",
        "village",
        "city",
    }
    assert table.play("stop", "nothing").now == "site"
