"""The playout policy is sensible where there is no doubt what is sensible, and the estimate follows the points."""

from __future__ import annotations

from collections import Counter

import pytest
from games.verraeter.table import Table, fight, settled
from policy_tools import policy_win_share

from eminence.cext.core.stream import Stream


def choices(table: Table, number: int = 200) -> Counter[str]:
    """How often the policy makes each move; every one of them is legal."""
    stream = Stream(3, "policy")
    texts = dict(zip(table.kernel.moves(table.packed), table.options, strict=True))
    return Counter(texts[table.kernel.playout_move(table.packed, stream)] for _ in range(number))


def test_lays_nothing_that_cannot_change_the_result() -> None:
    hopeless = fight(
        kept=["B", "S", "F", "T"], houses="RRRE", laid=[[5, 5], [6], [], []], hands=[[], [], [], [2]]
    )
    hopeless.set(houses="RRRR")  # the Traitor alone on the Eagle side: 5 + 2 against 15 + 16
    assert choices(hopeless) == {"stop": 200}


def test_the_last_seat_lays_what_decides() -> None:
    """Rose leads 15 to 14, and Orange, last and alone, can win the city with a card."""
    table = fight(
        kept=["S", "F", "B", "D5"], houses="RRRE", laid=[[], [], [], [4]], hands=[[], [], [], [2, 3, 3, 3]]
    )
    table.set(cap=5)
    assert choices(table)["stop"] < 40


def priors(table: Table) -> dict[str, float]:
    weights = table.kernel.prior(table.packed)
    return {move: weight / sum(weights) for move, weight in zip(table.options, weights, strict=True)}


def test_the_last_seat_knows_what_decides() -> None:
    """Orange has 5 + 5 for Eagle against 15, and 2 for a Diplomat: 6 may decide, 2 does not."""
    table = fight(kept=["S", "F", "B", "D5"], houses="RRRE", hands=[[], [], [], [2, 6]])
    assert priors(table)["+2"] < 0.05
    assert priors(table)["+6"] > 0.5


def test_the_last_seat_reckons_with_what_may_be_revealed() -> None:
    """Orange, alone for Rose, leads 19 to 16: enough where D5 has passed through his own hands, else he lays his 4."""
    cards = {"houses": "EEER", "laid": [[8, 3], [], [], [4]], "hands": [[], [], [], [4]]}
    assert choices(fight(kept=["T", "F", "B", "S"], removed="D2", **cards)) == {"stop": 200}
    assert choices(fight(kept=["D5", "D2", "B", "S"], **cards)) == {"+4": 200}


def test_high_cards_are_not_saved_for_after_the_end() -> None:
    """V-5.3: cards count in the last round, and not their value."""
    hands = [[], [], [], [2, 3, 6, 8]]
    last = fight(round=8, kept=["S", "F", "B", "D5"], houses="RRRE", hands=hands)
    earlier = fight(round=7, kept=["S", "F", "B", "D5"], houses="RRRE", hands=hands)
    assert priors(last)["+6"] < 0.01 < priors(earlier)["+6"]
    assert priors(last)["+8"] > 0.1


def test_nothing_is_laid_in_a_conflict_that_is_decided() -> None:
    """15 + 14 for Rose, and nobody can turn it: the Traitor, if there is one, came too early for these cards."""
    table = fight(
        kept=["S", "F", "T", "D5"], houses="RRRE", laid=[[8, 6], [], [], []], hands=[[], [], [2], [2]]
    )
    table.set(actor=2)
    assert priors(table)["+2"] < 0.1


def test_keeps_cards_for_offices_at_the_end() -> None:
    """V-5.3: three cards and two offices are worth six points, more than the conflict."""
    table = fight(
        round=8,
        kept=["S", "F", "B", "D2"],
        houses="ERRR",
        hands=[[], [], [], [2, 2, 3]],
        offices=[[], [], [], [8, 9]],
        estates=[[6], [3], [4], []],
    )
    assert choices(table)["stop"] > 190


def test_drafts_the_traitor_on_the_losing_side() -> None:
    """V-2.4: alone, without cards, with the weaker land, and nothing left to build for."""
    table = fight(
        houses="ERRR", hands=[[], [5, 5], [5, 6], [5, 6]], phase="draft", kept=["", "", "", ""], actor=0
    )
    table.set(phase="draft", seen=[0x7E & ~(1 << 6), 0, 0, 0], actor=0, round=8)
    found = choices(table)
    assert found["T"] > 100


def test_exchanges_weak_cards() -> None:
    table = fight(kept=["F", "D5", "S", "D2"], hands=[[2, 4, 5, 6], [], [], []]).play("stop")
    assert table.now == "discard"
    assert set(choices(table)) == {"stop", "-2"}


@pytest.mark.parametrize("seats", [3, 4])
def test_policy_beats_random_play(seats: int) -> None:
    assert policy_win_share("verraeter", seats, 120) > 2 / seats * 0.85


def test_estimate_follows_points_and_offices() -> None:
    table = settled()
    base = table.kernel.estimate(table.packed)["score"]
    ahead = table.set(score=[5, 0, 0, 0]).kernel.estimate(table.packed)
    assert ahead["score"][0] == pytest.approx(base[0] + 5)
    assert ahead["win"][0] == max(ahead["win"])
    office = table.set(offices=[[], [9], [], []]).kernel.estimate(table.packed)
    assert office["score"][1] > base[1]
