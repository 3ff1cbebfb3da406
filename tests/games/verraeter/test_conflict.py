"""Site, draft, supply and conflict: phases 1 to 6 (V-4.0 to V-4.6)."""

from __future__ import annotations

import pytest
from games.verraeter.table import Table, fight, settled


def laid_combinations(table: Table) -> list[tuple[int, ...]]:
    """Every multiset the actor can have laid when his turn ends, once for every way to get there."""
    seat = table.actor
    found = []

    def walk(packed: bytes) -> None:
        table.packed = packed
        if table.now != "supply" or table.actor != seat:
            found.append(tuple(table.values(table.laid[seat])))
            return
        for text in table.options:
            table.packed = packed
            walk(table.play(text).packed)

    walk(table.packed)
    return found


# ---- forced steps and order


def test_forced_stop_is_no_decision() -> None:
    """V-4.0.1: an empty hand is skipped, and a turn ends by itself when no lower card is left."""
    table = fight(hands=[[], [4, 5], [3], []])
    assert table.actor == 1
    table.play("+4")
    assert table.actor == 2  # the 5 may not follow a 4


def test_stop_leaves_no_trace() -> None:
    """V-4.0.2: to the others a chosen stop and an automatic one look the same."""
    forced = fight(hands=[[3, 5], [4], [2], []]).play("+3")
    chosen = fight(hands=[[3, 2], [4], [2], []]).play("+3", "stop")
    for seat in (1, 2, 3):
        assert forced.view(seat) == chosen.view(seat)


def test_order_is_that_of_this_round() -> None:
    """V-4.0.3, V-4.12.1: from this round's Start player; the card passes on at the end of the round only."""
    table = fight(start=2, hands=[[2], [2], [2], [2]], kept=["B", "S", "F", "D2"])
    actors = []
    while table.now == "supply":
        actors.append(table.actor)
        table.play("stop")
    assert actors == [2, 3, 0, 1]
    assert table.start == 2
    table.play("nothing")
    assert table.start == 3


# ---- phase 1


def test_borders_of_ring_x() -> None:
    """V-4.1.1: every pair of neighbours of opposite houses, whoever owns what."""
    assert settled().options == ["0-1", "2-3", "4-5", "5-6", "6-7", "9-10"]


def test_a_border_always_exists() -> None:
    """V-4.1.2: even with a single land of the other house there are two borders."""
    table = settled().set(rose=1 << 5)
    assert table.options == ["4-5", "5-6"]


def test_the_site_must_be_chosen() -> None:
    """V-4.1.3: every option is a border, there is no pass."""
    assert all("-" in text for text in settled().options)


# ---- phase 2


def test_one_action_card_is_put_aside() -> None:
    """V-4.2.1: any of the six, at random; the Start player receives the other five."""
    aside = set()
    for seed in range(60):
        table = settled(seed=seed).play("0-1")
        assert len(table.options) == 5
        aside |= {"T", "D2", "D5", "B", "S", "F"} - set(table.options)
    assert aside == {"T", "D2", "D5", "B", "S", "F"}


def test_packs_are_passed_on() -> None:
    """V-4.2.2: each keeps one of what the one before passed."""
    table = settled().play("0-1")
    for seat in range(4):
        assert (table.now, table.actor, len(table.options)) == ("draft", seat, 5 - seat)
        kept = table.options[0]
        rest = table.options[1:]
        table.play(kept)
        if seat < 3:
            assert table.options == rest


@pytest.mark.parametrize(("seats", "choices"), [(3, [5, 4, 3]), (4, [5, 4, 3, 2])])
def test_leftovers(seats: int, choices: list[int]) -> None:
    """V-4.2.3: one card is left over with 4 seats, two with 3."""
    table = settled(seats).play("0-1")
    seen = []
    while table.now == "draft":
        seen.append(len(table.options))
        table.play(table.options[-1])
    assert seen == choices


def test_everyone_keeps_one_card_face_down() -> None:
    """V-4.2.4"""
    table = settled().play("0-1")
    while table.now == "draft":
        table.play(table.options[0])
    assert len(set(table.kept)) == 4
    for player in (1, 2, 3):
        assert table.view(0)["players"][player]["has_action"]
        assert "action" not in table.view(0)["players"][player]


# ---- phase 3


def test_supply_leaves_the_hand_face_up() -> None:
    """V-4.3.1: laid cards leave the hand at once and are seen by all; each seat has one turn."""
    table = fight(hands=[[3, 4], [5], [], []]).play("+4", "stop")
    assert table.hand_of(0) == [3]
    assert table.view(1)["players"][0]["laid"] == [4]
    table.play("stop")
    assert table.now == "build"


@pytest.mark.parametrize("hand", [[2, 3, 4, 5, 6], [2, 2, 3, 3, 8], [4, 4, 4], [2]])
def test_every_selection_is_reached_once(hand: list[int]) -> None:
    """V-4.3.2: cards are laid in non-increasing order, so that every sub-multiset has one way."""
    found = laid_combinations(fight(hands=[hand, [2], [], []]))
    expected = set()
    for bits in range(1 << len(hand)):
        expected.add(tuple(sorted(card for i, card in enumerate(hand) if bits >> i & 1)))
    assert len(found) == len(set(found))
    assert set(found) == expected


# ---- phase 4


def test_reveal_switches_only_the_traitor() -> None:
    """V-4.4.1, V-4.4.2: all cards become open, and the Traitor's house changes, until he switches again."""
    table = fight(kept=["B", "T", "D5", "D2"]).play("stop")
    assert table.house == [0, 0, 0, 1]
    assert [player["action"] for player in table.view(0)["players"]] == [
        "builder",
        "traitor",
        "diplomat_5",
        "diplomat_2",
    ]
    table.play("nothing")
    assert table.house == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("kept", "d5_turns", "houses"),
    [
        (["B", "D5", "S", "F"], True, [0, 1, 0, 0]),
        (["B", "D5", "T", "F"], True, [0, 1, 1, 0]),
        (["B", "D5", "T", "F"], False, [0, 0, 1, 0]),
        (["B", "D5", "S", "F"], False, [0, 0, 0, 0]),
    ],
)
def test_diplomat_switches_in_a_unanimous_round(kept: list[str], d5_turns: bool, houses: list[int]) -> None:
    """V-4.4.3, V-4.4.4: both switch if both are kept; houses before any switch count; no VP for the Diplomat."""
    table = fight(kept=kept, houses="EEEE", with_options={"d5_turns_when_unanimous": d5_turns}).play("stop")
    assert table.house == houses
    if houses[1]:
        assert (
            table.score[1] == table.figures.vp[2][sum(houses) - 1]
        )  # Rose wins 20 to 5 with or without the Traitor


def test_diplomat_stays_when_not_unanimous() -> None:
    """V-4.4.4: a round that only becomes unanimous by the Traitor does not count."""
    table = fight(kept=["B", "T", "D5", "D2"], houses="EREE").play("stop")
    assert table.house == [0, 0, 0, 0]


# ---- phase 5


def test_traitors_supply_fights_for_his_new_house() -> None:
    """V-4.5.1: land + supply + diplomats by the houses after the reveal."""
    table = fight(kept=["B", "T", "D5", "D2"], hands=[[], [6, 5], [], []])
    table.play("+6", "+5")  # E: 5 + 11 + 5 = 21, R: 15 + 2 = 17
    assert table.rose >> 1 & 1 == 0
    assert table.score == [4, 5, 4, 0]


def test_a_house_without_supporters_can_win() -> None:
    """V-4.5.2, V-4.6.3, V-7.14: its land's points alone; the land turns and nobody scores."""
    table = fight(houses="EEEE", kept=["B", "S", "F", "D2"]).play("stop")  # E: 5 + 2, R: 15
    assert table.rose & 1 == 1
    assert table.score == [0, 2, 0, 0]


def test_tie() -> None:
    """V-4.5.3: nobody wins and no land turns."""
    before = fight(kept=["B", "S", "F", "D5"], houses="RREE", hands=[[], [], [], [5]])
    rose = before.rose
    table = before.play("+5")  # E: 5 + 5 + 5, R: 15
    assert table.rose == rose
    assert table.score == [0, 2, 0, 0]


# ---- phase 6


@pytest.mark.parametrize(("houses", "winners"), [("ERRR", 3), ("EERR", 2), ("EEER", 1)])
def test_points_by_number_of_winners(houses: str, winners: int) -> None:
    """V-4.6.1: each winner gets the losing land's figure for their number."""
    table = fight(houses=houses, kept=["B", "F", "D2", "D5"]).play("stop")  # Rose wins the Fluss
    gain = table.figures.vp[2][winners - 1]
    assert table.score == [gain if house == "R" else 0 for house in houses]


def test_the_losing_land_turns_and_keeps_its_building() -> None:
    """V-4.6.2, V-7.22"""
    table = fight(estates=[[6], [0], [4], [7]]).play("stop")
    assert table.rose & 1 == 1
    assert table.estates[1] == 1


def test_traitor_and_strategist_score_always() -> None:
    """V-4.6.4, V-7.7: also when losing; not only on success."""
    table = fight(kept=["S", "F", "T", "D5"], houses="ERRR").play(
        "stop"
    )  # Rose wins; both end on the Eagle side
    assert table.house == [0, 1, 0, 1]
    assert (table.score[0], table.score[2]) == (2, 1)
