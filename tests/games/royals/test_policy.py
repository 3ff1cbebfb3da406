"""The playout policy plays sensibly, and the estimate is about right."""

from __future__ import annotations

from statistics import mean

import pytest
from games.royals.table import position, table, world
from policy_tools import estimate_errors, policy_win_share

from eminence.bots.game import Game
from eminence.cext.core.stream import Stream

THREE, ONE_EACH = 0, 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_policy_beats_random_play(seats: int) -> None:
    assert policy_win_share("royals", seats, 30) >= 25 / 30


def test_policy_collects_one_country() -> None:
    kernel = table(3)
    state = kernel.pack(world(kernel, {0: "G3 S1"}, phase="draw", display="F G S", draws_left=3))
    picks = [kernel.playout_move(state, Stream(seed)) for seed in range(40)]
    assert picks.count(1) > 35


def test_policy_draws_an_intrigue_card_when_the_hand_is_full() -> None:
    kernel = table(3)
    for hand, mode in (("F6 G5", ONE_EACH), ("F3 G2", THREE)):
        state = kernel.pack(world(kernel, {0: hand}, phase="draw_mode"))
        picks = [kernel.playout_move(state, Stream(seed)) for seed in range(40)]
        assert picks.count(mode) > 35


def test_estimate_is_near_the_truth() -> None:
    """On average over games by short searches, closer as the game goes on."""
    game = Game("royals", 4)
    errors = estimate_errors(game, 12, lambda state: game.kernel.unpack(state.packed)["period"], (0, 1, 2))
    spread = [mean(abs(error) for error in found) for found in errors]
    assert spread[0] < 16
    assert spread[2] < 12
    assert spread[2] < spread[0]
    assert all(abs(mean(found)) < 9 for found in errors)


def test_estimate_likes_to_be_near_a_noble_house() -> None:
    """Six titles of seven, against three: taken by another seat, the marker is lost to both."""
    kernel = table(2)
    six = {(0, title): 1 for title in range(1, 7)}
    other = {(1, 1): 2, (1, 2): 2, (1, 3): 2}
    near = kernel.estimate(kernel.pack(world(kernel, titles=six | other)))["score"]
    done = kernel.estimate(kernel.pack(world(kernel, titles=six | other, house=[0, 1, 0, 0, 0])))["score"]
    assert near[0] - done[0] > 5 > near[1] - done[1]


def test_estimate_knows_a_lead() -> None:
    kernel = table(3)
    paris = position(kernel, "paris", "king")
    state = kernel.pack(world(kernel, held={paris: 1}, score=[20, 60, 20, 0, 0], period=2))
    assert kernel.estimate(state)["win"][1] > 0.8
