"""Samples against exact chances (R-6.4 to R-6.9): small deals counted out, and positions of real games."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from games.royals.history import History
from games.royals.players import walk
from games.royals.posterior import Posterior, counts, distance, sampled_hands
from games.royals.table import blind_world, cards, play, table, two_generations

from eminence.cext.core.stream import Stream

Record = dict[str, Any]


def drawn(kernel: Any, record: Record, count: int, kinds: slice) -> Counter[tuple[int, ...]]:
    """Hands of seat 1 as seat 0 samples them."""
    view = kernel.hide(kernel.pack(record), 0)
    worlds = kernel.samples(view, 0, Stream(0, "sample"), count)
    return Counter(as_hand(kernel.unpack(w)["hand"][1], kinds) for w in worlds)


def as_hand(hand: list[int], kinds: slice) -> tuple[int, ...]:
    return tuple(kind for kind in range(10)[kinds] for _ in range(hand[kind]))


COUNTRY, INTRIGUE = slice(0, 4), slice(4, 10)


def deal_probabilities(unseen: str, slots: int) -> dict[tuple[int, ...], float]:
    """Exact chances of a hand of so many cards, each deal of the unseen cards as likely as any."""
    deck = [kind for kind, count in enumerate(cards(unseen)) for _ in range(count)]
    found: Counter[tuple[int, ...]] = Counter()
    for deal in permutations(range(len(deck)), slots):
        found[tuple(sorted(deck[i] for i in deal))] += 1
    total = sum(found.values())
    return {hand: count / total for hand, count in found.items()}


def assert_frequencies(
    found: Counter[tuple[int, ...]], exact: dict[tuple[int, ...], float], count: int
) -> None:
    assert set(found) <= set(exact)
    for hand, chance in exact.items():
        error = (chance * (1 - chance) / count) ** 0.5
        assert abs(found[hand] / count - chance) <= 3.5 * error, (hand, found[hand] / count, chance)


def test_hands_of_one_deck() -> None:
    """R-6.4, R-6.5, R-6.7: hands of one generation are dealt evenly from what is unseen."""
    kernel = table(3)
    record = blind_world(kernel, {0: "S2", 1: "F1 G1", 2: "B1"}, display="F B S", deck="F2 G1 S1")
    count = 6000
    assert_frequencies(drawn(kernel, record, count, COUNTRY), deal_probabilities("F3 G2 B1 S1", 2), count)


def test_hands_after_a_payment() -> None:
    """R-6.9: two of three cards, both French, were spent; the third is any card beside at least two French ones."""
    kernel = table(3)
    record = blind_world(kernel, {1: "F2 G1"}, active=1, display="B3", deck="F2 G1 S2")
    record = play(kernel, record, "bordeaux-baron", seed=1)
    exact: Counter[tuple[int, ...]] = Counter()
    for hand, chance in deal_probabilities("F4 G2 S2", 3).items():
        if hand[:2] == (0, 0):
            exact[hand[2:]] += chance
    total = sum(exact.values())
    count = 6000
    found = drawn(kernel, record, count, COUNTRY)
    assert_frequencies(found, {hand: chance / total for hand, chance in exact.items()}, count)


def test_generations_are_never_mixed() -> None:
    """R-6.4: what was drawn from the old deck is one of its cards, what from the new deck one of these."""
    kernel = table(3)
    record = two_generations(kernel, {1: "F1", 2: "G1"}, {1: "B1", 2: "S1"}, display="F B S", deck="B1 S1")
    count = 4000
    exact = {(old, new): 0.25 for old in (0, 1) for new in (2, 3)}
    assert_frequencies(drawn(kernel, record, count, COUNTRY), exact, count)


def test_intrigue_hands() -> None:
    """R-6.6: the same for intrigue cards, which are never displayed."""
    kernel = table(3)
    record = blind_world(kernel, {0: "S2 FG3", 1: "FB1 GB1", 2: "BS4"})
    # All but a few intrigue cards lie open.
    for kind, count in enumerate(cards("FG1 FB1 GS2")[4:], 4):
        moved = record["deck"][kind] - count
        record["deck"][kind] -= moved
        record["unseen"][0][kind] -= moved
        record["discards"][kind] += moved
    record["deck_size"][1] = sum(record["deck"][4:])
    count = 6000
    exact = deal_probabilities("FG1 FB2 GB1 GS2 BS4", 2)
    assert_frequencies(drawn(kernel, record, count, INTRIGUE), exact, count)


SAMPLES = 4000
POSITIONS = 12  # of one game
# Total variation of the count of one kind in one hand. Twice what chance alone makes of so many samples; with four or
# five seats and two shuffles behind, or a forgotten generation, so much more (rules page, R-6.9).
NOISE = 2 * (5 / SAMPLES) ** 0.5
APART = 0.06


@pytest.mark.parametrize(
    ("seats", "style", "suit"),
    [
        (2, "policy", 0),
        (2, "deck", 0),
        (2, "intrigue", 1),
        (3, "policy", 0),
        (3, "mcts", 0),
        (3, "random", 1),
        (3, "intrigue", 0),
        (2, "deck hoard", 0),
        (4, "policy", 0),
        (4, "hoard", 1),
        (4, "random", 0),
        (4, "intrigue", 0),
        (5, "random", 0),
        (5, "random", 1),
        (5, "policy", 1),
    ],
)
def test_positions_of_real_games(seats: int, style: str, suit: int) -> None:
    """R-6.5, R-6.9: in samples one kind in one hand is as frequent as it is likely."""
    kernel = table(seats)
    history = History(kernel, suit)
    compared = late = 0
    for ply, (before, move, after) in enumerate(walk(kernel, 100 + seats, style)):
        history.follow(kernel.unpack(before), move, kernel.unpack(after))
        observer = kernel.actor(after)
        if ply % 53 or observer is None or compared == POSITIONS:
            continue
        posterior = Posterior(history, observer)
        exact = posterior.chances()
        if exact is None or len(exact) < 2:
            continue
        compared += 1
        late += len(history.decks) > 2
        found = sampled_hands(kernel, after, observer, posterior, SAMPLES)
        bound = NOISE + (APART if seats > 3 and len(history.decks) > 2 else 0)
        for opponent in range(seats - 1):
            for kind in range(len(posterior.kinds)):
                apart = distance(counts(exact, opponent, kind), counts(found, opponent, kind))
                assert apart < bound, (ply, posterior.opponents[opponent], kind)
    assert compared
    assert late or (seats, style, suit) != (4, "random", 0)
