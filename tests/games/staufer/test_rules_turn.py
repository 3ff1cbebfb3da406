"""Sections 4.1 to 4.3 and 4.5: gaining figures, taking chests, turn start, the supply action."""

from __future__ import annotations

import pytest
from games.staufer.table import Table


def supply_turn(table: Table, space: int) -> Table:
    """Seat 0 takes a supply space, as the first of many turns."""
    return table.play("supply", f"s{space}") if table.phase == "action" else table.play(f"s{space}")


# ---- 4.1 figures


def test_figures_come_from_the_province() -> None:
    """S-4.1.1, S-4.1.2, S-4.3.2: 1 envoy and 1 noble of space 0."""
    after = supply_turn(Table(), 0)
    assert after.court_of(0) == (5, 2)
    assert after.province_of(0) == (10, 1)


def test_shortage_takes_from_the_only_payment_area() -> None:
    """S-4.1.1, S-4.8.1: no choice if one region alone has an envoy of the colour."""
    table = Table().court(0, 4, 1).pay(0, "aachen", 11)
    after = supply_turn(table, 3)
    assert after.court_of(0) == (5, 1)
    assert after.paid(0)[3] == (10, 0)


def test_shortage_asks_for_the_region() -> None:
    """S-4.1.1, S-4.1.3: one after the other, each from a region of one's choice."""
    table = Table().court(0, 4, 1).pay(0, "aachen", 10).pay(0, "milano", 1)
    asked = supply_turn(table, 2)
    assert asked.phase == "source"
    assert asked.moves == ["from:aac", "from:mil"]
    after = asked.play("from:mil")
    assert after.court_of(0) == (6, 1)  # the second one can only come from Aachen now
    assert after.paid(0)[3] == (9, 0)
    assert after.paid(0)[5] == (0, 0)


def test_shortage_ends_with_nothing() -> None:
    """S-4.1.1: no envoy in province or payment areas, nothing is gained."""
    after = supply_turn(Table().court(0, 15, 1), 2)
    assert after.court_of(0) == (15, 1)


def test_noble_from_a_payment_area() -> None:
    """S-4.1.2: province first, then payment areas."""
    table = Table().court(0, 4, 1).pay(0, "palermo", 0, 2)
    after = supply_turn(table, 1)
    assert after.court_of(0) == (4, 2)
    assert after.paid(0)[2] == (0, 1)


def test_envoy_instead_of_a_noble() -> None:
    """S-4.1.2, S-4.8.2: all nobles in the court, so an envoy comes."""
    after = supply_turn(Table().court(0, 4, 3), 1)
    assert after.court_of(0) == (5, 3)


def test_envoys_are_gained_before_nobles() -> None:
    """S-4.1.3: the region of the envoy is asked for before that of the noble."""
    table = Table().court(0, 4, 1).pay(0, "aachen", 6, 1).pay(0, "milano", 5, 1)
    asked = supply_turn(table, 0)
    assert (asked.record["due_envoys"], asked.record["due_nobles"]) == (1, 1)
    asked = asked.play("from:aac")
    assert (asked.record["due_envoys"], asked.record["due_nobles"]) == (0, 1)
    after = asked.play("from:mil")
    assert after.paid(0)[3] == (5, 1)
    assert after.paid(0)[5] == (5, 0)


# ---- 4.1 chests


def test_empty_draw_pile_is_made_of_the_discards() -> None:
    """S-4.1.4, S-6.3, S-4.8.13: the discard pile becomes the draw pile when it is needed."""
    table = Table(privileges=[8, 2, 3, 4, 5]).privilege(0, 8).draw_only(discards=("brown",))
    after = supply_turn(table, 3)
    assert after.chests(0) == {"brown": 1}
    assert after.discards() == {}


def test_no_chest_when_both_piles_are_empty() -> None:
    """S-4.1.4, S-7.10: nothing is drawn."""
    table = Table(privileges=[8, 2, 3, 4, 5]).privilege(0, 8).draw_only()
    after = supply_turn(table, 3)
    assert after.chests(0) == {}
    assert after.phase == "action"


@pytest.mark.parametrize(
    ("chest", "points", "court"),
    [
        ("points_2", 2, (5, 1)),
        ("points_3", 3, (5, 1)),
        ("points_4", 4, (5, 1)),
        ("points_5", 5, (5, 1)),
        ("envoys_1", 0, (6, 1)),
        ("envoys_2", 0, (7, 1)),
        ("envoys_3", 0, (8, 1)),
        ("noble", 0, (5, 2)),
    ],
)
def test_orange_chests_act_at_once(chest: str, points: int, court: tuple[int, int]) -> None:
    """S-4.1.5: the effect, then the discard pile; nothing is kept. S-7.22: a chest cannot be refused."""
    after = supply_turn(Table().supply(3, chest), 3)
    assert after.points(0) == points
    assert after.court_of(0) == court
    assert after.chests(0) == {}
    assert after.discards() == {chest: 1}


def test_privilege_16_pays_for_orange_chests() -> None:
    """S-4.1.5: 2 points for each orange chest, whatever it does."""
    table = Table().privilege(0, 16).supply(3, "envoys_1", "points_4", "brown")
    assert supply_turn(table, 3).points(0) == 8


def test_turquoise_brown_and_violet_stay() -> None:
    """S-4.1.5: they lie before the seat."""
    after = supply_turn(Table().supply(3, "keep_figure", "brown", "violet"), 3)
    assert after.chests(0) == {"keep_figure": 1, "brown": 1, "violet": 1}
    assert after.discards() == {}


def test_exchange_for_a_privilege() -> None:
    """S-4.1.6, S-7.21: two violet chests go to the discard pile, one privilege comes."""
    asked = supply_turn(Table().own(0, "violet").supply(3, "violet"), 3)
    assert asked.phase == "privilege"
    assert asked.moves == ["pass", "p1", "p4", "p7", "p10", "p13", "p16"]
    after = asked.play("p13")
    assert after.holding(0)["privileges"] == 1 << 12
    assert after.record["display"][12] == 1
    assert after.chests(0) == {}
    assert after.discards() == {"violet": 2}


def test_declining_keeps_the_violet_chests() -> None:
    """S-4.1.6: they pile up, and the next one taken gives the next chance."""
    table = Table().own(0, "violet", "violet").supply(3, "violet")
    declined = supply_turn(table, 3).play("pass")
    assert declined.chests(0) == {"violet": 3}
    assert declined.phase == "action"


def test_no_exchange_without_taking_a_violet_chest() -> None:
    """S-4.1.6: owning two is not enough; only taking one asks."""
    after = supply_turn(Table().own(0, "violet", "violet").supply(3, "brown"), 3)
    assert after.phase == "action"
    assert after.actor == 1


def test_one_decision_for_each_violet_chest() -> None:
    """S-4.1.6: owning 1 and taking 2: two decisions if the first is declined, one if it is accepted."""
    asked = supply_turn(Table().own(0, "violet").supply(3, "violet", "violet"), 3)
    assert asked.chests(0) == {"violet": 2}
    again = asked.play("pass")
    assert (again.phase, again.actor, again.chests(0)) == ("privilege", 0, {"violet": 3})
    accepted = asked.play("p7")
    assert accepted.chests(0) == {"violet": 1}
    assert accepted.actor == 1


def test_owned_and_sold_out_kinds_are_not_offered() -> None:
    """S-4.1.6: each kind once per seat, only one no. 1."""
    table = Table().own(0, "violet").supply(3, "violet").display(p1=2, p7=1, p10=1).privilege(0, 1, 7)
    assert supply_turn(table, 3).moves == ["pass", "p10"]


def test_no_decision_when_nothing_can_be_bought() -> None:
    """S-4.1.6, S-4.9.1: all kinds owned or sold out."""
    table = Table().own(0, "violet").supply(3, "violet").display(p7=2).privilege(0, 7)
    after = supply_turn(table, 3)
    assert after.phase == "action"
    assert after.chests(0) == {"violet": 2}


def test_privilege_1_pays_the_top_card() -> None:
    """S-4.1.6, S-2.7.1: the highest card first; it pays at once."""
    table = Table().own(0, "violet").own(1, "violet").supply(3, "violet").supply(2, "violet")
    first = supply_turn(table, 3).play("p1")
    assert first.points(0) == 8
    second = first.play("supply", "s2", "p1")
    assert second.points(1) == 7


def test_order_of_several_chests() -> None:
    """S-4.1.7: violet first, so that privilege 16 bought with it pays for the orange chests of the same pile."""
    asked = supply_turn(Table().own(0, "violet").supply(3, "points_5", "violet", "points_2", "brown"), 3)
    assert asked.phase == "privilege"
    assert asked.points(0) == 0
    assert asked.play("p16").points(0) == 5 + 2 + 2 + 2


def test_privileges_never_work_backwards() -> None:
    """S-4.1.8: no. 16 bought by seat 1 does not pay for what it took before."""
    table = Table().supply(3, "points_5").supply(2, "violet").own(0, "violet")
    table = table.tracks([0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], [0])
    after = table.play("supply", "s3", "supply", "s2", "p16")
    assert after.points(0) == 5


def test_reductions_are_applied_in_full() -> None:
    """S-4.1.8: nobody may pay more than needed: with 4 and 5 every office takes exactly two figures."""
    table = Table(privileges=[4, 5, 10, 11, 12]).privilege(0, 4, 5, 10, 11).court(0, 9, 0).turn_of(0)
    after = table.play("place", "mil2")
    assert sum(after.court_of(0)) == 7


# ---- 4.2 turn start


def test_v1_turn_order_of_the_first_round() -> None:
    """V1; S-3.7, S-4.2.1: forth once, back twice; two members in a row are two turns in a row."""
    table = Table()
    assert table.record["order"][:12] == [0, 1, 2, 3, 3, 2, 1, 0, 3, 2, 1, 0]
    for seat in (0, 1, 2, 3, 3, 2):
        assert table.actor == seat
        table = table.play("supply", "s4")


def test_v2_supply_track() -> None:
    """V2; S-4.2.3: the topmost free space."""
    table = Table().tracks([2, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3], [0])
    assert table.play("supply").record["supply_track"][:2] == [0, 2]


def test_v3_placement_track() -> None:
    """V3; S-4.2.4, S-4.8.8, S-2.2.2: the envoy comes before the office is chosen."""
    table = Table().tracks([3, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3], [], [1])
    after = table.play("place")
    assert after.record["placement_track"][:2] == [1, 3]
    assert after.court_of(3) == (5, 1)
    assert after.province_of(3) == (10, 2)
    assert after.phase == "office"


@pytest.mark.parametrize(("seats", "spaces"), [(2, 2), (3, 2), (4, 3), (5, 3)])
def test_only_the_lowest_spaces_give_an_envoy(seats: int, spaces: int) -> None:
    """S-4.2.4, S-2.2.2."""
    for placed in range(spaces + 2):
        others = [seat for seat in range(seats) for _ in range(3)]
        del others[0]
        table = Table(seats).tracks([0, *others[placed:]], [], others[:placed])
        assert table.play("place").court_of(0)[0] == (5 if placed < spaces else 4)


def test_track_envoy_counts_for_the_legality() -> None:
    """S-4.2.2, S-4.2.4: two figures pay no office, a third from the track does."""
    table = Table().court(0, 2, 0)
    assert table.moves == ["supply", "place"]
    assert table.tracks([0, 0, 1, 1, 2, 2, 2, 3, 3, 3], [], [0, 1]).play("supply").court_of(0) == (2, 0)
    full = Table().court(0, 2, 0).own(0, "first_space").turn_of(0)
    assert full.moves == ["supply", "supply+first"]


def test_track_envoy_does_not_count_if_there_is_none() -> None:
    """S-4.2.4: neither province nor payment areas have an envoy: nothing is gained, nothing counted."""
    table = Table().court(0, 2, 0)
    holding = table.holding(0)
    holding["province"]["envoys"] = 0
    for region in (
        "nij2",
        "nij3",
        "nij4",
        "nij5",
        "str2",
        "str3",
        "str4",
        "str5",
        "aac2",
        "aac3",
        "aac4",
        "aac5",
        "aac6",
    ):
        table.record["own"][0][0] |= 1 << table.office(region)
    assert not table.kernel.has_choice(table.state)


def test_track_envoy_may_come_from_a_payment_area() -> None:
    """S-4.1.1, S-4.2.4, S-4.9.2: the region is asked for before the office."""
    table = Table().court(0, 2, 1).pay(0, "aachen", 10).pay(0, "milano", 3)
    asked = table.play("place")
    assert asked.phase == "source"
    assert asked.play("from:mil").phase == "office"


def test_action_choices() -> None:
    """S-4.2.2: each action with or without the first-space chest, also onto an empty supply track."""
    assert Table().moves == ["supply", "place"]
    assert Table().own(0, "first_space").moves == ["supply", "place", "supply+first", "place+first"]


def test_first_space_without_the_envoy_of_the_track() -> None:
    """S-4.2.2, S-4.2.5: with the chest the track's envoy does not count, so the place is legal only without it."""
    table = Table().court(0, 2, 0).own(0, "first_space")
    assert table.moves == ["supply", "place", "supply+first"]


def test_saving_chests_count_for_the_legality() -> None:
    """S-4.2.2: an owned cheap-office chest makes a place legal, in both forms."""
    table = Table().court(0, 1, 0).own(0, "first_space", "cheap_office").turn_of(0)
    assert table.moves == ["supply", "place", "supply+first", "place+first"]


def test_first_space_moves_the_others_down() -> None:
    """S-4.2.5, S-4.5.1: space 1 of the supply track; the chest is discarded."""
    table = Table().own(2, "first_space").tracks([2, 0, 1, 1, 2, 2, 3, 3, 3], [0, 1], [0])
    after = table.play("supply+first")
    assert after.record["supply_track"][:3] == [2, 0, 1]
    assert after.chests(2) == {}
    assert after.discards() == {"first_space": 1}


def test_first_space_with_a_place_action() -> None:
    """S-4.2.5, S-7.24: the member goes to the supply track and gains no envoy."""
    table = Table().own(0, "first_space")
    after = table.play("place+first")
    assert after.record["supply_track"][:1] == [0]
    assert after.record["placed"] == 0
    assert after.court_of(0) == (4, 1)
    assert after.phase == "office"


def test_turn_ends_after_either_action() -> None:
    """S-4.2.6, S-7.25: one action and the next member's owner is up."""
    assert Table().play("supply", "s4").actor == 1
    assert Table().court(0, 5, 0).play("place", "nij4").actor == 1


def test_forced_supply_is_no_decision() -> None:
    """S-4.9.1, S-9.9: nothing can be paid and no chest is owned: straight to the supply space."""
    table = Table().court(1, 0, 0).tracks([0, 1, 2, 2, 2, 3, 3, 3], [0, 0, 1], [1])
    after = table.play("supply", "s4")
    assert (after.actor, after.phase) == (1, "supply_space")
    assert after.record["supply_track"][:5] == [0, 0, 1, 0, 1]


# ---- 4.3 supply


def test_any_supply_space_may_be_chosen() -> None:
    """S-4.3.1, S-4.8.4: empty ones and the one without figures too; nobody blocks a space."""
    table = Table().play("supply")
    assert table.moves == ["s0", "s1", "s2", "s3", "s4"]
    again = table.play("s0", "supply")
    assert again.moves == ["s0", "s1", "s2", "s3", "s4"]
    assert again.play("s4").court_of(1) == (4, 1)


def test_v4_supply_with_an_orange_chest() -> None:
    """V4; S-4.3.2, S-4.3.4, S-4.8.3: figures and chest; the space stays empty until the cleanup."""
    table = Table().supply(2, "points_3").tracks([2, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3], [0])
    after = table.play("supply", "s2")
    assert after.court_of(2) == (6, 1)
    assert after.province_of(2) == (9, 2)
    assert after.points(2) == 3
    assert after.discards() == {"points_3": 1}
    assert after.pile_at(2) == []


def test_all_chests_of_a_space_are_taken() -> None:
    """S-4.3.3, S-4.8.5."""
    after = supply_turn(Table().supply(1, "brown", "brown", "keep_figure"), 1)
    assert after.chests(0) == {"brown": 2, "keep_figure": 1}


def test_v17_other_supply() -> None:
    """V17; S-4.3.3, S-4.5.2: figures of S0, chests of S2."""
    table = Table().own(2, "other_supply").supply(0, "brown").supply(2, "violet")
    table = table.tracks([2, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3], [0])
    after = table.play("supply", "s0", "chests:s2")
    assert after.court_of(2) == (5, 2)
    assert after.chests(2) == {"violet": 1}
    assert after.pile_at(0) == ["brown"]
    assert after.discards() == {"other_supply": 1}


def test_other_supply_offers_spaces_with_chests_only() -> None:
    """S-4.3.3: the chosen space may be empty, the other one not; one chest per action."""
    table = Table().own(0, "other_supply", "other_supply").supply(1, "brown").supply(3, "violet")
    asked = supply_turn(table, 4)
    assert asked.phase == "supply_chests"
    assert asked.moves == ["chests:s4", "chests:s1", "chests:s3"]
    assert asked.play("chests:s4").chests(0) == {"other_supply": 2}
    assert asked.play("chests:s1").actor == 1


def test_other_supply_is_not_asked_in_vain() -> None:
    """S-4.3.3, S-4.9.1: no other space has a chest."""
    assert supply_turn(Table().own(0, "other_supply").supply(3, "brown"), 3).actor == 1


def test_supply_privileges() -> None:
    """S-4.3.5, S-7.7: 9 gives points, 7 an envoy, 8 a chest, by themselves."""
    table = Table(privileges=[7, 8, 9, 2, 3]).privilege(0, 7, 8, 9).draw_only("brown")
    after = supply_turn(table, 4)
    assert after.points(0) == 2
    assert after.court_of(0) == (5, 1)
    assert after.chests(0) == {"brown": 1}


def test_privilege_bought_with_the_chests_of_the_space_counts() -> None:
    """S-4.3.5: it is owned when the action is finished."""
    table = Table(privileges=[7, 8, 9, 2, 3]).own(0, "violet").supply(3, "violet")
    assert supply_turn(table, 3).play("p9").points(0) == 2


def test_privilege_bought_with_the_chest_of_no_8_does_not() -> None:
    """S-4.3.5: too late for this action."""
    table = Table(privileges=[7, 8, 9, 2, 3]).privilege(0, 8).own(0, "violet").draw_only("violet")
    after = supply_turn(table, 3).play("p9")
    assert after.points(0) == 0
    assert after.actor == 1


def test_shortage_during_the_supply_extras() -> None:
    """S-4.3.5, S-4.9.2: the envoy of no. 7 may have to be fetched, before the chest of no. 8 is drawn."""
    table = Table(privileges=[7, 8, 9, 2, 3]).privilege(0, 7, 8).draw_only("brown")
    table = table.court(0, 4, 1).pay(0, "aachen", 6).pay(0, "milano", 5)
    asked = supply_turn(table, 4)
    assert (asked.phase, asked.chests(0)) == ("source", {})
    assert asked.play("from:aac").chests(0) == {"brown": 1}


def test_chests_gained_by_an_action_come_too_late_for_it() -> None:
    """S-4.5.5: an other-supply chest under the space cannot serve the same action."""
    after = supply_turn(Table().supply(3, "other_supply").supply(2, "brown"), 3)
    assert after.actor == 1
    assert after.chests(0) == {"other_supply": 1}
