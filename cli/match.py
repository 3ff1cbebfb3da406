"""eminence match"""

from __future__ import annotations

import os
from typing import Any

import click
from rich.markup import escape

from eminence.bots import Game, MatchResult, match
from eminence.bots.roster import DEFAULT_MOVETIME_MS, BotSpec, bot_kind
from eminence.cext.core import bench
from eminence.cext.core.stream import Stream
from eminence.cli.bots import bots_flags, fill_seats
from eminence.cli.output import console, emit, json_flag, progress, share, table
from eminence.cli.setting import SEED, GameChoice, game_flags, whole
from eminence.cli.show import show_story

QUICK_SECONDS = 5.0
QUICK_DEALS = 3


@click.command("match", short_help="Let bots play each other, luck paired away.")
@game_flags
@bots_flags
@click.option("--games", type=whole(1), default=100, metavar="N", help="Games at least [default: 100]")
@click.option("--seed", type=SEED, default=0, metavar="S", help="Seed of the deals and the bots [default: 0]")
@click.option("--jobs", type=whole(1), metavar="J", help="Processes [default: one per core]")
@click.option("--quick", is_flag=True, help="A taste in under 20 seconds: few games, think time cut to fit.")
@click.option("--verbose", is_flag=True, help="Tell every game, move by move.")
@json_flag
def command(
    choice: GameChoice,
    bots: list[str],
    games: int,
    seed: int,
    jobs: int | None,
    quick: bool,
    verbose: bool,
    as_json: bool,
) -> None:
    """Let bots play each other, with luck paired away.

    Every deal is played once in each rotation of the seats, so --games is rounded up to whole deals. A win share above
    1/seats with its whole interval means a bot is stronger than the company it keeps.
    """
    if not bots:
        raise click.UsageError("name the --bots, say `--bots mcts random`", click.get_current_context())
    game = choice.make()
    jobs = jobs or os.cpu_count() or 1
    specs = fill_seats(bots, game.seats)
    if quick:
        games = min(games, QUICK_DEALS * game.seats)
        specs = hurry(specs, QUICK_SECONDS * jobs / (games * decisions_per_game(game)))
    with progress("playing", -(-games // game.seats) * game.seats, quiet=as_json) as advance:
        result = match(
            specs,
            choice.game,
            games,
            seats=game.seats,
            options=choice.read_options(),
            components=choice.components,
            seed=seed,
            jobs=jobs,
            on_progress=advance,
            on_record=(lambda record: show_story(console(), record, game))
            if verbose and not as_json
            else None,
        )
    if as_json:
        emit(result)
    else:
        _show(result)


def decisions_per_game(game: Game) -> float:
    played = bench.random_playouts(game.kernel, game.new(0).packed, Stream(0), 0.02)
    return played["decisions"] / played["games"]


def hurry(specs: list[str], seconds: float) -> list[str]:
    """The same bots with at most this long for a decision."""
    most = max(int(1000 * seconds), 1)
    hurried = []
    for spec in map(BotSpec.parse, specs):
        parameters: dict[str, Any] = dict(spec.parameters)
        if bot_kind(spec.name).searches:
            usual = most if "iterations" in parameters else DEFAULT_MOVETIME_MS
            parameters["movetime"] = str(min(most, int(parameters.get("movetime", usual))))
        hurried.append(str(BotSpec(spec.name, parameters)))
    return hurried


def _show(result: MatchResult) -> None:
    figures = ("win share", "place", "score", "% by seat")
    title = f"{result.game}, {result.seats} seats, {result.games} games"
    listed = table("bot", *figures, title=title, right=figures)
    listed.columns[0].overflow = "fold"  # bots may differ in their last parameter alone
    for bot in sorted(result.bots, key=lambda bot: -bot.win_share):
        listed.add_row(
            escape(bot.name),
            share(bot),
            f"{bot.mean_rank:.2f}",
            f"{bot.mean_score:.1f}",
            " ".join(f"{100 * share:.0f}" for share in bot.seat_win_shares),
        )
    out = console()
    out.print(listed)
    out.print(
        f"Fair share {1 / result.seats:.1%}; in brackets 95 % intervals over deals; means of place and score.",
        style="dim",
    )
