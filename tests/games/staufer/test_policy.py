"""The playout policy plays sensibly, and the estimate is about right."""

from __future__ import annotations

from statistics import mean

import pytest
from games.staufer.table import Table
from policy_tools import estimate_errors, policy_win_share

from eminence.bots.game import Game
from eminence.cext.core.stream import Stream


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_policy_beats_random_play(seats: int) -> None:
    assert policy_win_share("staufer", seats, 30) >= 25 / 30


def test_policy_works_on_a_view() -> None:
    """Others' jobs are unknown there; whoever is to move gets a legal answer."""
    table = Table(3)
    for seat in range(3):
        hidden = table.kernel.hide(table.state, seat)
        assert table.kernel.playout_move(hidden, Stream(1)) in table.kernel.moves(hidden)


def test_policy_takes_the_better_chest() -> None:
    table = Table().row("augsburg", number=5).put(2, "aug2").draw_only("points_5", "first_space")
    asked = table.end_round()
    picks = [asked.kernel.playout_move(asked.state, Stream(seed)) for seed in range(40)]
    assert picks.count(4) > 30


def test_estimate_is_near_the_truth() -> None:
    """On average over games by short searches, closer as the game goes on."""
    game = Game("staufer", 4)
    errors = estimate_errors(game, 25, lambda state: game.kernel.round(state.packed), (0, 2, 4))
    spread = [mean(abs(error) for error in found) for found in errors]
    assert spread[0] < 16
    assert spread[2] < 10
    assert spread[2] < spread[0]
    assert all(abs(mean(found)) < 9 for found in errors)


def test_estimate_likes_to_be_first_in_the_order() -> None:
    table = Table(5)
    ranked = sorted(range(5), key=table.record["order"].index)
    for seat in range(5):  # so that places, not the lots of the deal, tell the seats apart
        table.record["jobs"][seat] = table.record["jobs"][0]
    table.record["order"] = [seat for seat in ranked for _ in range(3)]
    scores = table.kernel.estimate(table.state)["score"]
    assert sorted(ranked, key=lambda seat: -scores[seat]) == ranked


def test_estimate_knows_a_lead() -> None:
    table = Table(3)
    table.holding(1)["points"] = 40
    estimate = table.kernel.estimate(table.state)
    assert estimate["win"][1] > 0.8


def test_prior_prefers_what_is_worth_more() -> None:
    table = Table().supply(2, "points_5").supply(3, "first_space").play("supply")
    weights = dict(zip(table.moves, table.kernel.prior(table.state), strict=True))
    assert max(weights, key=lambda text: weights[text]) == "s2"
