"""Moves of Royals as plain data, as short texts and in a few words for people."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games.royals.figures import COUNTRIES, INTRIGUES, TITLES
from eminence.cext.games.royals.rules import RoyalsKernel

PHASES = (
    "draw_mode",
    "draw",
    "play",
    "intrigue_jokers",
    "pay_intrigue",
    "jokers",
    "pay",
    "discard",
    "discard_intrigue",
    "over",
)
COUNTRY_LETTERS = "FGBS"
INTRIGUE_LETTERS = ("FG", "FB", "FS", "GB", "GS", "BS")
CARD_LETTERS = (*COUNTRY_LETTERS, *INTRIGUE_LETTERS)

_FROM_DECK = 4
_SIGNS = {"pay": "-", "pay_intrigue": "-", "discard": "x", "discard_intrigue": "x"}


def position_data(kernel: RoyalsKernel, position: int) -> Data:
    city, title = kernel.board.positions[position]
    return {"city": kernel.board.cities[city], "title": TITLES[title]}


def position_text(kernel: RoyalsKernel, position: int) -> str:
    city, title = kernel.board.positions[position]
    return f"{kernel.board.cities[city]}-{TITLES[title]}"


def move_data(kernel: RoyalsKernel, record: Record, move: int) -> Data:
    phase = PHASES[record["phase"]]
    if phase == "draw_mode":
        return {"action": ("draw_three", "draw_one_each")[move]}
    if phase == "draw":
        return {"action": "draw"} if move == _FROM_DECK else {"action": "take", "country": COUNTRIES[move]}
    if phase == "play":
        return (
            {"action": "place", "target": position_data(kernel, move - 1)} if move else {"action": "end_turn"}
        )
    if phase in ("jokers", "intrigue_jokers"):
        return {"action": phase, "count": move}
    if phase in ("pay", "discard"):
        return {"action": phase, "country": COUNTRIES[move]}
    return {"action": phase, "intrigue": INTRIGUES[move - len(COUNTRIES)]}


def move_text(kernel: RoyalsKernel, record: Record, move: int) -> str:
    phase = PHASES[record["phase"]]
    if phase == "draw_mode":
        return ("3c", "1c1i")[move]
    if phase == "draw":
        return "+deck" if move == _FROM_DECK else f"+{COUNTRY_LETTERS[move]}"
    if phase == "play":
        return position_text(kernel, move - 1) if move else "end"
    if phase in ("jokers", "intrigue_jokers"):
        return f"{'j' if phase == 'jokers' else 'i'}{move}"
    return f"{_SIGNS[phase]}{CARD_LETTERS[move]}"


def move_effect(kernel: RoyalsKernel, record: Record, move: int) -> str:
    phase = PHASES[record["phase"]]
    if phase == "draw_mode":
        return ("draw three country cards", "draw an intrigue card and a country card")[move]
    if phase == "draw":
        return (
            "draw from the deck" if move == _FROM_DECK else f"take {_words(COUNTRIES[move])} from the display"
        )
    if phase == "play":
        return _placement_effect(kernel, record, move - 1) if move else "end the turn"
    if phase == "jokers":
        figures = kernel.figures
        real = figures["position_cost"][record["target"]] - move
        country = COUNTRIES[figures["position_country"][record["target"]]]
        return f"pay {real} of {_words(country)}" + (f" and {3 * move} cards as jokers" if move else "")
    if phase == "intrigue_jokers":
        matching = kernel.figures["position_intrigue"][record["target"]] - move
        return f"pay {matching} matching intrigue cards" + (f" and {2 * move} as jokers" if move else "")
    verb = "pay" if phase in ("pay", "pay_intrigue") else "discard"
    return f"{verb} {_words((*COUNTRIES, *INTRIGUES)[move])}"


def _words(name: str) -> str:
    return name.replace("_", " ").title()


def _placement_effect(kernel: RoyalsKernel, record: Record, position: int) -> str:
    """What a placement costs and which City marker it takes."""
    figures = kernel.figures
    city = figures["position_city"][position]
    country = COUNTRIES[figures["position_country"][position]]
    parts = [f"costs {figures['position_cost'][position]} of {_words(country)}"]
    held = record["held"]
    holders = [seat for seat in range(kernel.seats) if held[seat] >> position & 1]
    if holders:
        parts.insert(0, f"take over from seat {holders[0]}")
        parts.append(f"{figures['position_intrigue'][position]} intrigue")
    here = sum(1 << p for p in range(figures["positions"]) if figures["position_city"][p] == city)
    if not any(mask & here for mask in held):
        parts.append(f"City marker {figures['city_points'][city]}")
    return ", ".join(parts)
