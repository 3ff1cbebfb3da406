"""What happens in Which Hand?, as plain data and in words."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.face import Data
from eminence.cext.games._template.kernel import HandKernel
from eminence.cext.games._template.words import EVENTS, HANDS

SOURCES = {"won": "coins"}
CHANCES = (("coins", "win this coin"),)


def event_data(kernel: HandKernel, kind: int, seat: int | None, figures: Sequence[int]) -> tuple[str, Data]:
    word = EVENTS[kind]
    if word == "guessed":
        return word, {"named": HANDS[figures[0]], "hand": HANDS[figures[1]]}
    if word == "chanced":
        return word, {"lucky": figures[0]}
    return word, {"coin": kernel.figures.value[figures[0] - 1]} if figures[0] else {}


def event_text(kernel: HandKernel, kind: str, seat: int | None, points: int, figures: Data) -> str:
    if kind == "guessed":
        return f"Seat {seat} names the {figures['named']} hand; the coin is in the {figures['hand']} one."
    if kind == "chanced":
        return f"Seat {seat} plays safe and is {'lucky' if figures['lucky'] else 'unlucky'}."
    coin = f"a coin of {figures['coin']}" if "coin" in figures else "a coin"
    return f"Seat {seat} {'draws' if kind == 'drawn' else 'wins'} {coin}."
