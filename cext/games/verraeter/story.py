"""What happens in Verräter, as plain data and in words."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.face import Data
from eminence.cext.games.verraeter.kernel import VerraeterKernel
from eminence.cext.games.verraeter.state import KINDS
from eminence.cext.games.verraeter.words import ACTIONS, BUILDS, EVENTS, HOUSES, LANDS, cards

# Names of the figures of each kind of event, and words for their numbers.
NO_WORDS: tuple[str, ...] = ()
CARDS = ("", *ACTIONS)
FIGURES: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "round_begins": (("round", NO_WORDS),),
    "revealed": (("action", CARDS),),
    "switched": (("house", HOUSES),),
    "forces": (("house", HOUSES), ("land", NO_WORDS), ("actions", NO_WORDS), ("supply", NO_WORDS)),
    "conquered": (("position", NO_WORDS), ("house", HOUSES)),
    "action_scored": (("action", CARDS),),
    "conflict_scored": (("land", LANDS), ("winners", NO_WORDS)),
    "built": (("building", BUILDS), ("position", NO_WORDS)),
    "reshuffled": (("cards", NO_WORDS),),
    "offices_scored": (("offices", NO_WORDS), ("cards", NO_WORDS)),
    "game_ends": (("one_house", NO_WORDS),),
}

SOURCES = {"action_scored": "action cards", "conflict_scored": "conflicts", "offices_scored": "offices"}
CHANCES = (("conflicts", "win this round's conflict"),)


def event_data(
    kernel: VerraeterKernel, kind: int, seat: int | None, figures: Sequence[int]
) -> tuple[str, Data]:
    word = EVENTS[kind]
    if word == "drawn":
        count, kinds, *_ = figures
        return word, {"count": count} | ({"values": _values(kernel, kinds)} if kinds else {})
    named = zip(FIGURES.get(word, ()), figures, strict=False)
    return word, {name: known[figure] if known else figure for (name, known), figure in named}


def _values(kernel: VerraeterKernel, packed: int) -> list[int]:
    """Kinds of cards, 4 bits a count, as values."""
    return cards([packed >> 4 * kind & 15 for kind in range(KINDS)], kernel.figures.value)


def event_text(kernel: VerraeterKernel, kind: str, seat: int | None, points: int, figures: Data) -> str:
    gain = f" ({points:+d})" if points else ""
    text = TEXTS[kind].format(seat=seat, **{name: _word(value) for name, value in figures.items()})
    if kind == "forces":
        text += f" = {figures['land'] + figures['actions'] + figures['supply']}"
    if kind == "drawn":
        text = _drawn(seat, figures)
    if kind == "built":
        text = BUILT[figures["building"]].format(seat=seat, **figures)
    if kind == "offices_scored":
        text = f"Seat {seat} scores {_some(figures['offices'], 'office')}, {_some(figures['cards'], 'card')} each"
    if kind == "game_ends" and figures["one_house"]:
        text = "All lands belong to one house: the game ends"
    return f"{text}{gain}."


TEXTS = {
    "round_begins": "Round {round}: seat {seat} is Start player",
    "card_aside": "One action card is put aside unseen",
    "revealed": "Seat {seat} shows the {action}",
    "switched": "Seat {seat} switches to {house}",
    "forces": "{house}: land {land}, action cards {actions}, supply {supply}",
    "tied": "The conflict is a tie: nothing changes",
    "conquered": "{house} wins the land at {position}",
    "action_scored": "Seat {seat} scores the {action}",
    "conflict_scored": "Seat {seat} scores the {land}, as one of {winners} in the winning house",
    "built": "",
    "strategy_taken": "Seat {seat} takes the Strategy card",
    "reshuffled": "The discard pile becomes the deck of {cards} cards",
    "drawn": "",
    "offices_scored": "",
    "game_ends": "The last round is over",
}
BUILT = {
    "place_estate": "Seat {seat} places an estate at {position}, the only free land",
    "place_office": "Seat {seat} places an office at {position}, the only free land",
    "turn": "Seat {seat} turns the building at {position}, the only one it may",
}


def _word(value: object) -> object:
    if not isinstance(value, str):
        return value
    text = value.replace("diplomat_", "diplomat +").replace("_", " ")
    return text.capitalize() if value in (*HOUSES, *ACTIONS) else text


def _some(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def _drawn(seat: int | None, figures: Data) -> str:
    count = figures["count"]
    text = f"Seat {seat} draws {_some(count, 'supply card')}"
    return f"{text}: {' '.join(map(str, figures['values']))}" if "values" in figures else text
