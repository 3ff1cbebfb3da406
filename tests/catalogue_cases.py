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

Player = Callable[[State, Stream], int]


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
        self.expected: Callable[..., list[float]] | None = getattr(own, "expected", None)
        self.belief: Callable[..., float] | None = getattr(own, "belief", None)
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
    return walk(game, seed, by_policy if policy else by_chance)


def walk(game: Game, seed: object, choose: Player) -> Iterator[State]:
    stream = Stream(seed, "walk")
    state = game.new(seed)
    yield state
    while state.actor is not None:
        code = choose(state, stream)
        state = State(game, game.kernel.play(state.packed, code, stream), seed, state.ply + 1)
        yield state


def by_chance(state: State, stream: Stream) -> int:
    codes = state.game.kernel.moves(state.packed)
    return codes[stream.below(len(codes))]


def by_policy(state: State, stream: Stream) -> int:
    return state.game.kernel.playout_move(state.packed, stream)


def oddly(state: State, stream: Stream) -> int:
    """Even seats take the first move of the list, odd ones the last: always the deck, never a building and so on."""
    codes = state.game.kernel.moves(state.packed)
    return codes[-(state.actor % 2)] if stream.below(10) else codes[stream.below(len(codes))]


PLAYERS = (by_chance, by_policy, oddly)


def some_states(game: Game, seed: object, count: int) -> list[State]:
    """Undecided states spread over a game of each kind of player."""
    found: list[State] = []
    for choose in PLAYERS:
        states = list(walk(game, seed, choose))[:-1]
        step = max(1, len(states) // (count // len(PLAYERS)))
        found += states[::step]
    return found
