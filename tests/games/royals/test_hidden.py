"""Who knows what (rules section 6): hiding, certain deductions, and samples against exact enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from games.royals.history import History
from games.royals.table import cards, play, position, table, world

from eminence.cext.core.stream import Stream

Record = dict[str, Any]


def walk(kernel: Any, seed: int, *, policy: bool, hoard: bool = False) -> Any:
    """(before, move, after) of every step of one game; hoarders often end a turn without placing."""
    stream = Stream(seed, "walk")
    state = kernel.setup(stream)
    while kernel.actor(state) is not None:
        moves = kernel.moves(state)
        move = kernel.playout_move(state, stream) if policy else moves[stream.below(len(moves))]
        if hoard and kernel.unpack(state)["phase"] == 2 and stream.below(10):
            move = 0
        after = kernel.play(state, move, stream)
        yield state, move, after
        state = after


def sampled(kernel: Any, record: Record, seat: int, count: int, seed: int = 0) -> list[Record]:
    view, stream = kernel.hide(kernel.pack(record), seat), Stream(seed, "sample")
    return [kernel.unpack(kernel.sample(view, seat, stream)) for _ in range(count)]


def test_hiding_leaves_the_table_and_ones_own_cards() -> None:
    """R-6.1: hand, display, discards, board, supplies and scores as observed; nothing else."""
    kernel = table(3)
    for before, _, _ in list(walk(kernel, 1, policy=True))[::40]:
        record, view = kernel.unpack(before), kernel.unpack(kernel.hide(before, 1))
        secret = {"hand", "blind", "deck"}
        assert {name: view[name] for name in view if name not in secret} == {
            name: record[name] for name in record if name not in secret
        }
        assert (view["hand"][1], view["blind"][1]) == (record["hand"][1], record["blind"][1])
        assert sum(view["deck"]) + sum(view["hand"][0]) + sum(view["hand"][2]) == 0


def test_displayed_cards_stay_known() -> None:
    """R-6.3: display F F, blind x 3, pay F4, display F F leaves two known cards."""
    kernel = table(3)
    record = world(kernel, phase="draw_mode", display="F2 S1", deck="F4 G6 B6 S6")
    record = play(kernel, record, "3c", "+F", "+F")
    assert record["known"][0] == cards("F2")
    record = world(kernel, {0: "F2"}, phase="draw", draws_left=3, deck="F4", display="F B S")
    record = play(kernel, record, "+deck", "+deck", "+deck", "nantes-duke")
    assert record["hand"][0][:4] == [1, 0, 0, 0]
    assert record["known"][0] == cards("")
    assert record["slots"][0][0][0] == 1
    record |= {"phase": 1, "draws_left": 2, "display": [2, 0, 0, 1]}
    record = play(kernel, record, "+F", "+F")
    assert record["known"][0] == cards("F2")


def test_a_demand_of_one_generation_is_settled_at_once() -> None:
    """R-6.2, R-6.8, R-6.9: three blind slots, two French cards paid: one slot is left, and two French cards fewer."""
    kernel = table(3)
    record = blind_world(kernel, {1: "F3"}, active=1, display="B3")
    unseen = record["unseen"][0][0]
    after = play(kernel, record, "bordeaux-baron")
    assert after["slots"][0][1][0] == 1
    assert after["unseen"][0][0] == unseen - 2
    assert after["demand_count"][0][1] == 0


def blind_world(kernel: Any, hands: dict[int, str], **fields: Any) -> Record:
    """A world whose hands were all drawn blind from the first decks."""
    record = world(kernel, hands, **fields)
    for seat in range(kernel.seats):
        record["known"][seat] = [0] * 10
        record["blind"][seat][0] = list(record["hand"][seat])
        for suit in range(2):
            record["slots"][suit][seat][0] = record["hand_size"][suit][seat]
    record["unseen"][0] = [
        record["deck"][kind] + sum(hand[kind] for hand in record["hand"]) for kind in range(10)
    ]
    return record


def two_generations(kernel: Any, old: dict[int, str], new: dict[int, str], **fields: Any) -> Record:
    """Hands drawn blind partly from an old deck and partly from the current one."""
    both = {seat: f"{old.get(seat, '')} {new.get(seat, '')}" for seat in range(kernel.seats)}
    record = world(kernel, both, **fields)
    record["generation"] = [1, 0]
    record["unseen"][0][:4] = [0] * 4
    record["unseen"][1][:4] = record["deck"][:4]
    for g, hands in enumerate((old, new)):
        for seat in range(kernel.seats):
            counts = cards(hands.get(seat, ""))[:4]
            record["known"][seat][:4] = [0] * 4
            record["blind"][seat][g][:4] = counts
            record["slots"][0][seat][g] = sum(counts)
            for kind in range(4):
                record["unseen"][g][kind] += counts[kind]
    return record


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


def as_hand(counts: list[int]) -> tuple[int, ...]:
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


def test_samples_against_exact_enumeration() -> None:
    """R-6.4, R-6.5, R-6.7: hands of one generation are dealt evenly from what is unseen."""
    kernel = table(3)
    record = blind_world(kernel, {0: "S2", 1: "F1 G1", 2: "B1"}, display="F B S", deck="F2 G1 S1")
    count = 6000
    found = Counter(as_hand(w["hand"][1][:4]) for w in sampled(kernel, record, 0, count))
    assert_frequencies(found, deal_probabilities("F3 G2 B1 S1", 2), count)


def test_generations_are_never_mixed() -> None:
    """R-6.4: an old slot holds a card of the old deck, a new slot one of the new deck."""
    kernel = table(3)
    record = two_generations(kernel, {1: "F1", 2: "G1"}, {1: "B1", 2: "S1"}, display="F B S", deck="B1 S1")
    count = 4000
    worlds = sampled(kernel, record, 0, count)
    found: Counter[tuple[int, ...]] = Counter()
    for w in worlds:
        found[as_hand(w["hand"][1][:4])] += 1
    exact = {(old, new): 0.25 for old in (0, 1) for new in (2, 3)}
    assert_frequencies(found, exact, count)


def test_intrigue_samples_against_exact_enumeration() -> None:
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
    found = Counter(as_hand(w["hand"][1]) for w in sampled(kernel, record, 0, count))
    exact = deal_probabilities("FG1 FB2 GB1 GS2 BS4", 2)
    assert_frequencies(found, exact, count)


def test_own_cards_narrow_the_others() -> None:
    """R-6.4: with an empty deck and one other seat with slots the rest is certain, by the observer's own cards."""
    kernel = table(3)
    record = blind_world(kernel, {0: "S2", 1: "F1 G1"}, display="F B S", deck="")
    assert {as_hand(w["hand"][1][:4]) for w in sampled(kernel, record, 0, 50)} == {(0, 1)}


@pytest.mark.parametrize("policy", [False, True])
def test_two_seats_know_all_when_the_deck_is_empty(policy: bool) -> None:
    """R-6.3: with two seats the other hand is certain whenever the deck is empty, and stays so until a blind draw."""
    kernel = table(2)
    empty = Counter[int]()
    for seed in range(4):
        for before, _, _ in walk(kernel, seed, policy=policy):
            record = kernel.unpack(before)
            for suit, kinds in enumerate((slice(0, 4), slice(4, 10))):
                if record["deck_size"][suit] == 0:
                    empty[suit] += 1
                    (w,) = sampled(kernel, record, 0, 1)
                    assert w["hand"][1][kinds] == record["hand"][1][kinds]
                    assert record["known"][1][kinds] == record["hand"][1][kinds]
    assert empty[0] > 0


def test_demand_of_two_generations() -> None:
    """R-6.8: seat 1 pays a French card that may be old or new; every sample has had one in a slot of that time."""
    kernel = table(3)
    record = two_generations(
        kernel, {1: "F1", 2: "F1"}, {1: "F1 G1", 2: "B1"}, active=1, display="B3", deck="F3 G3 B3 S3"
    )
    record = play(kernel, record, "marseille-marshal", "j0")
    assert record["demand_count"][0][1] == 1
    assert record["country_demands"][1][0] == {"cards": 0 + 16, "slots": 3}
    served = Counter[str]()
    for w in sampled(kernel, record, 0, 400):
        old, new = (w["blind"][1][g][0] for g in range(2))
        assert old + new >= 1
        assert w["hand"][1][0] == old + new - 1
        assert sum(w["hand"][1][:4]) == 2
        served["both" if old and new else "old" if old else "new"] += 1
    assert served["old"] > 0
    # Seat 0 sees that both old cards are French: seat 1's old slot is certain.
    assert served["new"] == 0


def test_later_slots_do_not_serve_an_earlier_demand() -> None:
    """R-6.3, R-6.8: what was drawn after a payment cannot have been paid."""
    kernel = table(3)
    record = two_generations(
        kernel, {1: "F1", 2: "G1"}, {1: "B1"}, active=1, display="B3", deck="F4 G3 B3 S3"
    )
    record = play(kernel, record, "marseille-marshal")
    assert record["demand_count"][0][1] == 1
    record |= {"phase": 1, "active": 1, "turn": 4, "draws_left": 1}
    record = play(kernel, record, "+deck")
    assert record["country_demands"][1][0]["slots"] == 2
    for w in sampled(kernel, record, 0, 400):
        if w["blind"][1][0][0] == 0:
            assert w["blind"][1][1][0] >= 1
    # With no French card in the old deck the demand is put down to the first new slot at once.
    record = two_generations(
        kernel, {1: "S1", 2: "G1"}, {1: "F1"}, active=1, display="B3", deck="F4 G3 B3 S3"
    )
    record = play(kernel, record, "marseille-marshal")
    assert record["demand_count"][0][1] == 0
    assert record["slots"][0][1][:2] == [1, 0]


def test_full_list_of_demands_settles_the_oldest() -> None:
    """R-6.9: when no demand can be added, the oldest is put down to a generation that really held it."""
    kernel = table(5)
    longest = 0
    for seed in range(3):
        for before, _, _ in walk(kernel, seed, policy=True):
            record = kernel.unpack(before)
            longest = max(longest, *record["demand_count"][0])
            for seat in range(5):
                demanded = [0] * 10
                for demand in record["country_demands"][seat] + record["intrigue_demands"][seat]:
                    demanded[demand["cards"] % 16] += demand["cards"] // 16
                for kind in range(10):
                    blind = sum(record["blind"][seat][g][kind] for g in range(4))
                    assert record["hand"][seat][kind] == record["known"][seat][kind] + blind - demanded[kind]
    assert longest > 6


@pytest.mark.parametrize(
    ("seats", "policy", "seed"), [(2, True, 1), (3, True, 2), (3, False, 3), (4, True, 4), (5, False, 5)]
)
def test_samples_agree_with_the_whole_public_history(seats: int, policy: bool, seed: int) -> None:
    """R-6.1 to R-6.4 and R-6.6 in every sample: hands were possible at every moment, generations are not mixed."""
    kernel = table(seats)
    histories = [History(kernel, suit) for suit in range(2)]
    first = True
    for step, (before, move, after) in enumerate(walk(kernel, seed, policy=policy)):
        if first:
            for history in histories[:1]:
                history.turned_up[0][:4] = kernel.unpack(before)["display"]
            first = False
        for history in histories:
            history.follow(kernel.unpack(before), move, kernel.unpack(after))
        if step % 41 or kernel.actor(after) is None:
            continue
        for observer in range(0, seats, 2):
            stream = Stream(step, "sample")
            w = kernel.unpack(kernel.sample(kernel.hide(after, observer), observer, stream))
            for history in histories:
                assert history.allows(w, observer), (step, observer, history.suit)


def test_a_payment_under_way_can_be_made() -> None:
    """R-4.3.7: while a seat pays, every sample gives it a hand that can pay."""
    kernel = table(4)
    phases = Counter[int]()
    for seed in range(4):
        for before, _, _ in walk(kernel, seed, policy=False, hoard=seed > 1):
            record = kernel.unpack(before)
            if 3 <= record["phase"] <= 8:
                phases[record["phase"]] += 1
                observer = (record["active"] + 1) % 4
                for w in sampled(kernel, record, observer, 2):
                    assert kernel.moves(kernel.pack(w))
                    stream, state = Stream(seed), kernel.pack(w)
                    while kernel.unpack(state)["turn"] == record["turn"] and kernel.actor(state) is not None:
                        assert kernel.moves(state)
                        state = kernel.play(state, kernel.moves(state)[-1], stream)
    assert set(phases) == set(range(3, 9))


def test_takeover_shows_where_cards_went() -> None:
    """R-7.16: a take-over occupies the position once, with one cube and one payment."""
    kernel = table(3)
    duke = position(kernel, "edinburgh", "duke")
    record = play(kernel, world(kernel, {0: "B4 GB1"}, held={duke: 1}), "edinburgh-duke")
    assert record["placements"][:2] == [1, 1]
    assert sum(record["discards"]) == 5


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_true_view_has_a_world(seats: int) -> None:
    """R-6.7, R-6.8: no view of a real game is taken for impossible."""
    kernel = table(seats)
    for seed in range(3):
        for before, _, _ in walk(kernel, seed, policy=seed > 0):
            for seat in range(seats):
                assert kernel.has_world(kernel.hide(before, seat), seat)
