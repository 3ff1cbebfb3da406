"""Who sees what, and what samples of the rest look like (V-6)."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable

import pytest
from games.verraeter.beliefs import arrangement
from games.verraeter.table import Table, fight, settled
from scipy.stats import chisquare

from eminence.cext.core.stream import Stream
from eminence.cext.games.verraeter.words import counts

UNLIKELY = 1e-5


def observed(table: Table, seat: int, number: int, what: Callable[[dict], Hashable]) -> Counter[Hashable]:
    """How often each value is seen in sampled worlds."""
    stream = Stream(7, "worlds")
    kernel, view = table.kernel, table.kernel.hide(table.packed, seat)
    return Counter(what(kernel.unpack(kernel.sample(view, seat, stream))) for _ in range(number))


def assert_drawn_from(found: Counter[Hashable], expected: dict[Hashable, float]) -> None:
    """The sampled values are those expected, with their weights."""
    assert set(found) == set(expected)
    total, weights = sum(found.values()), sum(expected.values())
    keys = list(expected)
    result = chisquare([found[key] for key in keys], [expected[key] / weights * total for key in keys])
    assert result.pvalue > UNLIKELY


def assert_believed(table: Table, found: Counter[Hashable]) -> None:
    """Drafts are as likely as players are believed to keep their cards; rare ones are counted together."""
    expected = {}
    for world in found:
        *kept, first = world
        record, pack = table.kernel.unpack(table.packed) | {"kept": kept}, first
        record["seen"] = [0] * 4
        for place in range(table.kernel.seats):
            seat = (record["start"] + place) % table.kernel.seats
            record["seen"][seat] = pack
            pack &= ~(1 << kept[seat])
        expected[world] = arrangement(table.kernel, record)
    total = sum(found.values()) / sum(expected.values())
    often = [world for world in found if expected[world] * total >= 5]
    rest = sum(expected.values()) - sum(expected[world] for world in often)
    counted = [found[world] for world in often]
    weights = [expected[world] * total for world in often]
    if rest * total >= 5:
        counted.append(sum(found.values()) - sum(counted))
        weights.append(rest * total)
    weights = [weight * sum(counted) / sum(weights) for weight in weights]
    assert chisquare(counted, weights).pvalue > UNLIKELY


def action_world(record: dict) -> tuple[int, ...]:
    """Kept cards and the card put aside."""
    return (*record["kept"], record["seen"][record["start"]])


# ---- what a view shows (V-6.1)


def test_hands_and_deck_are_hidden() -> None:
    """V-6.1: sizes are public, contents are not; own hand exact."""
    table = fight(hands=[[3, 4], [5], [8], [2, 2]])
    players = table.view(1)["players"]
    assert [player["hand_size"] for player in players] == [2, 1, 1, 2]
    assert [player["hand"] for player in players] == [[], [5], [], []]
    hidden = table.kernel.unpack(table.kernel.hide(table.packed, 1))
    assert not any(hidden["deck"])
    assert hidden["deck_size"] == table.deck_size


def test_action_cards_are_hidden_until_phase_4() -> None:
    """V-6.1, V-9.11: then all kept cards are open, and every view of the rest is the same."""
    table = fight(kept=["F", "B", "S", "D2"])
    for seat in range(4):
        shown = [player.get("action") for player in table.view(seat)["players"]]
        assert [card is not None for card in shown] == [other == seat for other in range(4)]
    table.play("stop")
    shown = [[player["action"] for player in table.view(seat)["players"]] for seat in range(4)]
    assert shown == [["farmer", "builder", "strategist", "diplomat_2"]] * 4
    assert table.seen == [0, 0, 0, 0]
    assert all(table.view(seat)["pack"] == [] for seat in range(4))


def test_nothing_is_known_before_the_pack_arrives() -> None:
    """V-6.1: and nothing about others' packs ever."""
    table = settled().play("0-1")
    assert table.view(1)["pack"] == []
    assert len(table.view(0)["pack"]) == 5
    table.play(table.options[0])
    assert len(table.view(1)["pack"]) == 4
    assert len(table.view(0)["pack"]) == 5  # his memory


def test_draft_is_secret() -> None:
    table = settled()
    assert not table.kernel.secret(table.packed)
    assert table.kernel.secret(table.play("0-1").packed)


# ---- action cards (V-6.2)


@pytest.mark.parametrize(("seats", "numbers"), [(4, [24, 12, 12, 24]), (3, [12, 6, 6])])
def test_number_of_action_worlds(seats: int, numbers: list[int]) -> None:
    """V-6.2: in phase 3, by what players keep; no card of the pack upstream, none of the rest downstream."""
    table = fight(seats)
    for place, number in enumerate(numbers):
        found = observed(table, place, 3000 * number, action_world)
        assert len(found) == number
        assert_believed(table, found)
        pack = table.seen[place]
        for *kept, _ in found:
            assert all(not pack >> kept[other] & 1 for other in range(place))
            assert all(pack >> kept[other] & 1 for other in range(place, seats))


@pytest.mark.parametrize(
    ("chosen", "seat", "number"), [(0, 2, 6), (1, 2, 30), (1, 0, 1), (2, 0, 4), (3, 1, 6), (3, 3, 24)]
)
def test_action_worlds_while_drafting(chosen: int, seat: int, number: int) -> None:
    """V-6.2: seats that have not chosen have no card, those without a pack know nothing."""
    table = settled().play("0-1")
    for _ in range(chosen):
        table.play(table.options[0])
    found = observed(table, seat, 3000 * number, action_world)
    assert len(found) == number
    if number > 1:
        assert_believed(table, found)
    assert all(sum(map(bool, kept)) == chosen for *kept, _ in found)


def test_sampled_packs_agree_with_each_other() -> None:
    """V-6.2, V-9.8: in a sampled world every seat's pack is what the one before passed."""
    table = fight()
    for seat, seed in itertools.product(range(4), range(20)):
        world = table.sample(seat, seed)
        for other in range(3):
            assert world.seen[other + 1] == world.seen[other] & ~(1 << world.kept[other])
        assert len(set(world.kept)) == 4


def test_forgotten_pack() -> None:
    """A front-end without memory leaves the pack out: then the others may have any other card."""
    table = fight(kept=["F", "B", "S", "D2"])
    data = table.view(1)
    view = table.game.view(data | {"pack": []})
    worlds = {tuple(view.sample(seed).view(1).packed) for seed in range(5)}
    assert worlds == {tuple(view.packed)}
    kept = {table.kernel.unpack(view.sample(seed).packed)["kept"][0] for seed in range(400)}
    assert kept == {1, 2, 3, 5, 6}


# ---- supply cards (V-6.3)


def after_shuffle(
    old: list[list[int]],
    fresh: list[int],
    drawn: list[list[int]],
    reveals: list[tuple[int, int, int]],
    deck: list[int],
) -> Table:
    """Three seats, seat 0 looks. Hands at the shuffle, the fresh deck, draws since, and (seat, draws before, value)."""
    table = fight(3, kept=["B", "S", "F"])
    figures = table.figures
    hands = []
    for seat in range(3):
        gone = [value for other, _, value in reveals if other == seat]
        hand = Counter(old[seat] + drawn[seat])
        hand.subtract(gone)
        hands.append(sorted(hand.elements()))
    shown = [value for _, _, value in reveals]
    all_old = [value for hand in old for value in hand]
    certain = Counter(table.values(list(figures.count)))
    certain.subtract(all_old + fresh)  # cards taken out of the record: they lie in the discard pile
    table.set(hands=hands, discard=[*shown, *certain.elements()])
    assert table.values(table.deck) == sorted(deck)
    entries = sorted(seat << 8 | before << 3 | figures.value.index(value) for seat, before, value in reveals)
    return table.set(
        fresh=table.kinds(fresh),
        old=[table.kinds(all_old), [0] * 6, [0] * 6, [0] * 6],
        old_size=[len(hand) for hand in old],
        new_size=[len(cards) for cards in drawn],
        drawn=[table.kinds(cards) for cards in drawn],
        reveals=entries + [0] * (24 - len(entries)),
        reveal_count=len(entries),
        actor=0,
        phase="site",
        strategist=0,
        border=12,
    )


def arrangements(
    table: Table,
    old: list[list[int]],
    fresh: list[int],
    drawn: list[list[int]],
    reveals: list[tuple[int, int, int]],
) -> dict[Hashable, float]:
    """All arrangements of the physical cards behind seat 0's view by brute force, counted by the hands they lead to."""
    pool = list(enumerate(old[1] + old[2]))
    rest = Counter(fresh)
    rest.subtract(drawn[0])
    deck = list(enumerate(sorted(rest.elements()), start=100))
    slots = [
        (seat, i + 1) for seat in (1, 2) for i in range(len(drawn[seat]))
    ]  # which of its draws, in time order
    found: Counter[Hashable] = Counter()
    for first in itertools.combinations(pool, len(old[1])):
        held = {1: list(first), 2: [card for card in pool if card not in first]}
        for draws in itertools.permutations(deck, len(slots)):
            # every way in which the revealed cards can be these physical cards
            had = {seat: [(0, card) for card in held[seat]] for seat in (1, 2)}
            for (seat, nth), card in zip(slots, draws, strict=True):
                had[seat].append((nth, card))
            for picks in itertools.product(*(had[seat] for seat, _, _ in reveals)):
                cards = [card for _, card in picks]
                fits = all(
                    card[1] == value and nth <= before
                    for (nth, card), (_, before, value) in zip(picks, reveals, strict=True)
                )
                if fits and len(set(cards)) == len(cards):
                    hands = tuple(
                        tuple(sorted(card[1] for _, card in had[seat] if card not in cards))
                        for seat in (1, 2)
                    )
                    found[hands] += 1
    return {key: float(value) for key, value in found.items()}


SMALL_CASES = [
    # seat 1 laid a 3 and a 2 that may each have been old or new: card-by-card choice would be biased
    ([[6], [3, 2], [2]], [3, 4, 4, 2, 5], [[5], [4, 4], []], [(1, 2, 3), (1, 2, 2)], [2, 3]),
    # between the two reveals seat 1 drew again: the first card cannot come from the second draw
    ([[], [3, 5], [5]], [3, 5, 4, 2], [[], [5, 3], [4]], [(1, 1, 5), (1, 2, 3)], [2]),
    # two seats compete for the same old cards
    ([[8], [4, 4], [4, 2]], [4, 4, 3, 2], [[], [3], [2]], [(1, 1, 4), (2, 1, 4)], [4, 4]),
    # only one seat has drawn: the other's hand is old for certain
    ([[], [5, 2], [5, 8]], [5, 3, 3], [[], [3], []], [(1, 1, 5)], [3, 5]),
]


@pytest.mark.parametrize("case", SMALL_CASES)
def test_supply_worlds_against_brute_force(case: tuple) -> None:
    """V-6.3: every arrangement of the physical cards that fits the record is equally likely."""
    old, fresh, drawn, reveals, deck = case
    table = after_shuffle(old, fresh, drawn, reveals, deck)
    expected = arrangements(table, old, fresh, drawn, reveals)
    assert len(expected) > 1
    found = observed(
        table, 0, 20000, lambda record: tuple(tuple(table.values(record["hand"][seat])) for seat in (1, 2))
    )
    assert_drawn_from(found, expected)


def test_own_draws_and_cards_are_taken_out_first() -> None:
    """V-6.3: p's own cards exact, deck = D less all draws."""
    table = after_shuffle(
        [[6], [3, 2], [2]], [3, 4, 4, 2, 5], [[5], [4, 4], []], [(1, 2, 3), (1, 2, 2)], [2, 3]
    )
    for seed in range(50):
        world = table.sample(0, seed)
        assert world.hand_of(0) == [5, 6]
        assert 5 not in world.values(world.deck) + world.hand_of(1) + world.hand_of(2)


def shuffled_with_8() -> Table:
    """Seat 2 (Farmer) draws first and makes the discard pile, with the 8 in it, the new deck."""
    discard = [2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8]
    table = fight(
        kept=["S", "T", "F", "D5"],
        hands=[[4, 5], [3, 5, 5], [3, 4], [2, 4, 5, 6]],
        discard=discard,
        estates=[[1], [9], [10], [3]],
    )
    assert table.deck_size == 0
    while table.now == "supply":
        table.play("stop")
    assert table.now == "site"
    return table


def test_reshuffle_starts_a_new_record() -> None:
    """V-6.3, V-6.5: hands of that moment are old, the discard pile is the fresh deck, nothing else is remembered."""
    table = shuffled_with_8()
    assert table.fresh == table.kinds([2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8])
    assert table.old_size == [2, 3, 2, 4]
    assert table.new_size == [0, 0, 3, 0]
    assert (table.reveal_count, table.apart) == (0, 0)


def test_who_has_not_drawn_since_holds_old_cards_only() -> None:
    """V-6.3: the 8 was shuffled in, so seats 1 and 3 cannot have it, while seat 2 may."""
    table = shuffled_with_8()
    eights = Counter()
    for seed in range(200):
        world = table.sample(0, seed)
        eights["2"] += 8 in world.hand_of(2)
        assert 8 not in world.hand_of(1) + world.hand_of(3)
        assert Counter(world.hand_of(1) + world.hand_of(3)) <= Counter([3, 5, 5, 3, 4, 2, 4, 5, 6])
    assert 20 < eights["2"] < 90  # 3 of 12 cards


def test_shuffle_inside_a_drawing_turn() -> None:
    """V-6.3: what the drawer took before it belongs to his old hand, the rest are draws from the fresh deck."""
    discard = [3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 2, 2, 2, 2]
    table = fight(
        kept=["S", "T", "F", "D5"],
        hands=[[2], [4, 6], [8], []],
        discard=discard,
        estates=[[1], [9], [10], [3]],
    )
    table.play("stop", "stop", "stop")
    assert (table.old_size, table.new_size) == ([1, 2, 3, 0], [0, 0, 1, 0])
    for seed in range(40):
        world = table.sample(0, seed)
        assert Counter(world.hand_of(1) + world.hand_of(2)) >= Counter([3, 6, 6, 8, 4])


def test_cards_revealed_before_drawing_were_old() -> None:
    """V-6.3: nothing is in doubt then, and the record does not grow."""
    table = shuffled_with_8().play("2-3")
    while table.now == "draft":
        table.play(table.options[0])
    assert (table.now, table.actor) == ("supply", 1)
    old = table.old[0]
    table.play("+5")
    assert table.reveal_count == 0
    assert table.old_size[1] == 2
    assert [a - b for a, b in zip(old, table.old[0], strict=True)] == table.kinds([5])


def test_cards_revealed_after_drawing_are_in_doubt() -> None:
    """V-6.3: the record keeps value and number of draws, not the order of seats."""
    table = shuffled_with_8().play("2-3")
    while table.now == "draft":
        table.play(table.options[0])
    table.play("stop")
    assert table.actor == 2
    table.play(table.options[-1])
    (entry,) = table.reveals[: table.reveal_count]
    assert (entry >> 8, entry >> 3 & 31) == (2, 3)


def test_fixed_hands_are_known_to_all() -> None:
    """V-6.1, V-6.3: with fixed345 until cards are drawn, and what is left of them until the first reshuffle."""
    table = settled(start_hands="fixed345").play("0-1")
    assert [table.sample(0, 1).hand_of(seat) for seat in range(4)] == [[3, 4, 5]] * 4
    while table.now == "draft":
        table.play(table.options[0])
    table.play("+3")
    for seed in range(10):
        assert table.sample(2, seed).hand_of(0) == [4, 5]


def test_fixed_hands_after_drawing() -> None:
    """V-6.3: seat 1 holds 3, 4, 5 and has drawn two; he lays a 4, which may have been the old or a new one."""
    table = settled(start_hands="fixed345")
    start = table.kinds([3, 4, 5])
    deck = table.values(table.deck)
    drawn = table.kinds([4, 2])
    table.set(
        hand=[start, counts([0, 1, 2, 2, 3]), start, start],
        hand_size=[3, 5, 3, 3],
        drawn=[[0] * 6, drawn, [0] * 6, [0] * 6],
        new_size=[0, 2, 0, 0],
        deck=[n - m for n, m in zip(table.deck, drawn, strict=True)],
        deck_size=9,
    )
    table.set(phase="supply", kept=["B", "S", "F", "D2"], border=0, actor=1).play("+4", "stop")
    assert (table.apart, table.reveal_count) == (1, 1)
    found = observed(table, 0, 8000, lambda record: tuple(table.values(record["hand"][1])))
    # By hand: the 4 was old (weight 1): he holds 3, 5 and two of the eleven; or new (2 x 1/11): 3, 4, 5 and one of ten.
    expected: Counter[Hashable] = Counter()
    for pair in itertools.permutations(deck, 2):
        expected[tuple(sorted([3, 5, *pair]))] += 1 / 110
    for other in (card for card in deck if card != 4):
        expected[tuple(sorted([3, 4, 5, other]))] += 2 / 11 / 10
    assert_drawn_from(found, dict(expected))


def test_pending_actor_holds_a_card_he_can_go_on_with() -> None:
    """V-4.0.1 and V-6.3: while a seat is still laying, the others know that it has a card up to the last one."""
    table = fight(hands=[[2, 3, 5], [4], [4], [4]]).play("+3")
    for seed in range(50):
        assert min(table.sample(1, seed).hand_of(0)) <= 3
    table.play("stop")
    assert any(min(table.sample(1, seed).hand_of(0)) > 3 for seed in range(50))


def test_one_pool_without_memory() -> None:
    """A front-end without memory leaves the record out: all unseen cards are one pool."""
    table = shuffled_with_8()
    view = table.game.view({key: value for key, value in table.view(0).items() if key != "memory"})
    hands = [table.kernel.unpack(view.sample(seed).packed)["hand"][1] for seed in range(300)]
    assert any(hand[5] for hand in hands)  # the 8
    assert table.kernel.hide(view.sample(1).packed, 0) == view.packed


# ---- chance and memory


def test_draws_follow_the_deck() -> None:
    """V-6.4: a draw is any of the deck's cards, each copy as likely."""
    found: Counter[Hashable] = Counter()
    table = settled(start_hands="fixed345")
    deck = Counter(table.values(table.deck))
    table.set(phase="supply", kept=["D2", "S", "T", "B"], border=0, actor=3, estates=[[1], [6], [2], [3]])
    packed = table.play("stop").packed
    for seed in range(3000):
        table.packed, table.stream = packed, Stream(seed, "draw")
        table.play("nothing")
        (kind,) = (k for k in range(6) if table.drawn[0][k])
        found[table.figures.value[kind]] += 1
    assert_drawn_from(found, dict(deck))


def test_what_was_known_before_a_shuffle_is_forgotten() -> None:
    """V-6.5: worlds that differ only in the record before the shuffle have the same views after it."""
    fields = {
        "kept": ["S", "T", "F", "D5"],
        "hands": [[3, 4, 5], [3, 4, 5], [3, 4, 5], [3, 4, 5]],
        "discard": [2, 2, 2, 2, 2, 3, 4, 5, 6, 6, 8],
        "estates": [[1], [9], [10], [3]],
        "with_options": {"start_hands": "fixed345"},
    }
    pooled, apart = fight(**fields), fight(**fields)
    own = apart.kinds([3, 4, 5])
    apart.set(apart=1, old=[own] * 4, old_size=[3] * 4, new_size=[0] * 4, drawn=[[0] * 6] * 4, fresh=[0] * 6)
    for seat in range(4):
        assert pooled.kernel.infoset(pooled.packed, seat) != apart.kernel.infoset(apart.packed, seat)
    for table in (pooled, apart):
        table.play("stop", "stop", "stop", "stop")
        if table.now == "discard":
            table.play("stop")
    assert (pooled.apart, apart.apart) == (0, 0)
    assert pooled.packed == apart.packed


def test_equal_knowledge_is_one_information_set() -> None:
    """V-6.3: which of two seats revealed its card first tells nothing, so the key does not know it."""
    reveals = [(1, 1, 5), (2, 1, 4)]
    one = after_shuffle([[8], [4, 5], [4, 2]], [4, 5, 3, 2], [[], [5], [2]], reveals, [3, 4])
    two = after_shuffle([[8], [4, 5], [4, 2]], [4, 5, 3, 2], [[], [5], [2]], reveals[::-1], [3, 4])
    assert one.kernel.infoset(one.packed, 0) == two.kernel.infoset(two.packed, 0)


def test_infoset_of_others_cards() -> None:
    """V-9.13: exchanging cards the seat cannot see changes nothing it sees; its own cards do."""
    table = fight(hands=[[3, 4], [5], [8], [2, 2]])
    other = fight(hands=[[3, 4], [8], [5], [2, 3]])
    assert table.kernel.infoset(table.packed, 0) == other.kernel.infoset(other.packed, 0)
    assert table.view(0) == other.view(0)
    assert table.kernel.infoset(table.packed, 1) != other.kernel.infoset(other.packed, 1)


def test_search_nodes_do_not_depend_on_the_hand() -> None:
    """The search files decisions by the open table and the seat's own action cards."""
    table = fight(hands=[[3, 4], [5], [8], [2, 2]])
    other = fight(hands=[[2, 6], [5], [8], [2, 2]])
    assert table.kernel.node(table.packed, 0) == other.kernel.node(other.packed, 0)
    assert table.kernel.node(table.packed, 0) != table.kernel.node(table.packed, 1)
    traitor = fight(hands=[[3, 4], [5], [8], [2, 2]], kept=["T", "S", "F", "D2"])
    assert table.kernel.node(table.packed, 0) != traitor.kernel.node(traitor.packed, 0)
    assert table.kernel.node(table.packed, 1) != traitor.kernel.node(traitor.packed, 1)  # another pack
