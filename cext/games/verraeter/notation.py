"""Moves of Verräter as plain data, as text and in words."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games.verraeter.kernel import VerraeterKernel
from eminence.cext.games.verraeter.state import LANDS, STOP, Action, Build, Phase
from eminence.cext.games.verraeter.words import ACTION_NAMES, ACTIONS, BUILDS, HOUSES
from eminence.cext.games.verraeter.words import LANDS as LAND_WORDS

ACTION_TEXTS = ("T", "D2", "D5", "B", "S", "F")
ACTION_EFFECTS = ("switch house", "", "", "place or turn a building", "choose the next site", "")
BUILD_TEXTS = ("nothing", "estate", "office", "turn")
BUILD_EFFECTS = (
    "build nothing",
    "place an estate: it brings supply cards",
    "place an office: it scores at the end",
    "turn a building: an estate into an office or back",
)


def move_data(kernel: VerraeterKernel, record: Record, move: int) -> Data:
    phase = record["phase"]
    if phase == Phase.SETTLE:
        return {"kind": "settle", "position": move}
    if phase == Phase.SITE:
        return {"kind": "site", "position": move}
    if phase == Phase.DRAFT:
        return {"kind": "keep", "action": ACTIONS[move - 1]}
    if phase == Phase.BUILD:
        return {"kind": BUILDS[move]}
    if phase == Phase.BUILD_SITE:
        return {"kind": "target", "position": move}
    if move == STOP:
        return {"kind": "stop"}
    kind = "lay" if phase == Phase.SUPPLY else "discard"
    return {"kind": kind, "value": kernel.figures.value[move - 1]}


def move_text(kernel: VerraeterKernel, record: Record, move: int) -> str:
    phase = record["phase"]
    if phase in (Phase.SETTLE, Phase.BUILD_SITE):
        return f"@{move}"
    if phase == Phase.SITE:
        return f"{move}-{(move + 1) % LANDS}"
    if phase == Phase.DRAFT:
        return ACTION_TEXTS[move - 1]
    if phase == Phase.BUILD:
        return BUILD_TEXTS[move]
    if move == STOP:
        return "stop"
    return f"{'+' if phase == Phase.SUPPLY else '-'}{kernel.figures.value[move - 1]}"


def move_effect(kernel: VerraeterKernel, record: Record, move: int) -> str:
    phase = record["phase"]
    if phase == Phase.DRAFT:
        return _action_effect(kernel, record, move)
    if phase == Phase.SETTLE:
        return f"place your estate under the {_land(record, move)}"
    if phase == Phase.SITE:
        return f"fight over {_land(record, move)} and {_land(record, (move + 1) % LANDS)}"
    if phase == Phase.BUILD:
        return BUILD_EFFECTS[move]
    if phase == Phase.BUILD_SITE:
        return _build_effect(record, move)
    if move == STOP:
        return "lay no more" if phase == Phase.SUPPLY else "discard no more"
    value = kernel.figures.value[move - 1]
    if phase == Phase.SUPPLY:
        return f"lay a card of {value}: {value} conflict points for {_house(record, record['actor'])}"
    return f"discard a card of {value}: another is drawn instead"


def _land(record: Record, position: int) -> str:
    """Such as `Eagle woods`, with its place where there are two of them."""
    lands = [_kind_of_land(record, at) for at in range(LANDS)]
    return lands[position] + (f" of place {position}" if lands.count(lands[position]) > 1 else "")


def _kind_of_land(record: Record, position: int) -> str:
    house = HOUSES[record["rose"] >> position & 1]
    return f"{house.capitalize()} {LAND_WORDS[record['land'][position]]}"


def _house(record: Record, seat: int) -> str:
    house: str = HOUSES[record["house"][seat]]
    return house.capitalize()


def _build_effect(record: Record, position: int) -> str:
    if record["build"] != Build.TURN:
        return f"{BUILDS[record['build']].replace('_', ' an ')} at the {_land(record, position)}"
    estate = record["estates"][record["actor"]] >> position & 1
    turned = "estate into an office" if estate else "office into an estate"
    return f"turn the {turned} at the {_land(record, position)}"


def _action_effect(kernel: VerraeterKernel, record: Record, card: int) -> str:
    """An action card and what it brings."""
    figures, kind = kernel.figures, card - 1
    cp, vp, drawn = figures.action_cp[kind], figures.action_vp[kind], figures.action_cards[kind]
    parts = [
        "switch house" if _turns(kernel, record, card) else ACTION_EFFECTS[kind],
        f"{cp} conflict points" if cp else "",
        f"{vp} VP" if vp else "",
        f"draw {drawn} supply card{'s' * (drawn > 1)}" if drawn else "",
    ]
    return f"keep the {ACTION_NAMES[ACTIONS[kind]]}: {', '.join(part for part in parts if part)}"


def _turns(kernel: VerraeterKernel, record: Record, card: int) -> bool:
    """V-4.4.4: in a unanimous round Diplomat +5 switches house too, and counts for the other one."""
    unanimous = len(set(record["house"][: kernel.seats])) == 1
    return card == Action.DIPLOMAT_5 and unanimous and kernel.options["d5_turns_when_unanimous"]
