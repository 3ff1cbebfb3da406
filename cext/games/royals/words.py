"""The words of Royals in plain data and texts, by the numbers of the rules."""

from __future__ import annotations

from eminence.cext.core.words import words
from eminence.cext.games.royals.features import Decision, Feature
from eminence.cext.games.royals.state import (
    Country,
    DrawMode,
    Event,
    Intrigue,
    Marker,
    Phase,
    TieBreak,
    Title,
)
from eminence.cext.games.royals.traits import Stage, Trait

COUNTRIES = words(Country)
INTRIGUES = words(Intrigue)
TITLES = words(Title)
MARKERS = words(Marker)[1:]
PHASES = words(Phase, DONE="over")
DRAW_MODES = words(DrawMode)
EVENTS = words(Event)
TIE_BREAKS = words(TieBreak, "BY_")
FEATURES = words(Feature)
DECISIONS = words(Decision)
TRAITS = words(Trait)
STAGES = words(Stage)
DECKS = ("country", "intrigue")  # by suit
PERIODS = ("1648", "1680", "1714")

COUNTRY_LETTERS = "FGBS"
INTRIGUE_LETTERS = ("FG", "FB", "FS", "GB", "GS", "BS")
CARD_LETTERS = (*COUNTRY_LETTERS, *INTRIGUE_LETTERS)


def name(word: str) -> str:
    """A word of the data as people write it."""
    return word.replace("_", " ").title()


def some(count: int, thing: str) -> str:
    """A number of things: 1 card, 2 cards."""
    return f"{count} {thing}" + ("" if count == 1 else "s")
