from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from eminence.bots.ladder.sprt import Bounds, SequentialTest, elo_of, expected_score, log_likelihood_ratio
from eminence.cext.core.errors import InvalidInput

BOUNDS = Bounds(0, 50, 0.05, 0.05)


def decide(elo: float, seed: int, bounds: Bounds = BOUNDS) -> SequentialTest:
    """A test fed with pairs of two coin-like games by a player so much better."""
    dice = random.Random(seed)
    test = SequentialTest(bounds)
    while test.decision == "undecided" and len(test.scores) < 5000:
        test.add(sum(dice.random() < expected_score(elo) for _ in range(2)) / 2)
    return test


def test_elo_and_score_are_inverse() -> None:
    assert expected_score(0) == 0.5
    assert elo_of(expected_score(123)) == pytest.approx(123)


def test_bounds_are_walds() -> None:
    assert BOUNDS.upper == pytest.approx(math.log(19))
    assert BOUNDS.lower == pytest.approx(-math.log(19))


@pytest.mark.parametrize(
    ("elo", "right"), [(0, "not_better"), (50, "better"), (150, "better"), (-80, "not_better")]
)
def test_wrong_verdicts_are_as_rare_as_promised(elo: float, right: str) -> None:
    decisions = Counter(decide(elo, seed).decision for seed in range(40))
    assert decisions["undecided"] == 0
    assert 40 - decisions[right] <= 6  # 2 expected at each hypothesis; more than 6 has a chance of 1 %


def test_clear_cases_are_quick() -> None:
    assert len(decide(400, 1).scores) < 60


def test_the_ratio_agrees_with_the_normal_approximation() -> None:
    counts = Counter({0.0: 40, 0.25: 80, 0.5: 160, 0.75: 120, 1.0: 60})
    n = sum(counts.values())
    mean = sum(v * c for v, c in counts.items()) / n
    variance = sum(c * (v - mean) ** 2 for v, c in counts.items()) / n
    s0, s1 = expected_score(0), expected_score(50)
    normal = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_likelihood_ratio(counts, BOUNDS) == pytest.approx(normal, rel=0.05)


def test_paired_luck_decides_sooner_than_single_games() -> None:
    """The same share of wins says more when each deal's luck cancels within its pair."""
    paired = Counter({0.5: 90, 1.0: 10})
    unpaired = Counter({0.0: 45, 1.0: 55})
    assert log_likelihood_ratio(paired, BOUNDS) > 2 * log_likelihood_ratio(unpaired, BOUNDS)


def test_nothing_is_counted_after_the_verdict() -> None:
    test = decide(150, 3)
    before = test.verdict
    test.add(0.0)
    assert test.verdict == before
    assert before.elo_low < before.elo < before.elo_high
    assert sum(count for _, count in before.counts) == before.pairs


def test_shares_of_many_seats_are_welcome() -> None:
    test = SequentialTest(BOUNDS)
    for share in [1 / 3, 2 / 3, 5 / 6, 1.0] * 100:
        test.add(share)
    assert test.decision == "better"


@pytest.mark.parametrize("settings", [{"elo0": 5.0, "elo1": 5.0}, {"alpha": 0.0}, {"beta": 0.6}])
def test_senseless_bounds_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(InvalidInput):
        Bounds(**settings)
