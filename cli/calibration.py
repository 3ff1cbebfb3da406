"""eminence bench --calibration: whether winning chances come true, before and after their correction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eminence.bots import Game
from eminence.bots.reliability import HELD_OUT, LEVELS, Level, Prediction, Reliability, predict
from eminence.cli.output import console, table

ITERATIONS = 200


@dataclass(frozen=True)
class Calibration:
    """Self-played games at one table, and what the chances told in them were worth."""

    game: str
    seats: int
    games: int
    iterations: int
    before: Reliability
    after: Reliability | None  # the correction; None where there is none
    provenance: Mapping[str, Any] | None  # of the correction


def calibrate(game: Game, games: int, iterations: int, advance: Callable[[float], None]) -> Calibration:
    """Plays games that no correction was fitted to."""
    found: list[Prediction] = []
    for played in predict(game, range(games), iterations, HELD_OUT):
        found += played
        advance(1)
    known = game.correction
    return Calibration(
        game=game.name,
        seats=game.seats,
        games=games,
        iterations=iterations,
        before=Reliability.of(found),
        after=Reliability.of([one.corrected(known) for one in found]) if known else None,
        provenance=known.provenance if known else None,
    )


def show(calibrations: Sequence[Calibration]) -> None:
    out = console()
    for one in calibrations:
        figures = ("predicted", "came true", "corrected", "came true ")
        listed = table("chance", *figures, title=_title(one), right=figures)
        for number in range(LEVELS):
            span = f"{100 * number // LEVELS} to {100 * (number + 1) // LEVELS} %"
            after = one.after.levels[number] if one.after else None
            listed.add_row(span, *_level(one.before.levels[number]), *_level(after))
        out.print(listed)
        out.print(_summary("as the search found them", one.before))
        out.print(
            _summary("corrected", one.after) if one.after else "no correction: nobody has measured this table"
        )
        out.print(f"constant guess: Brier {one.before.constant:.4f}\n")
        if one.provenance:
            out.print(_origin(one.provenance), style="dim")


def _title(one: Calibration) -> str:
    return f"{one.game}, {one.seats} seats: {one.games} games of mcts against itself at {one.iterations} iterations"


def _level(level: Level | None) -> tuple[str, str]:
    if level is None or level.count == 0:
        return "", ""
    return f"{level.predicted:.0%}", f"{level.came:.0%} ({level.count:,})"


def _summary(name: str, of: Reliability) -> str:
    return f"{name}: calibration error {100 * of.error:.1f} points, Brier {of.brier:.4f}"


def _origin(provenance: Mapping[str, Any]) -> str:
    """Where a correction comes from, in one line."""
    fitted, tried = provenance["fitted"], provenance["held_out"]
    return (
        f"fitted to {fitted['games']} games of {provenance['bot']} at commit {provenance['commit']}; "
        f"in {tried['games']} others the calibration error went from {100 * tried['before']['calibration_error']:.1f} "
        f"to {100 * tried['after']['calibration_error']:.1f} points\n"
    )
