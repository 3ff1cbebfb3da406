"""Samples against exact chances (R-6.4 to R-6.9): small deals counted out, and positions of real games."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations
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


SAMPLES = 100_000
POSITIONS = 3  # of one game
MOST = (150_000, 700_000)  # states that are counted out, by suit: those of intrigue cards take little time
# Total variation of the count of one kind in one hand: what chance alone makes of so many samples.
NOISE = 1.5 * (5 / SAMPLES) ** 0.5
# So much more where walkers are too many to keep all, and with means and covariances (rules page, section 11).
WALKED, APART = 0.02, 0.08


@pytest.mark.parametrize(
    ("seats", "style", "suit", "shuffles", "deck"),
    [
        (2, "policy", 0, 1, 9),
        (2, "deck", 0, 1, 60),
        (2, "deck hoard", 0, 1, 9),
        (2, "intrigue", 1, 1, 9),
        (3, "policy", 0, 1, 2),
        (3, "policy", 0, 2, 9),
        (3, "mcts", 0, 1, 9),
        (3, "random", 1, 1, 60),
        (3, "intrigue", 0, 1, 9),
        (3, "deck", 0, 1, 4),
        (3, "intrigue hoard", 1, 1, 9),
        (4, "policy", 0, 2, 60),
        (4, "mcts", 0, 1, 60),
        (4, "hoard", 0, 2, 60),
        (4, "random", 0, 2, 60),
        (4, "intrigue", 0, 2, 60),
        (5, "random", 0, 2, 60),
        (5, "random", 1, 1, 60),
        (5, "policy", 1, 0, 24),
        (2, "mcts", 0, 1, 60),
        (2, "hoard", 0, 1, 60),
        (2, "intrigue hoard", 1, 1, 24),
        (3, "deck hoard", 0, 1, 9),
        (3, "hoard", 0, 2, 60),
        (4, "deck", 0, 0, 60),
        (4, "deck hoard", 0, 0, 60),
        (4, "intrigue hoard", 1, 0, 24),
        (5, "policy", 0, 0, 90),
        (5, "mcts", 0, 0, 90),
        (5, "hoard", 0, 0, 90),
        (5, "deck", 0, 0, 90),
        (5, "intrigue", 1, 0, 24),
        (2, "intrigue", 1, 8, 24),
        (3, "intrigue", 1, 8, 24),
        (3, "intrigue hoard", 1, 5, 24),
        (4, "intrigue", 1, 4, 24),
        (4, "intrigue", 1, 12, 24),
        (4, "intrigue hoard", 1, 7, 24),
    ],
)
def test_positions_of_real_games(seats: int, style: str, suit: int, shuffles: int, deck: int) -> None:
    """R-6.5, R-6.9: after so many shuffles and with so few cards left, samples have the exact chances."""
    kernel = table(seats)
    compared = 0
    for seed in range(100, 104):
        history = History(kernel, suit)
        last = -20
        for ply, (before, move, after) in enumerate(walk(kernel, seed, style)):
            history.follow(kernel.unpack(before), move, kernel.unpack(after))
            observer = kernel.actor(after)
            if observer is None or len(history.decks) <= shuffles or ply < last + 20 or compared == POSITIONS:
                continue
            if kernel.unpack(after)["deck_size"][suit] > deck:
                continue
            last = ply
            compared += hold_against_chances(kernel, history, after, observer)
    assert compared


def hold_against_chances(kernel: Any, history: History, state: bytes, observer: int) -> bool:
    """False where there is nothing to compare with."""
    posterior = Posterior(history, observer)
    exact = posterior.chances(MOST[history.suit])
    if exact is None or len(exact) < 2:
        return False
    view = kernel.hide(state, observer)
    found = sampled_hands(kernel, state, observer, posterior, SAMPLES)
    bound = NOISE
    if not kernel.is_exact(view, observer, history.suit):
        bound += WALKED if history.suit else APART
        assert history.suit == 0 or kernel.is_walked(view, observer)
    for opponent in range(kernel.seats - 1):
        for kind in range(len(posterior.kinds)):
            apart = distance(counts(exact, opponent, kind), counts(found, opponent, kind))
            assert apart < bound, (posterior.opponents[opponent], kind, apart, bound)
    return True


def test_heavy_deals_are_not_cut() -> None:
    """R-6.5: deals that the average over hands at the shuffle makes too rarely come as often as they should."""
    kernel = table(4)
    history = History(kernel, 0)
    for before, move, after in islice(walk(kernel, 1000, "intrigue"), 705):
        history.follow(kernel.unpack(before), move, kernel.unpack(after))
    posterior = Posterior(history, observer := kernel.actor(after))
    exact, found = posterior.chances(), sampled_hands(kernel, after, observer, posterior, 3 * SAMPLES)
    for opponent in range(3):
        for kind in range(4):
            assert distance(counts(exact, opponent, kind), counts(found, opponent, kind)) < NOISE / 3


@pytest.mark.parametrize(
    ("seats", "style"),
    [
        (2, "deck hoard"),
        (3, "deck hoard"),
        (3, "intrigue"),
        (4, "policy"),
        (4, "random"),
        (4, "hoard"),
        (5, "policy"),
        (5, "random"),
    ],
)
def test_where_samples_are_exact(seats: int, style: str) -> None:
    """R-6.9: always with two and three seats, and with more unless players draw blind all the time."""
    kernel = table(seats)
    for ply, (before, _, _) in enumerate(walk(kernel, 7, style)):
        if ply % 29 == 0:
            seat = kernel.actor(before)
            assert all(kernel.is_exact(kernel.hide(before, seat), seat, suit) for suit in range(2))


@pytest.mark.parametrize(("seats", "style"), [(4, "intrigue"), (5, "intrigue"), (5, "intrigue hoard")])
def test_walkers_have_a_possible_past(seats: int, style: str) -> None:
    """R-6.3, R-6.9: after many intrigue decks, too, every sample agrees with all that are remembered."""
    kernel, stream, walked = table(seats), Stream(0, "sample"), 0
    history = History(kernel, 1)
    for before, move, after in walk(kernel, 100, style):
        history.follow(kernel.unpack(before), move, kernel.unpack(after))
        observer = kernel.actor(after)
        if observer is None or len(history.decks) < 6 + 4 * walked:
            continue
        walked += 1
        view = kernel.hide(after, observer)
        assert kernel.is_walked(view, observer)
        for world in kernel.samples(view, observer, stream, 12):
            assert history.allows(kernel.unpack(world), observer)
        if walked == 3:
            break
    assert walked == 3


@pytest.mark.parametrize("style", ["policy", "deck", "deck hoard"])
def test_draws_since_the_last_shuffle_are_counted(style: str) -> None:
    """R-6.5: even where four others have drawn all their cards blind, with a table of all that they can have."""
    kernel = table(5)
    for ply, (before, _, _) in enumerate(walk(kernel, 7, style)):
        if ply % 29 == 0:
            seat = kernel.actor(before)
            assert all(kernel.is_counted(kernel.hide(before, seat), seat, suit) for suit in range(2))
