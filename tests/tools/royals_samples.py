"""How right and how quick the hidden cards of Royals are, over many games: too long for every day.

    python tests/tools/royals_samples.py chances --samples 100000 --games 4
    python tests/tools/royals_samples.py cost --games 20
    python tests/tools/royals_samples.py views --games 50
    python tests/tools/royals_samples.py pairs --games 6

`chances` holds samples against exact counts (as far as these can be counted out), `cost` measures processor time of a
sample, of `prepare` and of the question whether a view has a world, `views` reads views back, `pairs` plays one open
move in two worlds that a seat cannot tell apart. Players are the policy, `mcts` and all odd ones, at 2 to 5 seats.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from games.royals.history import History
from games.royals.pairs import same_move_in_two_worlds
from games.royals.players import STYLES, walk
from games.royals.posterior import Posterior, counts, distance, sampled_hands
from games.royals.table import table

from eminence.bots import Game
from eminence.cext.core.stream import Stream

Step = tuple[int, str, int, bytes, int, bytes]  # seats, style, ply, state before, move, state after
PLAYERS = (*STYLES, "mcts")
EVERY = 23  # plies between positions that are measured
GENERATIONS = 4  # that a record remembers
DRAWN = 500  # samples of one measurement
SLOW = 5.0  # microseconds


def steps(games: int, mcts: bool = True) -> Iterator[tuple[Any, Iterator[Step]]]:
    """The games, one after the other, with their kernel."""
    for seats in range(2, 6):
        kernel = table(seats)
        for seed in range(games):
            for style in PLAYERS if mcts else STYLES:
                yield (
                    kernel,
                    ((seats, style, ply, *step) for ply, step in enumerate(walk(kernel, 1000 + seed, style))),
                )


def chances(games: int, samples: int) -> None:
    """Total variation of the number of cards of one kind in one hand."""
    found: dict[tuple[int, str], list[float]] = {}
    for kernel, game in steps(games):
        histories = [History(kernel, suit) for suit in range(2)]
        for seats, style, ply, before, move, after in game:
            observer = kernel.actor(after)
            for history in histories:
                history.follow(kernel.unpack(before), move, kernel.unpack(after))
                posterior = Posterior(history, observer or 0)
                exact = posterior.chances() if ply % 47 == 46 and observer is not None else None
                if exact is None or len(exact) < 2:
                    continue
                hands = sampled_hands(kernel, after, observer, posterior, samples)
                worst = max(
                    distance(counts(exact, opponent, kind), counts(hands, opponent, kind))
                    for opponent in range(seats - 1)
                    for kind in range(len(posterior.kinds))
                )
                how = "counted" if kernel.is_exact(after, observer, history.suit) else "estimated"
                if len(history.decks) > GENERATIONS:
                    how = "of a record that has forgotten"
                found.setdefault((seats, how), []).append(worst)
                if worst > 1.5 * (5 / samples) ** 0.5:
                    print(
                        f"{seats} seats, {style}, ply {ply}, suit {history.suit}, {how}: {worst:.4f}",
                        flush=True,
                    )
    for (seats, how), values in sorted(found.items()):
        values.sort()
        print(
            f"{seats} seats, {how}: {len(values)} positions, "
            f"median {values[len(values) // 2]:.4f}, worst {values[-1]:.4f}"
        )


def cost(games: int) -> None:
    """Processor time in microseconds, the better of two measurements."""
    found: dict[int, list[tuple[float, ...]]] = {}
    inexact: dict[tuple[int, str], list[bool]] = {}
    for kernel, game in steps(games, mcts=False):
        for seats, style, ply, before, _, _ in game:
            if ply % EVERY != EVERY - 1:
                continue
            seat = kernel.actor(before)
            view = kernel.hide(before, seat)
            row = min_of_two(kernel, view, seat)
            found.setdefault(seats, []).append(row)
            exact = [kernel.is_exact(view, seat, suit) for suit in range(2)]
            inexact.setdefault((seats, style), []).append(not all(exact))
            if row[0] > SLOW:
                print(f"{seats} seats, {style}, ply {ply}: {row[0]:.2f}", flush=True)
    for seats, rows in found.items():
        texts = []
        for what, values in zip(("sample", "prepare", "has_world"), zip(*rows, strict=True), strict=True):
            row = tuple(sorted(values))
            middle, high, worst = row[len(row) // 2], row[len(row) * 99 // 100], row[-1]
            texts.append(f"{what} median {middle:.2f}, 99 % {high:.2f}, worst {worst:.2f}")
        print(f"{seats} seats, {len(rows)} positions: " + "; ".join(texts), flush=True)
    for (seats, style), flags in inexact.items():
        if any(flags):
            print(f"{seats} seats, {style}: {sum(flags)} of {len(flags)} positions by means and covariances")


def min_of_two(kernel: Any, view: bytes, seat: int) -> tuple[float, ...]:
    rows = []
    for _ in range(2):
        stream, times = Stream(seat), [time.thread_time()]
        for count in (0, DRAWN):
            kernel.samples(view, seat, stream, count)
            times.append(time.thread_time())
        for suit in range(2):
            kernel.has_world(view, seat, suit)
        times.append(time.thread_time())
        prepare, sample, decide = (1e6 * (end - start) for start, end in pairwise(times))
        rows.append(((sample - prepare) / DRAWN, prepare, decide))
    return tuple(map(min, zip(*rows, strict=True)))


def views(games: int) -> None:
    read = 0
    for kernel, game in steps(games, mcts=False):
        own = Game("royals", kernel.seats)
        for seats, style, ply, before, _, _ in game:
            state = own.restore(before, 0, 0)
            view = state.view(ply % seats)
            read += 1
            if own.view(view.data).packed != view.packed:
                print(f"{seats} seats, {style}, ply {ply}: read as another view")
    print(f"{read} views read back")


def pairs(games: int) -> None:
    total = differ = 0
    for kernel, game in steps(games, mcts=False):
        stream = Stream("pairs")
        for _, _, ply, before, move, after in game:
            alike = same_move_in_two_worlds(kernel, before, move, after, ply, stream)
            total += alike is not None
            differ += alike is False
    print(f"{total} pairs, {differ} differ")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["chances", "cost", "views", "pairs"])
    parser.add_argument("--games", type=int, default=1, help="of each kind of player and number of seats")
    parser.add_argument("--samples", type=int, default=100_000)
    args = parser.parse_args()
    if args.what == "chances":
        chances(args.games, args.samples)
    else:
        {"cost": cost, "views": views, "pairs": pairs}[args.what](args.games)


if __name__ == "__main__":
    main()
