"""How good a game's playout policy and estimate are, for the tests of the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eminence.bots import Game, State
from eminence.bots.match import match
from eminence.bots.roster import make_bot


def policy_win_share(game: str, seats: int, games: int) -> float:
    """Of one seat that plays by the policy, the others at random."""
    standings = {bot.name: bot for bot in match(["policy", "random"], game, games, seats=seats, jobs=1).bots}
    return standings["policy"].win_share


def estimate_errors(
    game: Game, games: int, stage: Callable[[State], int], stages: Sequence[int]
) -> list[list[float]]:
    """Estimates less final scores of all seats, at the beginning of each stage, in games by short searches."""
    bot = make_bot("mcts:iterations=200")  # as in the games that estimates are fitted to
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
