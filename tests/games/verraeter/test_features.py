"""Features of moves say what the moves bring."""

from __future__ import annotations

from games.verraeter.table import Table, fight

from eminence.cext.games.verraeter import FACE
from eminence.cext.games.verraeter.words import DECISIONS


def looked_at(table: Table) -> tuple[str, dict[str, dict[str, float]]]:
    """The kind of decision, and the features that are not 0, by move."""
    kind, rows = table.kernel.features(table.packed)
    found = [{name: one for name, one in zip(FACE.features, row, strict=True) if one} for row in rows]
    return DECISIONS[kind], dict(zip(table.options, found, strict=True))


def test_a_border_by_its_lands_and_estates() -> None:
    """Seat 1, of Rose, may fight with the city against the river, where seat 0 of the Eagle has an estate."""
    table = Table().set(phase="site", actor=1, estates=[[0], [1], [3], [4]], hands=[[2], [8], [2], [2, 2]])
    kind, found = looked_at(table)
    border = found["0-1"]
    prizes = table.figures.vp
    assert kind == "siting"
    assert (border["site_lead"], border["site_prize"]) == (15 - 5, prizes[2][1])
    assert border["site_risk"] == prizes[5][1]
    assert border["estate_risked"] == border["rival_estate"] == 1
    assert "estate_brought" not in border
    assert border["site_lead_firm"] == (15 - 5) * (3 - 2)


def test_action_cards_by_what_they_are_taken_for() -> None:
    """Seat 0, alone for the Eagle with the river against the city and its estate beyond, looks at all cards but D2."""
    table = fight(houses="ERRR", hands=[[5, 5], [5], [5], [5]], estates=[[1], [3], [4], [8]])
    table.set(phase="draft", seen=[0x7E & ~(1 << 2), 0, 0, 0], kept=["", "", "", ""], actor=0, round=8)
    table.set(seen=[0x7E & ~(1 << 2), 0, 0, 0])
    kind, found = looked_at(table)
    assert kind == "draft_last"
    assert sorted(found) == ["B", "D5", "F", "S", "T"]
    assert found["T"]["takes_traitor"] == 1
    assert found["T"]["traitor_company"] == 3
    assert found["T"]["traitor_estates"] == 1  # it comes home
    assert found["T"]["card_chance"] > found["D5"]["card_chance"] > found["S"]["card_chance"]
    assert (found["F"]["card_draws"], found["F"]["farmer_room"]) == (3, 3)
    assert found["T"]["card_draws"] == 1
    assert "builder_rounds" not in found["B"]


def test_supply_cards_by_what_they_change() -> None:
    """Orange, last and alone for the Eagle with 5 + 5, is behind 15 points: 6 turns that, 2 does not."""
    kind, found = looked_at(fight(kept=["S", "F", "B", "D5"], houses="RRRE", hands=[[], [], [], [2, 6]]))
    assert kind == "supply_closing"
    assert found["stop"] == {}
    assert (found["+6"]["laid_points"], found["+6"]["laid_turns"]) == (6, 1)
    assert "laid_turns" not in found["+2"]
    assert found["+6"]["laid_chance"] > found["+2"]["laid_chance"] > 0
    assert found["+6"]["lays_hand"] == 1
    assert "laid_ahead" not in found["+6"]


def test_cards_that_offices_would_count() -> None:
    """V-5.3: with three cards, two offices and nothing to draw a card is worth two points if it is kept."""
    table = fight(
        round=8,
        kept=["S", "F", "B", "D5"],
        houses="ERRR",
        hands=[[], [], [], [2, 2, 3]],
        offices=[[], [], [], [8, 9]],
        estates=[[6], [3], [4], []],
    )
    kind, found = looked_at(table)
    assert kind == "supply_last"
    assert found["+3"]["laid_scored"] == 2
    assert found["+3"]["lays_hand"] == 2


def test_buildings_and_lands() -> None:
    table = fight(kept=["B", "D5", "S", "D2"], hands=[[2, 4], [], [], []]).play("stop")
    kind, found = looked_at(table)
    left = table.figures.rounds - table.round
    assert (table.now, kind) == ("build", "building")
    assert found["nothing"] == {}
    assert found["estate"] == {"builds_estate": 1, "builds_estate_rounds": left}
    assert found["office"]["builds_office_cards"] == 2
    kind, found = looked_at(table.play("estate"))
    assert kind == "placing_estate"
    # the woods of the Eagle, beside its wasteland and the river that Rose has just won
    assert found["@11"] == {"land_own": 1, "land_points": 7, "land_own_points": 7, "land_beside": 1}
    assert "land_own" not in found["@8"]


def test_discards() -> None:
    table = fight(kept=["F", "D5", "S", "D2"], hands=[[2, 4, 5, 6], [], [], []]).play("stop")
    kind, found = looked_at(table)
    assert kind == "discarding"
    assert found["stop"] == {}
    assert found["-2"]["thrown_below"] == 2  # the average card is 4
    assert "thrown_below" not in found["-4"]
