"""What good players do without thinking twice, counted over a few games (docs/strength.md has more of them)."""

from __future__ import annotations

import pytest
from games.verraeter.checks import (
    ABOUT,
    Conflict,
    count,
    count_borders,
    keeps_the_best,
    may_decide,
    no_more_than_it_takes,
)
from games.verraeter.table import fight

# Of the positions a check applies to; some apply to few, and one of them may fail there.
LEAST = {1: 0.9, 2: 0.9, 3: 0.9, 4: 0.75, 5: 0.9, 6: 0.75}
NONE = (0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("seats", [3, 4])
def test_checks_hold(seats: int) -> None:
    tally = count(seats, 10, "mcts:iterations=400", "checks")
    assert all(tally.applied[check] for check in (1, 2, 3, 5))
    for check, about in ABOUT.items():
        if tally.applied[check] and check != 6:  # it hardly ever applies: see the test below
            assert tally.share(check) >= LEAST[check], about


def test_checks_see_bad_play() -> None:
    """Who plays by lot lays what is not needed, and for sides that cannot win."""
    tally = count(4, 6, "random", "checks")
    assert tally.share(2) < 0.7
    assert tally.share(3) < 0.7


def test_the_last_to_lay_knows_what_it_takes() -> None:
    """Alone for Eagle with the river: 5 + 5 for the Diplomat against the city's 15, whatever the others have."""
    table = fight(kept=["S", "F", "B", "D5"], houses="RRRE", hands=[[], [], [], [2, 3, 6, 8]])
    conflict = Conflict(table.state, 3)
    assert len(conflict.drafts) == 24
    assert no_more_than_it_takes(conflict, (0, 0, 0, 0, 1, 0))
    assert not no_more_than_it_takes(conflict, (1, 0, 0, 0, 0, 0))
    assert may_decide(conflict, (0, 0, 0, 0, 1, 0))
    hand = (1, 1, 0, 0, 1, 1)
    assert keeps_the_best(conflict, hand, (0, 0, 0, 0, 0, 1), 2)
    assert not keeps_the_best(conflict, hand, NONE, 2)  # of four cards three count


def test_no_border_is_chosen_that_is_lost() -> None:
    tally = count_borders(3, 120, "mcts:iterations=400", "checks")
    assert tally.applied[6] >= 3
    assert tally.share(6) >= LEAST[6]


@pytest.mark.parametrize(("kept", "estate", "drawn"), [("D5", 6, 1), ("T", 6, 0), ("T", 7, 1), ("D2", 0, 1)])
def test_cards_are_drawn_by_the_house_and_the_lands_of_after_the_conflict(
    kept: str, estate: int, drawn: int
) -> None:
    """V-4.10.2: Orange, of Eagle, has an estate in Eagle's city, in Rose's village, or on the river that is lost."""
    table = fight(kept=["S", "F", "B", kept], houses="RRRE", estates=[[], [], [], [estate]])
    conflict = Conflict(table.state, 3)
    assert {conflict.drawn(draft, 0) for draft in conflict.drafts if 1 not in draft[:3]} == {drawn}
