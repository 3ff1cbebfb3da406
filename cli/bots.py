"""Bots on the command line: `--bots mcts:level=4,iterations=500 random`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import wraps
from typing import Any

import click

from eminence.bots.levels import LEVELS, Level
from eminence.bots.roster import BOTS, BotSpec, foreign_bots
from eminence.cext.core.errors import InvalidInput
from eminence.cli.output import console, table
from eminence.cli.setting import Command


def split_specs(texts: Sequence[str]) -> list[str]:
    """Bot specs from texts that may hold several, parted by commas.

    A spec has commas of its own; what begins with `name=` goes on with the spec before it.
    """
    specs: list[str] = []
    for text in texts:
        pieces = text.split(",")
        for i, piece in enumerate(pieces):
            if i > 0 and "=" in piece.partition(":")[0]:
                specs[-1] += f",{piece}"
            else:
                specs.append(piece)
    return [str(BotSpec.parse(spec)) for spec in specs]


def fill_seats(specs: Sequence[str], seats: int) -> list[str]:
    """One bot per seat; if there are fewer bots, the last one takes the seats that are left."""
    if len(specs) > seats:
        raise InvalidInput("--bots", f"names {len(specs)} bots for {seats} seats")
    return [specs[min(seat, len(specs) - 1)] for seat in range(seats)]


def bots_flags(command: Command) -> Command:
    """--bots A B ..., --bots A,B and --bots A --bots B; the command gets a list of specs."""

    @click.argument("more", nargs=-1, metavar="")
    @click.option(
        "--bots",
        multiple=True,
        metavar="SPEC...",
        help="Bots by seat; the last takes the rest.",
    )
    @click.option(
        "--help-bots",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_help_bots,
        help="Show the bots.",
    )
    @wraps(command)
    def collected(*args: Any, bots: tuple[str, ...], more: tuple[str, ...], **rest: Any) -> None:
        command(*args, bots=split_specs([*bots, *more]), **rest)

    return collected


def _help_bots(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    out = console()
    bots = table("bot", "what it does", "parameters", title="Bots")
    for name, kind in {**BOTS, **foreign_bots()}.items():
        bots.add_row(name, kind.about, ", ".join(kind.parameters))
    levels = table(
        "level",
        "iterations at most",
        "temperature",
        title="Levels, as most games have them",
        right=("level", "temperature"),
    )
    for level in map(Level.of, LEVELS):
        levels.add_row(
            str(level.number), str(level.iterations or "the whole budget"), f"{level.temperature:.2f}"
        )
    out.print(bots)
    out.print(
        "A spec is NAME or NAME:parameter=value,...: random, mcts:movetime=200, mcts:level=4,iterations=500"
    )
    out.print(levels)
    context.exit()
