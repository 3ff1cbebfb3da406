"""A hidden state as plain data."""

from __future__ import annotations

from typing import Any

from eminence.cext.core.face import Data, Record
from eminence.cext.games.staufer.kernel import StauferKernel
from eminence.cext.games.staufer.state import ROUNDS, Privilege
from eminence.cext.games.staufer.words import (
    CHESTS,
    JOBS,
    PARTS,
    PHASES,
    PIECES,
    REGIONS,
    SECONDS,
    STEPS,
    TILES,
    around,
    owns,
    pile_to_kinds,
)


def view_data(kernel: StauferKernel, record: Record, seat: int) -> Data:
    phase = PHASES[record["phase"]]
    data: Data = {
        "round": record["round"] + 1,
        "phase": phase,
        "start_player": record["start"],
        "king": REGIONS[record["ring"][record["king"]]],
        "regions": [_region(kernel, record, position) for position in range(len(REGIONS))],
        "supply": _supply(kernel, record),
        "turn_order": record["order"][: record["waiting"]],
        "supply_track": record["supply_track"][: record["supplied"]],
        "placement_track": record["placement_track"][: record["placed"]],
        "rows": _rows(record),
        "privileges": _privileges(kernel, record),
        "draw_pile": record["drawable"],
        "discard_pile": [
            {"chest": CHESTS[kind], "number": number}
            for kind, number in enumerate(record["discard"])
            if number
        ],
        "players": [_player(kernel, record, seat) for seat in range(kernel.seats)],
    }
    if phase != "over":
        data["actor"] = record["actor"]
    if phase not in ("action", "over"):
        data["progress"] = _progress(kernel, record)
    if kernel.figures["pile_fixed"]:
        data["reshuffled"] = bool(record["reshuffled"])
    return data


def first_office(kernel: StauferKernel, region: int) -> int:
    """The number of a region's leftmost office."""
    found: int = kernel.figures["office_region"].index(region)
    return found


def office_name(kernel: StauferKernel, office: int) -> Data:
    region = kernel.figures["office_region"][office]
    return {"region": REGIONS[region], "number": office - first_office(kernel, region) + 1}


def region_range(kernel: StauferKernel, region: int) -> range:
    """The numbers of a region's offices."""
    first = first_office(kernel, region)
    return range(first, first + bin(kernel.figures["region_offices"][region]).count("1"))


def chest_names(pile: int) -> list[str]:
    return [CHESTS[kind] for kind in pile_to_kinds(pile)]


def movement_cost(kernel: StauferKernel, holding: Record, steps: int) -> int:
    """Pieces of a movement without a chest; like `movement_slots` of the rules."""
    index = holding["privileges"] >> (Privilege.SHORT_WAY - 1) & 7
    found: int = kernel.figures["movement"][index][steps]
    return found


def placement_cost(kernel: StauferKernel, holding: Record, office: int) -> int:
    """Pieces of an office without a chest; like `placement_cost` of the rules."""
    index = holding["privileges"] >> (Privilege.FIXED_COST - 1) & 3
    found: int = kernel.figures["cost"][index][kernel.figures["office_cost"][office]]
    return found


def payment_due(record: Record) -> list[tuple[int, int]]:
    """Ring positions still to be paid, with the number of pieces."""
    return [
        (around(record["pay_at"] + i), 2 if i < record["pay_double"] else 1)
        for i in range(record["pay_regions"])
    ]


def pieces_on(record: Record, office: int) -> list[tuple[int, int, int]]:
    """Pieces on an office, left to right: slot, seat, 1 for a noble."""
    return [
        (slot, seat, record["noble"][slot] >> office & 1)
        for slot in range(len(record["noble"]))
        for seat, own in enumerate(record["own"])
        if own[slot] >> office & 1
    ]


def jobs_data(jobs: list[int]) -> dict[str, str]:
    return {name: cards[card - 1] for (name, cards), card in zip(JOBS.items(), jobs, strict=True)}


def _region(kernel: StauferKernel, record: Record, position: int) -> Data:
    region = record["ring"][position]
    tile = record["tile"][region]
    return {
        "region": REGIONS[region],
        "tile": TILES[tile],
        "points": kernel.figures["tile_points"][tile],
        "offices": [_office(kernel, record, office) for office in region_range(kernel, region)],
        "payments": [dict(record["holding"][seat]["paid"][position]) for seat in range(kernel.seats)],
    }


def _office(kernel: StauferKernel, record: Record, office: int) -> Data:
    return {
        "cost": kernel.figures["office_cost"][office],
        "noble_only": bool(kernel.figures["noble_offices"] >> office & 1),
        "figures": [
            {
                "seat": seat,
                "kind": PIECES[noble],
                "kept": bool(record["kept"][slot] >> office & 1),
            }
            for slot, seat, noble in pieces_on(record, office)
        ],
        "chests": chest_names(record["under"][office]),
    }


def _supply(kernel: StauferKernel, record: Record) -> list[Data]:
    return [
        dict(kernel.figures["space_pieces"][space]) | {"chests": chest_names(record["supply"][space])}
        for space in range(kernel.figures["spaces"])
    ]


def _rows(record: Record) -> list[Data]:
    rows = []
    for i in range(record["round"], ROUNDS):
        row: Data = {
            "region": REGIONS[record["row_region"][i]],
            "second": SECONDS[record["row_second"][i]],
        }
        if i < ROUNDS - 1:
            row["steps"] = record["row_steps"][i]
        rows.append(row)
    return rows


def _privileges(kernel: StauferKernel, record: Record) -> list[Data]:
    stacks = []
    for privilege, cards in enumerate(record["display"], 1):
        if cards or any(owns(holding, privilege) for holding in record["holding"]):
            stack: Data = {"privilege": privilege, "cards": cards}
            if privilege == Privilege.CARD_POINTS and cards:
                stack["points"] = kernel.figures["first_points"][kernel.figures["first_cards"] - cards]
            stacks.append(stack)
    return stacks


def _player(kernel: StauferKernel, record: Record, seat: int) -> Data:
    holding = record["holding"][seat]
    player: Data = {
        "points": holding["points"],
        "court": dict(holding["court"]),
        "province": dict(holding["province"]),
        "chests": [CHESTS[kind] for kind, number in enumerate(holding["chests"]) for _ in range(number)],
        "privileges": [int(privilege) for privilege in Privilege if owns(holding, privilege)],
    }
    if record["jobs"][seat][0]:
        player["jobs"] = jobs_data(record["jobs"][seat])
    if PHASES[record["phase"]] == "over":
        player["final"] = dict(zip(PARTS, kernel.final_points(kernel.pack(record), seat), strict=True))
    return player


def _progress(kernel: StauferKernel, record: Record) -> Data:
    phase = PHASES[record["phase"]]
    step = STEPS[record["step"]]
    progress: dict[str, Any] = {
        "next": step,
        "due_envoys": record["due_envoys"],
        "due_nobles": record["due_nobles"],
        "taking": chest_names(record["taking"]),
        "payment": [
            {"region": REGIONS[record["ring"][position]], "figures": pieces}
            for position, pieces in payment_due(record)
        ],
        "scored": [REGIONS[region - 1] for region in record["scored"] if region],
        "served": record["served"],
        "revealed": chest_names(record["revealed"]),
    }
    if step == "supply_chests":
        progress["supply_space"] = record["space"]
    if phase in ("saving", "figure", "payment", "second_envoy"):
        progress["office"] = office_name(kernel, record["office"])
    if record["scored"][0]:
        progress["current"] = REGIONS[record["scored"][record["scoring"]] - 1]
    return progress
