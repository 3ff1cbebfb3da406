"""What good players do without thinking twice, counted over a few games (docs/strength.md has more of them)."""

from __future__ import annotations

import pytest
from games.verraeter.checks import ABOUT, Conflict, count, keeps_the_best, may_decide, no_more_than_it_takes
from games.verraeter.table import fight

# Of the positions a check applies to; some apply to few, and one of them may fail there.
LEAST = {1: 0.9, 2: 0.8, 3: 0.9, 4: 0.6, 5: 0.9, 6: 0.9}
NONE = (0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("seats", [3, 4])
def test_checks_hold(seats: int) -> None:
    tally = count(seats, 10, "mcts:iterations=400", "checks")
    assert all(tally.applied[check] for check in (1, 2, 3, 5))
    for check, about in ABOUT.items():
        if tally.applied[check]:
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
