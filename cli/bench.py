"""eminence bench"""

from __future__ import annotations

from dataclasses import dataclass

import click

from eminence.bots import Game
from eminence.cext.games import catalogue
from eminence.cli import calibration as chances
from eminence.cli.measure import Figures, measure
from eminence.cli.output import console, emit, json_flag, progress, table
from eminence.cli.peers import Ours, Peer, compare
from eminence.cli.setting import whole


@dataclass(frozen=True)
class Pace:
    """Seconds for all tables together and for one run at one of them; the same for the comparison with others."""

    own: float
    own_run: float
    peers: float
    peers_run: float


QUICK = Pace(own=9.0, own_run=0.05, peers=5.0, peers_run=0.15)
USUAL = Pace(own=60.0, own_run=0.1, peers=30.0, peers_run=0.3)


@click.command("bench", short_help="Measure the speed of the core.")
@click.argument("game", required=False)
@click.option(
    "--seats", type=int, metavar="N", help="Seats at the table [default: every number there can be]"
)
@click.option("--quick", is_flag=True, help="Rougher figures in under 20 seconds.")
@click.option("--peers", is_flag=True, help="Compare with OpenSpiel's ISMCTS (extra `peers`).")
@click.option(
    "--calibration", is_flag=True, help="Whether winning chances come true, in games of mcts against itself."
)
@click.option("--games", type=whole(1), default=60, metavar="N", help="Games of --calibration [default: 60]")
@click.option(
    "--iterations",
    type=whole(1),
    default=chances.ITERATIONS,
    metavar="N",
    help=f"Of a search of --calibration [default: {chances.ITERATIONS}]",
)
@json_flag
def command(
    game: str | None,
    seats: int | None,
    quick: bool,
    peers: bool,
    calibration: bool,
    games: int,
    iterations: int,
    as_json: bool,
) -> None:
    """Measure the speed of the core, as ratios to a memcpy of the same run.

    Short runs of everything take turns, and the best of each counts, so that noise hits all alike. All tables share one
    minute: name a GAME and --seats for steadier figures.

    With --calibration it measures truth instead of speed: what searches expect, before and after the correction in the
    game's chances.json, against how the games end. A few hundred games tell; 60 show where it goes.
    """
    tables = _tables(game, seats)
    if calibration:
        _calibrate(tables, games, iterations, as_json)
        return
    pace = QUICK if quick else USUAL
    with progress("measuring", pace.own + (pace.peers if peers else 0), quiet=as_json) as advance:
        compared = compare(tables, pace.peers, pace.peers_run, advance) if peers else None
        rows = [measure(one, pace.own / len(tables), pace.own_run, advance) for one in tables]
    if as_json:
        emit({"games": rows, "peers": compared[0], "ours": compared[1]} if compared else rows)
        return
    _show(rows)
    if compared:
        _show_peers(*compared)


def _calibrate(tables: list[Game], games: int, iterations: int, as_json: bool) -> None:
    with progress("playing", games * len(tables), quiet=as_json) as advance:
        found = [chances.calibrate(one, games, iterations, advance) for one in tables]
    if as_json:
        emit(found)
    else:
        chances.show(found)


def _tables(game: str | None, seats: int | None) -> list[Game]:
    faces = [catalogue.face(name) for name in ([game] if game else catalogue.names())]
    if game is None and seats is not None:
        faces = [face for face in faces if seats in face.seats] or faces
    return [Game(face.name, n) for face in faces for n in ([seats] if seats is not None else face.seats)]


def _show(rows: list[Figures]) -> None:
    figures = ("memcpy", "decision", "moves", "playouts/s", "iter./s", "ratio", "sample", "2 threads")
    listed = table("table", *figures, right=figures)
    listed.columns[0].no_wrap = True
    for row in rows:
        listed.add_row(
            f"{row.game} {row.seats}",
            f"{row.memcpy_1k_ns:.1f} ns",
            f"{row.decision_ns:.0f} ns ({row.decision_ns / row.memcpy_1k_ns:.1f}x)",
            f"{row.decisions_per_game:.0f}",
            f"{row.playouts_per_s / 1000:,.1f} k",
            f"{row.iterations_per_s / 1000:,.1f} k",
            f"{row.search_ratio:.0%}",
            f"{row.sample_ns:,.0f} ns",
            f"{row.threads2_speedup:.2f}x",
        )
    out = console()
    out.print(listed)
    out.print(
        "decision: a uniformly random one, also as a multiple of the memcpy of 1 KB in the same run; moves: such "
        "decisions in a game; iter./s: search iterations; ratio: iterations per playout; sample: drawing one world.",
        style="dim",
    )


def _show_peers(peers: list[Peer], ours: list[Ours]) -> None:
    listed = table("system", "game", "steps/s", "ours/theirs", right=("steps/s", "ours/theirs"))
    for row in ours:
        listed.add_row("Eminence", f"{row.game}, {row.seats} seats", f"{row.steps_per_s:,.0f}", "")
    for peer in peers:
        listed.add_row(peer.system, peer.game, f"{peer.steps_per_s:,.0f}", f"{peer.ratio:.1f}x")
    out = console()
    out.print(listed)
    out.print(
        "ours/theirs: the slowest of our games over theirs, in steps of a search on one thread.", style="dim"
    )
