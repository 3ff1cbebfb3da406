"""Bots by name. A bot sees views only.

A spec is a name with parameters: `random`, `mcts:movetime=200`, `mcts:level=4,iterations=500`, `prefer:move=keep:S`.

Other packages add bots through the entry point group `eminence.bots`: the entry's name is the bot's name, the object a
class (or function) called with the parameters and a random stream, which is to raise InvalidInput for bad ones.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, ClassVar, Protocol

from eminence.bots.budget import Budget
from eminence.bots.game import Game, Move, View
from eminence.bots.learned import load
from eminence.bots.levels import BEST, Level
from eminence.bots.suggest import Thinking
from eminence.cext.core.errors import InvalidInput, NotYourTurn, UnknownName
from eminence.cext.core.learned import Learned
from eminence.cext.core.search import StopFlag
from eminence.cext.core.stream import Stream

DEFAULT_MOVETIME_MS = 100
ENTRY_POINTS = "eminence.bots"
GREEDY_WORLDS = 32  # per legal move
PIMC_WORLD_ITERATIONS = 400
SHIPPED, NOTHING = "1", "0"  # values of `learned`; any other is the path of a file of weights
ISMCTS_EXPLORATION = 1.75  # 0.7 for rewards in 0..1, in their standard deviations of about 0.4


class Bot(Protocol):
    """Anything that picks a move from a view."""

    def choose(self, view: View, stop: StopFlag | None = None) -> Move: ...


@dataclass(frozen=True)
class BotSpec:
    """A bot by name and parameters, with the parameters read and checked."""

    name: str
    parameters: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> BotSpec:
        name, _, rest = text.strip().partition(":")
        kind = bot_kind(name)
        parameters = {}
        for part in filter(None, rest.split(",")):
            key, equals, value = part.partition("=")
            if not equals or not value:
                raise InvalidInput("bot", f"{part!r} in {text!r} should read name=value")
            if not kind.foreign and key not in kind.parameters:
                known = ", ".join(kind.parameters) or "none"
                raise InvalidInput("bot", f"{name} has no parameter {key!r}; it has: {known}")
            parameters[key] = value
        return cls(name, parameters)

    def __str__(self) -> str:
        rest = ",".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"{self.name}:{rest}" if rest else self.name


def make_bot(spec: str | BotSpec, seed: object = 0) -> Bot:
    """The bot of a spec, with a random stream of its own."""
    spec = BotSpec.parse(spec) if isinstance(spec, str) else spec
    return bot_kind(spec.name).make(spec.parameters, Stream(seed, "bot"))


def bot_kind(name: str) -> BotKind:
    """The built-in bot of a name, or the one another package has entered under it."""
    if name in BOTS:
        return BOTS[name]
    if name in foreign_bots():
        return foreign_bots()[name]
    raise UnknownName(f"there is no bot {name!r}; there are: {', '.join([*BOTS, *foreign_bots()])}")


@lru_cache
def foreign_bots() -> dict[str, BotKind]:
    """The bots of other packages. Their code is not loaded before one of them is made."""
    return {entry.name: _foreign_kind(entry) for entry in entry_points(group=ENTRY_POINTS)}


def _foreign_kind(entry: EntryPoint) -> BotKind:
    def make(parameters: Mapping[str, str], stream: Stream) -> Bot:
        bot: Bot = entry.load()(parameters, stream)
        return bot

    about = f"from {entry.dist.name if entry.dist else entry.module}"
    return BotKind(make, (), about, on_wire=False, foreign=True)


class RandomBot:
    """Any legal move, each as likely."""

    def __init__(self, parameters: Mapping[str, str], stream: Stream) -> None:
        self.stream = stream

    def choose(self, view: View, stop: StopFlag | None = None) -> Move:
        _check_turn(view)
        return view.move(view.codes[self.stream.below(len(view.codes))])


class PolicyBot:
    """The game's playout policy, asked in one sampled world: no search at all."""

    def __init__(self, parameters: Mapping[str, str], stream: Stream) -> None:
        self.stream = stream

    def choose(self, view: View, stop: StopFlag | None = None) -> Move:
        _check_turn(view)
        kernel = view.game.kernel
        world = kernel.sample(view.packed, view.seat, self.stream)
        return view.move(kernel.playout_move(world, self.stream))


class SensibleBot(PolicyBot):
    """A decent player's rules of thumb, where the game has any; else the playout policy."""

    def choose(self, view: View, stop: StopFlag | None = None) -> Move:
        _check_turn(view)
        game = view.game
        worths = game.face.sensible(game.components, view.data, [move.data for move in view.moves])
        if worths is None:
            return super().choose(view, stop)
        best = [code for code, worth in zip(view.codes, worths, strict=True) if worth == max(worths)]
        return view.move(best[self.stream.below(len(best))])


class PreferBot(PolicyBot):
    """Plays one move, given by its text, whenever it is legal; else by the playout policy."""

    def __init__(self, parameters: Mapping[str, str], stream: Stream) -> None:
        super().__init__(parameters, stream)
        if "move" not in parameters:
            raise InvalidInput("bot", "prefer needs the text of a move: prefer:move=TEXT")
        self.text = parameters["move"]

    def choose(self, view: View, stop: StopFlag | None = None) -> Move:
        _check_turn(view)
        wanted = [move for move in view.moves if move.text == self.text]
        return wanted[0] if wanted else super().choose(view, stop)


class SearchBot:
    """Everything that searches; the kinds differ in the settings of the search only."""

    settings: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, parameters: Mapping[str, str], stream: Stream) -> None:
        self.stream = stream
        self.level = _whole(parameters, "level", BEST)
        Level.of(self.level)
        self.threads = _whole(parameters, "threads", 1)
        iterations = _whole(parameters, "iterations", 0) or None
        movetime = _whole(parameters, "movetime", 0) or (None if iterations else DEFAULT_MOVETIME_MS)
        self.budget = Budget(movetime, iterations)
        self.learned = parameters.get("learned", SHIPPED)
        self.tuned = dict(self.settings)
        for name, kind in _TUNING.items():
            if name in parameters:
                self.tuned[name] = _number(parameters, name, kind)
        if not 0 <= self.tuned.get("naive", 0) <= 1:
            raise InvalidInput("bot", f"naive is a share, from 0 to 1, not {self.tuned['naive']}")

    def choose(self, view: View, stop: StopFlag | None = None) -> Move:
        thinking = self._thinking(view)
        thinking.think(stop)
        return thinking.move()

    def choose_in_slices(
        self, view: View, slice_ms: int, stop: StopFlag | None = None
    ) -> Generator[None, None, Move]:
        """The same with pauses, in which others may use the core."""
        thinking = self._thinking(view)
        yield from thinking.think_in_slices(slice_ms, stop)
        return thinking.move()

    def _thinking(self, view: View) -> Thinking:
        return Thinking(
            view,
            self.budget_for(view),
            level=self.level,
            seed=self.stream.bits(),
            threads=self.threads,
            settings={**self.tuned, "learned": self._learned(view.game)},
        )

    def _learned(self, game: Game) -> Learned | None:
        """What was learned: as the game is shipped with it, nothing, or that of a file."""
        if self.learned in (SHIPPED, NOTHING):
            return game.learned if self.learned == SHIPPED else None
        known = load(self.learned, game.name).get(game.seats)
        if known is None:
            raise InvalidInput("bot", f"learned={self.learned} has no weights for {game.seats} seats")
        return known.learned(game.kernel)

    def budget_for(self, view: View) -> Budget:
        return self.budget


class MctsBot(SearchBot):
    """The product: information-set MCTS."""


class FlatBot(SearchBot):
    """Flat Monte Carlo as in the books: UCB1 over the moves of the root, below it playouts to the end of the game."""

    settings: ClassVar[Mapping[str, Any]] = {"depth": 1, "horizon": 0, "prior_weight": 0.0}


class IsmctsBot(SearchBot):
    """The search of the books (SO-ISMCTS): UCB1 over what each seat knows exactly, random playouts to the end."""

    settings: ClassVar[Mapping[str, Any]] = {
        "horizon": 0,
        "naive": 0.0,
        "prior_weight": 0.0,
        "exact": True,
        "exploration": ISMCTS_EXPLORATION,
        "random_playouts": True,
    }


class PimcBot(SearchBot):
    """Perfect-information MCTS in one sampled world after the other; the worlds vote by visits."""

    settings: ClassVar[Mapping[str, Any]] = {"world_iterations": PIMC_WORLD_ITERATIONS, "naive": 0.0}


class GreedyBot(SearchBot):
    """One ply: the move after which the game's estimate is best, over sampled worlds."""

    settings: ClassVar[Mapping[str, Any]] = {"depth": 1, "leaf_estimate": True}

    def budget_for(self, view: View) -> Budget:
        return Budget(iterations=GREEDY_WORLDS * len(view.codes))


@dataclass(frozen=True)
class BotKind:
    make: Callable[[Mapping[str, str], Stream], Bot]
    parameters: tuple[str, ...]
    about: str
    searches: bool = False  # takes a level and a budget
    on_wire: bool = True  # a name, a level and a budget are enough to ask for it
    foreign: bool = False  # somebody else's code: gets a process of its own, and checks its parameters itself


def _stdio(parameters: Mapping[str, str], stream: Stream) -> Bot:
    from eminence.bots.stdio import StdioBot  # stands above this module: it may forfeit

    return StdioBot(parameters, stream)


_TUNING: dict[str, Callable[[str], Any]] = {
    "exploration": float,
    "win_weight": float,
    "prior_weight": float,
    "exact": int,
    "depth": int,
    "horizon": int,
    "naive": float,
    "world_iterations": int,
    "nodes": int,
    "paired": int,
    "cpu": int,
    "nice": int,
}
_SEARCHING = ("level", "movetime", "iterations", "threads", "learned", *_TUNING)

BOTS: dict[str, BotKind] = {
    "mcts": BotKind(MctsBot, _SEARCHING, "information-set MCTS, the strongest", searches=True),
    "pimc": BotKind(PimcBot, _SEARCHING, "perfect-information MCTS per sampled world, votes", searches=True),
    "ismcts": BotKind(IsmctsBot, _SEARCHING, "information-set MCTS as in the books", searches=True),
    "flat": BotKind(FlatBot, _SEARCHING, "flat Monte Carlo", searches=True),
    "greedy": BotKind(GreedyBot, (), "best estimate after one move"),
    "policy": BotKind(PolicyBot, (), "the playout policy, no search"),
    "sensible": BotKind(SensibleBot, (), "a decent player's rules of thumb, no search"),
    "prefer": BotKind(
        PreferBot, ("move",), "always one move when it is legal, else the policy", on_wire=False
    ),
    "random": BotKind(RandomBot, (), "any legal move"),
    "stdio": BotKind(_stdio, (), "stdio:command=PROGRAM that speaks JSON lines", on_wire=False, foreign=True),
}


def _check_turn(view: View) -> None:
    if view.actor != view.seat:
        raise NotYourTurn(f"seat {view.seat} has nothing to decide")


def _whole(parameters: Mapping[str, str], name: str, default: int) -> int:
    if name not in parameters:
        return default
    value = int(_number(parameters, name, int))
    if value < 1:
        raise InvalidInput("bot", f"{name} must be at least 1, not {value}")
    return value


def _number(parameters: Mapping[str, str], name: str, kind: Callable[[str], Any]) -> Any:
    try:
        return kind(parameters[name])
    except ValueError:
        raise InvalidInput("bot", f"{name}={parameters[name]} is not a number") from None
