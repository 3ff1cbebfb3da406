"""eminence ladder"""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click

from eminence.bots.ladder.plan import (
    DEFAULT_DEADLINE_MS,
    ROUND_ROBIN,
    SPRT,
    SWISS,
    Category,
    Plan,
    read_contestants,
)
from eminence.bots.ladder.sprt import Bounds
from eminence.bots.roster import DEFAULT_MOVETIME_MS
from eminence.cext.core.errors import EminenceError, InvalidInput
from eminence.cext.games import catalogue
from eminence.cli.output import json_flag
from eminence.cli.setting import Command, read_options, whole

if TYPE_CHECKING:
    from eminence.cli.ladder_work import Running

DEFAULT_DEALS = 10
DEFAULT_SPRT_DEALS = 5000


def work() -> ModuleType:
    """What the commands do, loaded when one is called: it needs libraries that are an extra."""
    try:
        from eminence.cli import ladder_work
    except ModuleNotFoundError as error:
        raise EminenceError(f"{error.name} is missing: pip install 'eminence[ladder]'") from None
    return ladder_work


db_flag = click.option(
    "--db",
    metavar="URL",
    envvar="EMINENCE_LADDER_DB",
    default="eminence-ladder.db",
    show_envvar=True,
    help="File of a SQLite database, or a URL: postgresql://USER@HOST/NAME [default: eminence-ladder.db]",
)


def games_flags(command: Command) -> Command:
    """--game, --seats, --option and --components; the command gets a tuple of categories, empty if none is given."""

    @click.option("--game", "games", multiple=True, metavar="GAME", help="Game to play; repeatable.")
    @click.option(
        "--seats", metavar="N,...", help="Numbers of seats, say 3,4 [default: as many as there can be]"
    )
    @click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
    @click.option(
        "--components", metavar="FILE", help="Component figures to use instead of the shipped ones."
    )
    @wraps(command)
    def collected(
        *args: Any,
        games: tuple[str, ...],
        seats: str | None,
        options: tuple[str, ...],
        components: str | None,
        **rest: Any,
    ) -> None:
        if len(games) > 1 and (options or components):
            raise InvalidInput("--option", "and --components go with a single --game")
        counts = [whole(1)(count) for count in seats.split(",")] if seats else [None]
        categories = tuple(
            Category.of(game, count, read_options(catalogue.face(game), options), components)
            for game in games
            for count in counts
        )
        command(*args, categories=categories, **rest)

    return collected


def running_flags(command: Command) -> Command:
    """Where and how to play; the command gets a `Running`."""

    @click.option("--deadline", type=whole(1), metavar="MS", help="Milliseconds for a move [default: 10000]")
    @click.option(
        "--seed", metavar="S", help="Seed of all deals and bots [default: drawn at random, and kept]"
    )
    @click.option(
        "--engine", type=click.Choice(["local", "ray"]), default="local", help="Where games are played."
    )
    @click.option(
        "--workers", type=whole(1), metavar="N", help="Games at the same time [default: one per core]"
    )
    @click.option("--address", metavar="ADDRESS", help="Ray cluster to join: auto, or ray://HOST:10001")
    @db_flag
    @json_flag
    @wraps(command)
    def collected(
        *args: Any, engine: str, workers: int | None, address: str | None, db: str, as_json: bool, **rest: Any
    ) -> None:
        command(*args, running=work().Running(db, engine, workers, address, as_json), **rest)

    return collected


@click.group("ladder", short_help="Rate bots against each other.", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Rate bots against each other: which is stronger, by how much, and how sure is that?

    Bots are specs as in `eminence match`, or NAME=SPEC to be rated by another name; grpc:address=HOST:PORT enters
    whoever answers OpponentService.SuggestMove there. Every deal is played in all seatings, so that luck cancels. A
    ladder can be stopped at any moment: the same command goes on where it stopped.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command("run")
@click.argument("name")
@games_flags
@click.option("--bots", multiple=True, metavar="SPEC...", help="Contestants.")
@click.argument("more", nargs=-1, metavar="")
@click.option("--swiss", "rounds", type=whole(1), metavar="ROUNDS", help="Swiss instead of round robin.")
@click.option(
    "--deals", type=whole(1), metavar="N", help="Deals for every lineup [default: 10; of a Swiss, 1]"
)
@running_flags
def run(
    name: str,
    categories: tuple[Category, ...],
    bots: tuple[str, ...],
    more: tuple[str, ...],
    rounds: int | None,
    deals: int | None,
    deadline: int | None,
    seed: str | None,
    running: Running,
) -> None:
    """Play a ladder, or go on with it.

    A ladder that exists needs its NAME only; a greater --deals (of a Swiss, --swiss) makes it longer.
    """
    specs = [*bots, *more]
    if not specs and not categories:
        if seed or deadline:
            raise InvalidInput("--seed", "and --deadline belong to the beginning of a ladder")
        running.resume(name, deals, rounds)
        return

    def plan(known_seed: str | None) -> Plan:
        return Plan(
            kind=SWISS if rounds else ROUND_ROBIN,
            contestants=read_contestants(specs),
            categories=categories,
            deals=deals or (1 if rounds else DEFAULT_DEALS),
            rounds=rounds or 1,
            seed=seed or known_seed or fresh_seed(),
            deadline_ms=deadline or DEFAULT_DEADLINE_MS,
        )

    running.run(name, plan)


@command.command("sprt")
@click.argument("a")
@click.argument("b")
@games_flags
@click.option("--name", metavar="NAME", help="Name of the ladder it is kept as [default: 'A against B']")
@click.option(
    "--elo0", type=float, default=0.0, show_default=True, help="Not better: A is at most this much ahead."
)
@click.option(
    "--elo1", type=float, default=20.0, show_default=True, help="Better: A is at least this much ahead."
)
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance of a wrong 'better'.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Chance of a wrong 'not better'.")
@click.option(
    "--deals",
    type=whole(1),
    default=DEFAULT_SPRT_DEALS,
    show_default=True,
    metavar="N",
    help="Deals at most.",
)
@running_flags
def sprt(
    a: str,
    b: str,
    categories: tuple[Category, ...],
    name: str | None,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    deals: int,
    deadline: int | None,
    seed: str | None,
    running: Running,
) -> None:
    """Is bot A better than bot B? Plays pairs of games until that is clear.

    Each deal is played twice with the bots changing places. The sequential probability ratio test stops as soon as one
    of the two hypotheses is so much likelier that the error rates hold.
    """
    contestants = read_contestants([a, b])

    def plan(known_seed: str | None) -> Plan:
        return Plan(
            kind=SPRT,
            contestants=contestants,
            categories=categories,
            deals=deals,
            seed=seed or known_seed or fresh_seed(),
            deadline_ms=deadline or DEFAULT_DEADLINE_MS,
            bounds=Bounds(elo0, elo1, alpha, beta),
        )

    running.run(name or f"{contestants[0].name} against {contestants[1].name}", plan)


@command.command("levels")
@click.argument("game")
@click.option("--seats", type=whole(1), metavar="N", help="Seats [default: as many as there can be]")
@click.option(
    "--movetime", type=whole(1), default=DEFAULT_MOVETIME_MS, show_default=True, help="Of level 10, in ms."
)
@click.option("--rounds", type=whole(1), default=20, show_default=True, help="Rounds of the Swiss.")
@click.option(
    "--deals", type=whole(1), default=2, show_default=True, help="Deals for every lineup of a round."
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("docs/levels.md"),
    show_default=True,
    help="The table for people.",
)
@click.option(
    "--data",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The table for programs, as ListGames tells it; in a checkout bots/levels.json.",
)
@running_flags
def levels(
    game: str,
    seats: int | None,
    movetime: int,
    rounds: int,
    deals: int,
    out: Path,
    data: Path | None,
    deadline: int | None,
    seed: str | None,
    running: Running,
) -> None:
    """Measure the strength levels of a game and write the table into --out."""
    category = Category.of(game, seats)
    plan = work().levels_plan(category, movetime, rounds, deals, seed or "levels")
    running.levels(
        f"levels of {category.key} at {movetime} ms",
        replace(plan, deadline_ms=deadline or DEFAULT_DEADLINE_MS),
        out,
        data,
    )


@command.command("list")
@db_flag
@json_flag
def list_ladders(db: str, as_json: bool) -> None:
    """Show the ladders there are."""
    work().show_ladders(db, as_json=as_json)


@command.command("report")
@click.argument("name")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="File to write [default: NAME.html]"
)
@db_flag
@json_flag
def report(name: str, out: Path | None, db: str, as_json: bool) -> None:
    """Write one self-contained HTML page about a ladder; with --json, print its figures instead."""
    work().show_report(name, out, db, as_json=as_json)


def fresh_seed() -> str:
    """Unknown to contestants, so that none can work out a deal."""
    return secrets.token_hex(8)
