"""Players that reach positions which sensible ones hardly ever reach."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.state import Play, Source
from eminence.cext.games.royals.words import DRAW_MODES, PHASES

# What a player always does where it can; elsewhere it plays by the policy, "random" at random.
STYLES = ("policy", "random", "deck", "intrigue", "hoard", "deck hoard", "intrigue hoard")
THOUGHTS = 100  # iterations of mcts
HOARDING = 10  # a hoarder places in one of so many turns


def think(kernel: RoyalsKernel, state: bytes, stream: Stream) -> int:
    seat = kernel.actor(state)
    assert seat is not None
    search = Search(kernel, kernel.hide(state, seat), seat, stream.below(1 << 30), nodes=1 << 10)
    search.run(iterations=THOUGHTS)
    return int(max(search.report()["moves"], key=lambda move: move["visits"])["move"])


def choose(kernel: RoyalsKernel, state: bytes, style: str, stream: Stream) -> int:
    if style == "mcts":
        return think(kernel, state, stream)
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
    """(before, move, after) of every step of one game. The style "mcts" thinks a little."""
    stream = Stream(seed, "walk")
    state = kernel.setup(stream)
    while kernel.actor(state) is not None:
        move = choose(kernel, state, style, stream)
        after = kernel.play(state, move, stream)
        yield state, move, after
        state = after
