"""Moves as plain data, as short tokens and in words; docs/rules/staufer.md lists all forms."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games.staufer.kernel import StauferKernel
from eminence.cext.games.staufer.names import CHESTS, PHASES, REGIONS
from eminence.cext.games.staufer.progress import movement_cost, placement_cost
from eminence.cext.games.staufer.views import (
    KINDS_OF_FIGURES,
    chest_names,
    figures_on,
    office_name,
    payment_due,
)

PRIVILEGES = (
    "points at once",
    "occupied offices too",
    "a second envoy",
    "offices cost 3",
    "offices cost 1 less",
    "3 points in the king's region",
    "supply: 1 envoy more",
    "supply: 1 chest more",
    "supply: 2 points",
    "movement costs 1",
    "first 2 regions free",
    "the king's neighbours free",
    "scored figures come home",
    "3/2/1 points when scored",
    "2 points when present",
    "2 points per orange chest",
)


def move_data(kernel: StauferKernel, record: Record, move: int) -> Data:
    phase = PHASES[record["phase"]]
    if phase == "action":
        return {"action": ("supply", "place")[move & 1], "first_space": bool(move & 2)}
    if phase == "supply_space":
        return {"supply_space": move}
    if phase == "supply_chests":
        return {"chests_of": move - 1 if move else record["space"]}
    if phase == "privilege":
        return {"privilege": move} if move else {"decline": True}
    if phase == "office":
        return {"office": office_name(kernel, move)}
    if phase == "saving":
        return {"no_movement": bool(move & 1), "cheap_office": bool(move & 2)}
    if phase == "figure":
        return {"figure": KINDS_OF_FIGURES[move]}
    if phase == "payment":
        return {"nobles": move}
    if phase == "second_envoy":
        return {"second_envoy": bool(move)}
    if phase == "source":
        return {"source": REGIONS[record["ring"][move]]}
    if phase == "revealed_chest":
        return {"chest": CHESTS[move]}
    if not move:
        return {"decline": True}
    return {"keep": office_name(kernel, move - 1 >> 1), "right": bool(move - 1 & 1)}


def move_text(kernel: StauferKernel, record: Record, move: int) -> str:
    phase = PHASES[record["phase"]]
    if phase == "action":
        return ("supply", "place")[move & 1] + ("+first" if move & 2 else "")
    if phase == "supply_space":
        return f"s{move}"
    if phase == "supply_chests":
        return f"chests:s{move - 1 if move else record['space']}"
    if phase == "privilege":
        return f"p{move}" if move else "pass"
    if phase == "office":
        return office_text(kernel, move)
    if phase == "saving":
        return ("pay", "nomove", "cheap", "nomove+cheap")[move]
    if phase == "figure":
        return "EN"[move]
    if phase == "payment":
        slots = payment_due(record)[0][1]
        return "E" * (slots - move) + "N" * move
    if phase == "second_envoy":
        return ("one", "two")[move]
    if phase == "source":
        return f"from:{REGIONS[record['ring'][move]][:3]}"
    if phase == "revealed_chest":
        return f"chest:{CHESTS[move]}"
    if not move:
        return "pass"
    return f"keep:{office_text(kernel, move - 1 >> 1)}" + ("r" if move - 1 & 1 else "")


def office_text(kernel: StauferKernel, office: int) -> str:
    """Three letters of the region and the number from the left, such as pal1."""
    name = office_name(kernel, office)
    return f"{name['region'][:3]}{name['number']}"


def move_effect(kernel: StauferKernel, record: Record, move: int) -> str:
    phase = PHASES[record["phase"]]
    figures = kernel.figures
    if phase == "action":
        effect = ("figures and chests", "occupy an office")[move & 1]
        return effect + (", acting first next round" if move & 2 else "")
    if phase == "supply_space":
        space = figures["space_figures"][move]
        return _listed(_figures(space["envoys"], space["nobles"]) + chest_names(record["supply"][move]))
    if phase == "supply_chests":
        space = move - 1 if move else record["space"]
        used = "uses the chest: " if move else ""
        return used + _listed(chest_names(record["supply"][space]))
    if phase == "privilege":
        return PRIVILEGES[move - 1] if move else "keep the violet chests"
    if phase == "office":
        noble = ", nobles only" if figures["noble_offices"] >> move & 1 else ""
        chests = _listed(chest_names(record["under"][move]))
        return f"{_price(kernel, record, move)} figures without chests{noble}; takes {chests}"
    if phase == "payment":
        return f"paid into {REGIONS[record['ring'][payment_due(record)[0][0]]].title()}"
    if phase == "figure":
        return f"{KINDS_OF_FIGURES[move]} on {office_text(kernel, record['office'])}"
    if phase == "kept_figure" and move:
        slot = move - 1 & 1
        kind = next(noble for at, _, noble in figures_on(record, move - 1 >> 1) if at == slot)
        return f"the {KINDS_OF_FIGURES[kind]} stays"
    return ""


def _price(kernel: StauferKernel, record: Record, office: int) -> int:
    privileges = record["holding"][record["actor"]]["privileges"]
    steps = (record["place"][kernel.figures["office_region"][office]] - record["king"]) % 6
    return movement_cost(kernel, privileges, steps) + placement_cost(kernel, privileges, office)


def _figures(envoys: int, nobles: int) -> list[str]:
    return ([f"{envoys}E"] if envoys else []) + ([f"{nobles}N"] if nobles else [])


def _listed(parts: list[str]) -> str:
    return ", ".join(part.replace("_", " ") for part in parts) or "nothing"
