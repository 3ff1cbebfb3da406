"""Flags that say which position a command is about, shared by all commands that need one."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import click

from eminence.bots import Budget, Game, State, View, find_game
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Face
from eminence.cext.core.search import StopFlag
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue

DEFAULT_MOVETIME_MS = 1000
T = TypeVar("T")
Command = Callable[..., None]


def whole(low: int, high: int | None = None) -> Callable[[Any], int]:
    """The type of a flag that takes a whole number within bounds."""

    def convert(text: Any) -> int:
        try:
            number = int(text)
        except ValueError:
            raise click.BadParameter(f"{text!r} is not a whole number") from None
        if number < low or (high is not None and number > high):
            bounds = f"at least {low}" if high is None else f"from {low} to {high}"
            raise click.BadParameter(f"must be {bounds}, not {number}")
        return number

    convert.__name__ = "n"  # what --help calls the value
    return convert


SEED = whole(0, 2**32 - 1)


@dataclass(frozen=True)
class GameChoice:
    """A game with seats, options and components as the flags give them."""

    game: str
    seats: int | None
    options: tuple[str, ...]
    components: str | None

    def make(self) -> Game:
        try:
            return find_game(self.game, self.seats, self.read_options(), self.components)
        except InvalidInput as error:
            for option in catalogue.face(self.game).options:
                if error.path == f"options.{option.name}":
                    values = "" if option.choices else f" (values: {option.values})"
                    raise InvalidInput(f"--option {option.name}", error.reason + values) from error
            raise

    def read_options(self) -> dict[str, Any]:
        return read_options(catalogue.face(self.game), self.options)


@dataclass(frozen=True)
class Setting:
    """A position: dealt from a seed and played on for some moves, or read from a file."""

    choice: GameChoice
    seed: int
    given_seed: int | None
    ply: int
    view_file: str | None

    def view(self) -> View:
        """What the seat to decide knows."""
        if self.view_file is not None:
            return self._read_view(self.view_file)
        state = deal(self.choice.make(), self.seed, self.ply)
        assert state.actor is not None
        return state.view(state.actor)

    def _read_view(self, path: str) -> View:
        if self.choice.seats is not None or self.choice.options or self.given_seed is not None or self.ply:
            raise InvalidInput(
                "--view", "brings its own position: leave out --seats, --option, --seed and --ply"
            )
        from eminence.cli import views  # the generated stubs are slow to load

        return views.read(self.choice.game, path, self.choice.components)


def deal(game: Game, seed: int, ply: int) -> State:
    """The position after `ply` moves by the playout policy in the game dealt from the seed."""
    state = game.new(seed)
    stream = Stream(seed, "ply")
    while state.ply < ply and state.actor is not None:
        state = state.play(game.kernel.playout_move(state.packed, stream))
    if state.actor is None:
        raise InvalidInput(
            "--ply", f"the game of seed {seed} is over after {state.ply} moves; give a smaller number"
        )
    return state


def read_options(face: Face[Any], given: Sequence[str]) -> dict[str, Any]:
    """Options from `name=value` texts."""
    known = {option.name: option for option in face.options}
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidInput("--option", f"{text!r} should read name=value")
        if name not in known:
            raise InvalidInput(
                "--option", f"{face.title} has no {name!r}; it has: {', '.join(known) or 'none'}"
            )
        options[name] = value if known[name].choices else _plain(value)
    return options


def _plain(text: str) -> Any:
    """What JSON makes of a text, or a list of such parted by commas, or else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return [_plain(part) for part in text.split(",")] if "," in text else text


def game_flags(command: Command, *, required: bool = True) -> Command:
    """GAME, --seats, --option and --components; the command gets them as a `GameChoice`."""

    @click.argument("game", required=required)
    @click.option(
        "--seats", type=int, metavar="N", help="Seats at the table [default: as many as there can be]"
    )
    @click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable."
    )
    @click.option(
        "--components", metavar="FILE", help="Component figures to use instead of the shipped ones."
    )
    @wraps(command)
    def collected(
        game: str | None, seats: int | None, options: tuple[str, ...], components: str | None, **rest: Any
    ) -> None:
        if game is not None:
            game, rest = _game_first(game, rest)
            catalogue.face(game)  # an unknown game is said before anything else
        command(GameChoice(game or "", seats, options, components), **rest)

    return collected


def _game_first(game: str, rest: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """In `--bots A B GAME` the game comes last, after words that are bots."""
    words = [game, *rest.get("more", ())]
    games = [word for word in words if word in catalogue.names()]
    if game in games or len(games) != 1:
        return game, rest
    words.remove(games[0])
    return games[0], rest | {"more": tuple(words)}


def position_flags(command: Command) -> Command:
    """The flags of a game and of a position in it; the command gets them as a `Setting`."""

    @game_flags
    @click.option(
        "--seed", type=SEED, metavar="S", help="Seed of the deal [default: drawn at random and shown]"
    )
    @click.option(
        "--ply",
        type=whole(0),
        default=0,
        metavar="K",
        help="Play K moves by the playout policy first.",
    )
    @click.option(
        "--view", "view_file", metavar="FILE", help="Read a view as protobuf JSON instead; - is stdin."
    )
    @wraps(command)
    def collected(choice: GameChoice, seed: int | None, ply: int, view_file: str | None, **rest: Any) -> None:
        drawn = secrets.randbits(32) if seed is None else seed
        command(Setting(choice, drawn, seed, ply, view_file), **rest)

    return collected


def budget_flags(command: Command) -> Command:
    """--movetime and --iterations; the command gets them as a `Budget`, or None when neither is given."""

    @click.option("--movetime", type=whole(1), metavar="MS", help="Milliseconds to think.")
    @click.option("--iterations", type=whole(1), metavar="N", help="Search iterations; reproducible.")
    @wraps(command)
    def collected(*args: Any, movetime: int | None, iterations: int | None, **rest: Any) -> None:
        given = movetime is not None or iterations is not None
        command(*args, budget=Budget(movetime, iterations) if given else None, **rest)

    return collected


@dataclass(frozen=True)
class Server:
    """A service to ask, as the flags give it; `eminence.client.Access` takes the same."""

    address: str
    key_file: str | None
    ca: str | None
    cert: str | None
    cert_key: str | None


def server_flags(command: Command) -> Command:
    """--server and how it is reached; the command gets a `Server`, or None when there is none to ask."""

    @click.option(
        "--server",
        metavar="ADDRESS",
        envvar="EMINENCE_SERVER",
        show_envvar=True,
        help="Ask a running service, HOST:PORT or https://HOST:PORT, instead of the local core.",
    )
    @click.option("--server-key-file", metavar="FILE", help="Its API key; or set EMINENCE_SERVER_KEY.")
    @click.option("--server-ca", metavar="FILE", help="Authorities to trust (PEM); or EMINENCE_SERVER_CA.")
    @click.option("--client-cert", metavar="FILE", help="Own certificate (PEM); or EMINENCE_CLIENT_CERT.")
    @click.option("--client-cert-key", metavar="FILE", help="Its key (PEM); or EMINENCE_CLIENT_CERT_KEY.")
    @wraps(command)
    def collected(
        *args: Any,
        server: str | None,
        server_key_file: str | None,
        server_ca: str | None,
        client_cert: str | None,
        client_cert_key: str | None,
        **rest: Any,
    ) -> None:
        files = (server_key_file, server_ca, client_cert, client_cert_key)
        if not server and any(files):
            raise InvalidInput("--server", "is missing: there is nobody to show keys and certificates to")
        command(*args, server=Server(server, *files) if server else None, **rest)

    return collected


def interruptible(work: Callable[[StopFlag], T]) -> T:
    """Runs a search beside the main thread, where Ctrl-C can reach it."""
    stop = StopFlag()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work, stop)
        try:
            return future.result()
        except KeyboardInterrupt:
            stop.set()
            raise
