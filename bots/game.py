"""Games, states, views and moves for people: the friendly side of the compiled core.

game = Game("verraeter", seats=4)
state = game.new(seed=7)
while state.actor is not None:
    view = state.view(state.actor)          # all a player may know
    state = state.play(view.moves[0])       # a Move, its text or its plain data
print(state.result.scores)
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from eminence.bots.correction import AS_IT_IS, Correction, Curve, correction
from eminence.bots.learned import weights
from eminence.cext.core.components import Components
from eminence.cext.core.errors import IllegalMove, InvalidInput, NotYourTurn
from eminence.cext.core.face import Face
from eminence.cext.core.fields import Reader
from eminence.cext.core.kernel import Kernel
from eminence.cext.core.learned import Learned
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue

if TYPE_CHECKING:
    from eminence.cext.core.kernel import RawEvent

KEPT_GAMES = 256  # compiled rules kept ready
WIDE = 100  # columns; drawings need no more
NARROW = 80  # nor do they get by with fewer
Data = dict[str, Any]


@dataclass(frozen=True)
class Move:
    """One legal move of a position, by its code inside the core. What it is called is made when asked for, and once."""

    code: int
    position: _Position = field(repr=False, compare=False)

    @cached_property
    def text(self) -> str:
        """The move in the game's notation."""
        return self.position.game.face.move_text(*self._itself)

    @cached_property
    def data(self) -> Data:
        """The move as plain data; mirrors the game's protobuf message field by field."""
        return self.position.game.face.move_data(*self._itself)

    @cached_property
    def effect(self) -> str:
        """What it does, in words; may be empty."""
        return self.position.game.face.move_effect(*self._itself)

    @property
    def name(self) -> str:
        """What it is called in a sentence: its effect as far as that tells it from other moves, else its text."""
        return self.effect.split(":")[0] or self.text

    @property
    def _itself(self) -> tuple[Any, Data, int]:
        return self.position.game.kernel, self.position.record, self.code

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Event:
    """Something that happened while a move was played or a game was dealt."""

    kind: str
    seat: int | None  # whom it is about
    points: int  # that this seat gains by it
    figures: Data  # by name
    text: str  # in words
    seen_by: frozenset[int]  # seats


@dataclass(frozen=True)
class Result:
    """How a game ended, one entry per seat."""

    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    win_shares: tuple[float, ...]


class Game:
    """One game with its seats, options and components, which may be given as the path of their file."""

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Components | str | None = None,
    ) -> None:
        self.face: Face[Any] = catalogue.face(name)
        self.name = name
        self.seats = self.face.seats[-1] if seats is None else seats
        self.components = (
            Components.load(components) if isinstance(components, str) else components or self.face.components
        )
        self.options = self.face.complete(self.seats, options)
        self.kernel: Kernel = self.face.make_kernel(self.seats, self.options, self.components)

    @cached_property
    def correction(self) -> Correction | None:
        """How winning chances are corrected; None where nobody has measured them."""
        return correction(self.name, self.seats, self.options, self.components)

    @cached_property
    def learned(self) -> Learned | None:
        """What was learned for this table; None where the game's own prior and estimate serve."""
        known = weights(self.name, self.seats, self.options, self.components)
        return known.learned(self.kernel) if known else None

    def new(self, seed: object) -> State:
        """A new game, dealt from the seed, at its first decision."""
        return State(self, self.kernel.setup(Stream(seed, "setup")), seed, 0)

    def new_told(self, seed: object) -> tuple[State, tuple[Event, ...]]:
        """The same as `new`, with everything that happened while it was dealt."""
        packed, events = self.kernel.setup_told(Stream(seed, "setup"))
        return State(self, packed, seed, 0), self.events(events)

    def events(self, raw: Iterable[RawEvent]) -> tuple[Event, ...]:
        """Events of the kernel, with their words."""
        return tuple(self._event(*one) for one in raw)

    def _event(self, kind: int, seat: int | None, seen_by: int, points: int, figures: Sequence[int]) -> Event:
        word, named = self.face.event_data(self.kernel, kind, seat, figures)
        text = self.face.event_text(self.kernel, word, seat, points, named)
        seers = frozenset(other for other in range(self.seats) if seen_by >> other & 1)
        return Event(word, seat, points, named, text, seers)

    def view(self, data: Mapping[str, Any]) -> View:
        """A view from plain data as `View.data` gives them; checks everything."""
        return read_view(self.name, data, self.components)

    def restore(self, packed: bytes, seed: object, ply: int) -> State:
        """A state saved as its bytes, seed and ply."""
        return State(self, packed, seed, ply)

    def __repr__(self) -> str:
        return f"Game({self.name!r}, seats={self.seats}, options={self.options})"


def find_game(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: Components | str | None = None,
) -> Game:
    """The game, made once for all who ask for the same: tables and views come in great numbers."""
    return _made(name, seats, _Options(options or {}), components)


def read_view(name: str, data: Mapping[str, Any], components: Components | str | None = None) -> View:
    """A view from plain data that carry seats, seat and options with them."""
    reader, face = Reader(data), catalogue.face(name)
    seats = reader.int("seats", face.seats[0], face.seats[-1])
    seat = reader.int("seat", 0, seats - 1)
    given = reader.data.get("options")
    options = _mapping({} if given is None else given)
    game = find_game(name, seats, options, components)
    rest = Reader({key: value for key, value in data.items() if key not in ("seats", "seat", "options")})
    record = face.read_view(game.kernel, rest, seat)
    rest.done()
    packed = game.kernel.pack(record)
    if game.kernel.hide(packed, seat) != packed:
        raise InvalidInput("", f"the view tells seat {seat} things it cannot know")
    return View(game, packed, seat)


class _Options(dict[str, Any]):
    """Options as a key: equal texts are equal options."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(repr(self))

    def __eq__(self, other: object) -> bool:
        return repr(self) == repr(other)


@lru_cache(KEPT_GAMES)
def _made(name: str, seats: int | None, options: _Options, components: Components | str | None) -> Game:
    return Game(name, seats, options, components)


def _mapping(options: Any) -> Mapping[str, Any]:
    if not isinstance(options, Mapping):
        raise InvalidInput("options", "must be an object")
    return options


def _fitted(line: str, width: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return [line] if len(line) <= width else textwrap.wrap(line, width, subsequent_indent=indent)


class _Position:
    """What states and views have in common: a packed state and the moves of the seat to decide."""

    def __init__(self, game: Game, packed: bytes) -> None:
        self.game = game
        self.packed = packed
        self._known: dict[int, Move] = {}

    @cached_property
    def actor(self) -> int | None:
        """The seat to decide, or None when the game is over."""
        return self.game.kernel.actor(self.packed)

    @cached_property
    def record(self) -> Data:
        """The fields of the state inside the core."""
        return self.game.kernel.unpack(self.packed)

    @cached_property
    def codes(self) -> list[int]:
        """Codes of the legal moves, ascending; empty when there is nothing to decide."""
        return self.game.kernel.moves(self.packed)

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves, in the order of their codes."""
        return [self.move(code) for code in self.codes]

    def move(self, code: int) -> Move:
        if code not in self._known:
            self._known[code] = Move(code, self)
        return self._known[code]

    def find(self, move: Move | str | Mapping[str, Any] | int) -> Move:
        """The legal move meant by a move, its text, its plain data or its code."""
        if self.actor is None:
            raise NotYourTurn("the game is over")
        if isinstance(move, str):
            same = (one for one in self.moves if one.text == move.strip())
        elif isinstance(move, Mapping):
            same = (one for one in self.moves if one.data == move)
        else:
            code = move.code if isinstance(move, Move) else move
            same = (one for one in self.moves if one.code == code)
        found = next(same, None)
        if found is None:
            said = f"{move.strip()!r} " if isinstance(move, str) else ""
            raise IllegalMove("move", f"{said}is not legal here; legal: {' '.join(map(str, self.moves))}")
        return found


class State(_Position):
    """A complete world. Immutable: `play` returns the next one. Chance comes from the seed and the ply alone."""

    def __init__(self, game: Game, packed: bytes, seed: object, ply: int) -> None:
        super().__init__(game, packed)
        self.seed = seed
        self.ply = ply

    def play(self, move: Move | str | Mapping[str, Any] | int) -> State:
        if self.actor is None:
            raise NotYourTurn("the game is over")
        if isinstance(move, str | Mapping):
            move = self.find(move)
        code = move.code if isinstance(move, Move) else move
        try:
            after = self.game.kernel.play(self.packed, code, Stream(self.seed, "play", self.ply))
        except ValueError:
            raise IllegalMove("move", f"{move} is not legal here") from None
        return State(self.game, after, self.seed, self.ply + 1)

    def play_told(self, move: Move | str | Mapping[str, Any] | int) -> tuple[State, tuple[Event, ...]]:
        """The same as `play`, with everything that happened."""
        code = self.find(move).code
        stream = Stream(self.seed, "play", self.ply)
        after, events = self.game.kernel.play_told(self.packed, code, stream)
        return State(self.game, after, self.seed, self.ply + 1), self.game.events(events)

    def view(self, seat: int) -> View:
        """Everything this seat knows, and nothing else."""
        return View(self.game, self.game.kernel.hide(self.packed, seat), seat)

    @cached_property
    def result(self) -> Result:
        raw = self.game.kernel.result(self.packed)
        return Result(tuple(raw["score"]), tuple(int(r) for r in raw["rank"]), tuple(raw["win"]))


class View(_Position):
    """An information set: the state with everything wiped that the seat does not know."""

    def __init__(self, game: Game, packed: bytes, seat: int) -> None:
        super().__init__(game, packed)
        self.seat = seat

    @cached_property
    def data(self) -> Data:
        """The view as plain data; mirrors the game's protobuf message field by field."""
        common = {"seats": self.game.seats, "seat": self.seat, "options": self.game.options}
        return common | self.game.face.view_data(self.game.kernel, self.record, self.seat)

    @cached_property
    def codes(self) -> list[int]:
        return super().codes if self.actor == self.seat else []

    @cached_property
    def curve(self) -> Curve:
        """How winning chances that the seat expects at this stage are corrected."""
        known = self.game.correction
        return known.at(self.game.kernel.round(self.packed)) if known else AS_IT_IS

    def sample(self, seed: object) -> State:
        """One complete world that agrees with the view."""
        packed = self.game.kernel.sample(self.packed, self.seat, Stream(seed, "sample"))
        return State(self.game, packed, seed, 0)

    def render(self, width: int = WIDE) -> str:
        """The view drawn for a terminal of so many columns, 80 or more."""
        drawn = self.game.face.render(self.game.kernel, self.data, width).splitlines()
        return "\n".join(part for line in drawn for part in _fitted(line, width))
