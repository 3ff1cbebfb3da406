"""How right and how quick the hidden cards of Royals are, over many games: too long for every day.

    python tests/tools/royals_samples.py chances --samples 100000 --games 4
    python tests/tools/royals_samples.py chances --players deck "deck hoard" --states 3000000
    python tests/tools/royals_samples.py cost --games 20
    python tests/tools/royals_samples.py cost --games 360 --every 251 --drawn 1000
    python tests/tools/royals_samples.py overrun
    python tests/tools/royals_samples.py views --games 50
    python tests/tools/royals_samples.py pairs --games 6

`chances` holds samples against exact counts (as far as these can be counted out), `cost` measures processor time of a
sample, of `prepare` and of the question whether a view has a world, `overrun` how far searches go beyond their time,
`views` reads views back, `pairs` plays one open move in two worlds that a seat cannot tell apart. Players are the
policy, `mcts` and all odd ones, at 2 to 5 seats.
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
from games.royals.posterior import MANY, Posterior, counts, distance, sampled_hands
from games.royals.table import table

from eminence.bots import Game
from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream

Step = tuple[int, str, int, bytes, int, bytes]  # seats, style, ply, state before, move, state after
PLAYERS = (*STYLES, "mcts")
GENERATIONS = 16  # that a record remembers
MEASURED = 12  # times, where it matters
SLOW = 5.0  # microseconds
SLOW_TABLES = 3000.0
MOVETIME = 0.02  # seconds
SEARCHES = 40  # of one position, until one ends with little delay
LITTLE = 0.2  # milliseconds


def steps(seeds: range, players: list[str]) -> Iterator[tuple[Any, Iterator[Step]]]:
    """The games, one after the other, with their kernel."""
    kernels = {seats: table(seats) for seats in range(2, 6)}
    for seed in seeds:
        for seats, kernel in kernels.items():
            for style in players:
                yield (
                    kernel,
                    ((seats, style, ply, *step) for ply, step in enumerate(walk(kernel, seed, style))),
                )


def chances(seeds: range, players: list[str], samples: int, states: int) -> None:
    """Total variation of the number of cards of one kind in one hand."""
    found: dict[tuple[int, str], list[float]] = {}
    for kernel, game in steps(seeds, players):
        histories = [History(kernel, suit) for suit in range(2)]
        for seats, style, ply, before, move, after in game:
            observer = kernel.actor(after)
            for history in histories:
                history.follow(kernel.unpack(before), move, kernel.unpack(after))
                posterior = Posterior(history, observer or 0)
                exact = posterior.chances(states) if ply % 47 == 46 and observer is not None else None
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


def cost(seeds: range, players: list[str], every: int, drawn: int) -> None:
    """Processor time in microseconds; what looks slow is measured again, and the best of all is taken."""
    found: dict[int, list[tuple[float, ...]]] = {}
    notes: dict[tuple[int, str], list[tuple[bool, bool]]] = {}
    played = 0
    for kernel, game in steps(seeds, players):
        played += 1
        for seats, style, ply, before, _, _ in game:
            if (ply + 61 * played) % every:
                continue
            seat = kernel.actor(before)
            view = kernel.hide(before, seat)
            row = measured(kernel, view, seat, drawn)
            found.setdefault(seats, []).append(row)
            exact = all(kernel.is_exact(view, seat, suit) for suit in range(2))
            counted = all(kernel.is_counted(view, seat, suit) for suit in range(2))
            notes.setdefault((seats, style), []).append((exact, counted))
            if row[0] > SLOW:
                print(f"{seats} seats, {style}, game {played}, ply {ply}: {row[0]:.2f}", flush=True)
    print(f"{played} games")
    for seats, rows in found.items():
        texts = []
        for what, values in zip(("sample", "prepare", "has_world"), zip(*rows, strict=True), strict=True):
            row = tuple(sorted(values))
            middle, high, worst = row[len(row) // 2], row[len(row) * 99 // 100], row[-1]
            texts.append(f"{what} median {middle:.2f}, 99 % {high:.2f}, worst {worst:.2f}")
        print(f"{seats} seats, {len(rows)} positions: " + "; ".join(texts), flush=True)
    for (seats, style), flags in notes.items():
        estimated, by_card = (sum(not flag[k] for flag in flags) for k in range(2))
        if estimated or by_card:
            print(
                f"{seats} seats, {style}: {len(flags)} positions, {estimated} estimated, {by_card} card by card"
            )


def measured(kernel: Any, view: bytes, seat: int, drawn: int) -> tuple[float, ...]:
    """Microseconds of a sample, of `prepare` and of `has_world`."""
    prepare, all_samples, decide = once(kernel, view, seat, drawn)
    for _ in range(MEASURED):
        if all_samples - prepare > SLOW / 2 * drawn or all_samples < prepare or prepare > SLOW_TABLES:
            again = once(kernel, view, seat, drawn)
            prepare, all_samples, decide = map(min, zip((prepare, all_samples, decide), again, strict=True))
    return (all_samples - prepare) / drawn, prepare, decide


def once(kernel: Any, view: bytes, seat: int, drawn: int) -> tuple[float, ...]:
    stream, times = Stream(seat), [time.thread_time()]
    for count in (0, drawn):
        kernel.samples(view, seat, stream, count)
        times.append(time.thread_time())
    for suit in range(2):
        kernel.has_world(view, seat, suit)
    times.append(time.thread_time())
    return tuple(1e6 * (end - start) for start, end in pairwise(times))


def overrun(seeds: range, players: list[str], every: int) -> None:
    """By how much searches outlast their movetime: the best of some, as other programs may run beside them."""
    late: dict[int, list[float]] = {}
    for kernel, game in steps(seeds, players):
        for seats, _, ply, before, _, _ in game:
            if ply % every != every - 1:
                continue
            best = lateness(kernel, before, ply)
            for _ in range(SEARCHES):
                if best > LITTLE:
                    best = min(best, lateness(kernel, before, ply))
            late.setdefault(seats, []).append(best)
    for seats, values in late.items():
        values.sort()
        print(
            f"{seats} seats, {len(values)} searches of {1000 * MOVETIME:.0f} ms: too long by "
            f"{values[len(values) // 2]:.3f} ms in the median, 99 % {values[len(values) * 99 // 100]:.3f}, "
            f"worst {values[-1]:.3f}"
        )


def lateness(kernel: Any, state: bytes, seed: int) -> float:
    seat = kernel.actor(state)
    search = Search(kernel, kernel.hide(state, seat), seat, seed)
    start = time.perf_counter()
    search.run(seconds=MOVETIME)
    return 1000 * (time.perf_counter() - start - MOVETIME)


def views(seeds: range, players: list[str]) -> None:
    read = played = 0
    for kernel, game in steps(seeds, players):
        played += 1
        own = Game("royals", kernel.seats)
        for seats, style, ply, before, _, _ in game:
            state = own.restore(before, 0, 0)
            view = state.view(ply % seats)
            read += 1
            if own.view(view.data).packed != view.packed:
                print(f"{seats} seats, {style}, ply {ply}: read as another view")
    print(f"{read} views of {played} games read back")


def pairs(seeds: range, players: list[str]) -> None:
    total = differ = 0
    for kernel, game in steps(seeds, players):
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
    parser.add_argument("what", choices=["chances", "cost", "overrun", "views", "pairs"])
    parser.add_argument("--games", type=int, default=1, help="of each kind of player and number of seats")
    parser.add_argument("--players", nargs="+", choices=PLAYERS, help="all of them; mcts only for chances")
    parser.add_argument("--samples", type=int, default=100_000)
    parser.add_argument("--every", type=int, default=23, help="plies between positions that are measured")
    parser.add_argument("--drawn", type=int, default=4000, help="samples of one measurement")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--states", type=int, default=MANY, help="deals that are counted out at most")
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.games)
    players = args.players or list(PLAYERS if args.what == "chances" else STYLES)
    if args.what == "chances":
        chances(seeds, players, args.samples, args.states)
    elif args.what == "cost":
        cost(seeds, players, args.every, args.drawn)
    elif args.what == "overrun":
        overrun(seeds, players, args.every)
    else:
        {"views": views, "pairs": pairs}[args.what](seeds, players)


if __name__ == "__main__":
    main()
