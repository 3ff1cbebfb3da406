"""The exact chances of hidden hands by the public history of a game (R-6.2 to R-6.5), without looking at the record.

The hands of all opponents together are one hidden state; what is drawn face down is any card of the deck, and a card
that is spent was there. Carrying all such states through the history counts every deal once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from games.royals.history import History

from eminence.cext.core.stream import Stream
from eminence.cext.games.royals.kernel import RoyalsKernel

Hand = tuple[int, ...]
Hands = tuple[Hand, ...]  # blind cards of each opponent, by kind of the suit
MANY = 3000  # states that take too long

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

    def chances(self) -> dict[Hands, float] | None:
        """Of all that the opponents may hold beyond known cards; None if there are too many."""
        empty = (0,) * len(self.kinds)
        hands: Mapping[Hands, float] = {(empty,) * len(self.opponents): 1.0}
        for deck, steps in zip(self.decks, self.steps, strict=True):
            states = {(held, tuple(deck)): chance for held, chance in hands.items()}
            for opponent, kind in steps:
                states = _step(states, opponent, kind)
                if len(states) > MANY:
                    return None
            merged: dict[Hands, float] = defaultdict(float)
            for (held, _), chance in states.items():
                merged[held] += chance
            hands = merged
        return dict(hands)


def _step(
    states: Mapping[tuple[Hands, Hand], float], opponent: int, kind: int
) -> dict[tuple[Hands, Hand], float]:
    after: dict[tuple[Hands, Hand], float] = defaultdict(float)
    for (hands, deck), chance in states.items():
        hand = hands[opponent]
        if kind == DRAWN:
            for k, cards in enumerate(deck):
                if cards:
                    drawn = (*hands[:opponent], _with(hand, k, 1), *hands[opponent + 1 :])
                    after[drawn, _with(deck, k, -1)] += chance * cards
        elif hand[kind]:
            after[(*hands[:opponent], _with(hand, kind, -1), *hands[opponent + 1 :]), deck] += chance
    total = sum(after.values())
    return {state: chance / total for state, chance in after.items()}


def _with(hand: Hand, kind: int, more: int) -> Hand:
    return (*hand[:kind], hand[kind] + more, *hand[kind + 1 :])


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
    worlds = Counter(world[start : start + 50] for world in kernel.samples(view, observer, stream, count))
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
