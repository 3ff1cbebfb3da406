"""eminence replay"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

from eminence.bots.ladder.records import GameRecord
from eminence.bots.ladder.replay import category_of, to_record
from eminence.bots.record import Record
from eminence.cext.core.errors import InvalidInput
from eminence.cli.ladder import db_flag, work
from eminence.cli.output import console, emit, json_flag, table
from eminence.cli.setting import whole
from eminence.cli.show import move_words, show_events, show_view

if TYPE_CHECKING:
    from eminence.bots.ladder.store import Ladder, Store

LATEST = 20


@click.command("replay", short_help="Step through a game of a ladder or a file.")
@click.argument("source")
@click.argument("key", required=False)
@click.option(
    "--seat", type=whole(0), metavar="K", help="See it through this seat's eyes [default: the mover's]"
)
@click.option("--ply", type=whole(0), default=0, metavar="K", help="Begin after K moves.")
@click.option("--moves", is_flag=True, help="List the moves only, without stopping or drawing.")
@click.option("--save", metavar="FILE", help="Write the game as a record (docs/records.md) and leave.")
@db_flag
@json_flag
def command(
    source: str,
    key: str | None,
    seat: int | None,
    ply: int,
    moves: bool,
    save: str | None,
    db: str,
    as_json: bool,
) -> None:
    """Step through a game: Enter goes on, q ends it.

    SOURCE is a file with a record, or a ladder. KEY is the key of a ladder's game or the beginning of it; without
    one, its latest games are listed. The game is played again by the rules, and one that does not fit is refused.
    """
    if key is None and Path(source).is_file():
        told = _of_file(Record.load(source))
    else:
        store: Store = work().Store(db, create=False)
        found = store.ladder(source)
        if key is None:
            _list_games(store, found, as_json=as_json)
            return
        told = _of_ladder(found, store.record(found, key))
    record = told.record
    if seat is not None and seat >= record.seats:
        raise InvalidInput("--seat", f"must be between 0 and {record.seats - 1}, not {seat}")
    if save:
        record.save(save)
    elif as_json:
        emit(told.facts)
    else:
        _show(told, seat=seat, ply=ply, moves=moves)


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


@dataclass(frozen=True)
class _Told:
    """A game to be shown: its record, what is noted behind each move, and how it ended."""

    record: Record
    notes: Sequence[str]
    ending: Sequence[str]
    facts: dict[str, Any]  # for --json


def _of_file(record: Record) -> _Told:
    record.end()
    lines = [
        f"seat {seat} {record.players[seat]}: {score:g} points" for seat, score in enumerate(record.scores)
    ]
    return _Told(record, [""] * len(record.plies), lines, record.data)


def _of_ladder(ladder: Ladder, stored: GameRecord) -> _Told:
    category = category_of(ladder.plan, stored)
    notes = [", by the house" if move.by_house else f", {move.think_ms:.0f} ms" for move in stored.moves]
    ending = []
    for seat, chair in enumerate(stored.chairs):
        lost = f", forfeited: {chair.forfeit}: {chair.detail}" if chair.forfeit else ""
        ending.append(f"seat {seat} {chair.contestant}: {chair.score:g} points, place {chair.rank}{lost}")
    game = {"game": category.game, "seats": category.seats, "options": category.options}
    return _Told(
        to_record(category, stored), notes, ending, {"ladder": ladder.name, **game, "record": stored}
    )


def _show(told: _Told, *, seat: int | None, ply: int, moves: bool) -> None:
    out, record = console(), told.record
    stepping = not moves and sys.stdin.isatty()
    for number, step in enumerate(record.replay()):
        if number < ply:
            continue
        eyes = seat if seat is not None else step.state.actor or 0
        if number > ply:
            show_events(out, step.events, seat)
        if not moves:
            show_view(out, step.state.view(eyes))
        if step.ply is None:
            break
        who = f"seat {step.ply.seat} ({record.players[step.ply.seat]})"
        words = move_words(step.state.find(step.ply.move))
        out.print(f"{number + 1:4}. {who}: {words}{told.notes[number]}", markup=False, style="bold")
        if stepping and click.getchar() in ("q", "\x03"):
            return
    for line in told.ending:
        out.print(line, markup=False)
