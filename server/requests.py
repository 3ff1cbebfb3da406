"""Requests from strangers, read and checked. What comes out of here is safe to compute with."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from eminence.bots import BotSpec, Budget, Event, Record, Review, State, View
from eminence.bots.levels import BEST, LEVELS
from eminence.bots.record import LONGEST_NAME, MOST_PLIES
from eminence.bots.review import DEFAULT_ITERATIONS, Item, asked_seats, review_stepwise, sum_up
from eminence.bots.roster import BOTS
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.search import StopFlag
from eminence.server.codec import to_plain
from eminence.server.config import Config
from eminence.server.errors import ServiceError, under
from eminence.server.shelf import Shelf
from eminence.server.store import Progress
from eminence.server.tables import Seal, Table
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1 import table_service_pb2 as tables
from eminence.v1.record_pb2 import GameRecord

PLAYABLE = {name: kind for name, kind in BOTS.items() if kind.on_wire}

DEFAULT_BOT = "mcts"
DEFAULT_ALTERNATIVES = 5
MAX_ALTERNATIVES = 100
DEFAULT_INTERVAL_MS = 200
SMALL_VIEW_BYTES = (
    500  # greater ones are read in a thread: checking them takes milliseconds that others need the loop for
)
INTERVALS_MS = (20, 60_000)


@dataclass(frozen=True)
class Question:
    """A checked SuggestMoveRequest."""

    view: View
    budget: Budget
    level: int
    alternatives: int
    seed: int
    threads: int
    early_stop: bool

    @property
    def how(self) -> dict[str, Any]:
        """What `suggest` wants to know besides the view, the budget and the threads."""
        named = {name: getattr(self, name) for name in ("level", "alternatives", "seed", "early_stop")}
        return named | {"reasons": True}


@dataclass(frozen=True)
class Player:
    """A checked Bot: its name and, if it searches, its level and budget."""

    name: str
    level: int = BEST
    budget: Budget | None = None

    def spec(self, nice: int, movetime_ms: int | None = None) -> BotSpec:
        """The bot as bots/ names it, with searches of a niceness and a movetime that may be shorter than asked for."""
        if self.budget is None:
            return BotSpec(self.name)
        given = {
            "level": self.level,
            "movetime": movetime_ms or self.budget.movetime_ms,
            "iterations": self.budget.iterations,
            "nice": nice,
        }
        return BotSpec(self.name, {key: str(value) for key, value in given.items() if value is not None})


@dataclass(frozen=True)
class Series:
    """A checked PlayOutRequest."""

    view: View
    players: tuple[Player, ...]
    games: int
    seed: int
    include_moves: bool


@dataclass(frozen=True)
class AskedReview:
    """A ReviewGameRequest, checked as far as a glance goes. The record itself is read where there is time for it."""

    message: GameRecord
    game: str
    components: Components
    seats: tuple[int, ...]
    iterations: int
    seed: int

    def stepwise(self, stop: StopFlag, nice: int) -> Iterator[Item | None]:
        """The review in steps. Complains of the record in the first one."""
        with under("record"):
            record = self.record
            game = record.make_game(self.components)
            record.end(game)
        yield None
        yield from review_stepwise(
            record,
            asked_seats(record, self.seats),
            iterations=self.iterations,
            seed=self.seed,
            game=game,
            stop=stop,
            nice=nice,
        )

    def sum_up(self, found: Sequence[Item]) -> Review:
        return sum_up(self.record, asked_seats(self.record, self.seats), found)

    @cached_property
    def record(self) -> Record:
        return read_record(self.message)


def read_record(message: GameRecord) -> Record:
    data = MessageToDict(message, preserving_proto_field_name=True)
    if "options" in data:
        data["options"] = _whole(data["options"])
    return Record.read(data)


def _whole(value: Any) -> Any:
    """Numbers of a Struct are all fractions: those that mean whole ones become whole again."""
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


class Requests:
    """Reads requests by a server's games, keys and limits."""

    def __init__(
        self, shelf: Shelf, seal: Seal, progress: Progress, reader: Executor, config: Config
    ) -> None:
        self._shelf = shelf
        self._seal = seal
        self._progress = progress
        self._reader = reader
        self._config = config

    async def question(self, request: opponent.SuggestMoveRequest, path: str = "") -> Question:
        at = f"{path}." if path else ""
        view = await self.position(request.position, f"{at}position")
        check_turn(view, view.seat)
        return Question(
            view=view,
            budget=self.budget(request, f"{at}budget"),
            level=_number(request, "level", LEVELS[0], BEST, BEST, at),
            alternatives=_number(request, "alternatives", 1, MAX_ALTERNATIVES, DEFAULT_ALTERNATIVES, at),
            seed=request.seed if request.HasField("seed") else secrets.randbits(32),
            threads=_number(request, "threads", 1, self._config.search_slots, 1, at),
            early_stop=request.early_stop if request.HasField("early_stop") else True,
        )

    async def watch(self, request: opponent.WatchSuggestionRequest) -> tuple[Question, int]:
        interval = _number(request, "interval_ms", *INTERVALS_MS, DEFAULT_INTERVAL_MS)
        return await self.question(request.request, "request"), interval

    async def series(self, request: opponent.PlayOutRequest) -> Series:
        view = await self.position(request.position, "position")
        if view.actor is None:
            raise ServiceError("GAME_OVER", "the game is over")
        seats = view.game.seats
        if len(request.bots) not in (1, seats):
            raise InvalidInput("bots", f"must name one bot or {seats}, one per seat; not {len(request.bots)}")
        players = tuple(self.player(bot, f"bots[{i}]") for i, bot in enumerate(request.bots))
        return Series(
            view=view,
            players=players if len(players) == seats else players * seats,
            games=_ranged(request.games, "games", 1, self._config.max_games),
            seed=request.seed if request.HasField("seed") else secrets.randbits(32),
            include_moves=request.include_moves,
        )

    def review(self, request: opponent.ReviewGameRequest) -> AskedReview:
        if not request.HasField("record"):
            raise InvalidInput("record", "is missing")
        face = self._shelf.face(request.record.game)
        if len(request.record.plies) > MOST_PLIES:
            raise InvalidInput("record.plies", f"must not have more than {MOST_PLIES} entries")
        for i, seat in enumerate(request.seats):
            _ranged(seat, f"seats[{i}]", 0, max(face.seats) - 1)
            if i >= max(face.seats):
                raise InvalidInput("seats", "has more entries than there are seats")
        return AskedReview(
            message=request.record,
            game=face.name,
            components=self._shelf.components(face.name),
            seats=tuple(request.seats),
            iterations=_number(request, "iterations", 2, self._config.max_iterations, DEFAULT_ITERATIONS),
            seed=request.seed,
        )

    def player(self, bot: common.Bot, path: str) -> Player:
        name = bot.name or DEFAULT_BOT
        if name not in PLAYABLE:
            message = f"{path}: there is no bot {name!r}; there are: {', '.join(PLAYABLE)}"
            raise ServiceError("UNKNOWN_BOT", message, metadata={"bot": name})
        if not PLAYABLE[name].searches:
            for field in ("level", "budget"):
                if bot.HasField(field):
                    raise InvalidInput(f"{path}.{field}", f"{name} does not search")
            return Player(name)
        level = _number(bot, "level", LEVELS[0], BEST, BEST, f"{path}.")
        return Player(name, level, self.budget(bot, f"{path}.budget"))

    def budget(self, holder: opponent.SuggestMoveRequest | common.Bot, path: str) -> Budget:
        """The budget of a request; the default when it is left out or empty."""
        given, at, config = holder.budget, f"{path}.", self._config
        movetime = iterations = None
        if given.HasField("movetime_ms"):
            movetime = _number(given, "movetime_ms", 1, config.max_movetime_ms, 0, at)
        if given.HasField("iterations"):
            iterations = _number(given, "iterations", 1, config.max_iterations, 0, at)
        if movetime is None and iterations is None:
            movetime = config.default_movetime_ms
        return Budget(movetime, iterations)

    async def position(self, position: common.Position, path: str) -> View:
        """The view of a position. Of a table nothing but the seat's view gets out of here."""
        source = position.WhichOneof("source")
        if source == "view":
            name, data = game_of(position.view, f"{path}.view")
            self._shelf.face(name)
            with under(f"{path}.view.{name}"):
                if data.ByteSize() <= SMALL_VIEW_BYTES:
                    return self._read_view(name, data)
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._reader, self._read_view, name, data)
        if source == "table":
            return (await self.seat_view(position.table, f"{path}.table"))[0]
        raise InvalidInput(path, "needs a view or a table")

    def _read_view(self, name: str, data: Message) -> View:
        return self._shelf.view(name, to_plain(data))

    async def seat_view(
        self, at: common.TableSeat | tables.GetTableRequest, path: str = ""
    ) -> tuple[View, Table]:
        """The view of a seat at a table, if the caller may see it and the game has not moved on."""
        prefix, seat = f"{path}." if path else "", at.seat
        table = self._seal.open(at.table, f"{prefix}table")
        _ranged(seat, f"{prefix}seat", 0, table.state.game.seats - 1)
        check_open(table, seat)
        self._seal.check_pass(table, seat, at.seat_pass)
        await self._progress.check(table)
        return table.state.view(seat), table

    def player_names(self, request: tables.GetRecordRequest, seats: int) -> tuple[str, ...]:
        names = tuple(request.players)
        if len(names) not in (0, seats):
            raise InvalidInput("players", f"must have {seats} entries or none, not {len(names)}")
        for i, name in enumerate(names):
            if len(name) > LONGEST_NAME:
                raise InvalidInput(f"players[{i}]", f"must have at most {LONGEST_NAME} characters")
        return names

    def new_game(self, request: tables.StartGameRequest) -> tuple[Table, tuple[Event, ...]]:
        face = self._shelf.face(request.game)
        options: dict[str, Any] = {}
        if request.HasField("options"):
            name, given = game_of(request.options, "options")
            if name != face.name:
                raise InvalidInput("options", f"are those of {name}, but the game is {face.name}")
            options = to_plain(given, f"options.{name}")
        if request.seats not in face.seats:
            allowed = " or ".join(str(number) for number in face.seats)
            raise InvalidInput("seats", f"must be {allowed}, not {request.seats}")
        bot_seats = _bot_seats(request)
        try:
            game = self._shelf.game(face.name, request.seats, options)
        except InvalidInput as error:
            raise InvalidInput(
                f"options.{face.name}{error.path.removeprefix('options')}", error.reason
            ) from error
        given_seed = request.seed if request.HasField("seed") else None
        if request.once and given_seed is not None:
            raise InvalidInput("seed", "cannot be given with once: the same game could be dealt again")
        seed = self._seal.seed(given_seed, [game.name, game.seats, game.options, bot_seats])
        name = secrets.token_hex(16) if request.once or request.passes else ""
        state, events = game.new_told(seed)
        return Table(state, bot_seats, (), request.once, request.passes, name), events


def game_of(wrapper: Message, path: str) -> tuple[str, Message]:
    """The game that a GameOptions, GameView or GameMove is about, and the message inside."""
    name = wrapper.WhichOneof("game")
    if name is None:
        raise InvalidInput(path, "names no game that this server knows")
    return name, getattr(wrapper, name)


def check_turn(view: View | State, seat: int | None) -> None:
    if view.actor is None:
        raise ServiceError("GAME_OVER", "the game is over")
    if view.actor != seat:
        message = f"seat {view.actor} is to move, not seat {seat}"
        raise ServiceError("NOT_YOUR_TURN", message, metadata={"seat": seat, "actor": view.actor})


def check_open(table: Table, seat: int) -> None:
    if seat in table.bot_seats:
        raise ServiceError("BOT_SEAT", f"seat {seat} is played by bots only", metadata={"seat": seat})


def _bot_seats(request: tables.StartGameRequest) -> tuple[int, ...]:
    for i, seat in enumerate(request.bot_seats):
        _ranged(seat, f"bot_seats[{i}]", 0, request.seats - 1)
        if seat in request.bot_seats[:i]:
            raise InvalidInput(f"bot_seats[{i}]", f"names seat {seat} again")
    return tuple(sorted(request.bot_seats))


def _number(message: Message, name: str, low: int, high: int, default: int, at: str = "") -> int:
    """An optional number in its range."""
    if not message.HasField(name):
        return default
    return _ranged(getattr(message, name), f"{at}{name}", low, high)


def _ranged(value: int, path: str, low: int, high: int) -> int:
    if not low <= value <= high:
        raise InvalidInput(path, f"must be between {low} and {high}, not {value}")
    return value
