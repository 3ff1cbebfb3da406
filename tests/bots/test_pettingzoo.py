"""The games as PettingZoo environments: its own API test, and observations that hold the view only."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from eminence.bots import Game
from eminence.bots.pettingzoo import Environment, environment
from eminence.cext.core.errors import IllegalMove
from eminence.cext.games import catalogue


@pytest.mark.parametrize("game", catalogue.names())
def test_the_api_test_of_pettingzoo(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of habits, such as observations that are no images
        api_test(environment(game), num_cycles=200)


def test_seeds_fix_the_game() -> None:
    seed_test(lambda: environment("verraeter"), num_cycles=100)


def played(env: Any, seed: int, plies: int) -> None:
    env.reset(seed=seed)
    for ply in range(plies):
        env.step(int(env.observe(env.agent_selection)["action_mask"].sum() - 1) * (ply % 2))


@pytest.mark.parametrize("game", catalogue.names())
def test_observations_hold_the_view_only(game: str) -> None:
    """Every world that agrees with a seat's view gives that seat the same observation."""
    env = Environment(game)
    played(env, seed=3, plies=12)
    for agent in env.agents:
        seen, view = env.observe(agent), env.view(agent)
        for seed in range(5):
            env.state_now = view.sample(seed)
            other = env.observe(agent)
            assert all(np.array_equal(seen[key], other[key]) for key in seen)
            assert env.observation_space(agent).contains(other)


def test_actions_are_the_legal_moves_in_order() -> None:
    env = environment("verraeter", seats=3)
    env.reset(seed=7)
    state = Game("verraeter", seats=3).new(seed=7)
    while state.actor is not None:
        seen = env.observe(env.agent_selection)
        assert env.agent_selection == f"seat_{state.actor}"
        assert list(seen["moves"][seen["action_mask"] == 1]) == state.codes
        last = len(state.codes) - 1
        env.step(last)
        state = state.play(state.codes[last])
    assert [env.rewards[agent] for agent in env.agents] == list(state.result.win_shares)
    assert all(env.terminations.values())


def test_actions_beyond_the_legal_moves_are_refused() -> None:
    env = environment("verraeter")
    env.reset(seed=7)
    legal = int(env.observe(env.agent_selection)["action_mask"].sum())
    with pytest.raises(IllegalMove, match=f"{legal} is none of the {legal} legal moves"):
        env.step(legal)
