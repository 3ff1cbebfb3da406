"""A view of Royals drawn for a terminal."""

from __future__ import annotations

from eminence.cext.core.face import Data
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.words import (
    CARD_LETTERS,
    COUNTRIES,
    COUNTRY_LETTERS,
    INTRIGUES,
    PERIODS,
    TITLES,
    name,
    some,
)

WIDTH = 98  # at the most
ASKS = {
    "draw_mode": "three country cards, or a country and an intrigue card?",
    "draw": "draws a country card, {draws_left} to go",
    "play": "may place, or end the turn",
    "intrigue_jokers": "pays for {place}: how many intrigue jokers?",
    "pay_intrigue": "pays for {place}: {intrigue_cards} to go",
    "jokers": "pays for {place}: how many jokers?",
    "pay": "pays for {place}: {joker_cards} to go",
    "discard": "discards country cards, {picks_left} to go",
    "discard_intrigue": "discards intrigue cards, {picks_left} to go",
}


def render(kernel: RoyalsKernel, data: Data, width: int) -> str:
    width = min(width, WIDTH)
    lines = [*_headline(data), *_piles(data), ""]
    for country in range(len(COUNTRIES)):
        lines += _country(kernel, data, country, width)
    lines += ["", *_players(kernel, data), "", _hand(data)]
    return "\n".join(line.rstrip() for line in lines)


def _headline(data: Data) -> list[str]:
    period = f"Period {PERIODS[data['period'] - 1]}" + (", final round" if data["final_round"] else "")
    if data["phase"] == "over":
        return [f"ROYALS   {period}", "The game is over."]
    target = data.get("target")
    place = f"{name(target['city'])} {name(target['title'])}" if target else ""
    ask = ASKS[data["phase"]].format(
        draws_left=data.get("draws_left"),
        picks_left=data.get("picks_left"),
        intrigue_cards=some(data.get("picks_left", 0), "intrigue card"),
        joker_cards=some(data.get("picks_left", 0), "joker card"),
        place=place,
    )
    who = "You" if data["active_seat"] == data["seat"] else f"Seat {data['active_seat']}"
    return [f"ROYALS   {period}, turn {data['turn'] + 1}", f"{who}: {ask}"]


def _piles(data: Data) -> list[str]:
    letters = zip(COUNTRY_LETTERS, COUNTRIES, strict=True)
    display = " ".join(letter for letter, country in letters for _ in range(data["display"][country]))
    discards, intrigues = _cards(data["discards"]), _cards(data["intrigue_discards"])
    return [
        f"Display [{display or 'empty'}]   Deck {data['deck_size']}   Discards {discards or 'none'}",
        f"Intrigue deck {data['intrigue_deck_size']}   Discards {intrigues or 'none'}",
    ]


def _country(kernel: RoyalsKernel, data: Data, country: int, width: int) -> list[str]:
    """The cities of a country: marker, positions (cards to pay / influence), cubes on the city space."""
    figures = kernel.figures
    word = COUNTRIES[country]
    lines = [f"-- {name(word)} " + "-" * (width - 4 - len(word))]
    for k, city in enumerate(data["cities"]):
        if figures["city_country"][k] != country:
            continue
        marker = f"({figures['city_points'][k]})" if city["marker"] else "   "
        line = f"  {name(city['city'])[:12]:<12} {marker:<4} "
        for number, position in zip(kernel.board.positions_of(k), city["positions"], strict=True):
            holder = f"seat {position['holder']}" if "holder" in position else "vacant"
            cost, influence = figures["position_cost"][number], figures["position_influence"][number]
            title = f"{name(position['title'])} {cost}/{influence}"
            line += f" {title:<13} {holder:<7}"
        displaced = " ".join(f"{seat}:{cubes}" for seat, cubes in enumerate(city["displaced"]) if cubes)
        lines.append(f"{line:<64}{'displaced ' + displaced if displaced else ''}")
    return lines


def _players(kernel: RoyalsKernel, data: Data) -> list[str]:
    """One line per seat: points, cubes, cards, cubes on titles, influence, markers."""
    titles = " ".join(title[:3].capitalize() for title in TITLES)
    lines = [f"      Points Cubes Cards  {titles}   Influence      Markers"]
    for seat, player in enumerate(data["players"]):
        cubes = " ".join(f"{player['title_cubes'][title]:>3}" for title in TITLES)
        influence = " ".join(
            f"{letter}{_influence(kernel, data, seat, country)}"
            for country, letter in enumerate(COUNTRY_LETTERS)
        )
        cards = f"{player['hand_size']}+{player['intrigue_size']}"
        mark = ">" if seat == data["active_seat"] and data["phase"] != "over" else " "
        lines.append(
            f"{mark}{'you' if seat == data['seat'] else f'seat {seat}':<6} {player['score']:>4} {player['cubes']:>5} "
            f"{cards:>5}  {cubes}   {influence:<14} {_markers(player)}{_known(data, seat)}"
        )
    return lines


def _influence(kernel: RoyalsKernel, data: Data, seat: int, country: int) -> int:
    return sum(
        kernel.figures["position_influence"][number]
        for k, city in enumerate(data["cities"])
        if kernel.figures["city_country"][k] == country
        for number, position in zip(kernel.board.positions_of(k), city["positions"], strict=True)
        if position.get("holder") == seat
    )


def _markers(player: Data) -> str:
    """Country markers as letters, the higher in capitals; the Noble House as a star."""
    letters = zip(COUNTRY_LETTERS, COUNTRIES, strict=True)
    markers = [(letter, player["country_markers"].get(country)) for letter, country in letters]
    text = "".join(letter if marker == "higher" else letter.lower() for letter, marker in markers if marker)
    return text + "*" * ("noble_house" in player)


def _known(data: Data, seat: int) -> str:
    """Cards of others that are certainly in their hands."""
    memory = data.get("memory")
    if seat == data["seat"] or not memory or not any(memory["players"][seat]["known"].values()):
        return ""
    return f"  has {_cards(memory['players'][seat]['known'])}"


def _hand(data: Data) -> str:
    mine = data["players"][data["seat"]]
    cards = _cards(mine["hand"]) or "no country cards"
    return f"Your hand: {cards}   {_cards(mine['intrigue']) or 'no intrigue cards'}"


def _cards(counts: Data) -> str:
    """Counts as F3 G1 or FG2 BS1, without zeros."""
    letters = zip((*COUNTRIES, *INTRIGUES), CARD_LETTERS, strict=True)
    return " ".join(f"{letter}{counts[word]}" for word, letter in letters if counts.get(word))
