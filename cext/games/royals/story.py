"""What happens in Royals, as plain data and in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from eminence.cext.core.face import Data
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.notation import position_data
from eminence.cext.games.royals.words import (
    COUNTRIES,
    DECKS,
    EVENTS,
    INTRIGUE_LETTERS,
    INTRIGUES,
    MARKERS,
    PERIODS,
    TIE_BREAKS,
    TITLES,
    name,
    some,
)

CARDS = ("taken", "paid", "discarded", "turned_up")  # events whose figures are cards
KINDS = (*COUNTRIES, *INTRIGUES)

# Names of the other figures of each kind of event, and words for their numbers.
NO_WORDS: tuple[str, ...] = ()
FIGURES: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "turn_begins": (("turn", NO_WORDS),),
    "country_scored": (("country", COUNTRIES), ("marker", ("", *MARKERS))),
    "house_scored": (("house", NO_WORDS),),
    "reshuffled": (("deck", DECKS), ("cards", NO_WORDS)),
    "period_ends": (("period", ("", *PERIODS)),),
    "tie_broken": (("country", COUNTRIES), ("other", NO_WORDS), ("by", TIE_BREAKS)),
    "period_scored": (("country", COUNTRIES), ("place", NO_WORDS), ("influence", NO_WORDS)),
    "markers_lost": (("country", COUNTRIES), ("markers", NO_WORDS)),
    "title_scored": (("title", TITLES), ("cubes", NO_WORDS), ("shared", NO_WORDS)),
    "title_lost": (("title", TITLES), ("cubes", NO_WORDS), ("seats", NO_WORDS)),
    "points_tied": (("points", NO_WORDS), ("title", ("none", *TITLES))),
}

SOURCES = {
    "city_scored": "city markers",
    "country_scored": "country markers",
    "house_scored": "Noble Houses",
    "period_scored": "influence",
    "title_scored": "titles",
}
CHANCES = tuple(("influence", f"lead {name(country)} at the next scoring") for country in COUNTRIES)


def event_data(kernel: RoyalsKernel, kind: int, seat: int | None, figures: Sequence[int]) -> tuple[str, Data]:
    word = EVENTS[kind]
    if word in CARDS:
        return word, {"cards": _cards(figures)}
    if word == "drawn":
        return word, {"card": KINDS[figures[0]]}
    if word in ("occupied", "taken_over"):
        other = {"from": figures[1]} if word == "taken_over" else {}
        return word, position_data(kernel, figures[0]) | other
    if word == "city_scored":
        return word, {"city": kernel.board.cities[figures[0]]}
    named = zip(FIGURES.get(word, ()), figures, strict=False)
    return word, {label: known[figure] if known else figure for (label, known), figure in named}


def _cards(figures: Sequence[int]) -> list[str]:
    """Countries and intrigue cards, 4 bits a count, as words."""
    packed = figures[0] | figures[1] << 4 * len(COUNTRIES)
    return [word for kind, word in enumerate(KINDS) for _ in range(packed >> 4 * kind & 15)]


def event_text(kernel: RoyalsKernel, kind: str, seat: int | None, points: int, figures: Data) -> str:
    gain = f" ({points:+d})" if points else ""
    special = (text for one, figure, value, text in SPECIAL if kind == one and figures[figure] == value)
    words = {label: _word(label, value) for label, value in figures.items()}
    text = next(special, TEXTS[kind]).format(seat=seat, **words)
    return f"{text[0].upper()}{text[1:]}{gain}."


CARD_NAMES = dict(zip(COUNTRIES, map(name, COUNTRIES), strict=True)) | {
    word: f"intrigue {letters}" for word, letters in zip(INTRIGUES, INTRIGUE_LETTERS, strict=True)
}
ORDINALS = ("", "first", "second", "third")
BREAKS = {"title": "the higher title", "city": "the more valuable city", "turn": "the order of turns"}

TEXTS = {
    "turn_begins": "Turn {turn}: seat {seat}",
    "taken": "Seat {seat} takes {cards} from the display",
    "drawn": "Seat {seat} draws {card}",
    "paid": "Seat {seat} pays {cards}",
    "discarded": "Seat {seat} discards {cards}",
    "occupied": "Seat {seat} becomes {title} in {city}",
    "taken_over": "Seat {seat} ousts seat {from} as {title} in {city}",
    "city_scored": "Seat {seat} is the first in {city}",
    "country_scored": "Seat {seat} is in every city of {country} and takes the {marker} marker",
    "house_scored": "Seat {seat} has a cube on every title and takes the {house} Noble House",
    "turned_up": "Into the display: {cards}",
    "reshuffled": "The {deck} discards become a deck of {cards} cards",
    "final_round": "The last deck is used up: seat {seat} has the last turn",
    "period_ends": "Period {period} is scored",
    "tie_broken": "{country}: seat {seat} is level with seat {other}, but ahead by {by}",
    "period_scored": "Seat {seat} is {place} in {country} with influence {influence}",
    "markers_lost": "{country}: nobody is second, the marker leaves the game",
    "title_scored": "Seat {seat} takes the {title} with {cubes}, the most",
    "title_lost": "Nobody takes the {title}: {seats} seats have {cubes} each",
    "points_tied": "Seat {seat} is level at {points} points; its best title is {title}",
    "game_ends": "The game is over",
}
# Where a figure of an event has this value, these words.
SPECIAL = (
    ("markers_lost", "markers", 2, "{country}: nobody has influence, both markers leave the game"),
    ("title_scored", "shared", 1, "Seat {seat} takes half of the {title}, as one of two with {cubes}"),
    ("title_lost", "cubes", 0, "Nobody has a cube on the {title}"),
    ("points_tied", "title", "none", "Seat {seat} is level at {points} points, without a title"),
)


def _word(label: str, value: object) -> object:
    if isinstance(value, list):
        runs = ((CARD_NAMES[card], len(list(same))) for card, same in groupby(value))
        return ", ".join(f"{count} {card}" if count > 1 else card for card, count in runs)
    if isinstance(value, int):
        if label == "cubes":
            return some(value, "cube")
        return ORDINALS[value] if label in ("place", "house") else value
    word = str(value)
    if label in ("country", "city", "title"):
        return "the German States" if word == "german_states" else name(word)
    return CARD_NAMES.get(word, BREAKS.get(word, word))
