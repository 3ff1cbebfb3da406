"""Moves as plain data and as text."""

from __future__ import annotations

from typing import Any

from eminence.cext.core.face import Data, Record
from eminence.cext.games.kingsburg.figures import KINDS
from eminence.cext.games.kingsburg.rules import KingsburgKernel
from eminence.cext.games.kingsburg.views import COLOURED, DICE, effect_cells
from eminence.cext.games.kingsburg.words import BUILDINGS, PHASES, bits

# What the choice of a kind means in each phase that asks for one.
KIND_ACTIONS = {
    "aid": "take",
    "gain": "take",
    "name": "name",
    "stock": "take",
    "share": "take",
    "price": "pay",
    "hire": "pay",
    "reward": "take",
    "loss": "lose",
}


def move_data(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    return {"coloured": [], "white": []} | _move(kernel, record, PHASES[record["phase"]], move)


def _move(kernel: KingsburgKernel, record: Record, phase: str, move: int) -> Data:
    if phase in KIND_ACTIONS:
        return {"action": KIND_ACTIONS[phase], "kind": KINDS[move]}
    if phase in ("modify", "effect"):
        if move == 0:
            return {"action": "stop"}
        return {"action": "use", "building": BUILDINGS[effect_cells(kernel.tables, phase)[move - 1]]}
    if phase == "die":
        colour = "coloured" if move < COLOURED else "white"
        return {"action": "reroll", "colour": colour, "value": record["dice"][record["actor"]][move]}
    if phase == "place":
        return {"action": "aim", "advisor": move} if move else {"action": "pass"}
    if phase == "pay":
        return _group(kernel, record, move)
    if phase == "option":
        return {"action": "option", "option": move}
    if phase == "partner":
        return {"action": "choose", "seat": move}
    if phase == "gift":
        return {"action": "give", "kind": KINDS[move >> 3], "seat": move & 7}
    if phase in ("build", "second"):
        return {"action": "build", "building": BUILDINGS[move - 1]} if move else {"action": "pass"}
    if phase == "recruit":
        return {"action": "pay", "kind": KINDS[move - 1]} if move else {"action": "stop"}
    if phase == "troops":
        return {"action": "commit", "value": kernel.tables.tokens[move]}
    return {"action": "replace", "value": record["die"]} if move else {"action": "keep"}


def _group(kernel: KingsburgKernel, record: Record, move: int) -> Data:
    dice = record["dice"][record["actor"]]
    slots = bits(move & 0xFF)
    built = record["built"][record["actor"]]
    shift = next((far for cell, far in kernel.tables.markets if built >> cell & 1), 0)
    return {
        "action": "place",
        "coloured": [dice[slot] for slot in slots if slot < COLOURED],
        "white": [dice[slot] for slot in slots if COLOURED <= slot < DICE],
        "plus_two": bool(move >> 8 & 1),
        "market": (0, -shift, shift)[move >> 9],
    }


def move_text(kernel: KingsburgKernel, record: Record, move: int) -> str:
    data = move_data(kernel, record, move)
    action = data["action"]
    if action in ("pass", "stop", "keep"):
        return str(action)
    if action == "place":
        parts = [str(die) for die in data["coloured"]] + [f"w{die}" for die in data["white"]]
        parts += ["t"] * data["plus_two"]
        if data["market"]:
            parts.append("up" if data["market"] > 0 else "down")
        return "+".join(parts)
    if action == "option":
        return option_text(_options(kernel, record)[move])
    if action == "give":
        return f"{data['kind']}>seat-{data['seat']}"
    forms = {
        "aim": "#{advisor}",
        "use": "use-{building}",
        "build": "{building}",
        "reroll": "{colour}-{value}",
        "choose": "seat-{seat}",
        "commit": "troops-{value}",
        "replace": "take-{value}",
    }
    return forms.get(action, "{kind}").format(**data)


def _options(kernel: KingsburgKernel, record: Record) -> list[dict[str, Any]]:
    """The options of the help being given."""
    whim = (record["whims"] >> record["advisor"]) & 1
    help_ = kernel.tables.helps["whim" if whim else "advisor", record["advisor"]]
    if help_.get("copy"):
        advisor = next(a for a in range(1, 19) if not record["influenced"] >> a & 1)
        whim = (record["whims"] >> advisor) & 1
        help_ = kernel.tables.helps["whim" if whim else "advisor", advisor]
    options: list[dict[str, Any]] = help_["options"]
    return options


def bundle_text(bundle: dict[str, int]) -> str:
    return "+".join(kind if amount == 1 else f"{amount}{kind}" for kind, amount in bundle.items() if amount)


def option_text(option: dict[str, Any]) -> str:
    """`pay>gain/others`, as far as there is something; `decline` for nothing at all."""
    text = bundle_text(option.get("gain", {})) or "decline"
    if option.get("pay"):
        text = f"{bundle_text(option['pay'])}>{text}"
    if option.get("others"):
        text += f"/{bundle_text(option['others'])}"
    return text


def help_text(help_: dict[str, Any]) -> str:
    """A help in a few words, for boards and hints."""
    gain = bundle_text(help_.get("gain", {}))
    peek = "+peek" if help_.get("peek") else ""
    if help_.get("copy"):
        return "copies the lowest left alone"
    if help_.get("tile"):
        return "a good from the tile" if help_["tile"] == "choice" else "the good on the tile"
    if help_.get("named_by"):
        return " and ".join(help_["named_by"]) + " names a good"
    if help_.get("share"):
        twice = help_["share"]["owner"] == "twice"
        return "another takes one, you " + ("two of it" if twice else "the other four")
    if help_.get("gifts"):
        return f"{gain}, give {help_['gifts']}"
    if help_.get("options"):
        picks = f"{help_['picks']} of " if help_.get("picks", 1) > 1 else ""
        return picks + " | ".join(option_text(option) for option in help_["options"]) + peek
    return gain + peek


def move_effect(kernel: KingsburgKernel, record: Record, move: int) -> str:
    data = move_data(kernel, record, move)
    action = data["action"]
    tables = kernel.tables
    if action == "aim":
        number = data["advisor"]
        help_ = tables.helps["whim" if record["whims"] >> number & 1 else "advisor", number]
        taken = ", with the Envoy" if record["influenced"] >> number & 1 else ""
        return f"{tables.advisors[number]}: {help_text(help_)}{taken}"
    if action == "build":
        building = tables.buildings[move - 1]
        return f"{building.id} {building.name}, {building.vp} VP"
    effects = {
        "pass": {"place": "no more dice this season", "build": "build nothing", "second": "keep the Envoy"},
        "stop": {"modify": "keep the dice", "effect": "use nothing more", "recruit": "no more soldiers"},
    }
    return effects.get(action, {}).get(PHASES[record["phase"]], "")
