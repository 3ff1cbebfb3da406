from __future__ import annotations

import pytest

from eminence.bots import Record, match
from eminence.cext.core.errors import InvalidInput, UnknownName


def test_every_bot_sits_on_every_seat_of_every_deal() -> None:
    result = match(["policy", "random"], "verraeter", 10, seats=3, seed=1, jobs=1)
    assert result.games == 12  # whole deals of three rotations
    policy, rest = result.bots
    assert policy.win_share + 2 * rest.win_share == pytest.approx(1)
    assert len(policy.seat_win_shares) == 3


def test_identical_bots_share_fairly() -> None:
    (random,) = match(["random"], "verraeter", 40, seats=4, seed=2, jobs=1).bots
    assert random.win_share == pytest.approx(0.25)


def test_the_seed_fixes_the_match_whatever_the_jobs() -> None:
    one = match(["mcts:iterations=20", "random"], "verraeter", 8, seats=4, seed=3, jobs=1)
    two = match(["mcts:iterations=20", "random"], "verraeter", 8, seats=4, seed=3, jobs=2)
    assert one == two


def test_bad_matches_are_refused_before_they_start() -> None:
    with pytest.raises(UnknownName):
        match(["nobody"], "verraeter", 4)
    with pytest.raises(UnknownName):
        match(["random"], "chess", 4)
    with pytest.raises(InvalidInput, match="3 to 4 seats"):
        match(["random"], "verraeter", 4, seats=5)


def test_a_recorded_match_is_the_same_match() -> None:
    records: list[Record] = []
    silent = match(["policy", "random"], "verraeter", 6, seats=3, seed=4, jobs=1)
    told = match(["policy", "random"], "verraeter", 6, seats=3, seed=4, jobs=1, on_record=records.append)
    assert told == silent
    assert len(records) == 6
