"""What reasons and plans cost a hint: CPU time at equal iterations, with and without, in turns.

python tests/tools/reason_cost.py [ITERATIONS]
"""

from __future__ import annotations

import sys
import time

from eminence.bots import Budget, Game, State, View
from eminence.bots.suggest import Thinking
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue

POSITIONS, APART = 12, 11  # of a random game each, so many plies further every time
TURNS = 5


def position(game: Game, plies: int) -> State:
    state, stream = game.new(plies), Stream(plies, "reason cost")
    while state.actor is not None and state.ply < plies:
        state = state.play(state.codes[stream.below(len(state.codes))])
    return state


def spent(view: View, iterations: int, *, reasons: bool) -> float:
    view = View(view.game, view.packed, view.seat)  # that knows no words yet
    started = time.thread_time()
    thinking = Thinking(view, Budget(iterations=iterations), seed=3, reasons=reasons)
    thinking.think()
    for one in thinking.suggestion().alternatives:  # every hint shows them
        assert one.move.text
        assert one.move.data
        assert one.move.effect is not None
    return time.thread_time() - started


def main() -> None:
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    for name in catalogue.names():
        seats = catalogue.face(name).seats
        for count in (seats[0], seats[-1]):
            game, told, silent = Game(name, count), 0.0, 0.0
            for i in range(POSITIONS):
                state = position(game, 8 + APART * i)
                if state.actor is None or len(state.codes) < 2:
                    continue
                view = state.view(state.actor)
                pairs = [[spent(view, iterations, reasons=on) for on in (False, True)] for _ in range(TURNS)]
                silent += min(pair[0] for pair in pairs)
                told += min(pair[1] for pair in pairs)
            print(f"{name}-{count}: {100 * (told / silent - 1):+.1f} %", flush=True)


if __name__ == "__main__":
    main()
