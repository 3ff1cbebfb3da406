"""What people read: views drawn for a terminal and moves in words, with the figures of the table's own components."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from games.staufer.cases import PILE
from games.staufer.table import Table

from catalogue_cases import random_game
from eminence.bots import Game
from eminence.cext.core.components import Components
from eminence.cext.games.staufer import FACE
from eminence.cext.games.staufer.notation import move_effect
from eminence.cext.games.staufer.state import Privilege
from eminence.cext.games.staufer.words import privilege_words


def changed(**tables: dict[str, dict[str, Any]]) -> Components:
    """Components with other figures: table, id of the record, fields."""
    data = deepcopy(FACE.components.data)
    for table, records in tables.items():
        for record in data["tables"][table]["records"]:
            record.update(records.get(record["id"], {}))
    return Components(data, "mine")


def test_drawn_with_the_tables_own_figures() -> None:
    components = changed(
        chests={"points_2": {"points": 7}, "envoys_1": {"envoys": 4}},
        regions={"aachen": {"offices_3_5": [6, 5, 2, 2, 2, 1]}},
        score_tiles={f"t{i}": {"points_4_5": [60 + i, 5, 2]} for i in range(1, 7)},
        supply_spaces={"s2": {"envoys": 5}},
        privileges={"1": {"points": [40, 7, 6, 5, 4]}},
        office_jobs={"cost_3": {"costs": [1, 2]}, "series": {"costs": [2, 5]}},
        pattern_jobs={"adjacent": {"steps": [0, 1, 2, 3]}},
    )
    jobs = [
        {"region": "palermo", "pattern": "adjacent", "offices": "cost_3"},
        {"region": "aachen", "pattern": "opposite", "offices": "series"},
        {"region": "milano", "pattern": "two_and_one", "offices": "all"},
        {"region": "augsburg", "pattern": "every_second", "offices": "pairs"},
    ]
    pile = sorted(PILE, key=("points_2", "envoys_1").__contains__, reverse=True)
    options = {"jobs": jobs, "chest_mix": "zman", "chest_order": pile}
    drawn = Game("staufer", 4, options, components=components).new(0).view(0).render()
    assert "61/5/2" in drawn
    assert "s0 1E 1N [+7]   s1 1N [+7]   s2 5E [4E]" in drawn
    assert "p1 (40 points)" in drawn
    assert "6N[     ]     5 [     ]     2 [     ]     2 [     ]     2 [     ]     1 [     ]" in drawn
    assert "jobs Palermo; adjacent (o-o-o-o); offices of cost 1, 2" in drawn
    assert "opposite (o-.-.-o); series 2-5" in drawn
    assert "two and one (o-o-.-o); all offices" in drawn
    assert "every second (o-.-o-.-o); pairs of equal cost" in drawn


def test_privileges_in_words_have_the_tables_own_figures() -> None:
    components = changed(
        privileges={
            "4": {"cost": 2},
            "5": {"less": 3},
            "6": {"points": 9},
            "7": {"envoys": 2},
            "9": {"points": 8},
            "11": {"regions": 4},
            "14": {"points": [6, 5, 4]},
            "15": {"points": 7},
            "16": {"points": 11},
        }
    )
    figures = FACE.kernel(4, {}, components).figures
    told = [privilege_words(figures, privilege) for privilege in Privilege]
    assert told[3:7] == [
        "offices cost 2",
        "offices cost 3 less",
        "9 points in the king's region",
        "supply: 2 envoys more",
    ]
    assert (told[8], told[10]) == ("supply: 8 points", "first 4 regions free")
    assert told[13:] == ["6/5/4 points when scored", "7 points when present", "11 points per orange chest"]


def effects(table: Table) -> dict[str, str]:
    """Every legal move in words."""
    moves = table.kernel.moves(table.state)
    return dict(
        zip(table.moves, [move_effect(table.kernel, table.record, move) for move in moves], strict=True)
    )


def test_actions_say_where_the_member_goes() -> None:
    table = Table().own(0, "first_space").tracks([0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3], [1])
    assert effects(table) == {
        "supply": "take figures and chests from the supply: the member on space 2 of the supply track",
        "place": "occupy an office: the member on space 1 of the placement track with an envoy",
        "supply+first": (
            "take figures and chests from the supply with a first-space chest: "
            "the member on space 1 of the supply track"
        ),
        "place+first": (
            "occupy an office with a first-space chest: the member on space 1 of the supply track"
        ),
    }
    told = effects(Table().court(0, 9, 0).turn_of(0))
    assert told["place"] == "occupy an office: the member on space 11 of the placement track"


def test_supplies_in_words() -> None:
    table = Table().own(0, "other_supply").supply(0, "envoys_3", "brown", "brown").supply(1, "points_2")
    asked = table.play("supply")
    assert effects(asked)["s0"] == "take the first supply space: 1 envoy, 1 noble, 3 envoys, 2 brown chests"
    assert effects(asked)["s1"] == "take the second supply space: 1 noble, 2 points"
    assert effects(asked)["s4"] == "take the fifth supply space: nothing"
    assert effects(asked.play("s4")) == {
        "chests:s4": "take the chests of the fifth space: no chest",
        "chests:s0": "take the chests of the first space by using a chest: 3 envoys, 2 brown chests",
        "chests:s1": "take the chests of the second space by using a chest: 2 points",
    }


def test_placements_in_words() -> None:
    table = Table().own(0, "cheap_office", "no_movement").court(0, 9, 2).turn_of(0)
    asked = table.under("str1", "envoys_3", "brown").play("place")
    assert effects(asked)["str1"] == (
        "occupy Strasbourg 1: costs 7 figures, 1 of them for the way, nobles only; takes 3 envoys, 1 brown chest"
    )
    assert effects(asked)["nij5"] == "occupy Nijmegen 5: costs 3 figures; takes no chest"
    assert effects(asked.play("str2")) == {
        "pay": "use no chest: pays 6 figures",
        "nomove": "use a no-movement chest: pays 5 figures, saves 1",
        "cheap": "use a cheap-office chest: pays 2 figures, saves 4",
        "nomove+cheap": "use a no-movement chest and a cheap-office chest: pays 1 figure, saves 5",
    }
    asked = asked.play("nij5", "pay")
    assert effects(asked) == {"E": "put an envoy on Nijmegen 5", "N": "put a noble on Nijmegen 5"}
    assert effects(asked.play("E")) == {
        "E": "pay 1 envoy into Strasbourg",
        "N": "pay 1 noble into Strasbourg",
    }


def test_second_envoys_in_words() -> None:
    table = Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 3).court(0, 4, 0).turn_of(0)
    assert effects(table.play("place", "nij4")) == {
        "one": "put one envoy on Nijmegen 4",
        "two": "put two envoys on Nijmegen 4",
    }


def test_sources_in_words() -> None:
    asked = Table().pay(0, "aachen", 8).pay(0, "milano", 3).play("supply", "s3")
    assert effects(asked)["from:mil"] == "take the envoy from the payment area of Milano"
    asked = Table().pay(0, "aachen", 0, 1).pay(0, "milano", 0, 1).play("supply", "s1")
    assert effects(asked)["from:aac"] == "take the noble from the payment area of Aachen"


def test_exchanges_and_bonuses_in_words() -> None:
    told = effects(Table().own(0, "violet").supply(3, "violet").play("supply", "s3"))
    assert told["pass"] == "keep the violet chests"
    assert told["p1"] == "take privilege 1 for two violet chests: 8 points at once"
    assert told["p4"] == "take privilege 4 for two violet chests: offices cost 3"
    told = effects(Table().row("augsburg").put(2, "aug2").draw_only("noble", "keep_figure").end_round())
    assert told == {
        "chest:noble": "take the orange chest of 1 noble",
        "chest:keep_figure": "take 1 keep-figure chest",
    }


def test_keeping_in_words() -> None:
    table = Table().row("milano").own(1, "keep_figure").put(1, "mil1", "N").put(1, "mil3")
    assert effects(table.end_round()) == {
        "pass": "keep no more figures in Milano",
        "keep:mil1": "keep the noble on Milano 1",
        "keep:mil3": "keep the envoy on Milano 3",
    }


def test_every_move_has_words() -> None:
    """In every phase that random games reach."""
    game = Game("staufer", 4, {"privilege_set": "random"})
    kernel = FACE.kernel(4, {"privilege_set": "random"})
    for seed in range(2):
        for state in random_game(game, seed):
            assert all(move_effect(kernel, kernel.unpack(state.packed), code) for code in state.codes)
