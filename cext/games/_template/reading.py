"""Views of Which Hand? from strangers: everything is checked."""

from __future__ import annotations

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games._template.figures import COINS
from eminence.cext.games._template.kernel import HandKernel
from eminence.cext.games._template.words import HANDS, PHASES


def read_view(kernel: HandKernel, reader: Reader, seat: int) -> Record:
    phase = reader.choice("phase", PHASES)
    hider = reader.int("hider", 0, 1)
    over = PHASES[phase] == "over"
    rounds = kernel.options["rounds"]
    played = reader.int("round", rounds + 1, rounds + 1) if over else reader.int("round", 1, rounds)
    hand = reader.choice("hand", HANDS)
    if (hand != 0) != (seat == hider and PHASES[phase] in ("choose", "guess")):
        reader.fail("hand", "must be given to the hider after hiding, and to nobody else")
    record = {
        "round": played - 1,
        "phase": phase,
        "hider": hider,
        "hand": hand,
        "coin": _read_coin(kernel, reader) if seat == hider and not over else 0,
        "purse": reader.ints("purse", COINS, 0, 9),
        "points": reader.ints("points", 2, 0, 255),
    }
    _check_coins(kernel, reader, record)
    return record


def _read_coin(kernel: HandKernel, reader: Reader) -> int:
    value = reader.int("coin", 1, 9)
    if value not in kernel.figures.value:
        reader.fail("coin", f"there is no coin of {value}")
    return 1 + kernel.figures.value.index(value)


def _check_coins(kernel: HandKernel, reader: Reader, record: Record) -> None:
    """What is not in the purse or in the hand has been won: a world exists only if that adds up."""
    gone = [before - left for before, left in zip(kernel.figures.purse, record["purse"], strict=True)]
    if record["coin"]:
        gone[record["coin"] - 1] -= 1
    if min(gone) < 0 or sum(gone) != record["round"]:
        reader.fail("purse", f"must lack the {record['round']} coins that were won")
    won = sum(value * count for value, count in zip(kernel.figures.value, gone, strict=True))
    if sum(record["points"]) != won:
        reader.fail("points", f"must add up to the {won} of the coins that were won")
