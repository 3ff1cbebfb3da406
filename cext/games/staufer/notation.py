"""Moves as plain data, as short tokens and in words; docs/rules/staufer.md lists all forms."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games.staufer.kernel import StauferKernel
from eminence.cext.games.staufer.state import Action, Piece, Privilege, Saving
from eminence.cext.games.staufer.views import (
    movement_cost,
    office_name,
    payment_due,
    pieces_on,
    placement_cost,
)
from eminence.cext.games.staufer.words import (
    CHESTS,
    ORANGE,
    PHASES,
    PIECES,
    REGIONS,
    around,
    chest_words,
    counted,
    listed,
    piece_words,
    privilege_words,
)

ACTIONS = ("supply", "place")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
SAVING_CHESTS = {Saving.SAVE_MOVEMENT: "no-movement", Saving.SAVE_COST: "cheap-office"}
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
        return _action_effect(kernel, record, move)
    if phase == "supply_space":
        space = figures["space_pieces"][move]
        found = listed([piece_words(**space), chest_words(figures, record["supply"][move])])
        return f"take the {ORDINALS[move]} supply space: {found}"
    if phase == "supply_chests":
        space = _space(record, move)
        found = chest_words(figures, record["supply"][space]) or "no chest"
        return f"take the chests of the {ORDINALS[space]} space{' by using a chest' if move else ''}: {found}"
    if phase == "privilege":
        if not move:
            return "keep the violet chests"
        return f"take privilege {move} for two violet chests: {_privilege(kernel, record, move)}"
    if phase == "office":
        return _office_effect(kernel, record, move)
    if phase == "saving":
        return _saving_effect(kernel, record, move)
    if phase == "figure":
        return f"put {('an envoy', 'a noble')[move]} on {_office(kernel, record['office'])}"
    if phase == "payment":
        position, slots = payment_due(record)[0]
        return f"pay {piece_words(slots - move, move)} into {_region(record, position)}"
    if phase == "second_envoy":
        return f"put {('one envoy', 'two envoys')[move]} on {_office(kernel, record['office'])}"
    if phase == "source":
        piece = PIECES[Piece.ENVOY if record["due_envoys"] else Piece.NOBLE]
        return f"take the {piece} from the payment area of {_region(record, move)}"
    if phase == "revealed_chest":
        words = chest_words(figures, move + 1)
        return f"take the orange chest of {words}" if move in ORANGE else f"take {words}"
    if not move:
        return f"keep no more figures in {REGIONS[record['scored'][record['scoring']] - 1].title()}"
    office, slot = _kept(move)
    kind = next(noble for at, _, noble in pieces_on(record, office) if at == slot)
    return f"keep the {'right ' if slot else ''}{PIECES[kind]} on {_office(kernel, office)}"


def _action_effect(kernel: StauferKernel, record: Record, move: int) -> str:
    """What the action is about, and where the member goes."""
    place = bool(move & Action.PLACE)
    effect = "occupy an office" if place else "take figures and chests from the supply"
    if move & Action.FIRST:
        return f"{effect} with a first-space chest: the member on space 1 of the supply track"
    if not place:
        return f"{effect}: the member on space {record['supplied'] + 1} of the supply track"
    envoy = " with an envoy" if record["placed"] < kernel.figures["envoy_spaces"] else ""
    return f"{effect}: the member on space {record['placed'] + 1} of the placement track{envoy}"


def _office_effect(kernel: StauferKernel, record: Record, office: int) -> str:
    way, price = _costs(kernel, record, office)
    cost = f"costs {counted(way + price, 'figure')}" + (f", {way} of them for the way" if way else "")
    noble = ", nobles only" if kernel.figures["noble_offices"] >> office & 1 else ""
    chests = chest_words(kernel.figures, record["under"][office]) or "no chest"
    return f"occupy {_office(kernel, office)}: {cost}{noble}; takes {chests}"


def _saving_effect(kernel: StauferKernel, record: Record, used: int) -> str:
    way, price = _costs(kernel, record, record["office"])
    pays = (0 if used & Saving.SAVE_MOVEMENT else way) + (1 if used & Saving.SAVE_COST else price)
    saves = way + price - pays
    if not used:
        return f"use no chest: pays {counted(pays, 'figure')}"
    chests = " and ".join(f"a {name} chest" for bit, name in SAVING_CHESTS.items() if used & bit)
    return f"use {chests}: pays {counted(pays, 'figure')}, saves {saves}"


def _privilege(kernel: StauferKernel, record: Record, privilege: int) -> str:
    figures = kernel.figures
    if privilege == Privilege.CARD_POINTS:
        cards = record["display"][Privilege.CARD_POINTS - 1]
        return f"{figures['first_points'][figures['first_cards'] - cards]} points at once"
    return privilege_words(figures, privilege)


def _region(record: Record, position: int) -> str:
    region: str = REGIONS[record["ring"][position]]
    return region.title()


def _office(kernel: StauferKernel, office: int) -> str:
    """Such as `Palermo 1`."""
    name = office_name(kernel, office)
    return f"{name['region'].title()} {name['number']}"


def _action(move: int) -> str:
    return ACTIONS[bool(move & Action.PLACE)]


def _space(record: Record, move: int) -> int:
    """The supply space whose chests are taken."""
    space: int = move - 1 if move else record["space"]
    return space


def _kept(move: int) -> tuple[int, int]:
    """Office and slot of a piece that stays."""
    return divmod(move - 1, 2)


def _costs(kernel: StauferKernel, record: Record, office: int) -> tuple[int, int]:
    """Pieces for the way to an office and for the office, without chests."""
    holding = record["holding"][record["actor"]]
    steps = around(record["place"][kernel.figures["office_region"][office]] - record["king"])
    return movement_cost(kernel, holding, steps), placement_cost(kernel, holding, office)
