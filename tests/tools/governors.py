"""What each governor of Kingsburg brings: games of one bot in which governors are dealt and kept at random.

    python tests/tools/governors.py --bot mcts:iterations=200 --games 1000 --seats 3

Prints the share of victories and the points above the mean of the table, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict

from eminence.bots import Game, State, make_bot
from eminence.bots.playout import play_game
from eminence.cext.games.kingsburg.words import PHASES


def kept_at_random(game: Game, seed: int) -> State:
    """A game after the choice of governors, made by lot."""
    state, lot = game.new(("governors", seed)), random.Random(seed)
    while PHASES[game.kernel.unpack(state.packed)["phase"]] == "keep":
        state = state.play(lot.choice(state.moves))
    return state


def measure(bot: str, games: int, seats: int) -> dict[str, list[tuple[float, float]]]:
    """Winning share and points above the mean, game by game, for each governor."""
    game = Game("kingsburg", seats, {"module3": True})
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for seed in range(games):
        state = kept_at_random(game, seed)
        numbers = game.kernel.unpack(state.packed)["governor"][:seats]
        end = play_game(state, [make_bot(bot, (seed, seat)) for seat in range(seats)])
        mean = sum(end.scores) / seats
        for number, share, score in zip(numbers, end.win_shares, end.scores, strict=True):
            found[game.kernel.figures.governors[number].id].append((share, score - mean))
    return found


def interval(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * math.sqrt(spread / len(values))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bot", default="mcts:iterations=200")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=3)
    given = parser.parse_args()
    found = measure(given.bot, given.games, given.seats)
    print("| governor | games | wins | points |")
    print("|---|---|---|---|")
    for name, results in sorted(
        found.items(), key=lambda item: -interval([share for share, _ in item[1]])[0]
    ):
        wins, wins_error = interval([100 * share for share, _ in results])
        points, points_error = interval([points for _, points in results])
        print(
            f"| {name} | {len(results)} | {wins:.0f} ± {wins_error:.0f} % | {points:+.1f} ± {points_error:.1f} |"
        )


if __name__ == "__main__":
    main()
