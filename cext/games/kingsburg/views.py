"""Views as plain data."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games.kingsburg import words
from eminence.cext.games.kingsburg.figures import KINDS, Tables
from eminence.cext.games.kingsburg.rules import KingsburgKernel
from eminence.cext.games.kingsburg.words import BUILDINGS, NEUTRAL, PHASES, SEASONS, bits

DICE = 8
COLOURED = 3
ADVISORS = 18


def view_data(kernel: KingsburgKernel, record: Record, seat: int) -> Data:
    phase = PHASES[record["phase"]]
    data: Data = {
        "phase": phase,
        "year": record["year"] + 1,
        "season": SEASONS[record["season"]],
        "order": record["order"][: kernel.seats],
        "players": [_player(kernel, record, one, seat) for one in range(kernel.seats)],
        "groups": _groups(record),
        "influenced": bits(record["influenced"]) if phase in words.BUILD_PHASES else [],
        "whims": bits(record["whims"]),
        "stock": [KINDS[good] for good in bits(record["stock"])],
        "taken": bits(record["choice"]) if phase == "option" else [],
        "used": [],
    }
    if phase != "ended":
        data["actor"] = record["actor"]
    if record["envoy"]:
        data["envoy"] = record["envoy"] - 1
    if record["invaders"][record["year"]]:
        data["invader"] = kernel.tables.cards[record["year"]][record["invaders"][record["year"]] - 1]
    if record["lucky"]:
        data["lucky"] = KINDS[record["lucky"] - 1]
    return data | _pending(kernel.tables, record, phase)


def _pending(tables: Tables, record: Record, phase: str) -> Data:
    """What the pending decision is about."""
    data: Data = {}
    if phase == "pay" or phase in words.HELP_PHASES:
        data["advisor"] = record["advisor"]
    if phase in words.HELP_PHASES:
        data |= {"receiver": record["owner"], "group": record["served"]}
    if phase in words.LEFT_PHASES:
        data["left"] = record["left"]
    if phase == "gift":
        if record["least"]:
            data |= {"least": KINDS[record["least"] >> 3], "least_seat": record["least"] & 7}
    elif phase in words.LEAST_PHASES and record["least"]:
        data["least"] = KINDS[record["least"]]
    if phase in words.USED_PHASES:
        cells = effect_cells(tables, phase)
        data["used"] = [BUILDINGS[cells[i]] for i in bits(record["used"])]
        if phase in ("die", "price"):
            data["effect"] = BUILDINGS[cells[record["choice"] - 1]]
    if phase == "academy":
        data["rolled"] = record["die"]
    return data


def effect_cells(tables: Tables, phase: str) -> tuple[int, ...]:
    """Cells of the effects that the numbers of this phase mean."""
    return tables.modifiers if phase in ("modify", "die") else tuple(cell for cell, _ in tables.season_ends)


def _player(kernel: KingsburgKernel, record: Record, one: int, seat: int) -> Data:
    phase = PHASES[record["phase"]]
    own, dice = record["own"][one], record["dice"][one]
    data: Data = dict(zip(("gold", "wood", "stone", "tokens", "soldiers", "vp"), own, strict=True))
    data |= {
        "buildings": [BUILDINGS[cell] for cell in bits(record["built"][one])],
        "coloured": [die for die in dice[:COLOURED] if die],
        "white": [die for die in dice[COLOURED:] if die],
        "waiting": bool(record["waiting"] >> one & 1),
        "passed": bool(record["passed"] >> one & 1),
        "token_used": bool(record["token_used"] >> one & 1),
        "market_used": bool(record["market_used"] >> one & 1),
        "peeked": bool(record["seen"] >> one & 1),
        "troops": [kernel.tables.tokens[i] for i in bits(record["tokens"][one])],
    }
    if one == seat and record["chosen"][one]:
        data["committed"] = kernel.tables.tokens[record["chosen"][one] - 1]
    if phase == "academy":
        data["reinforcement"] = record["reinforcement"][one]
    if phase in words.BATTLE_PHASES:
        data |= {"combat": record["combat"][one], "won": bool(record["won"] >> one & 1)}
    return data


def _groups(record: Record) -> list[Data]:
    groups = []
    for advisor in range(1, ADVISORS + 1):
        owners = [record["group"][advisor - 1]]
        if record["second_advisor"] == advisor:
            owners.append(record["second_owner"])
        for owner in owners:
            if owner:
                groups.append({"advisor": advisor} | ({} if owner == NEUTRAL else {"seat": owner - 1}))
    return groups
