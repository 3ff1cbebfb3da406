"""Golden files of a game: counts and a search signature from fixed seeds, one game as readable text, and its record.

python tests/tools/playthrough.py [GAME ...]     rewrites them
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from catalogue_cases import GAMES, cases, random_game
from eminence.bots import Budget, Game, Record, Recorder, suggest
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue


def counts(name: str) -> dict[str, dict[str, int]]:
    """Per table: decisions and legal moves of random games, and a number that stands for what the search thinks."""
    found = {}
    for case in cases():
        if case.name != name:
            continue
        game = case.game
        decisions = options = 0
        for seed in range(4):
            for state in random_game(game, seed):
                decisions += state.actor is not None
                options += len(game.kernel.moves(state.packed))
        found[repr(case)] = {"decisions": decisions, "options": options, "signature": signature(game)}
    return found


def signature(game: Game) -> int:
    """One number for the search: root visits at some positions of a fixed game, folded together."""
    total = 0
    states = [state for state in random_game(game, 99) if state.actor is not None]
    for state in states[:: max(1, len(states) // 5)]:
        assert state.actor is not None
        suggestion = suggest(state.view(state.actor), Budget(iterations=200), seed=1, alternatives=99)
        for alternative in suggestion.alternatives:
            total = (total * 31 + alternative.move.code * 1009 + alternative.visits) % 1_000_000_007
    return total


def playthrough(name: str) -> str:
    """One game by the playout policy: every decision with its options, and every seat's view when a round begins."""
    game = Game(name)
    kernel = game.kernel
    state = game.new("playthrough")
    stream = Stream("playthrough", "walk")
    lines = [f"{game.face.title}, {game.seats} seats, by the playout policy", ""]
    round_number = None
    while state.actor is not None:
        if kernel.round(state.packed) != round_number:
            round_number = kernel.round(state.packed)
            for seat in range(game.seats):
                lines += [
                    f"--- round {round_number}, ply {state.ply}: seat {seat} sees",
                    state.view(seat).render(),
                ]
            lines.append("---")
        move = state.move(kernel.playout_move(state.packed, stream))
        options = " ".join(option.text for option in state.moves)
        lines.append(f"{state.ply} seat {state.actor}: {move.text}   of {options}")
        state = state.play(move)
    lines += [f"--- over: scores {state.result.scores}, ranks {state.result.ranks}", state.view(0).render()]
    return "\n".join(line.rstrip() for text in lines for line in text.splitlines() or [""]) + "\n"


def record(name: str) -> Record:
    """The same game with what chance brought."""
    game = Game(name)
    recorder = Recorder(game, "playthrough")
    stream = Stream("playthrough", "walk")
    while recorder.state.actor is not None:
        recorder.play(game.kernel.playout_move(recorder.state.packed, stream))
    return recorder.record


def keep_record(name: str) -> None:
    """One that can still be played is kept: it is to outlive the bots and the generator."""
    path = GAMES / name / "record.json"
    try:
        Record.load(path).end()
    except InvalidInput:
        record(name).save(path)


def main() -> None:
    for name in sys.argv[1:] or catalogue.names():
        (GAMES / name / "golden.json").write_text(json.dumps(counts(name), indent=1) + "\n", encoding="utf-8")
        (GAMES / name / "playthrough.txt").write_text(playthrough(name), encoding="utf-8")
        keep_record(name)
        print(f"wrote {GAMES / name}")


if __name__ == "__main__":
    main()
