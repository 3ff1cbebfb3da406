"""Building, drawing and the end of a round: phases 7 to 13 (V-4.7 to V-4.13)."""

from __future__ import annotations

from typing import Any

import pytest
from games.verraeter.table import Table, fight

from eminence.cext.core.errors import InvalidInput


def drawing(seats: int = 4, **fields: Any) -> Table:
    """A table whose Builder has nothing left to do but say so; playing `nothing` starts the drawing."""
    fields = {"kept": ["B", "S", "T", "D5"][:seats], "hands": [[] for _ in range(seats - 1)] + [[2]]} | fields
    table = fight(seats, **fields)
    while table.now == "supply":
        table.play("stop")
    return table


# ---- phase 7


def test_builder_may_place_turn_or_do_nothing() -> None:
    """V-4.7.1, V-4.7.4, V-7.17: one of these, none is forced."""
    table = fight(kept=["F", "B", "S", "D2"]).play("stop")
    assert (table.now, table.actor) == ("build", 1)
    assert table.options == ["nothing", "estate", "office", "turn"]
    assert table.play("nothing").now == "site"


@pytest.mark.parametrize(("text", "places"), [("estate", "estates"), ("office", "offices")])
def test_placing_either_side(text: str, places: str) -> None:
    """V-4.7.1, V-4.7.3, V-7.16: under any free land, of either house, the land just fought over included."""
    table = fight(kept=["F", "B", "S", "D2"]).play("stop", text)
    assert table.now == "build_site"
    assert table.options == ["@0", "@1", "@2", "@5", "@8", "@9", "@10", "@11"]
    table.play("@1")
    assert getattr(table, places)[1] & 1 << 1


def test_turning_a_single_building_is_carried_out_at_once() -> None:
    """V-4.7.4, V-4.0.1"""
    table = fight(kept=["F", "B", "S", "D2"]).play("stop", "turn")
    assert table.now == "site"
    assert (table.estates[1], table.offices[1]) == (0, 1 << 3)


def test_never_three_offices() -> None:
    """V-4.7.2, V-2.5, V-8.9: with two offices only these can be turned; three estates are fine."""
    full = fight(kept=["F", "B", "S", "D2"], estates=[[6], [3], [4], [7]], offices=[[], [1, 2], [], []]).play(
        "stop"
    )
    assert full.options == ["nothing", "turn"]
    assert full.play("turn").options == ["@1", "@2"]
    two = fight(kept=["F", "B", "S", "D2"], estates=[[6], [], [4], [7]], offices=[[], [1, 2], [], []]).play(
        "stop"
    )
    assert two.options == ["nothing", "estate", "turn"]
    two.play("turn", "@1")
    assert (two.estates[1], two.offices[1]) == (1 << 1, 1 << 2)
    three = fight(kept=["F", "B", "S", "D2"], estates=[[6], [3, 8, 9], [4], [7]]).play("stop")
    assert three.options == ["nothing", "turn"]


def test_at_most_one_building_per_land() -> None:
    """V-2.5: a building never moves, and a land with one takes no other."""
    table = fight(kept=["F", "B", "S", "D2"]).play("stop", "estate")
    assert not {"@3", "@4", "@6", "@7"} & set(table.options)


# ---- phases 8 and 9


def test_strategist_takes_the_card() -> None:
    """V-4.8.1, V-7.8: or the holder keeps it, without points, if nobody has the Strategist."""
    assert fight(kept=["F", "D2", "S", "T"], strategist=0).play("stop").strategist == 2
    table = fight(kept=["F", "D2", "D5", "T"], strategist=0).play("stop")
    assert table.strategist == 0
    assert table.score[0] == 0
    assert table.actor == 0


def test_laid_cards_are_discarded_before_drawing() -> None:
    """V-4.9.1, V-4.10.5: so they are part of a deck reshuffled in the same round."""
    deckless = fight(kept=["F", "D5", "S", "T"], hands=[[8], [], [], []], discard=ALL_BUT_8)
    assert deckless.deck_size == 0
    deckless.play("+8")
    assert deckless.hand_size[0] == 3
    assert deckless.deck_size + sum(deckless.hand_size) == 23
    assert not any(deckless.discard)


ALL_BUT_8 = [2] * 5 + [3] * 5 + [4] * 5 + [5] * 5 + [6] * 2


# ---- phase 10


def test_farmer_draws_first() -> None:
    """V-4.10.1: then the others in order; seen by who empties the deck."""
    table = drawing(
        kept=["B", "S", "F", "D5"],
        hands=[[2], [3], [], []],
        discard=[3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 8],
        estates=[[6], [3], [4], [7]],
    )
    assert sorted(table.values(table.deck)) == [2, 2, 2, 2]
    table.play("nothing")
    assert table.hand_of(2) == [2, 2, 2]  # from the old deck
    assert table.hand_of(0) == [2, 2]  # the last old card, for his estate


@pytest.mark.parametrize(
    ("kept", "estates", "draws"),
    [
        ("F", [0, 3, 4], 3),  # estates ignored
        ("S", [3, 4, 6], 3),
        ("S", [3, 7], 1),  # 7 belongs to the other house
        ("D2", [7], 1),  # without any estate of his house too
        ("D2", [3, 4], 3),
        ("D2", [3, 4, 6], 3),  # capped
        ("S", [7], 0),
    ],
)
def test_entitlement(kept: str, estates: list[int], draws: int) -> None:
    """V-4.10.2, V-4.10.6, V-7.9, V-7.12"""
    others = [card for card in ("B", "T", "D5") if card != kept]
    table = drawing(kept=[others[0], others[1], kept, others[2]], estates=[[8], [9], estates, [5]])
    table.play("nothing")
    assert table.hand_size[2] == draws


def test_income_counts_lands_and_houses_as_they_are_now() -> None:
    """V-4.10.2: land after phase 6, house after phase 4, estate after phase 7; offices give nothing."""
    turned = drawing(kept=["B", "S", "F", "D5"], estates=[[8], [0], [4], [9]]).play("nothing")
    assert turned.hand_size[1] == 1  # the Fluss has just become Rose, and so is he
    traitor = drawing(kept=["B", "T", "F", "D5"], estates=[[8], [5], [4], [9]]).play("nothing")
    assert traitor.hand_size[1] == 0  # he has left the Rose, where his estate is
    built = drawing(kept=["B", "S", "F", "D5"]).play("estate", "@10")
    assert built.hand_size[0] == 2
    office = drawing(kept=["B", "S", "F", "D5"]).play("turn")
    assert office.hand_size[0] == 0


def at_limit(hand: list[int], estates: list[int]) -> Table:
    """Seat 0 (Eagle) is about to draw with this hand."""
    table = drawing(
        kept=["B", "S", "F", "D5"], hands=[hand, [], [], []], estates=[estates, [8], [4], [9]], start=0
    )
    return table.play("nothing")


def test_hand_limit_bites() -> None:
    """V-4.10.3, V-7.10, V-7.11: discard 0 to x first, then draw up to five; no refusing within the limit."""
    assert at_limit([2, 3, 4], [3, 4]).hand_size[0] == 5
    table = at_limit([2, 3, 4, 5], [3, 6, 10])  # x = 2
    assert (table.now, table.actor, table.excess) == ("discard", 0, 2)
    assert table.options == ["stop", "-2", "-3", "-4", "-5"]
    kept = table.state.play("stop")
    assert kept.view(0).data["players"][0]["hand_size"] == 5
    table.play("-4", "-2")  # ends by itself after x discards
    assert table.now == "site"
    assert table.hand_size[0] == 5
    assert sorted(table.values(table.discard)) == [2, 4]


def test_farmer_is_bound_by_the_limit() -> None:
    """V-7.10"""
    table = drawing(kept=["B", "S", "F", "D5"], hands=[[], [], [2, 3, 4, 5], []]).play("nothing")
    assert (table.now, table.actor, table.excess) == ("discard", 2, 2)


def test_discards_never_rise() -> None:
    """V-4.10.4: and end when no card up to the last one is left; nothing happens with N = 0."""
    table = at_limit([3, 4, 4, 5, 5], [3, 6]).play("-4")
    assert table.options == ["stop", "-3", "-4"]
    table.play("-3")
    assert table.now == "site"
    forced = at_limit([3, 4, 5, 5, 6], [3, 6]).play("-3")
    assert (forced.now, forced.hand_size[0]) == ("site", 5)
    assert at_limit([2, 3, 4, 5, 6], [7]).now == "site"


def test_a_drawing_turn_is_completed_first() -> None:
    """V-4.10.4: the next seat draws only after the discards and draws of the one before."""
    table = at_limit([2, 3, 4, 5, 6], [3, 6])
    assert table.hand_size[2] == 3  # the Farmer has drawn
    assert table.hand_size[1] == table.hand_size[3] == 0


def test_reshuffle_in_the_middle_of_a_draw() -> None:
    """V-4.10.5, V-7.13: lazily, with this round's laid cards and his own discards; an empty deck stays empty."""
    discard = [2] * 4 + [3] * 5 + [4] * 4 + [5] * 4
    table = drawing(
        kept=["B", "S", "T", "D5"],
        hands=[[4, 5, 6, 8], [], [], []],
        discard=discard,
        estates=[[3, 6], [10], [11], [4]],
    )
    assert table.values(table.deck) == [2, 6]
    table.play("nothing")
    assert (table.now, table.excess) == ("discard", 1)
    table.play("-8")
    assert table.deck_size == 0
    assert table.values(table.discard) == sorted([*discard, 8])
    assert table.now == "site"


def test_reshuffle_includes_own_discards() -> None:
    """V-4.10.5"""
    discard = [2] * 5 + [3] * 5 + [4] * 4 + [5] * 4
    table = drawing(
        kept=["B", "S", "T", "D5"],
        hands=[[4, 5, 6, 8], [], [], []],
        discard=discard,
        estates=[[3, 6], [10], [11], [4]],
    )
    table.play("nothing", "-8")
    assert not any(table.discard)
    assert table.fresh == table.kinds([*discard, 8])


# ---- phases 11 to 13


def test_next_round() -> None:
    """V-4.11.1, V-4.12.1, V-4.13.1"""
    table = drawing()
    revealed = table.kept
    table.play("nothing")
    assert not any(player["has_action"] for player in table.view(0)["players"])
    assert table.kept == revealed  # all remember them until the next draft
    assert table.start == 1
    assert (table.round, table.now, table.actor) == (3, "site", table.strategist)
    assert "border" not in table.view(0)
    assert table.play(table.options[0]).kept == [0, 0, 0, 0]


def test_start_player_may_hold_the_strategy_card() -> None:
    """V-4.12.1"""
    table = drawing().play("nothing")
    assert table.start == table.strategist == 1


def test_final_round_ends_after_drawing() -> None:
    """V-4.13.2: Start player, round and action cards stay; the Strategy card has moved."""
    table = drawing(round=8, kept=["B", "F", "S", "D5"]).play("nothing")
    assert table.now == "over"
    assert (table.start, table.round, table.strategist) == (0, 8, 2)
    assert all(table.kept)


def test_last_rounds_cards_are_remembered_by_all_or_by_none() -> None:
    """V-4.11.1: a front-end without memory may leave them out."""
    table = drawing().play("nothing")
    view = table.view(0)
    del view["players"][1]["action"]
    with pytest.raises(InvalidInput, match="for all seats or for none"):
        table.game.view(view)
    for player in view["players"]:
        player.pop("action", None)
    assert "action" not in table.game.view(view).data["players"][0]
