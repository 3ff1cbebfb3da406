"""What must hold at every step of any game."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from catalogue_cases import random_game
from eminence.bots import Game
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.games.kingsburg import FACE, words
from eminence.cext.games.kingsburg.words import PHASES, bits

BOARD_PHASES = words.DICE_PHASES | words.HELP_PHASES | {"move"}
COMBINATIONS = [
    {"module1": one, "module5": five, "module6": six}
    for one, five, six in itertools.product((False, True), (False, True), ("off", "standard", "restoration"))
]


def _check(game: Game, record: dict) -> None:
    """K-9.1 to K-9.5, K-9.7 to K-9.10, K-9.12, K-9.14 on one state."""
    phase, seats, year, season = PHASES[record["phase"]], game.seats, record["year"], record["season"]
    for seat in range(seats):
        for row in range(7):
            assert (record["built"][seat] >> 4 * row) & 15 in (0, 1, 3, 7, 15)
        assert min(record["own"][seat][:5]) >= 0
        assert record["own"][seat][5] >= -36  # K-9.11
        assert record["built"][seat].bit_count() <= (28 if game.options["module1"] else 20)
        groups = sum(owner == seat + 1 for owner in [*record["group"], record["second_owner"]])
        if phase in ("place", "pay"):
            assert groups + sum(die > 0 for die in record["dice"][seat][:3]) <= 3
        if game.options["module5"]:
            fought = year + (phase in ("academy", "reward", "loss", "ended"))
            assert record["tokens"][seat].bit_count() == 6 - fought
        if record["token_used"] or record["market_used"]:
            assert phase in ("place", "pay")
    assert sorted(record["order"][:seats]) == list(range(seats))
    assert record["envoy"] <= seats
    if record["second_advisor"]:
        assert record["envoy"] == 0
        assert record["group"][record["second_advisor"] - 1]
    neutral = record["group"].count(6)
    assert neutral in ((2, 3) if seats == 2 and phase in BOARD_PHASES else (0,))
    known = sum(card > 0 for card in record["invaders"])
    assert known == (0 if phase == "ended" else 5 - year)
    ended = 3 * year + min(3, season)
    started = ended + (phase in words.SEASON_PHASES)
    tiles = {"off": 0, "standard": started, "restoration": 16 - ended}[game.options["module6"]]
    assert record["whims"].bit_count() == tiles
    assert bool(record["stock"]) == bool(record["whims"] >> 4 & 1)
    assert (1 <= record["lucky"] <= 3) == bool(record["whims"] >> 5 & 1)
    assert record["padding"] == [0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_invariants(seats: int) -> None:
    """K-9.1, K-9.2, K-9.3, K-9.4, K-9.5, K-9.7, K-9.8, K-9.9, K-9.10, K-9.11, K-9.12, K-9.14, K-4.17.1, all options."""
    for number, options in enumerate(COMBINATIONS):
        game = Game("kingsburg", seats, options)
        for policy in (False, True):
            for state in random_game(game, (seats, number), policy=policy):
                _check(game, game.kernel.unpack(state.packed))
                if state.actor is not None:
                    assert len(game.kernel.moves(state.packed)) >= 2


def test_points_are_accounted_for() -> None:
    """K-9.6: what building, battles, helps and the King give is all there is: a game without help or battle points."""
    game = Game("kingsburg", 3)
    kernel = game.kernel
    for seed in range(5):
        for state in random_game(game, seed):
            record = kernel.unpack(state.packed)
            if state.actor is None or PHASES[record["phase"]] not in ("build", "second"):
                continue
            seat = state.actor
            for move in kernel.moves(state.packed)[1:]:
                after = kernel.unpack(state.play(move).packed)
                building = kernel.figures.buildings[0, move - 1]
                assert after["built"][seat] == record["built"][seat] | 1 << building.cell
                if after["season"] == record["season"] and PHASES[after["phase"]] in ("build", "second"):
                    assert after["own"][seat][5] - record["own"][seat][5] == building.vp


def test_dice_placed_and_left_add_up() -> None:
    """K-9.2, K-9.10: each placement takes the dice of its group, at most one token and one Market use a season."""
    game = Game("kingsburg", 4, {"module6": "standard"})
    for state in random_game(game, 4, policy=True):
        record = game.kernel.unpack(state.packed)
        if PHASES[record["phase"]] == "place":
            for owner in range(4):
                groups = [a for a in range(18) if record["group"][a] == owner + 1]
                left = sum(die > 0 for die in record["dice"][owner][:3])
                assert len(groups) <= 3 - left


# ---- components


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


def test_tiles_are_bits() -> None:
    """The helper that turns masks into numbers."""
    assert bits(0b10110) == [1, 2, 4]
