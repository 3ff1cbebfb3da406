from __future__ import annotations

import random

import pytest

from eminence.bots import Game
from eminence.bots.correction import Correction, Curve
from eminence.bots.reliability import Prediction, Reliability, predict
from tools.chances import fit


def test_levels_and_scores_of_known_predictions() -> None:
    """Two sure things that came true, one that did not, and two even chances."""
    made = [(0.95, 1.0), (1.0, 1.0), (0.05, 1.0), (0.55, 0.0), (0.55, 1.0)]
    found = Reliability.of([Prediction(0, 0, (win, 1 - win), (came, 1 - came)) for win, came in made])
    assert [level.count for level in found.levels] == [1, 0, 0, 0, 0, 2, 0, 0, 0, 2]
    assert (found.levels[5].predicted, found.levels[5].came) == (0.55, 0.5)
    assert found.error == pytest.approx((2 * 0.025 + 0.95 + 2 * 0.05) / 5)
    assert found.constant == pytest.approx(0.25)
    assert found.brier == pytest.approx((0.0025 + 0 + 0.9025 + 0.3025 + 0.2025) / 5)


def test_a_search_knows_more_than_a_fair_share() -> None:
    """Whoever plays safe at 90 % wins: the guesser of the last round can tell, and so can the hider."""
    game = Game("_template", options={"rounds": 3, "safe_percent": 90})
    found = Reliability.of([one for played in predict(game, range(40), 100, seed=1) for one in played])
    assert found.brier < 0.9 * found.constant


def test_every_seat_predicts_once_a_round() -> None:
    game = Game("_template", options={"rounds": 3})
    (played,) = predict(game, [7], 20)
    assert sorted((one.round, one.seat) for one in played) == [
        (number, seat) for number in range(3) for seat in (0, 1)
    ]
    assert len({one.shares for one in played}) == 1
    assert all(sum(one.wins) == pytest.approx(1) for one in played)
    assert list(predict(game, [7], 20)) == [played]


def test_a_correction_is_that_of_the_round() -> None:
    known = Correction(((0, Curve(0.0, 1.0)), (1, Curve(1.0, 1.0))), {})
    early, late = (Prediction(number, 1, (0.5, 0.5), (0.0, 1.0)) for number in (0, 1))
    assert early.corrected(None) is early
    assert early.corrected(known).win == 0.5
    assert late.corrected(known).wins == pytest.approx((0.269, 0.731), abs=0.001)


def test_fitting_finds_the_curves_that_chances_were_bent_by() -> None:
    """Chances that come true by one curve in the first round and by another in the last."""
    lot, true = random.Random(1), Correction(((0, Curve(-0.5, 0.6)), (4, Curve(0.4, 1.2))), {})
    made = []
    for i in range(20_000):
        win = lot.random()
        came = float(lot.random() < true.at(i % 5).chance(win))
        made.append(Prediction(i % 5, 0, (win, 1 - win), (came, 1 - came)))
    found = Correction(tuple(fit(made)), {})
    for number in range(5):
        for win in (0.1, 0.5, 0.9):
            assert found.at(number).chance(win) == pytest.approx(true.at(number).chance(win), abs=0.03)
    assert Reliability.of([one.corrected(found) for one in made]).error < 0.02 < Reliability.of(made).error
