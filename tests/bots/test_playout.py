"""Summaries of games."""

from __future__ import annotations

import pytest
from scipy.stats import t

from eminence.bots.playout import _student, share_interval


@pytest.mark.parametrize("freedom", [2, 3, 5, 20, 1000])
def test_students_point_is_near_enough(freedom: int) -> None:
    assert _student(freedom) == pytest.approx(t.ppf(0.975, freedom), rel=0.04)


def test_intervals_are_honest_after_few_deals_and_narrow_after_many() -> None:
    low, high = share_interval([1.0] * 3)
    assert low < 0.4
    assert high == 1
    low, high = share_interval([0.3, 0.5] * 500)
    assert 0.38 < low < 0.4 < high < 0.42
