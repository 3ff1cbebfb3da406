"""The file of what players are believed to keep."""

from __future__ import annotations

import math

import pytest
from games.verraeter.beliefs import FEATURES, FORMAT, known, shipped

from eminence.bots.fitted import header
from eminence.cext.games import catalogue
from eminence.cext.games.verraeter.words import ACTIONS
from tools.verraeter_beliefs import fitted, likelihood, play


def test_the_file_is_as_it_was_written() -> None:
    data = shipped()
    header(data, catalogue.face("verraeter"), FORMAT)
    assert data["features"] == list(FEATURES)
    assert [table["seats"] for table in data["tables"]] == [3, 4]


@pytest.mark.parametrize("seats", [3, 4])
def test_it_has_a_row_for_every_card(seats: int) -> None:
    table = next(one for one in shipped()["tables"] if one["seats"] == seats)
    assert list(table["picks"]) == list(ACTIONS)
    assert all(len(row) == len(FEATURES) and all(map(math.isfinite, row)) for row in known(seats))


@pytest.mark.parametrize("seats", [3, 4])
def test_picks_are_foreseen_better_than_by_lot(seats: int) -> None:
    table = next(one for one in shipped()["tables"] if one["seats"] == seats)
    for part in table["provenance"]["log_likelihood_held_out"].values():
        assert part["fit"] > part["by_lot"] + 0.3


def test_the_fit_can_be_made_again() -> None:
    """The same seed is the same game, and a fit foresees the picks it was made from."""
    picks = [pick for number in range(3) for pick in play(3, number)]
    assert play(3, 0) == picks[: len(play(3, 0))]
    assert len(picks) > 3 * 3 * 6
    assert likelihood(picks, fitted(picks)) > likelihood(picks, None) + 0.3
