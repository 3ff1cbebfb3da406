"""The games as PettingZoo environments for learning agents. Needs the extra `pettingzoo`.

env = environment("verraeter", seats=3)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    action = None if done else env.action_space(agent).sample(observation["action_mask"])
    env.step(action)

Agents are called seat_0, seat_1 and so on. An observation holds what its seat's view holds and nothing else:

- `observation`: the bytes of the view, as the core packs it. Equal bytes are equal views. `env.unwrapped.view(agent)`
  gives the view itself, for features of one's own.
- `moves`: the codes of the legal moves in ascending order, filled up with -1.
- `action_mask`: 1 for every legal move.

An action is the index of a legal move in `moves`. Rewards come at the end: the part of the win that a seat has got.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from eminence.bots.game import Game, State, View
from eminence.cext.core.components import Components
from eminence.cext.core.errors import IllegalMove

MOST_MOVES = 64  # of one decision; the core refuses games with more


class Environment(AECEnv):  # type: ignore[misc]
    """One game at a time, from its deal to its end. Chance comes from the seed of `reset` alone."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Components | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = Game(game, seats, options, components)
        self.metadata = {"name": f"eminence_{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(MOST_MOVES) for agent in self.possible_agents}
        self.state_now: State | None = None

    def _observations(self) -> spaces.Dict:
        codes = np.iinfo(np.int32)
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.game.kernel.state_size,), np.uint8),
                "moves": spaces.Box(-1, codes.max, (MOST_MOVES,), np.int32),
                "action_mask": spaces.Box(0, 1, (MOST_MOVES,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deals a new game, by lot without a seed. Options are those of the game and stand since the beginning."""
        self.state_now = self.game.new(secrets.randbits(32) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def view(self, agent: str) -> View:
        """All that an agent may know."""
        assert self.state_now is not None, "reset comes first"
        return self.state_now.view(self._seats[agent])

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.view(agent)
        moves = np.full(MOST_MOVES, -1, np.int32)
        moves[: len(view.codes)] = view.codes
        return {
            "observation": np.frombuffer(view.packed, np.uint8),
            "moves": moves,
            "action_mask": (moves >= 0).astype(np.int8),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert self.state_now is not None
        codes = self.state_now.codes
        if action is None or not 0 <= action < len(codes):
            raise IllegalMove("action", f"{action} is none of the {len(codes)} legal moves")
        self._cumulative_rewards[agent] = 0.0
        self.state_now = self.state_now.play(codes[int(action)])
        self._clear_rewards()
        if self.state_now.actor is None:
            self.rewards = dict(zip(self.agents, self.state_now.result.win_shares, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        assert self.state_now is not None
        actor = self.state_now.actor
        self.agent_selection = self.agents[0] if actor is None else self.possible_agents[actor]

    def render(self) -> str | None:
        """What the agent to move sees, drawn for a terminal."""
        return self.view(self.agent_selection).render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


def environment(game: str, seats: int | None = None, **more: Any) -> AECEnv:
    """The environment behind PettingZoo's check of the order of calls."""
    return wrappers.OrderEnforcingWrapper(Environment(game, seats, **more))
