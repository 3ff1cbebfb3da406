"""What people read: views drawn for a terminal and moves in words, with the figures of the table's own components."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from games.staufer.cases import PILE

from eminence.bots import Game
from eminence.cext.core.components import Components
from eminence.cext.games.staufer import FACE
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
