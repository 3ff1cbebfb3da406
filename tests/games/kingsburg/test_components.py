"""Component files: figures come from them, and a record that asks for what its hook cannot do is refused."""

from __future__ import annotations

import copy
import random
import re
from pathlib import Path
from typing import Any

import pytest
from games.kingsburg.cases import EVERYTHING
from games.kingsburg.table import Position, placing

from eminence.bots import Game
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.games.kingsburg import FACE
from eminence.cext.games.kingsburg.figures_hooks import HOOKS
from eminence.cext.games.kingsburg.reading_common import blank_record
from eminence.cext.games.kingsburg.words import PHASES


def test_checksums() -> None:
    """K-2.3, K-2.4, K-7.9: the sums of the building tables; Palisade, Barricade and Crane cost wood."""
    records = FACE.components.records("buildings")

    def sums(rows: str) -> list[int]:
        chosen = [record for record in records if record["row"] in rows]
        return [sum(record[field] for record in chosen) for field in ("gold", "wood", "stone", "vp")]

    assert sums("BCDEF") == [38, 22, 22, 59]
    assert sums("A") == [9, 6, 6, 11]
    assert sums("G") == [4, 4, 2, 6]
    costs = {record["id"]: (record["gold"], record["wood"], record["stone"]) for record in records}
    assert (costs["E1"], costs["F1"], costs["F2"]) == ((0, 2, 0), (0, 1, 0), (0, 1, 1))


def test_invader_ranges() -> None:
    """The backs of the cards: strengths by year, and how many cards each race has."""
    cards = FACE.components.records("invaders")
    ranges = [sorted(card["strength"] for card in cards if card["year"] == year) for year in range(1, 6)]
    assert [(r[0], r[-1]) for r in ranges] == [(2, 4), (3, 5), (4, 6), (5, 7), (7, 9)]
    races = [card["race"] for card in cards]
    assert {race: races.count(race) for race in set(races)} == {
        "goblins": 8,
        "orcs": 4,
        "zombies": 4,
        "barbarians": 4,
        "demons": 4,
        "dragons": 1,
    }


def test_effects_use_the_hooks() -> None:
    """K-4.0.9: every effect names a hook, and an unknown one is refused with its path."""
    data = {**FACE.components.data, "tables": dict(FACE.components.data["tables"])}
    records = [dict(record) for record in data["tables"]["buildings"]["records"]]
    records[4]["effects"] = [{"hook": "at_midnight"}]
    data["tables"]["buildings"] = {"about": "", "records": records}
    with pytest.raises(InvalidInput, match=re.escape("tables.buildings.records[4].effects[0].hook")):
        FACE.kernel(4, {}, Components(data, "mine.json"))


@pytest.mark.parametrize(
    ("table", "number", "change", "path"),
    [
        ("buildings", 5, {"gold": -1}, "records[5].gold"),
        ("buildings", 5, {"row": "H"}, "records[5].row"),
        ("buildings", 5, {"id": "B3"}, "records[5].id"),
        ("buildings", 4, {"effects": [{"hook": "battle_bonus", "price": 3}]}, "effects[0].price"),
        ("advisors", 3, {"number": 19}, "records[3].number"),
        ("advisors", 3, {"number": 5}, "tables.advisors"),
        ("advisors", 3, {"help": {"options": [{"pay": {"gold": 1}}]}}, "help.options"),
        ("whims", 6, {"help": {"share": {"of": ["gold"], "owner": "twice"}}}, "share.of"),
        ("invaders", 7, {"year": 5}, "tables.invaders"),
        ("invaders", 7, {"race": "elves"}, "records[7].race"),
        ("invaders", 7, {"loss": {"sheep": 1}}, "loss.sheep"),
        ("rules", 2, {"value": [3, 3]}, "records[2].value"),
    ],
)
def test_components_are_checked(table: str, number: int, change: dict, path: str) -> None:
    data = {**FACE.components.data, "tables": dict(FACE.components.data["tables"])}
    records = [dict(record) for record in data["tables"][table]["records"]]
    records[number] |= change
    data["tables"][table] = {"about": "", "records": records}
    with pytest.raises(InvalidInput) as error:
        FACE.kernel(4, {"module1": True}, Components(data, "mine.json"))
    assert path in error.value.path


def test_figures_come_from_the_file(tmp_path: Path) -> None:
    """A corrected figure changes the rules: a Statue for one gold and ten points."""
    data = {**FACE.components.data, "tables": dict(FACE.components.data["tables"])}
    records = [dict(record) for record in data["tables"]["buildings"]["records"]]
    records[4] |= {"gold": 1, "vp": 10}
    data["tables"]["buildings"] = {"about": "", "records": records}
    kernel = FACE.kernel(2, {}, Components(data, "mine.json"))
    assert kernel.figures.buildings[0, 4].cost == (1, 0, 0)
    assert kernel.figures.buildings[0, 4].vp == 10


# ---- strangers' files


def _changed(table: str, number: int, **change: Any) -> Components:
    data = copy.deepcopy(FACE.components.data)
    data["tables"][table]["records"][number] |= change
    return Components(data, "mine.json")


def _effect(effect: dict[str, Any], table: str = "buildings", number: int = 8) -> Components:
    return _changed(table, number, effects=[effect])


@pytest.mark.parametrize(
    ("effect", "table", "reason"),
    [
        ({"hook": "help_bonus", "gain": {"good": 1}}, "buildings", "goods of choice"),
        ({"hook": "before_phase7", "gain": {"good": 1}}, "buildings", "goods of choice"),
        ({"hook": "season_end", "gain": {"vp": 1}, "pay": ["gold"], "due": True}, "buildings", "together"),
        ({"hook": "season_end", "gain": {"vp": 1}, "no_goods": True}, "buildings", "together"),
        ({"hook": "season_end", "gain": {"vp": 1}, "pay": ["gold"]}, "fates", "not for a fate"),
        ({"hook": "setup", "gain": {"vp": 1}}, "buildings", "not for a building"),
        ({"hook": "year_end", "gain": {"vp": 1}}, "fates", "not for a fate"),
        ({"hook": "recruit_cost", "change": -1}, "buildings", "without end"),
        ({"hook": "loss_shield", "falls": True}, "buildings", "column 4"),
        ({"hook": "roll_mod", "turn_from": 2, "turn_to": [2, 3]}, "governors", "differ"),
        ({"hook": "roll_mod", "total_at_most": 9}, "governors", "together"),
        ({"hook": "white_dice", "blesses": {"vp": 1}}, "governors", "more than one governor"),
        ({"hook": "private_space", "advisors": [4]}, "governors", "more than one governor"),
        ({"hook": "placement_shift", "distance": 1}, "buildings", "placement_shift at once"),
        ({"hook": "build_cost", "one_of": ["gold"], "limit": "year"}, "buildings", "once a year"),
        ({"hook": "game_end", "per_goods": 2, "gain": {"gold": 1}}, "buildings", "only be vp"),
        (
            {"hook": "before_phase7", "soldiers_at_least": 4, "soldiers_at_most": 2, "gain": {"vp": 1}},
            "buildings",
            "never",
        ),
        ({"hook": "battle_bonus", "value": 1, "soldiers_at_most": 2}, "buildings", "does not belong"),
        ({"hook": "tie_wins"}, "buildings", "must be one of"),
    ],
)
def test_what_a_hook_cannot_do_is_refused(effect: dict[str, Any], table: str, reason: str) -> None:
    """K-4.0.9: with the path of the record and the reason."""
    with pytest.raises(InvalidInput, match=reason) as error:
        FACE.kernel(4, EVERYTHING, _effect(effect, table))
    assert "mine.json: tables" in error.value.path


def test_goods_of_choice_are_given() -> None:
    """A good of choice at the end of a season is given, not dropped."""
    table = Game("kingsburg", 4, components=_effect({"hook": "season_end", "gain": {"good": 1}}))
    record = blank_record() | {
        "phase": PHASES.index("build"),
        "actor": 3,
        "turn": 3,
        "order": [0, 1, 2, 3, 0],
    }
    record["built"][0] = 1 << 8
    record["own"][3] = [2, 0, 0, 0, 0, 0]
    record["invaders"] = [1] * 5
    after = Position(table, record).play("pass")
    assert (after.phase, after.actor, after.texts) == ("take", 0, ["gold", "wood", "stone"])


def test_columns_are_a_set() -> None:
    """Columns 2 and 4 are not column 3."""
    components = _changed(
        "buildings", 21, effects=[{"hook": "build_cost", "columns": [2, 4], "gain": {"gold": 1}}]
    )
    table = Game("kingsburg", 4, components=components)
    record = blank_record() | {"phase": PHASES.index("build"), "order": [0, 1, 2, 3, 0], "invaders": [1] * 5}
    record["built"][0] = 0b11 << 20 | 0b11 << 4 | 0b1 << 8  # Crane, Chapel, Inn
    record["own"][0] = [1, 2, 3, 0, 0, 0]
    position = Position(table, record)
    assert "market" in position.texts  # column 2: 1 gold less
    record["own"][0] = [2, 1, 2, 0, 0, 0]
    assert "church" not in position.texts  # column 3: 3 gold


def test_white_dice_are_limited() -> None:
    """K-4.17: with three white dice every payment fits into the 64 moves of a decision; more dice are refused."""
    farms = FACE.components.records("buildings")[10]["effects"]
    FACE.kernel(2, {}, _changed("buildings", 10, effects=[*farms, {"hook": "white_dice"}]))
    with pytest.raises(InvalidInput, match="white dice"):
        FACE.kernel(2, {}, _changed("buildings", 10, effects=[*farms, *[{"hook": "white_dice"}] * 2]))
    source = random.Random(3)
    widest = 0
    for distance in (1, 2, 3):
        components = _changed("buildings", 9, effects=[{"hook": "placement_shift", "distance": distance}])
        table = placing(seats=3).build(0, "market").give(0, tokens=1)
        table.game = Game("kingsburg", 3, components=components)
        for _ in range(150):
            table.dice(0, [source.randint(1, 6) for _ in range(3)], [source.randint(1, 6) for _ in range(3)])
            for advisor in range(5, 17):
                table.set(phase=PHASES.index("pay"), advisor=advisor)
                widest = max(widest, len(table.codes))
    assert 29 < widest <= 64


def test_provenance_decides_what_is_allowed() -> None:
    """Only what contains reconstructed records is refused; a corrected file lifts that by itself."""
    for options in ({"module2": True}, {"module3": True}, {"module4": True}, {"scenario": "bargains"}):
        with pytest.raises(InvalidInput, match="reconstructed") as error:
            FACE.kernel(3, {**options, "allow_reconstructed": False})
        assert error.value.path == f"options.{next(iter(options))}"
    for scenario in ("long_winter", "tournament"):
        with pytest.raises(InvalidInput, match="reconstructed"):
            FACE.kernel(3, {"scenario": scenario, "allow_reconstructed": False})
    FACE.kernel(
        3, {"scenario": "goblin_valley", "module1": True, "module6": "standard", "allow_reconstructed": False}
    )
    data = copy.deepcopy(FACE.components.data)
    for record in data["tables"]["governors"]["records"]:
        record["provenance"] = "rulebook"
    FACE.kernel(3, {"module3": True, "allow_reconstructed": False}, Components(data, "mine.json"))


def test_every_hook_can_be_described() -> None:
    """Every shipped effect has words; so has every hook."""
    from eminence.cext.games.kingsburg.notation_effects import WORDS, effects_words

    assert set(WORDS) == set(HOOKS)
    for table in ("buildings", "strips", "governors", "fates", "people", "scenarios"):
        for record in FACE.components.records(table):
            assert effects_words(tuple(record["effects"]))
