"""The example of the rule book, step by step (V-8)."""

from __future__ import annotations

import pytest
from games.verraeter.table import Table, fight, settled

BROWN, BLUE, GREEN, ORANGE = range(4)


def example() -> Table:
    """V-8.1 and V-8.2, up to the supply phase."""
    table = settled(edition="1998").play("0-1")
    table.set(seen=[0x7E & ~(1 << 2), 0, 0, 0])  # Diplomat +2 is put aside
    assert table.options == ["T", "D5", "B", "S", "F"]
    table.play("B")
    assert table.options == ["T", "D5", "S", "F"]
    table.play("T")
    assert table.options == ["D5", "S", "F"]
    table.play("S")
    assert table.options == ["D5", "F"]
    return table.play("D5")


def conflict(blue: tuple[str, ...] = ("+4", "stop"), orange: str = "+3") -> Table:
    table = example().play("+5", "+4", "+3")
    table.play(*blue, "stop", orange)
    return table


def test_setup() -> None:
    """V-8.1"""
    table = settled(edition="1998")
    assert table.house == [0, 1, 0, 1]
    assert table.estates == [1 << 6, 1 << 0, 1 << 4, 1 << 7]
    assert [table.hand_of(seat) for seat in range(4)] == [[3, 4, 5]] * 4
    assert (table.deck_size, table.strategist) == (11, BLUE)


def test_draft_knowledge() -> None:
    """V-8.2: what each seat can tell about the cards it did not receive."""
    table = example()
    unseen = {BROWN: {"D2"}, BLUE: {"D2", "B"}, GREEN: {"D2", "B", "T"}, ORANGE: {"D2", "B", "T", "S"}}
    for seat, cards in unseen.items():
        for seed in range(30):
            world = table.sample(seat, seed)
            aside = {card for card in range(1, 7) if not world.seen[BROWN] >> card & 1}
            upstream = aside | {world.kept[other] for other in range(seat)}
            assert {("", "T", "D2", "D5", "B", "S", "F")[card] for card in upstream} == cards
            assert world.kept[seat] == table.kept[seat]
    leftover = {frozenset(range(1, 7)) - set(table.sample(ORANGE, seed).kept) for seed in range(50)}
    assert all(6 in rest for rest in leftover)  # Orange passed the Farmer to nobody


def test_conflict() -> None:
    """V-8.3: Rose wins 23 to 21."""
    table = conflict()
    assert table.house == [0, 0, 0, 1]
    assert table.score == [0, 1, 2, 5]
    assert table.rose & 1 == 1


def test_rest_of_the_round() -> None:
    """V-8.4"""
    table = conflict()
    assert (table.now, table.actor) == ("build", BROWN)
    table.play("estate", "@3")
    assert table.strategist == GREEN
    assert table.values(table.discard) == [3, 3, 4, 4, 5]
    assert table.hand_size == [2, 2, 4, 3]
    assert table.deck_size == 7
    assert (table.start, table.actor, table.now) == (BLUE, GREEN, "site")


def test_counterfactual() -> None:
    """V-8.5: without Orange's card the Eagle wins 21 to 20."""
    table = conflict(orange="stop")
    assert table.score == [4, 5, 6, 0]
    assert table.rose >> 1 & 1 == 0


def test_tie() -> None:
    """V-8.6: 20 all."""
    table = conflict(blue=("+3",), orange="stop")
    assert table.score == [0, 1, 2, 0]
    assert table.house[BLUE] == 0
    assert (table.rose & 1, table.rose >> 1 & 1) == (0, 1)
    assert (table.now, table.actor) == ("build", BROWN)
    assert table.play("nothing").strategist == GREEN


@pytest.mark.parametrize(("d5_turns", "house"), [(True, 1), (False, 0)])
def test_rule_of_2008(d5_turns: bool, house: int) -> None:
    """V-8.7: the Traitor is out of the round; X = Green."""
    table = fight(
        houses="EEEE",
        kept=["B", "S", "D5", "F"],
        removed="T",
        with_options={"d5_turns_when_unanimous": d5_turns},
    )
    table.play("stop")  # Rose 15 (+ 5), Eagle 5 (+ 5)
    assert table.house[GREEN] == house
    assert table.score[GREEN] == (table.figures.vp[2][0] if house else 0)
    mixed = fight(houses="EERE", kept=["B", "S", "D5", "F"], removed="T").play("stop")
    assert mixed.house[GREEN] == 1


@pytest.mark.parametrize(
    ("offices", "cards", "points"), [(2, 5, 6), (2, 3, 6), (2, 1, 2), (1, 4, 3), (0, 5, 0), (2, 0, 0)]
)
def test_final_scoring(offices: int, cards: int, points: int) -> None:
    """V-8.8"""
    table = fight(
        round=8,
        kept=["F", "D2", "D5", "T"],
        houses="EEER",
        hands=[[], [2], [2, 3, 4, 5, 6][:cards], []],
        estates=[[6], [3], [1], [7]],
        offices=[[], [], [8, 9][:offices], []],
    )
    while table.now != "over":
        table.play("stop")
    assert table.hand_size[GREEN] == cards  # no income; and no points: Rose wins 15 to 12 without supporters
    assert table.score[GREEN] == points


def test_office_limit() -> None:
    """V-8.9: from three estates two can become offices, never the third."""
    table = fight(kept=["B", "S", "F", "D2"], estates=[[3, 4, 6], [8], [9], [10]]).play("stop", "turn", "@3")
    assert table.offices[0] == 1 << 3
    table = fight(
        kept=["B", "S", "F", "D2"], estates=[[6], [8], [9], [10]], offices=[[3, 4], [], [], []]
    ).play("stop")
    assert table.play("turn").options == ["@3", "@4"]


@pytest.mark.parametrize(("seats", "rounds", "times"), [(4, 8, 2), (3, 9, 3)])
def test_length(seats: int, rounds: int, times: int) -> None:
    """V-8.10, V-5.1: everyone is Start player equally often."""
    for seed in range(20):
        table = Table(seats, seed=seed, ring=None)
        starts = {}
        while table.now != "over":
            starts[table.round] = table.start
            table.play(table.options[0])
        if table.rose not in (0, 0xFFF):
            assert table.round == rounds
            assert all(list(starts.values()).count(seat) == times for seat in range(seats))
