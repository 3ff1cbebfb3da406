"""Whether a view has a world: counted against every deal tried, and never at length (R-6.4, R-6.8)."""

from __future__ import annotations

from typing import Any

import pytest
from games.royals.players import walk
from games.royals.table import blind_world, cards, table, write_down

from eminence.bots import Game
from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream
from eminence.cext.games.royals.state import Logged
from eminence.cext.games.royals.words import PHASES

Record = dict[str, Any]
Step = tuple[int, int, int]  # seat, event, cards
Hands = tuple[tuple[int, ...], ...]

STEPS = 600_000  # of counting, at most: about half a millisecond


def tale(stream: Stream, seats: int, generations: int) -> tuple[list[list[int]], list[list[Step]]]:
    """Decks, and what the seats but the first drew and spent; often with one lie."""
    decks: list[list[int]] = []
    tales: list[list[Step]] = []
    hands: list[list[int]] = [[] for _ in range(seats)]
    for generation in range(generations):
        steps, deck = [], [0] * 4
        for _ in range(4 + stream.below(4)):
            hand = hands[seat := 1 + stream.below(seats - 1)]
            if hand and stream.below(2):
                steps.append((seat, hand.pop(stream.below(len(hand))), 1))
            elif len(hand) < 4:
                hand.append(stream.below(4))
                deck[hand[-1]] += 1
                steps.append((seat, int(Logged.DREW), 1))
        for _ in range((generation == generations - 1) * stream.below(3)):
            deck[stream.below(4)] += 1
        decks.append(deck)
        tales.append(steps)
    if stream.below(3):
        _lie(stream, decks[stream.below(generations)], tales[stream.below(generations)])
    return decks, tales


def _lie(stream: Stream, deck: list[int], steps: list[Step]) -> None:
    """Changes one spent card and one card of a deck."""
    spent = [i for i, (_, event, _) in enumerate(steps) if event != Logged.DREW]
    there = [kind for kind in range(4) if deck[kind]]
    if spent and there:
        lie = spent[stream.below(len(spent))]
        steps[lie] = (steps[lie][0], stream.below(4), 1)
        deck[there[stream.below(len(there))]] -= 1
        deck[stream.below(4)] += 1


def told(kernel: Any, decks: list[list[int]], tales: list[list[Step]]) -> Record:
    record: Record = kernel.unpack(bytes(kernel.state_size))
    record["generation"] = [len(decks) - 1, 0]
    for generation, (deck, steps) in enumerate(zip(decks, tales, strict=True)):
        record["unseen"][generation][:4] = deck
        if generation:
            write_down(record, 0, Logged.SHUFFLED, 0, 1)
        for seat, event, count in steps:
            write_down(record, 0, event, seat, count)
    return record


def worlds(seats: int, decks: list[list[int]], tales: list[list[Step]]) -> set[Hands]:
    """All hands that can have come about, every deal tried."""
    hands: set[Hands] = {((0,) * 4,) * seats}
    for generation, (deck, steps) in enumerate(zip(decks, tales, strict=True)):
        states = {(held, tuple(deck)) for held in hands}
        for seat, event, _ in steps:
            states = {state for before in states for state in after(*before, seat, event)}
        hands = {held for held, left in states if generation == len(decks) - 1 or not any(left)}
    return hands


def after(hands: Hands, deck: tuple[int, ...], seat: int, event: int) -> list[tuple[Hands, tuple[int, ...]]]:
    found = []
    for kind in range(4) if event == Logged.DREW else [event]:
        count = 1 if event == Logged.DREW else -1
        cards_left = [number - (k == kind) * (event == Logged.DREW) for k, number in enumerate(deck)]
        hand = [number + (k == kind) * count for k, number in enumerate(hands[seat])]
        if min(cards_left) >= 0 and min(hand) >= 0:
            found.append(((*hands[:seat], tuple(hand), *hands[seat + 1 :]), tuple(cards_left)))
    return found


@pytest.mark.parametrize(
    ("seats", "generations"), [(2, 1), (2, 3), (3, 1), (3, 2), (4, 1), (4, 2), (3, 4), (5, 3)]
)
def test_counting_agrees_with_every_deal_tried(seats: int, generations: int) -> None:
    """R-6.8: cards were drawn before they were spent, and old decks are used up."""
    kernel, stream = table(seats), Stream(seats, generations)
    answers = {True: 0, False: 0}
    for _ in range(250):
        decks, tales = tale(stream, seats, generations)
        possible = bool(worlds(seats, decks, tales))
        view = kernel.pack(told(kernel, decks, tales))
        assert kernel.has_world(view, 0, 0) == possible, (decks, tales)
        answers[possible] += 1
    assert min(answers.values()) > 20, answers


@pytest.mark.parametrize("phase", ["play", "jokers", "pay", "discard", "intrigue_jokers", "pay_intrigue"])
def test_a_pending_decision_needs_cards(phase: str) -> None:
    """R-4.3.7: another seat decides only where some deal leaves it two moves and what its target costs."""
    kernel, stream = table(3), Stream(phase)
    answers = {True: 0, False: 0}
    for _ in range(250):
        decks, tales = tale(stream, 3, 2)
        hands = worlds(3, decks, tales)
        if not hands:
            continue
        record = told(kernel, decks, tales)
        size = sum(next(iter(hands))[1])
        record |= {"phase": PHASES.index(phase), "active": 1, "target": stream.below(28)}
        record |= {"picks_left": 1 + stream.below(max(size, 1)), "floor": stream.below(4)}
        record["hand_size"] = [[0, size, 0, 0, 0], [0, 2, 0, 0, 0]]
        record["known"][1][4:] = record["hand"][1][4:] = [
            2,
            0,
            0,
            0,
            0,
            0,
        ]  # two of France and the German States
        if phase == "play":
            record["held"][1] = ~(1 << record["target"]) & 0xFFFFFFF  # the only vacant position
        if "intrigue" in phase:
            record |= {"floor": 4, "picks_left": 1, "matching_left": 0}
            record["held"][2] = 1 << record["target"]
        view = kernel.pack(record)
        possible = any(decides(kernel, record, hand[1]) for hand in hands)
        found = kernel.has_world(view, 0, 0)
        assert (found and (phase != "play" or kernel.has_target(view, 0))) == possible
        answers[possible] += 1
    assert min(answers.values()) > 5, answers


def decides(kernel: Any, record: Record, countries: tuple[int, ...]) -> bool:
    """Whether the active seat has a choice with these country cards, and can pay for its target."""
    hand = [*countries, *record["hand"][1][4:]]
    if "intrigue" in PHASES[record["phase"]]:
        country, cost = (kernel.figures[f"position_{name}"][record["target"]] for name in ("country", "cost"))
        return bool(cost + 2 * max(0, cost - hand[country]) <= sum(countries))
    seats = [record["hand"][0], hand, *record["hand"][2:]]
    return bool(kernel.has_choice(kernel.pack(record | {"hand": seats})))


@pytest.mark.parametrize("intrigue_decks", [4, 16])
def test_the_longest_record_is_counted_through_in_bounded_steps(intrigue_decks: int) -> None:
    """A full log of every generation, possible or with one card that nobody can have had."""
    kernel = table(5)
    record = blind_world(kernel, {}, phase="play", active=1)
    record["generation"] = [3, intrigue_decks - 1]
    for suit, kinds in enumerate((4, 6)):
        room, decks = len(record[("country_log", "intrigue_log")[suit]]), (4, intrigue_decks)[suit]
        for generation in range(decks):
            record["unseen"][generation] = [100] * 10
            if generation:
                write_down(record, suit, Logged.SHUFFLED, 0, 1)
            while record["log_size"][suit] < room * (generation + 1) // decks - 1:
                seat = 1 + record["log_size"][suit] // 2 % 4
                write_down(record, suit, Logged.DREW, seat, 4)
                write_down(record, suit, record["log_size"][suit] % kinds, seat, 4)
        assert record["log_size"][suit] > room - 4
    assert 100_000 < kernel.world_steps(kernel.pack(record), 0) < STEPS
    record["unseen"][3] = cards("F1")
    assert not kernel.has_world(kernel.pack(record), 0, 0)
    assert kernel.world_steps(kernel.pack(record), 0) < STEPS


def full_memory(kernel: Any, size: int) -> Record:
    """Three shuffles behind, the log all but full, and four others who keep so many cards of those they draw."""
    record: Record = kernel.unpack(bytes(kernel.state_size))
    record |= {"phase": PHASES.index("draw"), "draws_left": 1, "display": [1, 1, 1, 0]}
    hands, stream = [[0] * 4 for _ in range(5)], Stream(size)
    room = len(record["country_log"]) - 8
    for generation in range(4):
        if generation:
            write_down(record, 0, Logged.SHUFFLED, 0, 1)
        while record["log_size"][0] < room * (generation + 1) // 4:
            seat = 1 + record["log_size"][0] % 4
            for _ in range(drawn := min(3, 15 - sum(hands[seat]))):
                kind = stream.below(4)
                hands[seat][kind] += 1
                record["unseen"][generation][kind] += 1
            write_down(record, 0, Logged.DREW, seat, drawn)
            while sum(hands[seat]) > size:
                kind = max(range(4), key=lambda kind: hands[seat][kind])
                hands[seat][kind] -= 1
                write_down(record, 0, kind, seat, 1)
        record["generation"] = [generation, 0]
    record["unseen"][3] = [count + 3 for count in record["unseen"][3]]
    record["unseen"][0][4:] = [4] * 6
    record |= {"deck_size": [12, 24], "discards": [10] * 4 + [0] * 6}
    record["hand_size"][0] = [sum(hand) for hand in hands]
    return record


@pytest.mark.parametrize("size", [3, 9, 12])
def test_the_fullest_memories_have_worlds_and_are_searched(size: int) -> None:
    """However much was drawn and spent, hands are counted or estimated, and every world has their sizes."""
    kernel = table(5)
    record = full_memory(kernel, size)
    view = kernel.pack(record)
    assert kernel.has_world(view, 0, 0)
    for world in kernel.samples(view, 0, Stream(1), 20):
        hands = kernel.unpack(world)["hand"]
        assert [sum(hand[:4]) for hand in hands] == record["hand_size"][0]
    assert Search(kernel, view, 0, 1).run(iterations=20) == "iterations"


def test_counting_ends_when_time_is_over() -> None:
    """Tables that are not ready in time give one world with the right sizes; a search that goes on counts again."""
    kernel = table(5)
    record = full_memory(kernel, 9)
    view = kernel.pack(record)
    assert kernel.is_ready(view, 0, 1e18)
    assert not kernel.is_ready(view, 0, 0.0)
    search = Search(kernel, view, 0, 1)
    assert search.run(seconds=0) == "movetime"
    assert search.report()["iterations"] == 1
    assert search.run(iterations=30) == "iterations"


@pytest.mark.parametrize(("seats", "kinds"), [(3, 4), (3, 6), (5, 6)])
def test_a_past_of_many_decks_has_worlds_and_is_searched(seats: int, kinds: int) -> None:
    """Sixteen decks of intrigue cards, of four or all kinds: all hands full, every draw followed by a spent card."""
    kernel, stream = table(seats), Stream(seats, kinds)
    record: Record = kernel.unpack(bytes(kernel.state_size))
    record |= {"phase": PHASES.index("draw"), "draws_left": 1, "display": [1, 1, 1, 0]}
    hands = [[0] * 6 for _ in range(seats)]
    for generation in range(16):
        if generation:
            write_down(record, 1, Logged.SHUFFLED, 0, 1)
        for _ in range(3):
            for seat in range(1, seats):
                kind = stream.below(kinds)
                hands[seat][kind] += 1
                record["unseen"][generation][4 + kind] += 1
                write_down(record, 1, Logged.DREW, seat, 1)
                if sum(hands[seat]) > 4:
                    kind = max(range(6), key=lambda kind: hands[seat][kind])
                    hands[seat][kind] -= 1
                    write_down(record, 1, kind, seat, 1)
    record["generation"] = [0, 15]
    record["unseen"][0][:4] = [10] * 4
    record |= {"deck_size": [40, 0], "discards": [5] * 10}
    record["hand_size"][1] = [sum(hand) for hand in hands] + [0] * (5 - seats)
    view = kernel.pack(record)
    assert kernel.has_world(view, 0, 1)
    for world in kernel.samples(view, 0, Stream(1), 20):
        found = kernel.unpack(world)["hand"]
        assert [sum(hand[4:]) for hand in found] == record["hand_size"][1]
    assert Search(kernel, view, 0, 1).run(iterations=20) == "iterations"


@pytest.mark.parametrize("style", ["deck hoard", "intrigue hoard"])
def test_views_with_one_lie_are_refused_or_searched(style: str) -> None:
    """Long memories in which one spent card is another: refused with a path, or a search of them ends as it should."""
    game = Game("royals", 5)
    kernel: Any = game.kernel
    stream = Stream(style)
    refused = 0
    for ply, (before, _, _) in enumerate(walk(kernel, 5, style)):
        if ply % 97 != 96:
            continue
        seat = kernel.actor(before)
        data = game.restore(before, 0, 0).view(seat).data
        for name, kind in (("memory", "country"), ("intrigue_memory", "intrigue")):
            events = [
                e for g in data[name]["generations"] for e in g["events"] if kind in e and e["seat"] != seat
            ]
            if not events:
                continue
            lie = events[stream.below(len(events))]
            lie[kind] = events[stream.below(len(events))][kind]
            try:
                view = game.view(data)
            except ValueError as error:
                refused += "memory" in str(error)
            else:
                search = Search(kernel, view.packed, seat, 1)
                assert search.run(iterations=50) == "iterations"
    assert refused


@pytest.mark.parametrize("phase", ["jokers", "pay", "discard"])
def test_a_tale_that_cannot_be_dealt_leaves_a_decision_all_the_same(phase: str) -> None:
    """Samples of a record that no game has led to still have a choice for the active seat."""
    kernel = table(3)
    record = blind_world(kernel, {1: "F2 G2"}, phase=phase, active=1, picks_left=2)
    record["target"] = 6  # the Baron of Bordeaux
    log, unseen = record["country_log"], record["unseen"][0]
    log[1] = log[0] & 0x3F  # one card more was drawn
    log[2], record["log_size"][0] = 3 | 1 << 3, 3  # and a Spanish one spent, of which the deck had none
    unseen[0], unseen[3] = unseen[0] + unseen[3] + 1, 0
    view = kernel.hide(kernel.pack(record), 0)
    assert not kernel.has_world(view, 0, 0)
    for world in kernel.samples(view, 0, Stream(1), 20):
        assert kernel.has_choice(world)
