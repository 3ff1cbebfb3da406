"""A whole game as one record: kept in a file, played again without a seed, checked move by move.

Chance is recorded as *lots*, the numbers that dice and draws have brought in the order of the rules. docs/records.md is
the format for people who write records themselves; `Record.data` is the JSON of the protobuf message GameRecord.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import eminence
from eminence.bots.game import Data, Event, Game, Move, State, find_game
from eminence.cext.core.components import HASH_DIGITS, Components
from eminence.cext.core.errors import IllegalMove, InvalidInput
from eminence.cext.core.fields import Reader
from eminence.cext.core.stream import ListenedStream, ToldStream
from eminence.cext.games import catalogue

FORMAT = 1
MOST_PLIES = 4000  # several times the longest game there is
MOST_LOTS = 1024  # of one ply
MOST_BYTES = 4_000_000  # of a file
LONGEST_NAME = 100
LONGEST_MOVE = 64


@dataclass(frozen=True)
class Ply:
    """One decision, and what chance brought after it."""

    seat: int
    move: str
    lots: tuple[int, ...] = ()


class Step(NamedTuple):
    """A state of a recorded game, the decision made in it (none in the last one), and what happened on the way."""

    state: State
    ply: Ply | None
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Record:
    """A game from its deal, to its end or as far as it was played."""

    game: str
    seats: int
    options: Data
    components: str
    components_hash: str
    players: tuple[str, ...]  # a person's name or a bot's spec, by seat
    setup: tuple[int, ...]  # lots of the deal
    plies: tuple[Ply, ...]
    scores: tuple[float, ...] = ()  # empty while it is not over
    writer: str = ""

    @property
    def data(self) -> Data:
        """The record as plain data."""
        return {
            "format": FORMAT,
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "components": {"name": self.components, "hash": self.components_hash},
            "players": [{"name": name} for name in self.players],
            "setup": list(self.setup),
            "plies": [{"seat": ply.seat, "move": ply.move, "lots": list(ply.lots)} for ply in self.plies],
            "scores": list(self.scores),
            "writer": self.writer,
        }

    @classmethod
    def read(cls, data: Any) -> Record:
        """A record from plain data, its fields checked. Whether it can be played so is what `replay` finds out."""
        reader = Reader(data)
        reader.int("format", FORMAT, FORMAT)
        face = catalogue.face(reader.text("game", LONGEST_NAME))
        seats = reader.int("seats", face.seats[0], face.seats[-1])
        options = face.complete(seats, reader.object("options").data if reader.has("options") else {})
        figures = reader.object("components") if reader.has("components") else Reader({}, "components")
        reader.tick("options", "components")
        record = cls(
            game=face.name,
            seats=seats,
            options=options,
            components=figures.text("name", LONGEST_NAME),
            components_hash=figures.text("hash", HASH_DIGITS),
            players=tuple(
                one.text("name", LONGEST_NAME) for one in reader.objects("players", range(seats + 1))
            ),
            setup=tuple(reader.ints("setup", range(MOST_LOTS + 1), 0, 2**16)),
            plies=tuple(map(_read_ply, reader.objects("plies", range(MOST_PLIES + 1)))),
            scores=tuple(reader.numbers("scores", range(seats + 1))),
            writer=reader.text("writer", LONGEST_NAME),
        )
        if len(record.players) not in (0, seats):
            raise InvalidInput("players", f"must have {seats} entries or none, not {len(record.players)}")
        figures.done()
        reader.done()
        return replace(record, players=record.players or ("",) * seats)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """The record in a file."""
        try:
            with Path(path).open("rb") as file:
                text = file.read(MOST_BYTES + 1)
            if len(text) > MOST_BYTES:
                raise InvalidInput(str(path), f"has more than {MOST_BYTES} bytes: too many for one game")
            return cls.read(json.loads(text))
        except OSError as error:
            raise InvalidInput(str(path), f"cannot be read: {error.strerror}") from error
        except InvalidInput:
            raise
        except (ValueError, RecursionError) as error:
            raise InvalidInput(str(path), f"is not JSON: {error}") from error

    def save(self, path: str | Path) -> None:
        """Writes a file, one ply to a line."""
        data = self.data
        plies = ",\n".join(f"  {json.dumps(ply, ensure_ascii=False)}" for ply in data.pop("plies"))
        rest = json.dumps(data, ensure_ascii=False, indent=1)
        text = rest.removesuffix("\n}") + f',\n "plies": [\n{plies}\n ]\n}}\n'
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise InvalidInput(str(path), f"cannot be written: {error.strerror}") from error

    def make_game(self, components: Components | None = None) -> Game:
        """The game it was played at. Refuses other component figures than it was played with."""
        figures = components or catalogue.face(self.game).components
        if self.components_hash not in ("", figures.hash):
            raise InvalidInput(
                "components.hash",
                f"the game was played with figures {self.components} ({self.components_hash}); "
                f"these are {figures.name} ({figures.hash})",
            )
        return find_game(self.game, self.seats, self.options, components)

    def replay(self, game: Game | None = None) -> Iterator[Step]:
        """The game again, step by step. Says where a record does not fit."""
        game = game or self.make_game()
        stream = ToldStream(self.setup)
        packed, told = game.kernel.setup_told(stream)
        _check_lots(stream, "setup")
        state, events = State(game, packed, "", 0), game.events(told)
        for i, ply in enumerate(self.plies):
            if state.actor is None:
                raise InvalidInput(f"plies[{i}]", f"the game is over after {i} plies")
            if state.actor != ply.seat:
                raise InvalidInput(f"plies[{i}].seat", f"seat {state.actor} is to move, not seat {ply.seat}")
            yield Step(state, ply, events)
            state, events = _play(state, ply, f"plies[{i}]")
        yield Step(state, None, events)
        if self.scores and (state.actor is not None or state.result.scores != self.scores):
            ends = "is not over" if state.actor is not None else f"ends with {list(state.result.scores)}"
            raise InvalidInput("scores", f"are {list(self.scores)}, but the game {ends}")

    def end(self, game: Game | None = None) -> State:
        """The last state; the whole record is checked on the way."""
        *_, last = self.replay(game)
        return last.state


class Recorder:
    """A game in progress and its record so far. `events` are what the deal or the last move told."""

    def __init__(
        self, game: Game, seed: object, players: Sequence[str] = (), begun: Record | None = None
    ) -> None:
        self.seed, self.players = seed, tuple(players) or ("",) * game.seats
        self.events: tuple[Event, ...]
        if begun is None:
            stream = ListenedStream(seed, "setup")
            packed, told = game.kernel.setup_told(stream)
            self.state, self.events = State(game, packed, seed, 0), game.events(told)
            self.setup, self.plies = tuple(stream.lots), list[Ply]()
        else:
            last = begun.end(game)
            self.state, self.events = State(game, last.packed, seed, last.ply), ()
            self.setup, self.plies = begun.setup, list(begun.plies)

    def play(self, move: Move | str | int) -> State:
        seat, found = self.state.actor, self.state.find(move)
        assert seat is not None
        stream = ListenedStream(self.seed, "play", self.state.ply)
        after, told = self.state.game.kernel.play_told(self.state.packed, found.code, stream)
        self.plies.append(Ply(seat, found.text, tuple(stream.lots)))
        self.state = State(self.state.game, after, self.seed, self.state.ply + 1)
        self.events = self.state.game.events(told)
        return self.state

    def undo(self, state: State) -> None:
        """Back to a state that was there before."""
        self.state = state
        del self.plies[state.ply :]

    @property
    def record(self) -> Record:
        game = self.state.game
        return Record(
            game=game.name,
            seats=game.seats,
            options=game.options,
            components=game.components.name,
            components_hash=game.components.hash,
            players=self.players,
            setup=self.setup,
            plies=tuple(self.plies),
            scores=self.state.result.scores if self.state.actor is None else (),
            writer=f"eminence {eminence.__version__}",
        )


def record_of(
    game: Game, seed: object, moves: Iterable[Move | str | int], players: Sequence[str] = ()
) -> Record:
    """The record of a game that is known by its seed and moves."""
    recorder = Recorder(game, seed, players)
    for move in moves:
        recorder.play(move)
    return recorder.record


def _read_ply(reader: Reader) -> Ply:
    ply = Ply(
        seat=reader.int("seat", 0, 255) if reader.has("seat") else 0,
        move=reader.text("move", LONGEST_MOVE),
        lots=tuple(reader.ints("lots", range(MOST_LOTS + 1), 0, 2**16)),
    )
    reader.tick("seat")
    reader.done()
    return ply


def _play(state: State, ply: Ply, path: str) -> tuple[State, tuple[Event, ...]]:
    try:
        code = state.find(ply.move).code
    except IllegalMove as error:
        raise IllegalMove(f"{path}.move", error.reason) from None
    stream = ToldStream(ply.lots)
    after, told = state.game.kernel.play_told(state.packed, code, stream)
    _check_lots(stream, f"{path}.lots")
    return State(state.game, after, "", state.ply + 1), state.game.events(told)


def _check_lots(stream: ToldStream, path: str) -> None:
    try:
        stream.check()
    except InvalidInput as error:
        raise InvalidInput(path + error.path.removeprefix("lots"), error.reason) from None
