"""How good a game's playout policy and estimate are, for the tests of the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eminence.bots import Game, State
from eminence.bots.roster import make_bot
from eminence.cext.core.kernel import Kernel
from eminence.cext.core.stream import Stream


def wins_against_random(kernel: Kernel, games: int) -> float:
    """Games won by one seat that plays by the policy, the others at random."""
    wins = 0.0
    for seed in range(games):
        stream = Stream(seed, kernel.seats)
        state = kernel.setup(stream)
        mine = seed % kernel.seats
        while (actor := kernel.actor(state)) is not None:
            moves = kernel.moves(state)
            move = moves[stream.below(len(moves))]
            state = kernel.play(state, kernel.playout_move(state, stream) if actor == mine else move, stream)
        wins += kernel.result(state)["win"][mine]
    return wins


def estimate_errors(
    game: Game, games: int, stage: Callable[[State], int], stages: Sequence[int]
) -> list[list[float]]:
    """Estimates less final scores of all seats, at the beginning of each stage, in games by short searches."""
    bot = make_bot("mcts:iterations=60")
    errors: list[list[float]] = [[] for _ in stages]
    for seed in range(games):
        state = game.new(seed)
        guesses: dict[int, list[float]] = {}
        while state.actor is not None:
            guesses.setdefault(stage(state), game.kernel.estimate(state.packed)["score"])
            state = state.play(bot.choose(state.view(state.actor)))
        for number, found in zip(stages, errors, strict=True):
            found += [a - b for a, b in zip(guesses[number], state.result.scores, strict=True)]
    return errors
