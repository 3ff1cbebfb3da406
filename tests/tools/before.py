"""A game against an older checkout of itself, at equal time or at given iterations.

    python tests/tools/before.py staufer --other OLD/.venv/bin/python --seats 2 --games 400 --bot mcts:movetime=100

The two need not understand each other's views: both deal from the same seed and play the same moves, and each thinks
about a view of its own. Every deal is played once from every seat by one of this version against the other one in all
other seats. Prints the share of wins, at two seats Elo too, and the margin to the mean of the others, with 95 %
intervals over deals. Only one of them thinks at a time.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys

from eminence.bots.game import Game, State
from eminence.bots.roster import make_bot


class Side:
    """One version's own form of the game."""

    def __init__(self, game: str, seats: int, options: dict[str, object], seed: str, bot: str) -> None:
        self.state: State = Game(game, seats, options).new(seed)
        self.bot = make_bot(bot, seed)

    def choose(self) -> str:
        assert self.state.actor is not None
        return self.bot.choose(self.state.view(self.state.actor)).text

    def play(self, move: str) -> list[object]:
        """Plays a move; what both versions must agree about."""
        self.state = self.state.play(move)
        return [self.state.actor, None if self.state.actor is None else len(self.state.codes)]


def serve() -> None:
    """The other version: answers one question a line."""
    side: Side | None = None
    for line in sys.stdin:
        kind, *details = json.loads(line)
        reply: object = None
        if kind == "deal":
            side = Side(*details)
        else:
            assert side is not None
            reply = side.choose() if kind == "choose" else side.play(*details)
        print(json.dumps(reply), flush=True)


class Other:
    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, __file__, "--serve", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *question: object) -> object:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def play_game(other: Other, args: argparse.Namespace, seed: str, ours: int) -> tuple[float, float]:
    """Our share of the win and our points beyond the mean of theirs."""
    side = Side(args.game, args.seats, args.options, seed, args.bot)
    other.ask("deal", args.game, args.seats, args.options, seed, args.other_bot or args.bot)
    while side.state.actor is not None:
        move = side.choose() if side.state.actor == ours else str(other.ask("choose"))
        assert side.play(move) == other.ask("play", move), "the versions part"
    result = side.state.result
    rest = [score for seat, score in enumerate(result.scores) if seat != ours]
    return result.win_shares[ours], result.scores[ours] - sum(rest) / len(rest)


def mean_and_reach(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * math.sqrt(spread / len(values))


def elo(share: float) -> float:
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


def summary(args: argparse.Namespace, shares: list[float], margins: list[float]) -> str:
    (share, reach), (margin, margin_reach) = mean_and_reach(shares), mean_and_reach(margins)
    text = f"{args.game}, {args.seats} seats, {len(shares) * args.seats} games: "
    text += f"{100 * share:.1f} ± {100 * reach:.1f} % of wins (fair {100 / args.seats:.0f})"
    if args.seats == 2:
        text += f", Elo {elo(share):+.0f} ({elo(share - reach):+.0f} to {elo(share + reach):+.0f})"
    return text + f", points {margin:+.2f} ± {margin_reach:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--other", help="the interpreter of the older checkout")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", type=json.loads, default={}, help="of the game, as JSON")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--bot", default="mcts:movetime=100")
    parser.add_argument("--other-bot", help="the other version's, where it is not the same")
    parser.add_argument("--seed", default="before")
    args = parser.parse_args()
    if args.serve:
        serve()
        return
    other = Other(args.other)
    shares: list[float] = []
    margins: list[float] = []
    for deal in range(max(1, args.games // args.seats)):
        games = [play_game(other, args, f"{args.seed}/{deal}", ours) for ours in range(args.seats)]
        shares.append(sum(share for share, _ in games) / args.seats)
        margins.append(sum(margin for _, margin in games) / args.seats)
        print(summary(args, shares, margins), flush=True)


if __name__ == "__main__":
    main()
