"""Royals against an older checkout of itself, whose views and samples are others.

    python tests/tools/royals_before.py --other /path/to/old/.venv/bin/python --seats 3 --games 600

Rules and chance are the same in both, so each keeps the game in its own form: both deal from the same seed and play
the same moves, and each thinks about its own view. Every deal is played once from every seat by this version against
the other in all other seats (or, with every second deal, the other way round). Prints the share of wins and the margin
to the mean of the others, with intervals over deals.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator

from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream
from eminence.cext.games.royals import FACE

OURS, THEIRS = "ours", "theirs"


class Side:
    """One version's own form of the game."""

    def __init__(self, seats: int, seed: int, iterations: int) -> None:
        self.kernel = FACE.kernel(seats, {})
        self.chance, self.thoughts, self.iterations = Stream(seed, "game"), Stream(seed, "think"), iterations
        self.state = self.kernel.setup(self.chance)

    def choose(self) -> int:
        seat = self.kernel.actor(self.state)
        view = self.kernel.hide(self.state, seat)
        search = Search(self.kernel, view, seat, self.thoughts.below(1 << 30), nodes=1 << 14)
        search.run(iterations=self.iterations)
        return int(max(search.report()["moves"], key=lambda move: move["visits"])["move"])

    def play(self, move: int) -> None:
        self.state = self.kernel.play(self.state, move, self.chance)

    def answer(self, question: list[object]) -> object:
        if question[0] == "choose":
            return self.choose()
        self.play(int(str(question[1])))
        return self.kernel.unpack(self.state)["hand"]


def serve() -> None:
    """The other version: answers one question a line."""
    side = None
    for line in sys.stdin:
        question = json.loads(line)
        if question[0] == "deal":
            side, reply = Side(*question[1:]), None
        else:
            assert side is not None
            reply = side.answer(question)
        print(json.dumps(reply), flush=True)


class Other:
    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *question: object) -> object:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def play_game(
    other: Other, seats: int, seed: int, iterations: int, players: list[str]
) -> tuple[float, float]:
    """Our share of the win and our mean points beyond theirs."""
    side = Side(seats, seed, iterations)
    other.ask("deal", seats, seed, iterations)
    while (seat := side.kernel.actor(side.state)) is not None:
        move = side.choose() if players[seat] == OURS else int(str(other.ask("choose")))
        side.play(move)
        assert other.ask("play", move) == side.kernel.unpack(side.state)["hand"], "the versions part"
    result = side.kernel.result(side.state)
    points = {
        who: [result["score"][seat] for seat in range(seats) if players[seat] == who]
        for who in (OURS, THEIRS)
    }
    first = [seat for seat in range(seats) if result["rank"][seat] == 1]
    share = sum(players[seat] == OURS for seat in first) / len(first)
    return share, sum(points[OURS]) / len(points[OURS]) - sum(points[THEIRS]) / len(points[THEIRS])


def line_ups(seats: int, seed: int) -> Iterator[list[str]]:
    one, rest = (OURS, THEIRS) if seed % 2 == 0 else (THEIRS, OURS)
    for single in range(seats):
        yield [one if seat == single else rest for seat in range(seats)]


def interval(values: list[float]) -> str:
    mean = sum(values) / len(values)
    spread = (sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values)) ** 0.5
    return f"{mean:+.3f} ± {1.96 * spread:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--other", help="the interpreter of the older checkout")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--iterations", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.serve:
        serve()
        return
    other = Other(args.other)
    gains: list[float] = []
    margins: list[float] = []
    for seed in range(args.seed, args.seed + max(1, args.games // args.seats)):
        fair = (1 if seed % 2 == 0 else args.seats - 1) / args.seats
        games = [
            play_game(other, args.seats, seed, args.iterations, who) for who in line_ups(args.seats, seed)
        ]
        gains.append(sum(share - fair for share, _ in games) / args.seats)
        margins.append(sum(margin for _, margin in games) / args.seats)
        print(
            f"{args.seats} seats, {len(gains) * args.seats} games: "
            f"share of wins beyond the fair one {interval(gains)}, points beyond the others {interval(margins)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
