"""Every game of the catalogue with the seats and options its own tests name, for tests that run over all games."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from eminence.bots import Game, State
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue

GAMES = Path(__file__).parent / "games"


def load(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Case:
    """One game at one table."""

    def __init__(self, name: str, seats: int, options: dict[str, Any], own: Any = None) -> None:
        self.name, self.seats, self.options = name, seats, options
        # See conformance/test_uniformity.py.
        self.copies: Callable[..., int] | None = getattr(own, "copies", None)
        self.forgets: Callable[..., bool] | None = getattr(own, "forgets", None)
        self.compared: Callable[..., list[int]] | None = getattr(own, "compared", None)
        # See conformance/test_journal.py.
        self.uncovers: tuple[str, ...] = getattr(own, "UNCOVERS", ())

    def __repr__(self) -> str:
        given = json.dumps(self.options, separators=(",", ":")).strip("{}").replace('"', "")
        return f"{self.name}-{self.seats}" + (f"-{given}" if given else "")

    @property
    def game(self) -> Game:
        return Game(self.name, self.seats, self.options)


def cases() -> list[Case]:
    found = [Case("_template", 2, {"rounds": 5})]
    for name in catalogue.names():
        own = load(GAMES / name / "cases.py")
        found += [Case(name, seats, options, own) for seats, options in own.CASES]
    return found


def random_game(game: Game, seed: object, *, policy: bool = False) -> Iterator[State]:
    """Every state of one game, by random moves or the playout policy, the final one included."""
    stream = Stream(seed, "walk")
    state = game.new(seed)
    yield state
    while state.actor is not None:
        codes = game.kernel.moves(state.packed)
        code = game.kernel.playout_move(state.packed, stream) if policy else codes[stream.below(len(codes))]
        state = State(game, game.kernel.play(state.packed, code, stream), seed, state.ply + 1)
        yield state


def some_states(game: Game, seed: object, count: int) -> list[State]:
    """Undecided states spread over two games, one random and one by the playout policy."""
    found: list[State] = []
    for policy in (False, True):
        states = list(random_game(game, seed, policy=policy))[:-1]
        step = max(1, len(states) // (count // 2))
        found += states[::step]
    return found
