"""eminence train"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eminence.bots.game import find_game
from eminence.cext.core.errors import EminenceError, InvalidInput
from eminence.cli.output import console, emit, json_flag, progress, table
from eminence.cli.setting import SEED, whole

if TYPE_CHECKING:
    from eminence.bots.train import Plan, Round, Team, Training

KEEP = "eminence-train"


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a number") from None
    if not 0 <= share <= 1:
        raise click.BadParameter(f"must be between 0 and 1, not {text}")
    return share


def _seats(text: str) -> tuple[int, ...]:
    return tuple(whole(1)(count) for count in text.split(","))


@click.command("train", short_help="Learn from self-play.")
@click.argument("game")
@click.option(
    "--seats",
    type=_seats,
    metavar="N,...",
    help="Numbers of seats, say 3,4, one after the other [default: as many as there can be]",
)
@click.option("--games", type=whole(10), default=200, metavar="N", help="Games of a round [default: 200]")
@click.option("--rounds", type=whole(1), default=1, metavar="N", help="Rounds, each by the last [default: 1]")
@click.option(
    "--iterations", type=whole(1), default=4000, metavar="N", help="Of searches to learn from [default: 4000]"
)
@click.option(
    "--reference", type=whole(1), default=50000, metavar="N", help="Of searches to report on [default: 50000]"
)
@click.option("--quick", type=whole(1), default=200, metavar="N", help="Of all others [default: 200]")
@click.option(
    "--share",
    type=_share,
    default=0.2,
    metavar="X",
    help="Of decisions to learn a prior from [default: 0.2; none for evaluations alone]",
)
@click.option(
    "--learn",
    type=click.Choice(["both", "prior", "evaluations"]),
    default="both",
    help="Which moves to look at first, what standings are worth, or both [default: both]",
)
@click.option("--seed", type=SEED, default=0, metavar="S", help="Seed of the games [default: 0]")
@click.option("--jobs", type=whole(1), metavar="J", help="Processes, or CPUs of a cluster [default: all]")
@click.option(
    "--engine", type=click.Choice(["local", "ray"]), default="local", help="Where games are played."
)
@click.option("--address", metavar="ADDRESS", help="Of a Ray cluster, or auto.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="[default: GAME-weights.json]")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    default=Path(KEEP),
    metavar="DIR",
    help=f"Where games are kept, so that a stopped run goes on [default: {KEEP}]",
)
@json_flag
def command(
    game: str,
    seats: tuple[int, ...] | None,
    games: int,
    rounds: int,
    iterations: int,
    reference: int,
    quick: int,
    share: float,
    learn: str,
    seed: int,
    jobs: int | None,
    engine: str,
    address: str | None,
    out: Path | None,
    keep: Path,
    as_json: bool,
) -> None:
    """Learn from self-play which moves to look at first and what standings are worth.

    Plays a game against itself at fixed seeds, fits weights of its features to what longer searches choose and of its
    traits to how games end, and writes them to a file. Whether they play better is for a match to say:

    eminence match GAME --bots mcts:learned=FILE mcts:learned=0
    """
    try:
        from eminence.bots.train import EVALUATIONS, Kept, Plan, Training
    except ModuleNotFoundError as error:
        raise EminenceError(f"{error.name} is missing: pip install 'eminence[train]'") from None
    if learn == EVALUATIONS:
        share = 0.0  # how games end is all that these are learned from
    path = out or Path(f"{game}-weights.json")
    how = games, rounds, iterations, max(reference, iterations), quick, share, seed, learn
    plans = [Plan(game, find_game(game, count).seats, *how) for count in seats or (None,)]
    known, tables = _known(path), []
    for plan in plans:
        training = Training(plan, Kept(keep, plan))
        try:
            _run(training, engine, address, jobs, as_json=as_json)
        except KeyboardInterrupt:
            click.echo("stopped; the same command goes on", err=True)
            raise
        finally:
            training.kept.close()
        known = training.data(known)
        path.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
        tables.append({"seats": plan.seats, **training.report()})
    if as_json:
        emit({"file": str(path), "sha256": known["sha256"], "tables": tables})
    else:
        console().print(f"wrote {path}")


def _run(training: Training, engine: str, address: str | None, jobs: int | None, *, as_json: bool) -> None:
    plan = training.plan
    with (
        _team(engine, address, jobs) as training.team,
        progress("playing", plan.games * plan.rounds, quiet=as_json) as training.on_progress,
    ):
        for number, found in enumerate(training.run(), 1):
            if not as_json:
                _show(plan, number, found)


@contextmanager
def _team(engine: str, address: str | None, jobs: int | None) -> Iterator[Team | None]:
    """Who plays; nobody else where one process is enough."""
    from eminence.bots.train_play import give_up, play

    if engine == "local" and address:
        raise InvalidInput("--address", "goes with --engine ray")
    if engine == "local" and jobs == 1:
        yield None
        return
    made: Any
    if engine == "local":
        from eminence.bots.ladder.engines import LocalWorkers

        made = LocalWorkers(play, give_up, jobs, lambda text: click.echo(text, err=True))
    else:
        try:
            from eminence.bots.ladder.ray_engine import RayWorkers
        except ModuleNotFoundError:
            raise EminenceError("ray is missing: pip install 'eminence[cluster]'") from None
        made = RayWorkers(play, give_up, address, jobs)
    try:
        yield made
    finally:
        made.close()


def _known(path: Path) -> Any:
    """What is already in the file: other numbers of seats stay there."""
    if not path.parent.is_dir():
        raise InvalidInput(
            "--out", f"there is no folder {path.parent}"
        )  # said before hours of play, not after
    if not path.exists():
        return None
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise InvalidInput("--out", f"{path} is there and is not JSON") from None


def _show(plan: Plan, number: int, found: Round) -> None:
    title = f"{plan.game}, {plan.seats} seats, round {number}"
    if found.fit.positions:
        _show_prior(plan, title, found)
    if found.judgement.standings:
        _show_evaluations(title, found)


def _show_prior(plan: Plan, title: str, found: Round) -> None:
    figures = ("cross-entropy", "agreement", f"agreement of {plan.quick} iterations", "regret")
    title = f"{title}: {found.positions['report']} positions held out"
    listed = table("prior", *figures, title=title, right=figures)
    for name, prior, search in (
        ("the game's own", found.before, found.search_before),
        ("learned", found.after, found.search_after),
    ):
        listed.add_row(
            name,
            f"{prior.cross_entropy:.3f}",
            f"{prior.agreement:.1%}",
            f"{search.agreement:.1%}",
            f"{search.regret:.4f}",
        )
    console().print(listed)
    _show_penalties("decision", "positions", found.fit.positions, found.fit.penalties)


def _show_evaluations(title: str, found: Round) -> None:
    figures = ("variance explained", "Brier score")
    title = f"{title}: {found.standings['report']} standings held out"
    listed = table("evaluation", *figures, title=title, right=figures)
    for name, outcomes in (("the game's own", found.outcomes_before), ("learned", found.outcomes_after)):
        listed.add_row(name, f"{outcomes.explained:.1%}", f"{outcomes.brier:.4f}")
    console().print(listed)
    _show_penalties("stage", "standings", found.judgement.standings, found.judgement.penalties)


def _show_penalties(
    what: str, things: str, counts: Mapping[str, int], penalties: Mapping[str, float | None]
) -> None:
    listed = table(what, things, "penalty", right=(things, "penalty"))
    for name, count in counts.items():
        penalty = penalties[name]
        listed.add_row(name, f"{count:,}", "nothing learned" if penalty is None else f"{penalty:g}")
    console().print(listed)
