"""Players that reach positions which sensible ones hardly ever reach."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cext.core.stream import Stream
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.state import Play, Source
from eminence.cext.games.royals.words import DRAW_MODES, PHASES

# What a player always does where it can; elsewhere it plays by the policy, "random" at random.
STYLES = ("policy", "random", "deck", "intrigue", "hoard", "deck hoard", "intrigue hoard")
HOARDING = 10  # a hoarder places in one of so many turns


def choose(kernel: RoyalsKernel, state: bytes, style: str, stream: Stream) -> int:
    moves, phase = kernel.moves(state), PHASES[kernel.unpack(state)["phase"]]
    if style == "random":
        return moves[stream.below(len(moves))]
    if "deck" in style and phase == "draw" and Source.FROM_DECK in moves:
        return int(Source.FROM_DECK)
    if "intrigue" in style and phase == "draw_mode":
        return DRAW_MODES.index("one_each")
    if "deck" in style and phase == "draw_mode":
        return DRAW_MODES.index("three")
    if "hoard" in style and phase == "play" and stream.below(HOARDING):
        return int(Play.END)
    return kernel.playout_move(state, stream)


def walk(kernel: RoyalsKernel, seed: int, style: str = "policy") -> Iterator[tuple[bytes, int, bytes]]:
    """(before, move, after) of every step of one game."""
    stream = Stream(seed, "walk")
    state = kernel.setup(stream)
    while kernel.actor(state) is not None:
        move = choose(kernel, state, style, stream)
        after = kernel.play(state, move, stream)
        yield state, move, after
        state = after
