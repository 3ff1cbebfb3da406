"""The words of Verräter in plain data, by the numbers of the rules, and sums of card counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eminence.cext.core.words import words
from eminence.cext.games.verraeter.features import Decision, Feature
from eminence.cext.games.verraeter.state import KINDS, Action, Build, Event, House, Land, Phase
from eminence.cext.games.verraeter.traits import Stage, Trait

PHASES = words(Phase, DONE="over")
LANDS = words(Land)
ACTIONS = words(Action)[Action.TRAITOR : Action.FACE_DOWN]  # by their number less 1
ACTION_NAMES = {
    "traitor": "Traitor",
    "diplomat_2": "Diplomat +2",
    "diplomat_5": "Diplomat +5",
    "builder": "Builder",
    "strategist": "Strategist",
    "farmer": "Farmer",
}
HOUSES = words(House)
BUILDS = words(Build)
EVENTS = words(Event)
DECISIONS = words(Decision)
FEATURES = words(Feature)
TRAITS = words(Trait)
STAGES = words(Stage)
BUILDINGS = ("estate", "office")


def cards(counts: Sequence[int], values: Sequence[int]) -> list[int]:
    """Counts by kind as a list of values, ascending."""
    return [value for value, count in zip(values, counts, strict=True) for _ in range(count)]


def counts(kinds: Iterable[int]) -> list[int]:
    """Kinds of cards as counts by kind."""
    found = [0] * KINDS
    for kind in kinds:
        found[kind] += 1
    return found


def minus(a: Sequence[int], b: Sequence[int]) -> list[int]:
    return [x - y for x, y in zip(a, b, strict=True)]


def plus(a: Sequence[int], b: Sequence[int]) -> list[int]:
    return [x + y for x, y in zip(a, b, strict=True)]
