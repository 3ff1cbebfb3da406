"""The exact chances of hidden hands by the public history of a game (R-6.2 to R-6.5), without looking at the record.

The hands of all opponents together are one hidden state; what is drawn face down is any card of the deck, and a card
that is spent was there. Carrying all such states through the history counts every deal once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from games.royals.history import History

from eminence.cext.core.stream import Stream
from eminence.cext.games.royals.kernel import RoyalsKernel

Hand = tuple[int, ...]
Hands = tuple[Hand, ...]  # blind cards of each opponent, by kind of the suit
MANY = 150_000  # states that take too long

DRAWN = -1


class Posterior:
    """What an observer knows of one suit."""

    def __init__(self, history: History, observer: int) -> None:
        self.kinds = list(history.kinds)
        self.opponents = [seat for seat in range(history.kernel.seats) if seat != observer]
        self.known = {seat: [0] * len(self.kinds) for seat in range(history.kernel.seats)}
        self.decks = [
            [int(deck[kind] - up[kind]) for kind in self.kinds]
            for deck, up in zip(history.decks, history.turned_up, strict=True)
        ]
        self.steps: list[list[tuple[int, int]]] = [[]]  # by generation: opponent and kind spent, or DRAWN
        for event in history.events:
            if event[1] == "shuffle":
                self.steps.append([])
            elif event[0] != observer:
                self.steps[-1] += self._steps(*event)
            elif event[1] == "blind":
                for k, kind in enumerate(self.kinds):
                    self.decks[event[2]][k] -= int(event[3][kind])

    def _steps(self, seat: int, what: str, *rest: object) -> Iterator[tuple[int, int]]:
        cards, known = rest[-1], self.known[seat]
        opponent = self.opponents.index(seat)
        for k, kind in enumerate(self.kinds):
            for _ in range(int(cards[kind])):  # type: ignore[index]
                if what == "open":
                    known[k] += 1
                elif what == "blind":
                    yield opponent, DRAWN
                elif known[k]:
                    known[k] -= 1
                else:
                    yield opponent, k

    def chances(self, most: int = MANY) -> dict[Hands, float] | None:
        """Of all that the opponents may hold beyond known cards; None if there are too many."""
        states = _States(len(self.opponents), len(self.kinds))
        for deck, steps in zip(self.decks, self.steps, strict=True):
            states.add_deck(deck)
            for opponent, kind in steps:
                if kind == DRAWN:
                    states.draw(opponent)
                else:
                    states.spend(opponent, kind)
                if len(states.keys) > most:
                    return None
        return states.chances()


class _States:
    """All hands of all opponents with their chances; what is not in a hand and not spent is in the deck.

    A state is one number, some bits for every opponent and kind.
    """

    def __init__(self, opponents: int, kinds: int) -> None:
        self.shape = opponents, kinds
        self.bits = max(3, 64 // (opponents * kinds))
        self.number: Any = np.uint64 if self.bits * opponents * kinds <= 64 else int
        self.keys, self.weights = np.array([self.number(0)]), np.ones(1)
        if self.number is int:
            self.keys = self.keys.astype(object)
        self.there = [0] * kinds  # in hands and deck together

    def add_deck(self, deck: list[int]) -> None:
        self.there = [old + new for old, new in zip(self.there, deck, strict=True)]

    def _shift(self, opponent: int, kind: int) -> int:
        return self.bits * (opponent * self.shape[1] + kind)

    def _held(self, opponent: int, kind: int) -> np.ndarray:
        mask = self.number((1 << self.bits) - 1)
        return (self.keys >> self.number(self._shift(opponent, kind)) & mask).astype(np.int64)

    def draw(self, opponent: int) -> None:
        keys, weights = [], []
        for kind in range(self.shape[1]):
            left = self.there[kind] - sum(self._held(other, kind) for other in range(self.shape[0]))
            some = left > 0
            assert not np.any(self._held(opponent, kind)[some] >= (1 << self.bits) - 1), "no room in a number"
            keys.append(self.keys[some] + self.number(1 << self._shift(opponent, kind)))
            weights.append(self.weights[some] * left[some])
        self.keys, where = np.unique(np.concatenate(keys), return_inverse=True)
        self.weights = np.bincount(where, np.concatenate(weights))
        self.weights /= self.weights.sum()

    def spend(self, opponent: int, kind: int) -> None:
        some = self._held(opponent, kind) > 0
        self.keys = self.keys[some] - self.number(1 << self._shift(opponent, kind))
        self.weights = self.weights[some] / self.weights[some].sum()
        self.there[kind] -= 1

    def chances(self) -> dict[Hands, float]:
        opponents, kinds = self.shape
        columns = [[self._held(o, k).tolist() for k in range(kinds)] for o in range(opponents)]
        hands = zip(*(zip(*column, strict=True) for column in columns), strict=True)
        return dict(zip(hands, self.weights.tolist(), strict=True))


def counts(chances: Mapping[Hands, float], opponent: int, kind: int) -> dict[int, float]:
    """Chances of the number of one kind in one hand."""
    total = sum(chances.values())
    found: dict[int, float] = defaultdict(float)
    for hands, chance in chances.items():
        found[hands[opponent][kind]] += chance / total
    return found


def distance(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    """Total variation."""
    return sum(abs(one.get(k, 0) - other.get(k, 0)) for k in {*one, *other}) / 2


def sampled_hands(
    kernel: RoyalsKernel, state: bytes, observer: int, posterior: Posterior, count: int
) -> dict[Hands, float]:
    """How often the opponents held what beyond known cards, in so many samples."""
    record = kernel.unpack(bytes(kernel.state_size))
    record["hand"][0][0] = 1
    start = kernel.pack(record).index(1)
    view, stream = kernel.hide(state, observer), Stream(1, "sample")
    worlds = Counter[bytes]()
    for _ in range(0, count, 5000):
        worlds.update(world[start : start + 50] for world in kernel.samples(view, observer, stream, 5000))
    found: dict[Hands, float] = {}
    for hand, times in worlds.items():  # ten kinds of each of five seats
        hands = tuple(
            tuple(
                hand[10 * seat + kind] - known
                for kind, known in zip(posterior.kinds, posterior.known[seat], strict=True)
            )
            for seat in posterior.opponents
        )
        found[hands] = found.get(hands, 0) + times
    return found
