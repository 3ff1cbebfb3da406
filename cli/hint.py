"""eminence hint"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import click

from eminence.bots import Budget, Suggestion, View, suggest
from eminence.bots.levels import BEST
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.search import StopFlag
from eminence.cli.output import console, emit, json_flag, progress
from eminence.cli.setting import (
    DEFAULT_MOVETIME_MS,
    SEED,
    Server,
    Setting,
    budget_flags,
    interruptible,
    position_flags,
    server_flags,
    whole,
)
from eminence.cli.show import show_suggestion, show_view, suggestion_facts, view_json


@dataclass(frozen=True)
class Question:
    """How a hint is to be computed."""

    budget: Budget
    level: int
    seed: int | None
    threads: int
    alternatives: int


@click.command("hint", short_help="Suggest a move, with alternatives and reasons.")
@position_flags
@budget_flags
@click.option("--threads", type=whole(1), default=1, metavar="T", help="Threads of the search [default: 1]")
@click.option("--alternatives", type=whole(1, 100), default=5, metavar="K", help="Moves to list [default: 5]")
@click.option(
    "--level",
    type=whole(1, BEST),
    default=BEST,
    metavar="L",
    help=f"Strength 1-{BEST} [default: {BEST}]",
)
@click.option(
    "--hint-seed", type=SEED, metavar="S", help="Seed of the search [default: that of the deal, else random]"
)
@server_flags
@json_flag
def command(
    setting: Setting,
    budget: Budget | None,
    threads: int,
    alternatives: int,
    level: int,
    hint_seed: int | None,
    server: Server | None,
    as_json: bool,
) -> None:
    """Suggest a move for the seat to decide, with alternatives and reasons.

    Deals GAME from --seed, plays --ply moves by the playout policy, and thinks about what the seat to decide knows; or
    takes that seat's view from --view. --seed fixes the position and --hint-seed the search: together with --iterations
    and --threads they fix the answer, bit for bit. A --movetime (1000 ms when no budget is given) never does.
    """
    seed = setting.given_seed if hint_seed is None else hint_seed
    question = Question(budget or Budget(DEFAULT_MOVETIME_MS), level, seed, threads, alternatives)
    if server and setting.choice.components:
        raise InvalidInput(
            "--components", "cannot be sent to a server, which has its own; leave out one of the two"
        )
    view = setting.view()
    answer = _answer(view, question, server, quiet=as_json)
    if as_json:
        dealt = {} if setting.view_file else {"seed": setting.seed, "ply": setting.ply}
        emit(suggestion_facts(answer) | dealt | {"view": view_json(view)})
        return
    out = console()
    if not setting.view_file:
        out.print(
            f"[bold]{view.game.face.title}[/], seed {setting.seed}, ply {setting.ply}, seat {view.seat} to decide"
        )
    show_view(out, view)
    show_suggestion(out, answer)


def _answer(view: View, question: Question, server: Server | None, *, quiet: bool) -> Suggestion:
    total = question.budget.iterations or question.budget.movetime_ms or 1
    with progress("thinking", total, quiet=quiet) as advance:
        done = 0.0

        def report(so_far: Suggestion) -> None:
            nonlocal done
            reached = so_far.iterations if question.budget.iterations else so_far.elapsed_ms
            advance(reached - done)
            done = reached

        if server is None:
            return interruptible(lambda stop: _think(view, question, stop, report))
        from eminence.cli import remote  # gRPC is slow to load

        return remote.suggest(server, view, question, report)


def _think(
    view: View, question: Question, stop: StopFlag, report: Callable[[Suggestion], None]
) -> Suggestion:
    return suggest(
        view,
        question.budget,
        level=question.level,
        seed=question.seed,
        threads=question.threads,
        stop=stop,
        alternatives=question.alternatives,
        on_progress=report,
        # Long enough slices for the search to see within one of them that no other move can catch up.
        progress_ms=max(100, (question.budget.movetime_ms or 0) // 8),
    )
