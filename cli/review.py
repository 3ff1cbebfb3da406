"""eminence review"""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from eminence.bots.record import Record
from eminence.bots.review import (
    DEFAULT_ITERATIONS,
    Item,
    Judgement,
    Review,
    asked_seats,
    review_stepwise,
    sum_up,
)
from eminence.bots.review_page import review_page
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.search import StopFlag
from eminence.cli.output import console, emit, json_flag, progress, table
from eminence.cli.setting import SEED, interruptible, whole


@click.command("review", short_help="Review a game: mistakes, luck and skill.")
@click.argument("file")
@click.option(
    "--seat", "seats", type=whole(0), multiple=True, metavar="K", help="Review this seat only; repeatable."
)
@click.option(
    "--iterations",
    type=whole(2),
    default=DEFAULT_ITERATIONS,
    metavar="N",
    help=f"Search iterations per decision [default: {DEFAULT_ITERATIONS}]",
)
@click.option("--seed", type=SEED, default=0, metavar="S", help="Seed of the searches [default: 0]")
@click.option("--components", metavar="FILE", help="The component figures the game was played with.")
@click.option("--html", metavar="OUT", help="Write a page with charts and details.")
@json_flag
def command(
    file: str,
    seats: tuple[int, ...],
    iterations: int,
    seed: int,
    components: str | None,
    html: str | None,
    as_json: bool,
) -> None:
    """Review the game in FILE: how well each decision was made, and what chance did.

    Every decision is judged from what its seat knew. FILE is a record as `play --save` and `replay --save` write it
    (docs/records.md).
    """
    record = Record.load(file)
    game = record.make_game(Components.load(components) if components else None)
    for seat in seats:
        if seat >= record.seats:
            raise InvalidInput("--seat", f"must be between 0 and {record.seats - 1}, not {seat}")
    asked = asked_seats(record, seats)
    items: list[Item] = []
    with progress("reviewing", len(record.plies), quiet=as_json) as advance:

        def work(stop: StopFlag) -> None:
            done = 0
            for item in review_stepwise(
                record, asked, iterations=iterations, seed=seed, game=game, stop=stop
            ):
                if item is not None:
                    items.append(item)
                    advance(item.ply - done)
                    done = item.ply

        interruptible(work)
    found = sum_up(record, asked, items)
    if html:
        _write(html, review_page(found))
    if as_json:
        emit(review_facts(found))
    else:
        _show(console(), found)
        if html:
            console().print(f"Written to {escape(html)}")


def review_facts(found: Review) -> dict[str, object]:
    """A review as `--json` prints it."""
    return {
        "game": found.record.game,
        "players": found.record.players,
        "scores": found.record.scores,
        "seats": [
            {
                **vars(one),
                "verdicts": dict(one.verdicts),
                "rest": one.rest,
                "costliest": [j.ply for j in one.costliest],
            }
            for one in found.seats
        ],
        "judgements": found.judgements,
        "lucks": found.lucks,
        "chances": found.chances,
    }


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidInput(path, f"cannot be written: {error.strerror}") from error


def _show(out: Console, found: Review) -> None:
    figures = ("accuracy", "best", "good", "inaccuracy", "mistake", "blunder", "lost", "luck", "rest")
    listed = table(
        "seat", *figures, title=f"{found.record.game}, {len(found.record.plies)} decisions", right=figures
    )
    for one in found.seats:
        listed.add_row(
            escape(f"{one.seat} {one.name}".strip()),
            f"{one.accuracy:.0%}",
            *(str(count) for _, count in one.verdicts),
            f"{-one.lost:+.0%}",
            f"{one.luck:+.0%} ± {one.luck_noise:.0%}",
            f"{one.rest:+.0%}",
        )
    out.print(listed)
    for one in found.seats:
        for judgement in one.costliest:
            out.print(escape(_sentence(judgement)))
    out.print(
        "Lost: winning chance given away by decisions; luck: brought by dice and draws; rest: others' moves and what "
        "came to light.",
        style="dim",
    )


def _sentence(one: Judgement) -> str:
    better = f"{one.best} ({one.best_effect})" if one.best_effect else one.best
    return (
        f"{one.ply + 1}. seat {one.seat} {one.move}: {one.verdict}. {better} wins {one.win_before:.0%} instead of "
        f"{one.win_after:.0%} (noise {one.noise:.0%}), with {one.points:+.1f} points. {one.why}"
    ).rstrip()
