"""Moves as plain data, as short tokens and in words; docs/rules/staufer.md lists all forms."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games.staufer.kernel import StauferKernel
from eminence.cext.games.staufer.state import Action, Saving
from eminence.cext.games.staufer.views import (
    chest_names,
    movement_cost,
    office_name,
    payment_due,
    pieces_on,
    placement_cost,
)
from eminence.cext.games.staufer.words import CHESTS, PHASES, PIECES, REGIONS, around, privilege_words

ACTIONS = ("supply", "place")
SAVINGS = ("pay", "nomove", "cheap", "nomove+cheap")  # by the bits of Saving


def move_data(kernel: StauferKernel, record: Record, move: int) -> Data:
    phase = PHASES[record["phase"]]
    if phase == "action":
        return {"action": _action(move), "first_space": bool(move & Action.FIRST)}
    if phase == "supply_space":
        return {"supply_space": move}
    if phase == "supply_chests":
        return {"chests_of": _space(record, move)}
    if phase == "privilege":
        return {"privilege": move} if move else {"decline": True}
    if phase == "office":
        return {"office": office_name(kernel, move)}
    if phase == "saving":
        return {
            "no_movement": bool(move & Saving.SAVE_MOVEMENT),
            "cheap_office": bool(move & Saving.SAVE_COST),
        }
    if phase == "figure":
        return {"figure": PIECES[move]}
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
    office, slot = _kept(move)
    return {"keep": office_name(kernel, office), "right": bool(slot)}


def move_text(kernel: StauferKernel, record: Record, move: int) -> str:
    phase = PHASES[record["phase"]]
    if phase == "action":
        return _action(move) + ("+first" if move & Action.FIRST else "")
    if phase == "supply_space":
        return f"s{move}"
    if phase == "supply_chests":
        return f"chests:s{_space(record, move)}"
    if phase == "privilege":
        return f"p{move}" if move else "pass"
    if phase == "office":
        return office_text(kernel, move)
    if phase == "saving":
        return SAVINGS[move]
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
    office, slot = _kept(move)
    return f"keep:{office_text(kernel, office)}" + ("r" if slot else "")


def office_text(kernel: StauferKernel, office: int) -> str:
    """Three letters of the region and the number from the left, such as pal1."""
    name = office_name(kernel, office)
    return f"{name['region'][:3]}{name['number']}"


def move_effect(kernel: StauferKernel, record: Record, move: int) -> str:
    phase = PHASES[record["phase"]]
    figures = kernel.figures
    if phase == "action":
        effect = "occupy an office" if move & Action.PLACE else "figures and chests"
        return effect + (", acting first next round" if move & Action.FIRST else "")
    if phase == "supply_space":
        return _listed(_pieces(figures["space_pieces"][move]) + chest_names(record["supply"][move]))
    if phase == "supply_chests":
        used = "uses the chest: " if move else ""
        return used + _listed(chest_names(record["supply"][_space(record, move)]))
    if phase == "privilege":
        return privilege_words(figures, move) if move else "keep the violet chests"
    if phase == "office":
        noble = ", nobles only" if figures["noble_offices"] >> move & 1 else ""
        chests = _listed(chest_names(record["under"][move]))
        return f"{_price(kernel, record, move)} figures without chests{noble}; takes {chests}"
    if phase == "payment":
        return f"paid into {REGIONS[record['ring'][payment_due(record)[0][0]]].title()}"
    if phase == "figure":
        return f"{PIECES[move]} on {office_text(kernel, record['office'])}"
    if phase == "kept_figure" and move:
        office, slot = _kept(move)
        kind = next(noble for at, _, noble in pieces_on(record, office) if at == slot)
        return f"the {PIECES[kind]} stays"
    return ""


def _action(move: int) -> str:
    return ACTIONS[bool(move & Action.PLACE)]


def _space(record: Record, move: int) -> int:
    """The supply space whose chests are taken."""
    space: int = move - 1 if move else record["space"]
    return space


def _kept(move: int) -> tuple[int, int]:
    """Office and slot of a piece that stays."""
    return divmod(move - 1, 2)


def _price(kernel: StauferKernel, record: Record, office: int) -> int:
    holding = record["holding"][record["actor"]]
    steps = around(record["place"][kernel.figures["office_region"][office]] - record["king"])
    return movement_cost(kernel, holding, steps) + placement_cost(kernel, holding, office)


def _pieces(pieces: Data) -> list[str]:
    return [f"{pieces[name]}{name[0].upper()}" for name in ("envoys", "nobles") if pieces[name]]


def _listed(parts: list[str]) -> str:
    return ", ".join(part.replace("_", " ") for part in parts) or "nothing"
