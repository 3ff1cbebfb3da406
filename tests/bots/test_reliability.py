from __future__ import annotations

import pytest

from eminence.bots import Game
from eminence.bots.reliability import Prediction, Reliability, predict


def test_levels_and_scores_of_known_predictions() -> None:
    """Two sure things that came true, one that did not, and two even chances."""
    made = [(0.95, 1.0), (1.0, 1.0), (0.05, 1.0), (0.55, 0.0), (0.55, 1.0)]
    found = Reliability.of([Prediction(0.0, win, came) for win, came in made], 2)
    assert [level.count for level in found.levels] == [1, 0, 0, 0, 0, 2, 0, 0, 0, 2]
    assert (found.levels[5].predicted, found.levels[5].came) == (0.55, 0.5)
    assert found.constant == pytest.approx(0.25)
    assert found.brier == pytest.approx((0.0025 + 0 + 0.9025 + 0.3025 + 0.2025) / 5)


def test_a_search_knows_more_than_a_fair_share() -> None:
    """Whoever plays safe at 90 % wins: the guesser of the last round can tell, and so can the hider."""
    game = Game("_template", options={"rounds": 3, "safe_percent": 90})
    played = list(predict(game, 40, 100, seed=1))
    found = Reliability.of([one for game in played for one in game], 2)
    assert found.brier < 0.9 * found.constant
    assert all(0 <= one.stage < 1 for game in played for one in game)
