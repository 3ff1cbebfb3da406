"""The same open move in two worlds that a seat cannot tell apart."""

from __future__ import annotations

from eminence.cext.core.stream import Stream
from eminence.cext.games.royals.kernel import RoyalsKernel

COURSE = ("turn", "phase", "draws_left", "discards")


def same_move_in_two_worlds(
    kernel: RoyalsKernel, before: bytes, move: int, after: bytes, ply: int, stream: Stream
) -> bool | None:
    """Whether an observer sees the same afterwards; None where the move itself tells the worlds apart."""
    now, then = kernel.unpack(before), kernel.unpack(after)
    observer = (now["active"] + 1 + ply % (kernel.seats - 1)) % kernel.seats
    twin = kernel.sample(kernel.hide(before, observer), observer, stream)
    if now["turn"] != then["turn"] or move not in kernel.moves(twin):
        return None
    other = kernel.play(twin, move, stream)
    course = kernel.unpack(other)
    if any(course[name] != then[name] for name in COURSE):
        return None
    return bool(kernel.hide(other, observer) == kernel.hide(after, observer))
