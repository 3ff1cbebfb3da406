"""The same kind of search in another system: OpenSpiel's ISMCTS in C++, on games of its own.

Games differ, so searches are compared by *steps*: moves made in the tree and in playouts, chance included, all to the
end of the game. Both systems search random positions of random games, afresh each time, on one thread.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import click

from eminence.bots import Game, State
from eminence.cext.core.stream import Stream
from eminence.cli.measure import best_rates, search_rate

GAMES = ("oh_hell", "euchre")
SIMULATIONS = 1000  # of one search
EXPLORATION = 2.0
POSITIONS = 40


@dataclass(frozen=True)
class Peer:
    """How fast another system searches; `ratio` is ours over theirs, for the slowest of our games."""

    system: str
    game: str
    steps_per_s: float
    ratio: float


@dataclass(frozen=True)
class Ours:
    game: str
    seats: int
    steps_per_s: float


def compare(
    games: list[Game], seconds: float, run: float, advance: Callable[[float], None]
) -> tuple[list[Peer], list[Ours]]:
    """OpenSpiel's games and ours in turn."""
    spiel = _pyspiel()
    theirs = {name: OpenSpielProbe(spiel, name).steps_per_s for name in GAMES}
    ours = {f"our {i}": OurProbe(game).steps_per_s for i, game in enumerate(games)}
    best = best_rates({**theirs, **ours}, seconds, run, advance)
    slowest = min(best[name] for name in ours)
    system = f"OpenSpiel {metadata.version('open_spiel')} ISMCTS"
    return (
        [Peer(system, name, best[name], slowest / best[name]) for name in GAMES],
        [Ours(game.name, game.seats, best[f"our {i}"]) for i, game in enumerate(games)],
    )


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise click.ClickException("--peers needs OpenSpiel: pip install 'eminence[peers]'") from None
    return pyspiel


class OurProbe:
    """Positions of games played by the playout policy, each with the number of decisions that are left."""

    def __init__(self, game: Game) -> None:
        self.positions: list[tuple[State, int]] = []
        self.random = random.Random(5)
        for number in range(POSITIONS):
            walk = list(_walk(game, number))
            at = self.random.randrange(len(walk))
            self.positions.append((walk[at], len(walk) - at))

    def steps_per_s(self, seconds: float) -> float:
        steps = elapsed = 0.0
        while elapsed < seconds:
            state, left = self.random.choice(self.positions)
            rate = search_rate(state, SIMULATIONS, None)
            steps += SIMULATIONS * left
            elapsed += SIMULATIONS / rate
        return steps / elapsed


def _walk(game: Game, seed: int) -> list[State]:
    states, state, stream = [], game.new(seed), Stream(seed, "walk")
    while state.actor is not None:
        states.append(state)
        state = state.play(game.kernel.playout_move(state.packed, stream))
    return states


class OpenSpielProbe:
    """Positions of random games, each with the number of steps that are left."""

    def __init__(self, spiel: Any, name: str) -> None:
        self.spiel, self.game, self.random = spiel, spiel.load_game(name), random.Random(5)
        walks = [self._walk() for _ in range(POSITIONS)]
        self.positions = [self.random.choice(walk) for walk in walks if walk]

    def steps_per_s(self, seconds: float) -> float:
        steps = elapsed = 0.0
        while elapsed < seconds:
            state, left = self.random.choice(self.positions)
            bot = self._bot(self.random.randrange(1 << 30))
            started = time.perf_counter()
            bot.step(state.clone())
            elapsed += time.perf_counter() - started
            steps += SIMULATIONS * left
        return steps / elapsed

    def _bot(self, seed: int) -> Any:
        rollout = self.spiel.RandomRolloutEvaluator(1, seed)
        policy = self.spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return self.spiel.ISMCTSBot(seed, rollout, EXPLORATION, SIMULATIONS, -1, policy, False, True)

    def _walk(self) -> list[tuple[Any, int]]:
        """The states of one random game in which there was something to choose, with the steps left to its end."""
        state, choices, step = self.game.new_initial_state(), [], 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                actions = self.random.choices([a for a, _ in outcomes], [p for _, p in outcomes])
            elif len(actions) > 1:
                choices.append((state.clone(), step))
            state.apply_action(self.random.choice(actions))
            step += 1
        return [(choice, step - at) for choice, at in choices]
