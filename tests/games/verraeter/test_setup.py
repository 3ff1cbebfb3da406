"""Scope, components and setup (V-1, V-2, V-3)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from games.verraeter.cases import STEEP
from games.verraeter.table import LANDS, Table, settled

from eminence.bots import Game
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.games import catalogue
from eminence.cext.games.verraeter import face as face_module

FACE = catalogue.face("verraeter")
FOLDER = Path(face_module.__file__).parent


def changed(table: str, index: int, **figures: object) -> Components:
    """The shipped components with some figures of one record changed."""
    data = json.loads((FOLDER / "components.json").read_text(encoding="utf-8"))
    data["tables"][table]["records"][index] |= figures
    return Components(data, "test")


@pytest.mark.parametrize("seats", [2, 5])
def test_three_or_four_seats(seats: int) -> None:
    """V-1.1, V-1.5: neither 2 seats nor the 5-player edition; no Mercenary among the action cards."""
    with pytest.raises(InvalidInput, match="3 to 4"):
        Game("verraeter", seats)
    assert "mercenary" not in [record["id"] for record in FACE.components.records("actions")]


@pytest.mark.parametrize(("seats", "rounds"), [(3, 9), (4, 8)])
def test_rounds(seats: int, rounds: int) -> None:
    """V-1.2"""
    assert Table(seats).figures.rounds == rounds


def test_every_seat_has_a_house() -> None:
    """V-1.3: houses are two, and there is no way to stay out of a conflict."""
    table = settled(3)
    assert set(table.house) == {0, 1}
    assert [player["house"] for player in table.view(0)["players"]] == ["eagle", "rose", "eagle"]


def test_options_and_defaults() -> None:
    """V-1.4"""
    assert Game("verraeter", 4).options == {
        "edition": "2008",
        "start_hands": "random3",
        "d5_turns_when_unanimous": True,
        "first_strategist": "left_of_start",
        "ring_layout": "shuffled",
        "setup_estate_site": "any_free",
        "vp_table": [],
    }
    with pytest.raises(InvalidInput) as error:
        Game("verraeter", 4, {"ring_layout": "square"})
    assert error.value.path == "options.ring_layout"


def test_presets_give_way_to_single_options() -> None:
    """V-1.6"""
    old = Game("verraeter", 4, {"edition": "1998"}).options
    assert (old["start_hands"], old["d5_turns_when_unanimous"]) == ("fixed345", False)
    mixed = Game("verraeter", 4, {"edition": "1998", "d5_turns_when_unanimous": True}).options
    assert (mixed["start_hands"], mixed["d5_turns_when_unanimous"]) == ("fixed345", True)
    assert old["ring_layout"] == "shuffled"


def test_vp_table_as_option_and_as_file() -> None:
    """V-1.4, V-2.2: the table is data; vp_steep can be given as an option or as a components file."""
    default = Game("verraeter", 4).kernel.figures.vp
    option = Game("verraeter", 4, {"vp_table": STEEP}).kernel.figures.vp
    steep = Components.load(FOLDER / "components_vp_steep.json")
    assert option == Game("verraeter", 4, components=steep).kernel.figures.vp
    assert default[:4] == option[:4]
    assert option[4:] == ((8, 6, 4, 3), (10, 7, 4, 3))
    for table in ([1] * 23, [21] * 24):
        with pytest.raises(InvalidInput, match=r"options\.vp_table"):
            Game("verraeter", 4, {"vp_table": table})


def test_card_counts() -> None:
    """V-2.1, V-2.3, V-7.2: 12 lands, 23 supply cards worth 90, 6 actions, 3 buildings a seat."""
    records = FACE.components.records
    assert [record["count"] for record in records("lands")] == [2] * 6
    assert [(r["value"], r["count"]) for r in records("supply")] == [
        (2, 5),
        (3, 5),
        (4, 5),
        (5, 5),
        (6, 2),
        (8, 1),
    ]
    assert sum(r["value"] * r["count"] for r in records("supply")) == 90
    assert len(records("actions")) == 6
    assert records("buildings")[0]["per_seat"] == 3


def test_land_figures_and_their_provenance() -> None:
    """V-2.2, V-7.1: known figures, and exactly the printed ones marked as such; CP 15 is the city (Stadt)."""
    lands = {record["short"]: record for record in FACE.components.records("lands")}
    assert [lands[name]["cp"] for name in LANDS] == [0, 3, 5, 7, 10, 15]
    assert lands["STA"]["id"] == "city"
    assert (lands["FLU"]["vp"][0], lands["STA"]["vp"][2], lands["FLU"]["vp"][1]) == (5, 4, 4)
    words = Counter(
        f.provenance for f in FACE.components.figures() if f.field.startswith("vp[") and f.table == "lands"
    )
    assert words == {"rulebook": 2, "public": 1, "reconstructed": 21}
    for record in lands.values():
        assert record["vp"] == sorted(record["vp"], reverse=True)
    for column in zip(*(lands[name]["vp"] for name in LANDS), strict=True):
        assert list(column) == sorted(column)


def test_action_figures() -> None:
    """V-2.4"""
    actions = {record["short"]: record for record in FACE.components.records("actions")}
    assert (actions["T"]["vp"], actions["S"]["vp"]) == (1, 2)
    assert (actions["D2"]["cp"], actions["D2"]["cards"], actions["D5"]["cp"], actions["F"]["cards"]) == (
        2,
        1,
        5,
        3,
    )


@pytest.mark.parametrize(
    ("table", "index", "figures", "path"),
    [
        ("lands", 0, {"id": "sea"}, "tables.lands.records"),
        ("lands", 2, {"cp": "5"}, "tables.lands.records[2].cp"),
        ("lands", 2, {"count": 3}, "tables.lands.records[2].count"),
        ("supply", 0, {"count": 9}, "tables.supply.records"),
        ("supply", 1, {"value": 2}, "tables.supply.records"),
        ("supply", 1, {"start": 0}, "tables.supply.records"),
        ("actions", 0, {"vp": 9}, "tables.actions.records[0].vp"),
        ("buildings", 0, {"per_seat": 4}, "tables.buildings.records[0].per_seat"),
    ],
)
def test_components_that_do_not_fit(table: str, index: int, figures: dict[str, object], path: str) -> None:
    """V-2: a file with impossible figures is refused by the path of the figure."""
    with pytest.raises(InvalidInput) as error:
        Game("verraeter", 4, components=changed(table, index, **figures))
    assert error.value.path == f"test: {path}"


def test_changed_figures_reach_the_rules() -> None:
    """V-2.2: no figure is a constant in code."""
    assert Game("verraeter", 4, components=changed("lands", 2, cp=6)).kernel.figures.cp[2] == 6


def test_start_player_is_random() -> None:
    """V-3.1"""
    starts = Counter(Table(3, seed=seed, ring=None).start for seed in range(300))
    assert set(starts) == {0, 1, 2}
    assert min(starts.values()) > 60


@pytest.mark.parametrize(("seats", "houses"), [(3, [0, 1, 0]), (4, [0, 1, 0, 1])])
def test_houses_alternate_from_the_start_player(seats: int, houses: list[int]) -> None:
    """V-3.2"""
    for seed in range(10):
        table = Table(seats, seed=seed, ring=None)
        assert [table.house[(table.start + i) % seats] for i in range(seats)] == houses


def test_ring() -> None:
    """V-3.3, V-7.5: one land of each kind per house, shuffled together, or houses alternating."""
    patterns = set()
    for seed in range(40):
        table = Table(seed=seed, ring=None)
        for house in (0, 1):
            assert sorted(k for i, k in enumerate(table.land) if table.rose >> i & 1 == house) == list(
                range(6)
            )
        patterns.add(table.rose)
        assert Table(seed=seed, ring=None, ring_layout="alternating").rose == 0b101010101010
    assert len(patterns) > 30


def test_ring_closes() -> None:
    """V-3.3: positions 11 and 0 are neighbours."""
    table = settled().set(ring=RING_CLOSING)
    assert table.options == ["5-6", "11-0"]


RING_CLOSING = "FLU-E STA-E WAL-E WEI-E DOR-E OED-E STA-R DOR-R WEI-R FLU-R OED-R WAL-R"


def test_first_estates() -> None:
    """V-3.4, V-7.6: in order, under any land without a building; two stay in reserve."""
    table = Table()
    assert len(table.options) == 12
    table.play("@6")
    assert table.actor == 1
    assert "@6" not in table.options
    table.play("@0", "@4", "@7")  # Blue, a Rose player, settles under an Eagle land
    assert [player["reserve"] for player in table.view(0)["players"]] == [2, 2, 2, 2]
    assert table.view(0)["ring"][0]["building"] == "estate"


def test_first_estates_in_own_house_only() -> None:
    """V-3.4"""
    table = Table(setup_estate_site="own_house_only")
    assert table.options == ["@0", "@3", "@4", "@6", "@10", "@11"]
    table.play("@6")
    assert table.options == ["@1", "@2", "@5", "@7", "@8", "@9"]


def test_random_hands() -> None:
    """V-3.5, V-7.3: three random cards each, the rest is the deck, nothing discarded."""
    hands = Counter(tuple(settled(3, seed=seed).hand_of(0)) for seed in range(50))
    assert len(hands) > 15
    table = settled(3)
    assert table.hand_size == [3, 3, 3]
    assert table.deck_size == 14
    assert not any(table.discard)


@pytest.mark.parametrize(
    ("seats", "deck"), [(4, [2] * 5 + [3, 4, 5, 6, 6, 8]), (3, [2] * 5 + [3, 3, 4, 4, 5, 5, 6, 6, 8])]
)
def test_fixed_hands(seats: int, deck: list[int]) -> None:
    """V-3.5, V-2.3, V-7.3"""
    table = settled(seats, start_hands="fixed345")
    assert [table.hand_of(seat) for seat in range(seats)] == [[3, 4, 5]] * seats
    assert table.values(table.deck) == deck


def test_no_cards_before_the_estates_are_placed() -> None:
    """V-3.5: nobody has seen a supply card while settling."""
    table = Table().play("@1", "@2", "@3")
    assert table.hand_size == [0, 0, 0, 0]
    assert table.deck_size == 23


@pytest.mark.parametrize(("option", "chooser"), [("left_of_start", 1), ("start_player", 0)])
def test_first_strategist(option: str, chooser: int) -> None:
    """V-3.6, V-7.4"""
    table = settled(first_strategist=option)
    assert table.strategist == chooser
    assert (table.now, table.actor) == ("site", chooser)


def test_nothing_scored_at_the_beginning() -> None:
    """V-3.7"""
    table = settled()
    assert table.score == [0, 0, 0, 0]
    assert table.round == 1


def test_effects_in_words() -> None:
    """What hints say about a move comes from the figures too."""
    table = settled().play("0-1").set(seen=[0x7E, 0, 0, 0])
    record = table.kernel.unpack(table.packed)
    effects = [FACE.move_effect(table.kernel, record, move) for move in table.kernel.moves(table.packed)]
    assert effects == [
        "keep the Traitor: switch house, 1 VP",
        "keep the Diplomat +2: 2 conflict points, draw 1 supply card",
        "keep the Diplomat +5: 5 conflict points",
        "keep the Builder: place or turn a building",
        "keep the Strategist: choose the next site, 2 VP",
        "keep the Farmer: draw 3 supply cards",
    ]


def test_drawing_for_people() -> None:
    """V-3.3: the ring as two rows; X marks the conflict, also where it crosses from row to row."""
    for border, rows in ((0, 3), (6, 3), (5, 1), (11, 1)):
        table = settled().set(ring=RING_CLOSING).play("5-6").set(border=border)
        text = table.state.view(0).render()
        assert sum("X" in line for line in text.splitlines()[2:11]) == rows
        assert "Round 1 of 8" in text
