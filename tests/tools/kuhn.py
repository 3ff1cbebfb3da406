"""How far the choices of the search can be exploited, exactly, in Kuhn's poker.

    python tests/tools/kuhn.py --iterations 100 1000 10000 --seeds 40

A strategy says how often a seat bets with a card after what has been moved. Its exploitability is what the best answers
to it win in chips a game, on average over both seats; that of an equilibrium is 0.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations, product

from eminence.bots.levels import mixture
from eminence.bots.suggest import SECRET_LEAST_SHARE, SECRET_TEMPERATURE
from eminence.cext.core.search import Search
from eminence.cext.games._kuhn.kernel import KuhnKernel

PASS, BET = 1, 2
CARDS = (1, 2, 3)
TURNS = {0: ((), (PASS, BET)), 1: ((PASS,), (BET,))}  # what has been moved before a seat decides
Turn = tuple[int, tuple[int, ...]]  # a card and the moves so far
Strategy = Mapping[Turn, float]  # how often it bets
Rule = Callable[[Sequence[int]], Sequence[float]]  # from visits to weights

KERNEL = KuhnKernel()
RULES: dict[str, Rule] = {
    "most visited": lambda visits: [float(one == max(visits)) for one in visits],
    "as it plays": lambda visits: mixture(visits, SECRET_TEMPERATURE, SECRET_LEAST_SHARE),
    "by visits": lambda visits: [float(one) for one in visits],
}


def turns(seat: int) -> list[Turn]:
    return [(card, before) for card in CARDS for before in TURNS[seat]]


def state(cards: tuple[int, int], moves: tuple[int, ...]) -> bytes:
    return KERNEL.pack({"card": list(cards), "made": len(moves), "move": [*moves, 0, 0, 0][:3]})


def value(first: Strategy, second: Strategy) -> float:
    """Chips that the first seat wins a game."""
    deals = list(permutations(CARDS, 2))
    return sum(_value(cards, (), (first, second)) for cards in deals) / len(deals)


def _value(cards: tuple[int, int], moves: tuple[int, ...], strategies: tuple[Strategy, Strategy]) -> float:
    packed = state(cards, moves)
    seat = KERNEL.actor(packed)
    if seat is None:
        return KERNEL.result(packed)["score"][0]
    bets = strategies[seat][cards[seat], moves]
    return sum(
        chance * _value(cards, (*moves, move), strategies)
        for move, chance in ((PASS, 1 - bets), (BET, bets))
        if chance
    )


def exploitability(strategy: Strategy) -> float:
    """Of one strategy for both seats: against it, every pure strategy is tried."""
    first = max(value(pure, strategy) for pure in _pure(0))
    second = max(-value(strategy, pure) for pure in _pure(1))
    return (first + second) / 2


def _pure(seat: int) -> list[Strategy]:
    return [dict(zip(turns(seat), bets, strict=True)) for bets in product((0.0, 1.0), repeat=6)]


def strategies(iterations: int, seeds: int) -> dict[str, Strategy]:
    """What the search plays by each rule, on average over its seeds."""
    found: dict[str, dict[Turn, float]] = {name: {} for name in RULES}
    for seat in (0, 1):
        for card, before in turns(seat):
            cards = (card, 0) if seat == 0 else (0, card)
            tried = [_visits(state(cards, before), seat, iterations, seed) for seed in range(seeds)]
            for name, rule in RULES.items():
                weights = [rule(visits) for visits in tried]
                found[name][card, before] = sum(bet / (bet + other) for other, bet in weights) / seeds
    return found


def _visits(view: bytes, seat: int, iterations: int, seed: int) -> list[int]:
    search = Search(KERNEL, view, seat, seed, nodes=1024)
    search.run(iterations)
    return [move["visits"] for move in search.report()["moves"]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--iterations", type=int, nargs="+", default=[100, 1000, 10000])
    parser.add_argument("--seeds", type=int, default=40)
    given = parser.parse_args()
    print("| iterations | " + " | ".join(RULES) + " |")
    print("|---|" + "---|" * len(RULES))
    for iterations in given.iterations:
        played = strategies(iterations, given.seeds)
        print(
            f"| {iterations:,} | "
            + " | ".join(f"{exploitability(played[name]):.3f}" for name in RULES)
            + " |"
        )


if __name__ == "__main__":
    main()
