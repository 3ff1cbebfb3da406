"""Paying with country and intrigue cards (R-4.4, R-4.5), compared with brute force."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from games.royals.table import cards, play, position, table, texts, world

from eminence.cext.core.stream import Stream
from eminence.cext.games.royals import FACE
from eminence.cext.games.royals.words import CARD_LETTERS


def sub_multisets(hand: list[int]) -> list[tuple[int, ...]]:
    return list(product(*(range(count + 1) for count in hand)))


def country_payments(hand: list[int], country: int, cost: int) -> set[tuple[int, ...]]:
    """R-4.4.2, word for word."""
    found = set()
    for paid in sub_multisets(hand):
        jokers, odd = divmod(sum(paid) - cost, 2)
        if not odd and 0 <= jokers <= cost and paid[country] >= cost - jokers:
            found.add(paid)
    return found


def intrigue_payments(hand: list[int], country: int, cost: int) -> set[tuple[int, ...]]:
    """R-4.5.2, word for word."""
    shows = [("FGBS"[country] in letters) for letters in CARD_LETTERS[4:]]
    found = set()
    for paid in sub_multisets(hand):
        jokers = sum(paid) - cost
        matching = sum(count for count, show in zip(paid, shows, strict=True) if show)
        if 0 <= jokers <= cost and matching >= cost - jokers:
            found.add(paid)
    return found


def reached_payments(kernel: Any, record: dict[str, Any], target: str) -> Counter[tuple[int, ...]]:
    """How often the sequential choices reach each payment of a target."""
    before = record["hand"][0]
    state = kernel.pack(record)
    reached: Counter[tuple[int, ...]] = Counter()
    todo = [kernel.play(state, FACE.find_move(kernel, state, target), Stream(0))]
    while todo:
        state = todo.pop()
        after = kernel.unpack(state)
        if after["placements"][0] > record["placements"][0]:
            reached[tuple(b - a for b, a in zip(before, after["hand"][0], strict=True))] += 1
        else:
            todo += [kernel.play(state, move, Stream(0)) for move in kernel.moves(state)]
    return reached


@pytest.mark.parametrize("seed", range(12))
def test_country_payments_by_brute_force(seed: int) -> None:
    """R-4.4.1, R-4.4.2, R-4.4.4, R-4.4.5, R-7.20: every legal payment is reached, none twice, nothing else."""
    rng = random.Random(seed)
    kernel = table(5)
    hand = [rng.randrange(5) for _ in range(3)] + [rng.randrange(3)]
    for place in rng.sample(range(28), 8):
        record = world(
            kernel, {0: "".join(f"{c}{n} " for c, n in zip("FGBS", hand, strict=True))}, display="F"
        )
        figures = kernel.figures
        wanted = country_payments(hand, figures["position_country"][place], figures["position_cost"][place])
        target = FACE.move_text(kernel, record, place + 1)
        if target not in texts(kernel, record):
            assert not wanted
            continue
        reached = reached_payments(kernel, record, target)
        assert {paid[:4] for paid in reached} == wanted
        assert set(reached.values()) == {1}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("king_intrigue", [2, 3])
def test_intrigue_payments_by_brute_force(seed: int, king_intrigue: int) -> None:
    """R-4.5.1, R-4.5.2, R-4.5.4, R-7.20: the same for intrigue cards."""
    rng = random.Random(seed)
    kernel = table(3, king_intrigue=king_intrigue)
    hand = [0] * 6
    for _ in range(rng.randrange(1, 6)):
        hand[rng.randrange(6)] += 1
    hand = [min(4, count) for count in hand]
    text = "S8 B4 " + "".join(f"{kind}{n} " for kind, n in zip(CARD_LETTERS[4:], hand, strict=True))
    for target in ("madrid-king", "barcelona-countess", "edinburgh-duke"):
        city, title = target.split("-")
        place = position(kernel, city, title)
        record = world(kernel, {0: text}, held={place: 1}, display="F")
        wanted = intrigue_payments(
            hand, kernel.figures["position_country"][place], kernel.figures["position_intrigue"][place]
        )
        if target not in texts(kernel, record):
            assert not wanted
            continue
        reached = reached_payments(kernel, record, target)
        assert {paid[4:] for paid in reached} == wanted
        assert set(reached.values()) == {1}


def test_affordable_targets_by_brute_force() -> None:
    """R-4.4.3, R-4.5.3: a target is offered iff some payment is legal."""
    rng = random.Random(7)
    kernel = table(5)
    figures = kernel.figures
    for _ in range(60):
        hand = [rng.randrange(4) for _ in range(4)]
        intrigues = [0] * 6
        for _ in range(rng.randrange(5)):
            intrigues[rng.randrange(6)] += 1
        text = "".join(f"{k}{n} " for k, n in zip(CARD_LETTERS, hand + intrigues, strict=True))
        held = {place: rng.randrange(1, 5) for place in range(28) if rng.random() < 0.5}
        record = world(kernel, {0: text}, held=held, display="F")
        legal = [move - 1 for move in kernel.moves(kernel.pack(record)) if move]
        wanted = []
        for place in range(28):
            country = figures["position_country"][place]
            payable = bool(country_payments(hand, country, figures["position_cost"][place]))
            if place in held:
                payable &= bool(intrigue_payments(intrigues, country, figures["position_intrigue"][place]))
            if payable:
                wanted.append(place)
        assert legal == wanted


def test_jokers_one() -> None:
    """V-7: B B G pay for a Spanish Marshal."""
    kernel = table(3)
    record = play(kernel, world(kernel, {0: "B2 G1"}), "valencia-marshal")
    assert sum(record["hand"][0]) == 0
    assert record["score"][0] == 2


def test_jokers_two() -> None:
    """V-8: Cologne Baron with G1 F2 B1 by one joker, not with G1 F2."""
    kernel = table(3)
    record = play(kernel, world(kernel, {0: "G1 F2 B1"}), "cologne-baron")
    assert sum(record["hand"][0]) == 0
    assert "cologne-baron" not in texts(kernel, world(kernel, {0: "G1 F2"}))


def test_king_takeovers() -> None:
    """V-11: Madrid King with several intrigue hands."""
    kernel = table(3)
    king = position(kernel, "madrid", "king")
    for intrigue, paid in (
        ("FS1 BS1", 2),
        ("FS1", None),
        ("FS1 FG1 GB1", 3),
        ("FG2 GB1 FB1", 4),
        ("FG2 GB1", None),
    ):
        record = world(kernel, {0: f"S8 {intrigue}"}, held={king: 1})
        assert ("madrid-king" in texts(kernel, record)) is (paid is not None)
        if paid:
            after = play(kernel, record, "madrid-king")
            assert sum(after["discards"][4:]) == paid


def test_any_two_intrigue_cards() -> None:
    """V-10: Edinburgh Duke with FG and FS, both paid."""
    kernel = table(3)
    duke = position(kernel, "edinburgh", "duke")
    record = play(kernel, world(kernel, {0: "B4 FG1 FS1"}, held={duke: 1}), "edinburgh-duke")
    assert record["discards"][4:] == cards("FG1 FS1")[4:]
    assert record["held"][0] == 1 << duke


def test_cards_are_discarded_as_they_are_picked() -> None:
    """R-4.4.6, R-4.5.5: intrigue first, then country cards; every paid card lies on its pile at once."""
    kernel = table(3)
    duke = position(kernel, "edinburgh", "duke")
    record = world(kernel, {0: "B5 F2 G2 GB1 FG1 BS1"}, held={duke: 1})
    record = play(kernel, record, "edinburgh-duke", "i1", "-FG")
    assert record["discards"] == cards("FG1")
    record = play(kernel, record, "-GB")
    assert texts(kernel, record) == ["j0", "j1", "j2"]
    record = play(kernel, record, "j1")
    assert record["discards"] == cards("FG1 GB1 B3")
    assert record["placements"][0] == 0
    record = play(kernel, record, "-F")
    assert record["discards"] == cards("FG1 GB1 B3 F1")
    record = play(kernel, record, "-F", "-B")
    assert record["placements"][0] == 1
