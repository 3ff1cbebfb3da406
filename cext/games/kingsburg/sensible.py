"""Rules of thumb of Kingsburg: one building ahead in mind, advisors by what it lacks, soldiers before the winter."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data
from eminence.cext.games.kingsburg import state
from eminence.cext.games.kingsburg.words import BUILDINGS, ROWS

GOODS = ("gold", "wood", "stone")
LACKED, SPARE, CHOSEN = 1.3, 0.8, 1.2  # a good the next building lacks, any other, one of choice
TOKEN, SOLDIER, POINT = 0.7, 0.6, 1.0
WHIM = 2.2  # a tile, whichever
PIP = 0.26  # what a point on the dice is worth
# Buildings that pay over the years, in points for each year to come.
USEFUL = {
    "farms": 1.0,
    "market": 0.8,
    "merchants_guild": 0.8,
    "inn": 0.4,
    "guard_tower": 0.7,
    "palisade": 0.5,
}
USEFUL |= {"blacksmith": 0.6, "stone_wall": 0.5, "barracks": 0.3, "wizards_guild": 0.6, "fortress": 0.5}


def sensible(components: Components, view: Data, moves: Sequence[Data]) -> list[float] | None:
    """What each legal move is worth to a decent player, in points or thereabouts."""
    table = _Table(components, view)
    weigh = {
        "place": table.place,
        "build": table.build,
        "second": table.build,
        "gain": table.take,
        "aid": table.take,
        "take": table.take,
        "reward": table.take,
    }.get(view["phase"])
    return None if weigh is None else [weigh(move) for move in moves]


@lru_cache
def _buildings(components: Components) -> dict[str, dict[str, Any]]:
    """Component records by the word for the building."""
    tables = [components.records("buildings")]
    if "strips" in components.data["tables"]:
        tables.append(components.records("strips"))
    return {
        BUILDINGS[state.CELLS * plane + _cell(record)]: record
        for plane, records in enumerate(tables)
        for record in records
    }


def _cell(record: dict[str, Any]) -> int:
    return state.COLUMNS * ROWS.index(record["row"].lower()) + int(record["column"]) - 1


@lru_cache
def _helps(components: Components) -> dict[int, dict[str, Any]]:
    return {record["number"]: record["help"] for record in components.records("advisors")}


class _Table:
    """A view, as the seat looks at it."""

    def __init__(self, components: Components, view: Data) -> None:
        self.view = view
        self.me: Data = view["players"][view["seat"]]
        self.years_left = 5 - view["year"]
        self.buildings, self.helps = _buildings(components), _helps(components)
        self.lack = self._lack()

    def _worth(self, name: str) -> float:
        return float(self.buildings[name]["vp"] + USEFUL.get(name, 0.2) * self.years_left)

    def _lack(self) -> dict[str, int]:
        """Goods that the building to aim at still needs."""
        best, lack = -100.0, dict.fromkeys(GOODS, 0)
        for name, record in self.buildings.items():
            if not self._is_next(name, record):
                continue
            missing = {good: max(record[good] - self.me[good], 0) for good in GOODS}
            worth = (
                self._worth(name) - 1.1 * sum(missing.values()) - 0.7 * sum(record[good] for good in GOODS)
            )
            if worth > best:
                best, lack = worth, missing
        return lack

    def _is_next(self, name: str, record: dict[str, Any]) -> bool:
        """The first column of a row of one's own that is not built yet."""
        if record["row"] in "AG" and not self.view["options"]["module1"]:
            return False
        replaced = record["row"].lower() in self.me.get("rows", {}).get("replaced", [])
        if replaced != (BUILDINGS.index(name) >= state.CELLS):
            return False
        built = [
            self.buildings[one]["column"]
            for one in self.me["buildings"]
            if self.buildings[one]["row"] == record["row"]
        ]
        return bool(record["column"] == max(built, default=0) + 1)

    def _good(self, good: str) -> float:
        return LACKED if self.lack[good] > 0 else SPARE

    def _gain(self, gain: dict[str, int]) -> float:
        worths = {"good": CHOSEN, "token": TOKEN, "vp": POINT, "soldier": self._soldier()}
        return sum(
            number * (self._good(kind) if kind in GOODS else worths[kind]) for kind, number in gain.items()
        )

    def _soldier(self) -> float:
        """Soldiers are for this winter: the invaders come with about two more than the year's number."""
        guard = self.me["soldiers"] + len(
            {"guard_tower", "palisade", "blacksmith", "stone_wall"} & set(self.me["buildings"])
        )
        return SOLDIER if guard < self.view["year"] + 1 else 0.2

    def place(self, move: Data) -> float:
        """The advisor's help less the dice it takes; to pass is for those who can do nothing."""
        if move["action"] == "pass":
            return -5.0
        advisor: int = move["advisor"]
        dice = 0.0 if move["action"] == "deal" else PIP * advisor
        if advisor in self.view["whims"] and "private" not in move:
            return WHIM - dice
        help_ = self.helps[advisor]
        options = help_.get("options", [help_])
        worth = max(
            self._gain(option.get("gain", {})) - self._gain(option.get("pay", {})) for option in options
        )
        return worth - dice

    def build(self, move: Data) -> float:
        return 0.0 if move["action"] == "pass" else self._worth(move["building"])

    def take(self, move: Data) -> float:
        return self._good(move["kind"]) if move.get("kind") in GOODS else 0.0
