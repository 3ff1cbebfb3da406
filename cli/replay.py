"""eminence replay"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

from eminence.bots.ladder.records import GameRecord
from eminence.bots.ladder.replay import category_of, replay
from eminence.cext.core.errors import InvalidInput
from eminence.cli.ladder import db_flag, work
from eminence.cli.output import console, emit, json_flag, table
from eminence.cli.setting import whole

if TYPE_CHECKING:
    from eminence.bots.ladder.store import Ladder, Store

LATEST = 20


@click.command("replay", short_help="Step through a game of a ladder.")
@click.argument("ladder")
@click.argument("key", required=False)
@click.option(
    "--seat", type=whole(0), metavar="K", help="See it through this seat's eyes [default: the mover's]"
)
@click.option("--ply", type=whole(0), default=0, metavar="K", help="Begin after K moves.")
@click.option("--moves", is_flag=True, help="List the moves only, without stopping or drawing.")
@db_flag
@json_flag
def command(
    ladder: str, key: str | None, seat: int | None, ply: int, moves: bool, db: str, as_json: bool
) -> None:
    """Step through a stored game: Enter goes on, q ends it.

    KEY is the game's key or the beginning of it; without one, the latest games are listed. The game is played again by
    the rules, and a log that does not fit them is refused.
    """
    store: Store = work().Store(db, create=False)
    found = store.ladder(ladder)
    if key is None:
        _list_games(store, found, as_json=as_json)
        return
    record = store.record(found, key)
    seats = category_of(found.plan, record).seats
    if seat is not None and seat >= seats:
        raise InvalidInput("--seat", f"must be between 0 and {seats - 1}, not {seat}")
    if as_json:
        emit({"ladder": ladder, **_facts(found, record)})
        return
    _show(found, record, seat=seat, ply=ply, moves=moves)


def _list_games(store: Store, ladder: Ladder, *, as_json: bool) -> None:
    latest = store.records(ladder)[-LATEST:]
    if as_json:
        emit([record.key for record in latest])
        return
    listed = table("game", "result", title=f"The latest games of {escape(ladder.name)}")
    for record in latest:
        placed = sorted(record.chairs, key=lambda chair: chair.rank)
        result = "  ".join(f"{chair.rank}. {chair.contestant} ({chair.score:g})" for chair in placed)
        listed.add_row(escape(record.key), escape(record.void or result))
    console().print(listed)


def _facts(ladder: Ladder, record: GameRecord) -> dict[str, Any]:
    category = category_of(ladder.plan, record)
    for _ in replay(category, record):
        pass
    game = {"game": category.game, "seats": category.seats, "options": category.options}
    return {**game, "record": record}


def _show(ladder: Ladder, record: GameRecord, *, seat: int | None, ply: int, moves: bool) -> None:
    out = console()
    names = [chair.contestant for chair in record.chairs]
    stepping = not moves and sys.stdin.isatty()
    for step in replay(category_of(ladder.plan, record), record):
        if step.ply < ply:
            continue
        eyes = seat if seat is not None else step.state.actor or 0
        if not moves:
            out.print(step.state.view(eyes).render(), markup=False)
        if step.move is None:
            break
        who = f"seat {step.move.seat} ({names[step.move.seat]})"
        by = ", by the house" if step.move.by_house else f", {step.move.think_ms:.0f} ms"
        out.print(f"{step.ply + 1:4}. {who}: {step.move.text}{by}", markup=False, style="bold")
        if stepping and click.getchar() in ("q", "\x03"):
            return
    for number, chair in enumerate(record.chairs):
        lost = f", forfeited: {chair.forfeit}: {chair.detail}" if chair.forfeit else ""
        text = f"seat {number} {chair.contestant}: {chair.score:g} points, place {chair.rank}{lost}"
        out.print(text, markup=False)
