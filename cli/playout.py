"""eminence playout"""

from __future__ import annotations

from typing import Any

import click
from rich.markup import escape

from eminence.bots import FinishedGame, PlayOutSummary, View, play_out
from eminence.cext.core.search import StopFlag
from eminence.cli.bots import bots_flags, fill_seats
from eminence.cli.output import console, emit, json_flag, progress, share, table
from eminence.cli.setting import Setting, interruptible, position_flags, whole

DEFAULT_BOT = "mcts:iterations=200"


@click.command("playout", short_help="Play a position out between bots.")
@position_flags
@bots_flags
@click.option("--games", type=whole(1), default=20, metavar="N", help="Games to play [default: 20]")
@click.option("--moves", is_flag=True, help="Show the moves of every game.")
@json_flag
def command(setting: Setting, bots: list[str], games: int, moves: bool, as_json: bool) -> None:
    """Play a position out to the end between bots and sum up how each seat fares.

    Every game starts from a fresh world that the deciding seat's view allows. Bots are mcts:iterations=200 unless
    others are named. --seed fixes the position, the worlds and the bots; bots that watch the clock (movetime) still
    differ from run to run.
    """
    view = setting.view()
    specs = fill_seats(bots or [DEFAULT_BOT], view.game.seats)
    with progress("playing", games, quiet=as_json) as advance:

        def play(stop: StopFlag) -> list[FinishedGame]:
            finished = []
            for game in play_out(view, specs, games, setting.seed, stop):
                finished.append(game)
                advance(1)
            return finished

        finished = interruptible(play)
    if as_json:
        emit(_facts(setting, view, specs, finished, moves=moves))
    else:
        _show(specs, finished, moves=moves)


def _facts(
    setting: Setting, view: View, specs: list[str], finished: list[FinishedGame], *, moves: bool
) -> dict[str, Any]:
    summary = PlayOutSummary.of(finished)
    seats = [{"bot": spec, **vars(seat)} for spec, seat in zip(specs, summary.seats, strict=True)]
    facts = {"game": view.game.name, "seats": view.game.seats, "games": summary.games, "seed": setting.seed}
    return facts | {"bots": seats, "finished": [_game_facts(game, moves=moves) for game in finished]}


def _game_facts(game: FinishedGame, *, moves: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {"scores": game.scores, "ranks": game.ranks, "win_shares": game.win_shares}
    facts["plies"] = game.plies
    if moves:
        facts["moves"] = [{"seat": seat, "text": text} for seat, text in game.moves]
    return facts


def _show(specs: list[str], finished: list[FinishedGame], *, moves: bool) -> None:
    out = console()
    if moves:
        for game in finished:
            line = "  ".join(f"[dim]{seat}:[/]{escape(text)}" for seat, text in game.moves)
            out.print(f"[bold]Game {game.index + 1}[/]  {line}", soft_wrap=True)
    summary = PlayOutSummary.of(finished)
    figures = ("wins", "shared", "win share", "mean place", "mean score", "scores")
    listed = table("seat", "bot", *figures, title=f"{summary.games} games", right=("seat", *figures))
    for seat, (spec, fared) in enumerate(zip(specs, summary.seats, strict=True)):
        listed.add_row(
            str(seat),
            escape(spec),
            str(fared.wins),
            str(fared.shared_wins),
            share(fared),
            f"{fared.mean_rank:.2f}",
            f"{fared.mean_score:.1f} ± {1.96 * fared.score_se:.1f}",
            f"{fared.score_min:g}..{fared.score_max:g}",
        )
    out.print(listed)
    out.print("In brackets, and after ±, 95 % intervals.", style="dim")
