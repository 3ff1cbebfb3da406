"""Views of Which Hand? as plain data."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games._template.kernel import HandKernel
from eminence.cext.games._template.words import HANDS, PHASES


def view_data(kernel: HandKernel, record: Record, seat: int) -> Data:
    data = {
        "round": record["round"] + 1,
        "phase": PHASES[record["phase"]],
        "hider": record["hider"],
        "hand": HANDS[record["hand"]],
        "purse": record["purse"],
        "points": record["points"],
    }
    if record["coin"]:
        data["coin"] = kernel.figures.value[record["coin"] - 1]
    return data
