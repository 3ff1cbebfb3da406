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
    MARKERS,
    PHASES,
    TITLES,
    name,
    some,
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
        paid = [f"{real} of {name(country)}"] * bool(real) + [f"{3 * move} cards as jokers"] * bool(move)
        return f"pay {' and '.join(paid)}"
    if phase == "intrigue_jokers":
        matching = kernel.figures["position_intrigue"][record["target"]] - move
        paid = [some(matching, "matching intrigue card")] * bool(matching)
        paid += [f"{2 * move} intrigue cards as jokers"] * bool(move)
        return f"pay {' and '.join(paid)}"
    verb = "pay" if phase in ("pay", "pay_intrigue") else "discard"
    return f"{verb} {name((*COUNTRIES, *INTRIGUES)[move])}"


def _placement_effect(kernel: RoyalsKernel, record: Record, position: int) -> str:
    """What a placement makes of the seat, what it costs and what it brings."""
    figures = kernel.figures
    city = kernel.board.cities[figures["position_city"][position]]
    country = COUNTRIES[figures["position_country"][position]]
    parts = [f"costs {figures['position_cost'][position]} of {name(country)}"]
    owner = _owner(kernel, record, position)
    if owner is not None:
        parts.insert(0, f"takes over from seat {owner}")
        parts.append(f"{figures['position_intrigue'][position]} intrigue")
    brings = [*parts, *_markers(kernel, record, position), *_leads(kernel, record, position)]
    title = name(TITLES[figures["position_title"][position]])
    return f"become {title} in {name(city)}: {', '.join(brings)}"


def _owner(kernel: RoyalsKernel, record: Record, position: int) -> int | None:
    return next((seat for seat in range(kernel.seats) if record["held"][seat] >> position & 1), None)


def _markers(kernel: RoyalsKernel, record: Record, position: int) -> list[str]:
    """The City, Country and Noble House markers it takes (R-4.6.3 to R-4.6.5)."""
    figures, seat, markers = kernel.figures, record["active"], []
    city, country = figures["position_city"][position], figures["position_country"][position]
    here = sum(1 << p for p in kernel.board.positions_of(city))
    if not any(mask & here for mask in record["held"]):
        markers.append(f"City marker {figures['city_points'][city]}")
    cities = sum(1 << k for k in range(figures["cities"]) if figures["city_country"][k] == country)
    taken = record["country_taken"][country]
    complete = (record["present"][seat] | 1 << city) & cities == cities
    if complete and not record["country_marker"][seat][country] and taken < len(MARKERS):
        markers.append(f"Country marker {figures['country_points'][country][taken]}")
    titles = [cubes > 0 for cubes in record["title_cubes"][seat]]
    titles[figures["position_title"][position]] = True
    houses = sum(house > 0 for house in record["house"])
    if all(titles) and not record["house"][seat] and houses < figures["house_count"]:
        markers.append(f"Noble House {figures['house'][houses]}")
    return markers


def _leads(kernel: RoyalsKernel, record: Record, position: int) -> list[str]:
    """The majorities it gains: influence in the country, cubes of the title (R-5.1.2, R-5.2.1)."""
    figures, seat, leads = kernel.figures, record["active"], []
    country, title = figures["position_country"][position], figures["position_title"][position]
    worth = figures["position_influence"][position]
    before = [record["influence"][other][country] for other in range(kernel.seats)]
    after = list(before)
    after[seat] += worth
    owner = _owner(kernel, record, position)
    if owner is not None:
        after[owner] -= worth
    if _is_ahead(after, seat) and not _is_ahead(before, seat):
        leads.append(f"most influence in {name(COUNTRIES[country])}")
    before = [record["title_cubes"][other][title] for other in range(kernel.seats)]
    after = list(before)
    after[seat] += 1
    if _is_ahead(after, seat) and not _is_ahead(before, seat):
        leads.append(f"most cubes on {name(TITLES[title])}")
    return leads


def _is_ahead(counts: list[int], seat: int) -> bool:
    return all(counts[seat] > count for other, count in enumerate(counts) if other != seat)
