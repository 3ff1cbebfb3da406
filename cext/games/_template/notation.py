"""Moves of Which Hand? as plain data, as text and in words."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games._template.kernel import HandKernel
from eminence.cext.games._template.words import CHOICES, HANDS, PHASES


def move_data(kernel: HandKernel, record: Record, move: int) -> Data:
    return {"action": move_text(kernel, record, move)}


def move_text(kernel: HandKernel, record: Record, move: int) -> str:
    return CHOICES[move] if PHASES[record["phase"]] == "choose" else HANDS[move]


def move_effect(kernel: HandKernel, record: Record, move: int) -> str:
    if PHASES[record["phase"]] != "choose":
        return ""
    if CHOICES[move] == "safe":
        return f"play safe: wins the round with a chance of {kernel.options['safe_percent']} %"
    return "name the hand"
