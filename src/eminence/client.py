"""A client of the service: hints, playouts and whole games, sync (`Client`) and async (`AsyncClient`).

Both retry calls that a replica could not take, by the service config below, and carry sealed tables around so that
nobody has to look at them. What goes wrong is a `Failure` with its documented reason. `Access` says how a service is
reached, with API key and TLS, and can be read from the environment.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import grpc
from google.protobuf import json_format
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from grpc_status import rpc_status

from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1 import table_service_pb2 as tables
from eminence.v1.games_pb2 import GameOptions, GameView
from eminence.v1.opponent_service_pb2_grpc import OpponentServiceStub
from eminence.v1.record_pb2 import GameRecord
from eminence.v1.table_service_pb2_grpc import TableServiceStub

# The standard retry policy. Calls have no side effects, so any of them may be repeated; UNAVAILABLE is what a replica
# says that drains, has died or cannot be reached, and another one may do better. CANCELLED, unless the caller did it,
# is a call that came to a replica behind a balancer in the moment of its end.
#
# Calls are spread over all replicas but those that only fail: one that hangs keeps its connection and takes its calls
# with it, so after the first that came to nothing it is left out for a while, up to half of the replicas.
_OUTLIERS = {
    "interval": "1s",
    "baseEjectionTime": "10s",
    "maxEjectionTime": "120s",
    "maxEjectionPercent": 50,
    "failurePercentageEjection": {
        "threshold": 99,
        "enforcementPercentage": 100,
        "minimumHosts": 2,
        "requestVolume": 1,
    },
    "childPolicy": [{"round_robin": {}}],
}
SERVICE_CONFIG = {
    "loadBalancingConfig": [{"outlier_detection_experimental": _OUTLIERS}, {"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{"service": "eminence.v1.OpponentService"}, {"service": "eminence.v1.TableService"}],
            "retryPolicy": {
                "maxAttempts": 5,
                "initialBackoff": "0.1s",
                "maxBackoff": "2s",
                "backoffMultiplier": 3,
                "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"],
            },
        }
    ],
}
# A replica that hangs keeps its connection: without an answer to these it is given up, and its calls go elsewhere.
KEEPALIVE = (("grpc.keepalive_time_ms", 4_000), ("grpc.keepalive_timeout_ms", 3_000))
TIMEOUT_SECONDS = 10.0
TLS = "https://"


class Failure(Exception):
    """A call that failed. `reason` is one of the service's documented reasons, or empty when gRPC itself failed."""

    def __init__(self, error: grpc.RpcError) -> None:
        info, bad, retry = ErrorInfo(), BadRequest(), RetryInfo()
        status = rpc_status.from_call(error)
        for detail in status.details if status else ():
            for kind in (info, bad, retry):
                detail.Unpack(kind)
        self.code: grpc.StatusCode = error.code()
        self.message: str = error.details() or ""
        self.reason: str = info.reason
        self.metadata: dict[str, str] = dict(info.metadata)
        self.field: str | None = bad.field_violations[0].field if bad.field_violations else None
        given = retry.HasField("retry_delay")
        self.retry_seconds: float | None = retry.retry_delay.ToMilliseconds() / 1000 if given else None
        super().__init__(f"{self.reason or self.code.name}: {self.message}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _revive_failure, (self.args, vars(self))


def _revive_failure(args: tuple[Any, ...], fields: dict[str, Any]) -> Failure:
    failure = Failure.__new__(Failure, *args)
    vars(failure).update(fields)
    return failure


@dataclass(frozen=True)
class Access:
    """How a service is reached: `HOST:PORT`, or with TLS `https://HOST:PORT`. All files but the key's are PEM.

    `ca` names the authorities to trust instead of those of the machine, `cert` and `cert_key` the client's own
    certificate, for services that ask for one; each of them means TLS too.
    """

    address: str
    key: str | None = field(default=None, repr=False)  # an API key
    ca: str | None = None
    cert: str | None = None
    cert_key: str | None = None

    @classmethod
    def read(
        cls,
        address: str | None = None,
        key_file: str | None = None,
        ca: str | None = None,
        cert: str | None = None,
        cert_key: str | None = None,
        *,
        environment: Mapping[str, str] = os.environ,
    ) -> Access:
        """With what is not given from EMINENCE_SERVER, _SERVER_KEY, _SERVER_CA, _CLIENT_CERT and _CLIENT_CERT_KEY.

        They describe one server: nobody at another address is sent its key.
        """
        own = environment.get("EMINENCE_SERVER")
        known = environment if address in (None, own) else {}
        return cls(
            address or own or "",
            _read_key(key_file) if key_file else known.get("EMINENCE_SERVER_KEY"),
            ca or known.get("EMINENCE_SERVER_CA"),
            cert or known.get("EMINENCE_CLIENT_CERT"),
            cert_key or known.get("EMINENCE_CLIENT_CERT_KEY"),
        )

    @property
    def target(self) -> str:
        """The address as gRPC takes it."""
        return self.address.removeprefix(TLS)

    @property
    def credentials(self) -> grpc.ChannelCredentials | None:
        """None without TLS."""
        if not (self.address.startswith(TLS) or self.ca or self.cert):
            return None
        files = (self.ca, self.cert_key, self.cert)
        return grpc.ssl_channel_credentials(*(Path(file).read_bytes() if file else None for file in files))


def _read_key(file: str) -> str:
    return Path(file).read_text(encoding="utf-8").strip()


@dataclass(frozen=True)
class Table:
    """A game in progress. Never changes: playing a move gives a new one, and the old one stays valid.

    Unless the game was dealt with `once`: then it moves forward only.
    """

    sealed: bytes = field(repr=False)
    status: tables.TableStatus
    played: tables.PlayedMove | None = None
    passes: Mapping[int, bytes] = field(
        default_factory=dict, repr=False
    )  # by seat; those of a table with passes

    @property
    def actor(self) -> int | None:
        """The seat to move; None when the game is over."""
        return self.status.actor if self.status.HasField("actor") else None

    @property
    def over(self) -> bool:
        return self.status.over

    @property
    def scores(self) -> tuple[float, ...]:
        """Final points; empty while the game goes on."""
        return tuple(self.status.result.scores)


Position = Table | GameView


@dataclass(frozen=True)
class Hint:
    """A suggestion and how the time was spent."""

    suggestion: opponent.Suggestion
    timing: common.Timing
    final: bool = True

    @property
    def move(self) -> str:
        return self.suggestion.move.text

    @property
    def reason(self) -> str:
        return self.suggestion.reason

    @property
    def alternatives(self) -> Sequence[opponent.Alternative]:
        return self.suggestion.alternatives

    @property
    def plan(self) -> tuple[str, ...]:
        """The moves of the whole turn that the move begins, as far as the search knows them."""
        plans = self.suggestion.plans
        return tuple(step.text for step in plans[0].steps) if plans else (self.move,)


@dataclass(frozen=True)
class PlayOut:
    """Games played out from a position, and how the seats fared."""

    games: tuple[opponent.FinishedGame, ...]
    summary: opponent.PlayOutSummary

    @property
    def seats(self) -> Sequence[opponent.SeatSummary]:
        return self.summary.seats


@dataclass(frozen=True)
class Review:
    """What was found about a game, and how its seats played."""

    judgements: tuple[opponent.Judgement, ...]
    lucks: tuple[opponent.Luck, ...]
    chances: tuple[opponent.WinningChance, ...]
    summary: opponent.ReviewSummary

    @property
    def seats(self) -> Sequence[opponent.SeatReview]:
        return self.summary.seats


def _access(address: str | Access, key: str | None) -> Access:
    return address if isinstance(address, Access) else Access(address, key)


def _options(more: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    config = ("grpc.service_config", json.dumps(SERVICE_CONFIG))
    return [config, ("grpc.enable_retries", 1), *KEEPALIVE, *more]


def _metadata(key: str | None, priority: str | None) -> tuple[tuple[str, str], ...]:
    given = (("authorization", f"Bearer {key}" if key else None), ("x-eminence-priority", priority))
    return tuple((name, value) for name, value in given if value)


def _budget(movetime_ms: int | None, iterations: int | None) -> common.Budget | None:
    if movetime_ms is None and iterations is None:
        return None
    return common.Budget(movetime_ms=movetime_ms, iterations=iterations)


def _position(position: Position, seat: int | None) -> common.Position:
    if isinstance(position, GameView):
        return common.Position(view=position)
    at = position.actor or 0 if seat is None else seat
    return common.Position(
        table=common.TableSeat(table=position.sealed, seat=at, seat_pass=position.passes.get(at, b""))
    )


def _question(
    position: Position,
    seat: int | None = None,
    movetime_ms: int | None = None,
    iterations: int | None = None,
    **how: Any,
) -> opponent.SuggestMoveRequest:
    budget = _budget(movetime_ms, iterations)
    return opponent.SuggestMoveRequest(position=_position(position, seat), budget=budget, **how)


def _started(answer: tables.StartGameResponse) -> Table:
    return Table(answer.table, answer.status, passes={one.seat: one.seat_pass for one in answer.passes})


def _look(table: Table, seat: int) -> tables.GetTableRequest:
    return tables.GetTableRequest(table=table.sealed, seat=seat, seat_pass=table.passes.get(seat, b""))


def _turn(table: Table, **action: Any) -> tables.PlayMoveRequest:
    """A move. Its id makes it repeatable, by the retries of the channel too, where the game moves forward only."""
    own = table.passes.get(table.actor, b"") if table.actor is not None else b""
    return tables.PlayMoveRequest(
        table=table.sealed, seat_pass=own, request_id=secrets.token_hex(8), **action
    )


def _bot(
    name: str, level: int | None, movetime_ms: int | None = None, iterations: int | None = None
) -> common.Bot:
    return common.Bot(name=name, level=level, budget=_budget(movetime_ms, iterations))


def _series(
    position: Position,
    bots: Sequence[str | common.Bot],
    games: int,
    seat: int | None,
    seed: int | None,
    include_moves: bool,
) -> opponent.PlayOutRequest:
    named = [common.Bot(name=bot) if isinstance(bot, str) else bot for bot in bots]
    return opponent.PlayOutRequest(
        position=_position(position, seat), bots=named, games=games, seed=seed, include_moves=include_moves
    )


def _played_out(messages: Sequence[opponent.PlayOutResponse]) -> PlayOut:
    games = tuple(message.game for message in messages if message.HasField("game"))
    return PlayOut(games, messages[-1].summary)


def _review(
    record: GameRecord | str | Path, seats: Iterable[int], iterations: int | None, seed: int
) -> opponent.ReviewGameRequest:
    if not isinstance(record, GameRecord):
        record = json_format.Parse(Path(record).read_text(encoding="utf-8"), GameRecord())
    return opponent.ReviewGameRequest(record=record, seats=seats, iterations=iterations, seed=seed)


def _reviewed(messages: Sequence[opponent.ReviewGameResponse]) -> Review:
    *found, last = messages
    kinds = {
        kind: tuple(getattr(one, kind) for one in found if one.HasField(kind))
        for kind in ("judgement", "luck", "chance")
    }
    return Review(kinds["judgement"], kinds["luck"], kinds["chance"], last.summary)


def _after(before: Table, answer: tables.PlayMoveResponse) -> Table:
    return Table(answer.table, answer.status, answer.played, before.passes)


@contextmanager
def _failures() -> Iterator[None]:
    try:
        yield
    except grpc.RpcError as error:
        raise Failure(error) from None


class _Caller:
    """What goes with every call. Who calls the stubs `opponent` and `referee` himself passes `metadata` on."""

    def _remember(self, timeout: float | None, metadata: tuple[tuple[str, str], ...]) -> None:
        self._timeout, self.metadata = timeout, metadata

    def _how(self, timeout: float | None) -> dict[str, Any]:
        return {"timeout": self._timeout if timeout is None else timeout, "metadata": self.metadata}


class Client(_Caller):
    """Asks a service and waits for the answers. `timeout` is the deadline of every call that is given none, in seconds.

    `priority` lowers the class of all calls, say to "ladder" for batches that can wait.
    """

    def __init__(
        self,
        address: str | Access,
        key: str | None = None,
        credentials: grpc.ChannelCredentials | None = None,
        timeout: float | None = TIMEOUT_SECONDS,
        priority: str | None = None,
        options: Sequence[tuple[str, Any]] = (),
    ) -> None:
        access, made = _access(address, key), _options(options)
        credentials = credentials or access.credentials
        self.channel = (
            grpc.secure_channel(access.target, credentials, made)
            if credentials
            else grpc.insecure_channel(access.target, made)
        )
        self.opponent = OpponentServiceStub(self.channel)
        self.referee = TableServiceStub(self.channel)
        self._remember(timeout, _metadata(access.key, priority))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.channel.close()

    def games(self, *, timeout: float | None = None) -> opponent.ListGamesResponse:
        """The games, bots and limits of the service."""
        with _failures():
            return self.opponent.ListGames(opponent.ListGamesRequest(), **self._how(timeout))

    def moves(
        self, position: Position, seat: int | None = None, *, timeout: float | None = None
    ) -> Sequence[common.Move]:
        """The legal moves of the seat; empty when another one is to move."""
        asked = opponent.GetMovesRequest(position=_position(position, seat))
        with _failures():
            return self.opponent.GetMoves(asked, **self._how(timeout)).moves

    def hint(
        self, position: Position, seat: int | None = None, *, timeout: float | None = None, **how: Any
    ) -> Hint:
        """A move for the seat to move. `how` takes the fields of SuggestMoveRequest, and movetime_ms or iterations."""
        with _failures():
            answer = self.opponent.SuggestMove(_question(position, seat, **how), **self._how(timeout))
        return Hint(answer.suggestion, answer.timing)

    def watch(
        self,
        position: Position,
        seat: int | None = None,
        interval_ms: int | None = None,
        *,
        timeout: float | None = None,
        **how: Any,
    ) -> Iterator[Hint]:
        """The same while it thinks; the last hint is final."""
        asked = opponent.WatchSuggestionRequest(
            request=_question(position, seat, **how), interval_ms=interval_ms
        )
        with _failures():
            for message in self.opponent.WatchSuggestion(asked, **self._how(timeout)):
                yield Hint(message.suggestion, message.timing, message.final)

    def play_out(
        self,
        position: Position,
        bots: Sequence[str | common.Bot] = ("policy",),
        games: int = 100,
        seat: int | None = None,
        seed: int | None = None,
        include_moves: bool = False,
        *,
        timeout: float | None = None,
    ) -> PlayOut:
        """Plays a position to the end, many times: one bot for all seats, or one for each."""
        asked = _series(position, bots, games, seat, seed, include_moves)
        with _failures():
            return _played_out(list(self.opponent.PlayOut(asked, **self._how(timeout))))

    def review(
        self,
        record: GameRecord | str | Path,
        seats: Iterable[int] = (),
        iterations: int | None = None,
        seed: int = 0,
        *,
        timeout: float | None = None,
    ) -> Review:
        """Reviews a recorded game, or the one in a file: the decisions of some seats, or of all."""
        asked = _review(record, seats, iterations, seed)
        with _failures():
            return _reviewed(list(self.opponent.ReviewGame(asked, **self._how(timeout))))

    def start(
        self,
        game: str,
        seats: int,
        bot_seats: Iterable[int] = (),
        options: GameOptions | None = None,
        seed: int | None = None,
        *,
        once: bool = False,
        passes: bool = False,
        timeout: float | None = None,
    ) -> Table:
        """Deals a new game. With `once` it moves forward only; with `passes` the table carries those of its seats."""
        asked = tables.StartGameRequest(
            game=game, seats=seats, bot_seats=bot_seats, options=options, seed=seed, once=once, passes=passes
        )
        with _failures():
            return _started(self.referee.StartGame(asked, **self._how(timeout)))

    def look(self, table: Table, seat: int, *, timeout: float | None = None) -> tables.GetTableResponse:
        """What a seat sees, and its legal moves."""
        with _failures():
            return self.referee.GetTable(_look(table, seat), **self._how(timeout))

    def restore(self, sealed: bytes, seat: int = 0, *, timeout: float | None = None) -> Table:
        """A table from its sealed bytes, kept from earlier; `seat` is one that people play."""
        asked = tables.GetTableRequest(table=sealed, seat=seat)
        with _failures():
            return Table(sealed, self.referee.GetTable(asked, **self._how(timeout)).status)

    def play(self, table: Table, move: str, *, timeout: float | None = None) -> Table:
        """Plays a move, given in the game's notation."""
        with _failures():
            return _after(table, self.referee.PlayMove(_turn(table, text=move), **self._how(timeout)))

    def play_bot(
        self,
        table: Table,
        name: str = "",
        level: int | None = None,
        *,
        timeout: float | None = None,
        **budget: int,
    ) -> Table:
        """Lets a bot play for the seat to move. `budget`: movetime_ms or iterations."""
        asked = _turn(table, bot=_bot(name, level, **budget))
        with _failures():
            return _after(table, self.referee.PlayMove(asked, **self._how(timeout)))


class AsyncClient(_Caller):
    """The same for asyncio: every method is a coroutine, `watch` an async iterator."""

    def __init__(
        self,
        address: str | Access,
        key: str | None = None,
        credentials: grpc.ChannelCredentials | None = None,
        timeout: float | None = TIMEOUT_SECONDS,
        priority: str | None = None,
        options: Sequence[tuple[str, Any]] = (),
    ) -> None:
        access, made = _access(address, key), _options(options)
        credentials = credentials or access.credentials
        self.channel = (
            grpc.aio.secure_channel(access.target, credentials, made)
            if credentials
            else grpc.aio.insecure_channel(access.target, made)
        )
        # The generated types know the sync stubs only.
        self.opponent: Any = OpponentServiceStub(self.channel)
        self.referee: Any = TableServiceStub(self.channel)
        self._remember(timeout, _metadata(access.key, priority))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.channel.close()

    async def games(self, *, timeout: float | None = None) -> opponent.ListGamesResponse:
        with _failures():
            answer: opponent.ListGamesResponse = await self.opponent.ListGames(
                opponent.ListGamesRequest(), **self._how(timeout)
            )
            return answer

    async def moves(
        self, position: Position, seat: int | None = None, *, timeout: float | None = None
    ) -> Sequence[common.Move]:
        asked = opponent.GetMovesRequest(position=_position(position, seat))
        with _failures():
            answer: opponent.GetMovesResponse = await self.opponent.GetMoves(asked, **self._how(timeout))
            return answer.moves

    async def hint(
        self, position: Position, seat: int | None = None, *, timeout: float | None = None, **how: Any
    ) -> Hint:
        with _failures():
            answer = await self.opponent.SuggestMove(_question(position, seat, **how), **self._how(timeout))
        return Hint(answer.suggestion, answer.timing)

    async def watch(
        self,
        position: Position,
        seat: int | None = None,
        interval_ms: int | None = None,
        *,
        timeout: float | None = None,
        **how: Any,
    ) -> AsyncIterator[Hint]:
        asked = opponent.WatchSuggestionRequest(
            request=_question(position, seat, **how), interval_ms=interval_ms
        )
        with _failures():
            async for message in self.opponent.WatchSuggestion(asked, **self._how(timeout)):
                yield Hint(message.suggestion, message.timing, message.final)

    async def play_out(
        self,
        position: Position,
        bots: Sequence[str | common.Bot] = ("policy",),
        games: int = 100,
        seat: int | None = None,
        seed: int | None = None,
        include_moves: bool = False,
        *,
        timeout: float | None = None,
    ) -> PlayOut:
        asked = _series(position, bots, games, seat, seed, include_moves)
        with _failures():
            return _played_out(
                [message async for message in self.opponent.PlayOut(asked, **self._how(timeout))]
            )

    async def review(
        self,
        record: GameRecord | str | Path,
        seats: Iterable[int] = (),
        iterations: int | None = None,
        seed: int = 0,
        *,
        timeout: float | None = None,
    ) -> Review:
        """Reviews a recorded game, or the one in a file: the decisions of some seats, or of all."""
        asked = _review(record, seats, iterations, seed)
        with _failures():
            return _reviewed(
                [message async for message in self.opponent.ReviewGame(asked, **self._how(timeout))]
            )

    async def start(
        self,
        game: str,
        seats: int,
        bot_seats: Iterable[int] = (),
        options: GameOptions | None = None,
        seed: int | None = None,
        *,
        once: bool = False,
        passes: bool = False,
        timeout: float | None = None,
    ) -> Table:
        asked = tables.StartGameRequest(
            game=game, seats=seats, bot_seats=bot_seats, options=options, seed=seed, once=once, passes=passes
        )
        with _failures():
            return _started(await self.referee.StartGame(asked, **self._how(timeout)))

    async def look(self, table: Table, seat: int, *, timeout: float | None = None) -> tables.GetTableResponse:
        asked = _look(table, seat)
        with _failures():
            answer: tables.GetTableResponse = await self.referee.GetTable(asked, **self._how(timeout))
            return answer

    async def restore(self, sealed: bytes, seat: int = 0, *, timeout: float | None = None) -> Table:
        asked = tables.GetTableRequest(table=sealed, seat=seat)
        with _failures():
            return Table(sealed, (await self.referee.GetTable(asked, **self._how(timeout))).status)

    async def play(self, table: Table, move: str, *, timeout: float | None = None) -> Table:
        asked = _turn(table, text=move)
        with _failures():
            return _after(table, await self.referee.PlayMove(asked, **self._how(timeout)))

    async def play_bot(
        self,
        table: Table,
        name: str = "",
        level: int | None = None,
        *,
        timeout: float | None = None,
        **budget: int,
    ) -> Table:
        asked = _turn(table, bot=_bot(name, level, **budget))
        with _failures():
            return _after(table, await self.referee.PlayMove(asked, **self._how(timeout)))
