"""Sections 4.6 to 4.8: region scoring, bonuses, cleanup, and what is collected from the rule book's boxes."""

from __future__ import annotations

import pytest
from games.staufer.table import Table

NOWHERE = "aachen"  # a region nobody is in


def scoring(seats: int = 4, region: str = "milano", **options: object) -> Table:
    """A table about to score one region by its A tile; the B tile says the king's region, where nobody is."""
    return Table(seats, **options).row(region)


# ---- 4.6.1 to 4.6.4: which regions, in which order


def test_a_region_then_b_region() -> None:
    """S-4.6.1, S-4.6.4: Palermo by its tile, Nijmegen as the king's region."""
    table = scoring(region="palermo").put(1, "pal2").put(2, "nij2")
    table.tile("palermo", [7, 4, 1]).tile("nijmegen", [8, 5, 2])
    after = table.end_round()
    assert after.points(1) == 7 + 3
    assert after.points(2) == 8


def test_fewest_chests() -> None:
    """S-4.6.1, S-7.15: all chests count, several under one office and those under kept figures too."""
    table = Table().row("milano", "fewest_chests").put(1, "str2").tile("strasbourg", [9, 6, 3])
    for region in ("nij", "str", "pal", "aac", "aug", "mil"):
        table.under(f"{region}3", "brown")
    table.under("nij2", "violet", "violet")
    table.under("str2").under("str3", "brown", "violet")
    for region in ("pal", "aac", "aug", "mil"):
        table.under(f"{region}2", "violet", "keep_figure")
    assert table.end_round().points(1) == 9


def test_most_figures() -> None:
    """S-4.6.1, S-7.9: nobles count 1, a doubly occupied office 2."""
    table = Table(privileges=[2, 3, 4, 5, 6]).row(NOWHERE, "most_figures").privilege(2, 2)
    table.put(1, "str1", "N").put(1, "str2", "N")
    table.put(2, "pal2").put(2, "pal3").put(2, "pal3", slot=1).tile("palermo", [8, 5, 2])
    after = table.end_round()
    assert after.points(1) == 0
    assert after.points(2) == 8 + 3


@pytest.mark.parametrize(("king", "winner"), [(0, 1), (2, 1), (3, 2), (4, 2), (5, 1)])
def test_ties_of_the_second_region_go_clockwise(king: int, winner: int) -> None:
    """S-4.6.2: from the king's region, itself first: Palermo (2) and Augsburg (4) tie."""
    table = Table().row("nijmegen", "most_figures")
    table.record["king"] = king
    table.put(1, "pal2").put(2, "aug2")
    after = table.end_round()
    assert [seat for seat in (1, 2) if after.points(seat)] == [winner]


def test_v25_region_named_twice() -> None:
    """V25; S-4.6.3, S-4.8.10: scored once, cleared and refilled once."""
    table = Table().row("nijmegen", "kings_region").put(1, "nij2").tile("nijmegen", [7, 4, 1])
    after = table.end_round()
    assert after.points(1) == 7
    assert [len(after.pile_under(f"nij{i}")) for i in range(1, 6)] == [1] * 5


def test_second_region_is_fixed_before_the_first_is_scored() -> None:
    """S-4.6.1, S-7.20, S-4.8.9: chests of the A bonus are no reason to look again: both stay as found at the start."""
    table = Table().row("augsburg", "fewest_chests").put(1, "aug2")
    for position, region in enumerate(("nij", "str", "pal", "aac", "mil")):
        table.under(f"{region}2", *["brown"] * (1 + position % 2))
    table.under("aug3", "violet", "violet")
    asked = table.end_round()
    assert asked.phase == "revealed_chest"
    assert asked.record["scored"] == [1 + 1, 1 + 3]  # Augsburg, then Nijmegen with one chest


def test_gains_of_the_first_region_count_in_the_second() -> None:
    """S-4.6.4: privilege 15 bought with the Augsburg chest pays in the king's region."""
    table = (
        Table(privileges=[2, 3, 14, 15, 16]).row("augsburg").put(1, "aug2").put(1, "nij2").own(1, "violet")
    )
    table.tile("augsburg", [7, 4, 1]).tile("nijmegen", [7, 4, 1])
    asked = table.draw_only("violet", "violet").end_round()
    assert (asked.phase, asked.actor) == ("privilege", 1)
    assert asked.play("p15").points(1) == 7 + 7 + 2


# ---- 4.6.5 ranking


def test_v8_ranking() -> None:
    """V8; S-4.6.5."""
    assert Table().put(2, "nij2").put(2, "nij3").put(0, "nij4").ranking("nijmegen") == [2, 0]


def test_v9_tie_by_the_leftmost_figure() -> None:
    """V9; S-4.6.5, S-4.6.6, S-2.4.3: weights 2/2/1, the seat further left is first; bonus 2 and 1 envoys."""
    table = scoring(region="strasbourg").tile("strasbourg", [7, 4, 1])
    table.put(3, "str2").put(3, "str5").put(1, "str3", "N").put(0, "str4")
    assert table.ranking("strasbourg") == [3, 1, 0]
    after = table.end_round()
    assert [after.points(seat) for seat in range(4)] == [1, 4, 0, 7]
    assert [after.court_of(seat)[0] for seat in range(4)] == [4, 5, 4, 6]


def test_doubly_occupied_office_left_slot_first() -> None:
    """S-4.6.5: within one office the left slot is further left."""
    table = Table(privileges=[2, 3, 4, 5, 6]).put(1, "nij3").put(2, "nij3", slot=1)
    assert table.ranking("nijmegen") == [1, 2]
    table.put(3, "nij4")
    assert table.ranking("nijmegen") == [1, 2, 3]


def test_payment_area_does_not_count() -> None:
    """S-4.6.5, S-4.8.11."""
    assert Table().pay(1, "milano", 5).put(2, "mil5").ranking("milano") == [2]


# ---- 4.6.6 and 4.6.7 points


@pytest.mark.parametrize(("seats", "points"), [(2, [9, 0]), (3, [9, 7, 0]), (4, [9, 7, 5, 0])])
def test_tile_points_by_seats(seats: int, points: list[int]) -> None:
    """S-4.6.6, S-7.3: third place from four seats on, second from three on."""
    table = scoring(seats, "strasbourg")
    table.record["tile"][5] = 5
    for seat in range(min(seats, 3)):
        table.put(seat, f"str{seat + 1}", "N")
    after = table.end_round()
    assert [after.points(seat) for seat in range(seats)] == points[:seats]


def test_second_place_of_two_may_score() -> None:
    """S-4.6.6, S-1.8, S-7.3: the option gives the second number of the 3-seat column."""
    table = scoring(2, "strasbourg", two_player_second_scores_tile=True)
    table.record["tile"][5] = 5
    after = table.put(0, "str2").put(1, "str3").end_round()
    assert [after.points(0), after.points(1)] == [9, 7]


def test_low_number_of_tile_t1() -> None:
    """S-1.7, S-7.2: 1 or 3 for the third of T1."""
    for option, third in ((None, 1), (1, 1), (3, 3)):
        table = scoring(4, "strasbourg", score_tile_low=option)
        table.record["tile"][5] = 0
        after = table.put(0, "str2").put(1, "str3").put(2, "str4").end_round()
        assert after.points(2) == third


@pytest.mark.parametrize(("seats", "points"), [(2, [3, 0]), (3, [3, 2, 1]), (4, [3, 2, 1])])
def test_privilege_14(seats: int, points: list[int]) -> None:
    """S-4.6.7: 3/2/1 by rank, the third also with three seats; with two only the first."""
    table = scoring(seats, "strasbourg", privileges=[2, 3, 14, 15, 16])
    plain = scoring(seats, "strasbourg", privileges=[2, 3, 14, 15, 16])
    for seat in range(len(points)):
        table.put(seat, f"str{seat + 1}", "N").privilege(seat, 14)
        plain.put(seat, f"str{seat + 1}", "N")
    after, before = table.end_round(), plain.end_round()
    assert [after.points(s) - before.points(s) for s in range(len(points))] == points


def test_privilege_15() -> None:
    """S-4.6.7: 2 points in each scored region with an own figure, at any rank."""
    table = scoring(5, "strasbourg", privileges=[2, 3, 14, 15, 16]).privilege(4, 15).put(4, "nij2")
    for seat in range(4):
        table.put(seat, f"str{seat + 1}", "N")
    table.put(4, "str5").tile("nijmegen", [7, 4, 1])
    assert table.end_round().points(4) == 2 + 2 + 7


def test_absent_seats_get_nothing() -> None:
    """S-4.6.6, S-4.8.12."""
    after = scoring(region="milano").put(1, "mil2").end_round()
    assert [after.points(seat) for seat in (0, 2, 3)] == [0, 0, 0]


# ---- 4.6.8 bonuses


def test_augsburg() -> None:
    """S-2.4.1, S-4.6.8: two chests; the first chooses and resolves, the second gets the other."""
    table = scoring(region="augsburg").put(2, "aug2").put(1, "aug3")
    table.draw_only("brown", "keep_figure")
    asked = table.end_round()
    assert (asked.phase, asked.actor) == ("revealed_chest", 2)
    assert asked.moves == ["chest:keep_figure", "chest:brown"]
    after = asked.play("chest:brown")
    assert after.chests(2) == {"brown": 1}
    assert after.chests(1) == {"keep_figure": 1}


def test_augsburg_with_two_seats() -> None:
    """S-7.4: the second place gets its chest with two seats too."""
    table = scoring(2, "augsburg").put(0, "aug2").put(1, "aug3").draw_only("brown", "brown")
    after = table.end_round()
    assert after.chests(0) == after.chests(1) == {"brown": 1}


def test_augsburg_without_a_second() -> None:
    """S-4.6.8, S-7.30: the other chest is discarded."""
    table = scoring(region="augsburg").put(2, "aug2").draw_only("brown", "violet")
    asked = table.row("augsburg", number=5).end_round()
    after = asked.play("chest:brown")
    assert after.chests(2) == {"brown": 1}
    assert after.discards() == {"violet": 1}


def test_aachen() -> None:
    """S-2.4.2, S-4.6.8: as many chests as seats; in rank order; the rest is discarded."""
    table = scoring(region="aachen").put(2, "aac1", "N").put(0, "aac2").put(3, "aac3")
    table.draw_only("brown", "keep_figure", "violet", "no_movement").row("aachen", number=5)
    asked = table.end_round()
    assert (asked.actor, len(asked.moves)) == (2, 4)
    asked = asked.play("chest:violet")
    assert (asked.actor, len(asked.moves)) == (0, 3)
    asked = asked.play("chest:brown")
    assert (asked.actor, len(asked.moves)) == (3, 2)
    after = asked.play("chest:keep_figure")
    assert after.discards() == {"no_movement": 1}


def test_too_few_chests_for_the_bonus() -> None:
    """S-4.6.8, S-7.10: as many as there are; whoever comes later gets none."""
    table = scoring(region="aachen").put(2, "aac1", "N").put(0, "aac2").draw_only("brown")
    after = table.row("aachen", number=5).end_round()
    assert after.chests(2) == {"brown": 1}
    assert after.chests(0) == {}


def test_empty_region_reveals_nothing() -> None:
    """S-4.6.8, S-7.19."""
    table = scoring(region="aachen").draw_only("brown", "brown").row("aachen", number=5)
    assert table.end_round().record["drawable"] == 2


def test_exchange_outside_ones_own_turn() -> None:
    """S-4.1.6, S-6.5: a violet chest from a bonus asks its taker at once, before the next one takes."""
    table = scoring(region="aachen").put(2, "aac1", "N").put(0, "aac2").own(2, "violet")
    asked = table.draw_only("violet", "violet", "violet", "violet").end_round()
    assert (asked.phase, asked.actor) == ("privilege", 2)
    assert asked.chests(0) == {}
    assert asked.play("pass").chests(0) == {"violet": 1}


def test_orange_bonus_chest_with_shortage() -> None:
    """S-4.6.8, S-4.9.2: the source of an envoy is asked for outside one's turn too."""
    table = scoring(region="augsburg").put(2, "aug2").draw_only("envoys_1", "envoys_1")
    table.court(2, 4, 1).pay(2, "milano", 5).pay(2, "palermo", 5)
    asked = table.end_round()
    assert (asked.phase, asked.actor) == ("source", 2)


def test_strasbourg() -> None:
    """S-2.4.3: 2 envoys and 1, also with two seats."""
    after = scoring(2, "strasbourg").put(1, "str2").put(0, "str3").end_round()
    assert after.court_of(1)[0] == 6
    assert after.court_of(0)[0] == 4 + 1 + 1  # and one from the supply space of the last turn


def test_nijmegen() -> None:
    """S-2.4.4: one envoy for everybody present."""
    after = scoring(region="nijmegen").put(1, "nij2").put(2, "nij3").put(3, "nij4").end_round()
    assert [after.court_of(seat)[0] for seat in range(4)] == [4, 5, 5, 5]


def test_palermo() -> None:
    """S-2.4.5: 3 points and 1, also with two seats."""
    table = scoring(2, "palermo").put(1, "pal2").put(0, "pal3")
    table.record["tile"][4] = 0
    after = table.end_round()
    assert (after.points(1), after.points(0)) == (7 + 3, 1)


def test_milano() -> None:
    """S-2.4.6: 2 points for everybody present."""
    table = scoring(5, "milano").tile("milano", [7, 4, 1])
    for seat in range(5):
        table.put(seat, f"mil{seat + 1}", "N")
    after = table.end_round()
    assert [after.points(seat) for seat in range(5)] == [9, 6, 3, 2, 2]


# ---- 4.7 cleanup


def test_v10_offices_are_cleared() -> None:
    """V10; S-4.7.1."""
    table = scoring(region="strasbourg").put(3, "str2").put(3, "str5").put(1, "str3", "N").put(0, "str4")
    before = [table.province_of(seat) for seat in range(4)]
    after = table.end_round()
    assert all(after.standing(f"str{i}") == [] for i in range(1, 6))
    assert after.province_of(3) == (before[3][0] + 2 - 2, before[3][1])  # two home, two won
    assert after.province_of(1) == (before[1][0] - 1, before[1][1] + 1)
    assert after.province_of(0) == (before[0][0] + 1, before[0][1])


def test_other_regions_keep_their_figures() -> None:
    """S-4.7.1: only scored regions are cleared."""
    after = scoring(region="strasbourg").put(1, "mil2").end_round()
    assert after.standing("mil2") == ["E1"]


def test_privilege_13() -> None:
    """S-4.7.1: figures come to the court."""
    after = scoring(region="milano").privilege(1, 13).put(1, "mil2").put(1, "mil1", "N").end_round()
    assert after.court_of(1) == (5, 2)


def test_keep_figure() -> None:
    """S-4.7.1, S-4.5.4: one figure stays for each chest, which is discarded."""
    table = (
        scoring(region="milano")
        .own(1, "keep_figure", "keep_figure")
        .put(1, "mil2")
        .put(1, "mil3")
        .put(1, "mil4")
    )
    asked = table.end_round()
    assert (asked.phase, asked.actor) == ("kept_figure", 1)
    assert asked.moves == ["pass", "keep:mil2", "keep:mil3", "keep:mil4"]
    again = asked.play("keep:mil3")
    assert again.moves == ["pass", "keep:mil4"]
    after = again.play("pass")
    assert after.standing("mil3") == ["E1"]
    assert after.standing("mil2") == after.standing("mil4") == []
    assert after.chests(1) == {"keep_figure": 1}
    assert after.discards() == {"keep_figure": 1}


def test_order_of_keepers() -> None:
    """S-4.7.1: A region then B region, within a region from the start player on."""
    table = scoring(region="milano", start_player=2).put(1, "mil2").put(3, "mil3").put(1, "nij2")
    asked = table.own(1, "keep_figure").own(3, "keep_figure").end_round()
    assert (asked.actor, asked.moves) == (3, ["pass", "keep:mil3"])
    asked = asked.play("pass")
    assert (asked.actor, asked.moves) == (1, ["pass", "keep:mil2"])
    asked = asked.play("pass")
    assert (asked.actor, asked.moves) == (1, ["pass", "keep:nij2"])
    assert asked.play("pass").phase == "action"


def test_twins_on_one_office() -> None:
    """S-4.7.1: of two alike figures the right one is offered only when the left one was kept."""
    table = (
        scoring(region="milano", privileges=[2, 3, 4, 5, 6])
        .privilege(1, 3)
        .own(1, "keep_figure", "keep_figure")
    )
    asked = table.put(1, "mil2").put(1, "mil2", slot=1).put(1, "mil3").end_round()
    assert asked.moves == ["pass", "keep:mil2", "keep:mil3"]
    assert asked.play("keep:mil2").moves == ["pass", "keep:mil2r", "keep:mil3"]
    after = asked.play("keep:mil2", "keep:mil2r")
    assert after.standing("mil2") == ["E1", "E1"]


def test_different_figures_on_one_office() -> None:
    """S-4.7.1: envoy and noble are offered both; a kept right figure moves to the left."""
    table = scoring(region="milano", privileges=[2, 3, 4, 5, 6]).privilege(1, 2).own(1, "keep_figure")
    asked = table.put(1, "mil2").put(1, "mil2", "N", slot=1).end_round()
    assert asked.moves == ["pass", "keep:mil2", "keep:mil2r"]
    after = asked.play("keep:mil2r")
    assert after.standing("mil2") == ["N1"]
    assert after.record["noble"][1] == 0


def test_every_selection_of_kept_figures_once() -> None:
    """S-4.7.1: all sets of at most three of five figures, each by one way only."""
    table = scoring(region="milano", privileges=[2, 3, 4, 5, 6]).privilege(1, 2, 3)
    table.own(1, *["keep_figure"] * 3).put(1, "mil2").put(1, "mil2", slot=1).put(1, "mil3")
    asked = table.put(1, "mil3", "N", slot=1).put(1, "mil5").end_round()

    def walk(at: Table) -> list[tuple[int, ...]]:
        if at.phase != "kept_figure":
            return [(*at.record["own"][1], *at.record["noble"])]
        return [end for text in at.moves for end in walk(at.play(text))]

    ends = walk(asked)
    assert len(ends) == len(set(ends))
    # 0..2 alike figures on mil2, any of the two different ones on mil3, mil5 or not; at most three in all
    expected = sum(
        1 for a in range(3) for b in range(2) for c in range(2) for d in range(2) if a + b + c + d <= 3
    )
    assert len(ends) == expected


def test_keep_figure_won_in_a_bonus_serves_at_once() -> None:
    """S-4.5.5: in the cleanup of the same round."""
    table = scoring(region="augsburg").put(1, "aug2").draw_only(*["keep_figure"] * 30)
    asked = table.end_round()
    assert (asked.phase, asked.actor) == ("kept_figure", 1)


def test_v11_refill() -> None:
    """V11; S-4.7.2: one more chest under every office of the scored region and every supply space."""
    table = scoring(region="strasbourg").under("str5", "brown").supply(3, "brown")
    after = table.end_round()
    assert [len(after.pile_under(f"str{i}")) for i in range(1, 6)] == [1, 1, 1, 1, 2]
    assert [len(after.pile_at(i)) for i in range(5)] == [1, 1, 1, 2, 1]
    assert after.pile_under("mil2") == []


def test_refill_under_a_kept_figure() -> None:
    """S-4.7.2, S-7.15: the office gets its chest; who stands there does not get it."""
    table = scoring(region="milano").own(1, "keep_figure").put(1, "mil2")
    after = table.end_round().play("keep:mil2")
    assert len(after.pile_under("mil2")) == 1
    assert after.chests(1) == {}


def test_refill_stops_when_no_chest_is_left() -> None:
    """S-4.7.2, S-7.10: in the stated order: A region left to right, B region, supply spaces."""
    table = scoring(region="milano").draw_only(*["brown"] * 4, discards=("violet",) * 4)
    after = table.end_round()
    assert [len(after.pile_under(f"mil{i}")) for i in range(1, 6)] == [1] * 5
    assert [len(after.pile_under(f"nij{i}")) for i in range(1, 6)] == [1, 1, 1, 0, 0]
    assert [after.pile_at(i) for i in range(5)] == [[]] * 5
    assert after.pile_under("mil4") == ["brown"]
    assert after.pile_under("mil5") == ["violet"]  # after the reshuffle


def test_v12_the_kings_way() -> None:
    """V12; S-4.7.3: figures come home from every region he enters, not from the one he leaves."""
    table = scoring(region="milano").row("milano", steps=3).court(0, 4, 1)
    for region in ("nijmegen", "strasbourg", "palermo", "aachen", "augsburg", "milano"):
        table.pay(0, region, 1)
    after = table.end_round()
    assert after.record["king"] == 3
    assert after.court_of(0) == (7, 1)
    assert [envoys for envoys, _ in after.paid(0)] == [1, 0, 0, 0, 1, 1]


def test_king_goes_around_the_ring() -> None:
    """S-4.7.3: figures on offices are not affected."""
    table = scoring(region="aachen").row("aachen", "kings_region", 2).put(1, "nij2")
    table.record["king"] = 5
    after = table.end_round()
    assert after.record["king"] == 1
    assert after.standing("nij2") == ["E1"]


def test_row_of_tiles_goes() -> None:
    """S-4.7.4, S-3.11: the next row counts; the first region of a round is that of its A tile."""
    after = scoring(region="milano").end_round()
    assert after.record["round"] == 1
    assert after.record["row_region"][0] == after.record["row_second"][0] == after.record["row_steps"][0] == 0


def test_v13_new_turn_order() -> None:
    """V13; S-4.7.5: supply track from the top, placement track from the top."""
    table = scoring(region="milano").tracks([1], [2, 0, 2], [1, 3, 3, 0, 2, 1, 0, 3])
    after = table.play("supply", "s4")
    assert after.record["order"][:12] == [2, 0, 2, 1, 3, 0, 1, 2, 0, 3, 3, 1]
    assert (after.record["supplied"], after.record["placed"]) == (0, 0)
    assert after.actor == 2


# ---- 4.8.14: the last round


def test_last_round_has_no_cleanup() -> None:
    """S-4.8.14, S-7.13: figures stay, keep-figure chests and privilege 13 have nothing to do, the king rests."""
    table = (
        scoring(region="milano").row("milano", number=5).own(1, "keep_figure").privilege(1, 13).put(1, "mil2")
    )
    after = table.end_round()
    assert after.phase == "over"
    assert after.standing("mil2") == ["E1"]
    assert after.court_of(1) == (4, 1)
    assert after.record["king"] == 0
    assert after.record["round"] == 4
