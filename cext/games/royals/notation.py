"""Moves of Royals as plain data, as short texts and in a few words for people."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.state import Play, Source
from eminence.cext.games.royals.words import (
    CARD_LETTERS,
    COUNTRIES,
    COUNTRY_LETTERS,
    DRAW_MODES,
    INTRIGUES,
    PHASES,
    TITLES,
    name,
)

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
        return {"action": f"draw_{DRAW_MODES[move]}"}
    if phase == "draw":
        return (
            {"action": "draw"} if move == Source.FROM_DECK else {"action": "take", "country": COUNTRIES[move]}
        )
    if phase == "play":
        if move == Play.END:
            return {"action": "end_turn"}
        return {"action": "place", "target": position_data(kernel, move - Play.FIRST_TARGET)}
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
        return "+deck" if move == Source.FROM_DECK else f"+{COUNTRY_LETTERS[move]}"
    if phase == "play":
        return "end" if move == Play.END else position_text(kernel, move - Play.FIRST_TARGET)
    if phase in ("jokers", "intrigue_jokers"):
        return f"{'j' if phase == 'jokers' else 'i'}{move}"
    return f"{_SIGNS[phase]}{CARD_LETTERS[move]}"


def move_effect(kernel: RoyalsKernel, record: Record, move: int) -> str:
    phase = PHASES[record["phase"]]
    if phase == "draw_mode":
        return ("draw three country cards", "draw an intrigue card and a country card")[move]
    if phase == "draw":
        return (
            "draw from the deck"
            if move == Source.FROM_DECK
            else f"take {name(COUNTRIES[move])} from the display"
        )
    if phase == "play":
        return (
            "end the turn"
            if move == Play.END
            else _placement_effect(kernel, record, move - Play.FIRST_TARGET)
        )
    if phase == "jokers":
        figures = kernel.figures
        real = figures["position_cost"][record["target"]] - move
        country = COUNTRIES[figures["position_country"][record["target"]]]
        return f"pay {real} of {name(country)}" + (f" and {3 * move} cards as jokers" if move else "")
    if phase == "intrigue_jokers":
        matching = kernel.figures["position_intrigue"][record["target"]] - move
        return f"pay {matching} matching intrigue cards" + (f" and {2 * move} as jokers" if move else "")
    verb = "pay" if phase in ("pay", "pay_intrigue") else "discard"
    return f"{verb} {name((*COUNTRIES, *INTRIGUES)[move])}"


def _placement_effect(kernel: RoyalsKernel, record: Record, position: int) -> str:
    """What a placement costs and which City marker it takes."""
    figures = kernel.figures
    city = figures["position_city"][position]
    country = COUNTRIES[figures["position_country"][position]]
    parts = [f"costs {figures['position_cost'][position]} of {name(country)}"]
    held = record["held"]
    holders = [seat for seat in range(kernel.seats) if held[seat] >> position & 1]
    if holders:
        parts.insert(0, f"take over from seat {holders[0]}")
        parts.append(f"{figures['position_intrigue'][position]} intrigue")
    here = sum(1 << p for p in range(figures["positions"]) if figures["position_city"][p] == city)
    if not any(mask & here for mask in held):
        parts.append(f"City marker {figures['city_points'][city]}")
    return ", ".join(parts)
