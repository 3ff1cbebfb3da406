"""What `eminence ladder` and `eminence replay` do, apart from reading the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from eminence.bots.ladder.calibration import Calibration, levels_plan, write_data, write_section
from eminence.bots.ladder.engines import Engine, LocalEngine
from eminence.bots.ladder.plan import SPRT, SWISS, Plan
from eminence.bots.ladder.players import absent, close_boxes
from eminence.bots.ladder.ratings import Row, seat_bias, standings, win_matrix
from eminence.bots.ladder.records import GameRecord
from eminence.bots.ladder.report import DECISIONS, report
from eminence.bots.ladder.runner import Run
from eminence.bots.ladder.schedule import SprtFollower, most_games
from eminence.bots.ladder.sprt import Verdict
from eminence.bots.ladder.store import Ladder, Store
from eminence.cext.core.errors import EminenceError, InvalidInput, UnknownName
from eminence.cli.ladder_screen import Screen
from eminence.cli.output import console, emit, table

__all__ = ["Running", "Store", "levels_plan", "show_ladders", "show_report"]


@dataclass(frozen=True)
class Running:
    """Where a ladder is kept and played."""

    db: str
    engine: str
    workers: int | None
    address: str | None
    as_json: bool

    def run(self, name: str, make_plan: Callable[[str | None], Plan]) -> None:
        """Plays a ladder by a plan that is given the seed of the ladder that has the name already."""
        store = Store(self.db)
        known = [ladder.plan.seed for ladder in store.ladders() if ladder.name == name]
        self._play(store, name, make_plan(known[0] if known else None))

    def resume(self, name: str, deals: int | None, rounds: int | None) -> None:
        store = Store(self.db)
        try:
            plan = store.ladder(name).plan
        except UnknownName as error:
            raise InvalidInput("", f"{error}; to begin one, give --game and --bots") from None
        self._play(store, name, replace(plan, deals=deals or plan.deals, rounds=rounds or plan.rounds))

    def levels(self, name: str, plan: Plan, out: Path, data: Path | None) -> None:
        for flag, path in (("--out", out), ("--data", data)):
            if path and not path.parent.is_dir():  # said before hours of play, not after
                raise InvalidInput(flag, f"there is no folder {path.parent}")
        store = Store(self.db)
        found = Calibration(plan, store.records(self._play(store, name, plan)))
        write_section(out, found.table())
        click.echo(f"wrote {out}", err=True)
        if data:
            write_data(data, plan.categories[0].game, found.data())
            click.echo(f"wrote {data}", err=True)

    def _play(self, store: Store, name: str, plan: Plan) -> Ladder:
        _check_contestants(plan)
        ladder = store.open_ladder(name, plan)
        with Screen(name, plan, quiet=self.as_json) as screen:
            engine = self._make_engine(screen.say)
            try:
                Run(store, ladder, engine, on_progress=screen.show).run()
            except KeyboardInterrupt:
                screen.say(f"stopped; to go on: eminence ladder run '{name}'")
                raise
            finally:
                engine.close()
        show_standings(ladder, store.records(ladder), as_json=self.as_json)
        return ladder

    def _make_engine(self, on_loss: Callable[[str], None]) -> Engine:
        if self.engine == "local":
            if self.address:
                raise InvalidInput("--address", "goes with --engine ray")
            return LocalEngine(self.workers, on_loss)
        try:
            from eminence.bots.ladder.ray_engine import RayEngine
        except ModuleNotFoundError:
            raise EminenceError("ray is missing: pip install 'eminence[cluster]'") from None
        return RayEngine(self.address, self.workers)


def _check_contestants(plan: Plan) -> None:
    missing = absent(plan)
    close_boxes()
    for name, forfeit in missing.items():
        raise InvalidInput(f"contestant {name}", str(forfeit))


def verdict_of(plan: Plan, records: list[GameRecord]) -> Verdict | None:
    if plan.kind != SPRT:
        return None
    return SprtFollower(plan, {record.key: record for record in records}).verdict


def show_standings(ladder: Ladder, records: list[GameRecord], *, as_json: bool) -> None:
    plan = ladder.plan
    names = [contestant.name for contestant in plan.contestants]
    parts = {c.key: [r for r in records if r.category == c.key and not r.void] for c in plan.categories}
    if len(parts) > 1:
        parts = {"all games": [r for r in records if not r.void], **parts}
    tables = {key: standings(names, played) for key, played in parts.items() if played}
    verdict = verdict_of(plan, records)
    if as_json:
        emit(_facts(ladder, records, tables, parts, verdict))
        return
    out = console()
    for key, rows in tables.items():
        out.print(_standings_table(key, rows))
    if verdict:
        out.print(_verdict_line(plan, verdict))
    out.print(
        "± is a 95 % interval; 100 points more mean finishing ahead in 64 of 100 games; times fair: the win "
        "share over 1/seats.",
        style="dim",
    )


def _facts(
    ladder: Ladder,
    records: list[GameRecord],
    tables: dict[str, list[Row]],
    parts: dict[str, list[GameRecord]],
    verdict: Verdict | None,
) -> dict[str, Any]:
    categories = {
        key: {
            "games": len(parts[key]),
            "standings": rows,
            "seats": seat_bias(parts[key]) if key != "all games" else [],
            "meetings": [
                {"bot": one, "other": other, "games": met.games, "ahead": met.ahead}
                for (one, other), met in win_matrix(parts[key]).items()
            ],
        }
        for key, rows in tables.items()
    }
    void = sum(bool(record.void) for record in records)
    facts = {"ladder": ladder.name, "kind": ladder.plan.kind, "seed": ladder.plan.seed}
    return facts | {"games": len(records), "void": void, "categories": categories, "verdict": verdict}


def _standings_table(title: str, rows: list[Row]) -> Any:
    figures = ("rating", "±", "games", "times fair", "mean place", "ms/move", "forfeits")
    listed = table("bot", *figures, title=title, right=figures)
    for row in rows:
        listed.add_row(
            escape(row.contestant),
            f"{row.rating.points:.0f}",
            f"{row.rating.interval:.0f}",
            str(row.games),
            f"{row.times_fair:.2f}",
            f"{row.mean_rank:.2f}",
            f"{row.ms_per_move:.1f}",
            str(row.forfeits or ""),
        )
    return listed


def _verdict_line(plan: Plan, verdict: Verdict) -> str:
    a, b = (escape(contestant.name) for contestant in plan.contestants)
    head = "Undecided: " if not verdict.decided else ""
    elo = f"Elo {verdict.elo:+.0f} \\[{verdict.elo_low:+.0f}, {verdict.elo_high:+.0f}]"
    return (
        f"[bold]{head}{a} {DECISIONS[verdict.decision]} {b}[/]: {elo}, LLR {verdict.llr:.2f} "
        f"after {verdict.pairs} pairs"
    )


def show_ladders(db: str, *, as_json: bool) -> None:
    store = Store(db, create=False)
    listed = table("ladder", "kind", "bots", "categories", "games", right=("bots", "games"))
    facts = []
    for ladder in store.ladders():
        plan, played = ladder.plan, store.count(ladder)
        categories = [category.key for category in plan.categories]
        facts.append(
            {
                "ladder": ladder.name,
                "kind": plan.kind,
                "bots": [contestant.name for contestant in plan.contestants],
                "categories": categories,
                "games": played,
                "most_games": most_games(plan),
            }
        )
        kind = f"{plan.kind}, {plan.rounds} rounds" if plan.kind == SWISS else plan.kind
        progress = f"{played} of {most_games(plan)}"
        listed.add_row(
            escape(ladder.name), kind, str(len(plan.contestants)), escape(", ".join(categories)), progress
        )
    if as_json:
        emit(facts)
    else:
        console().print(listed if facts else "No ladders yet.")


def show_report(name: str, out: Path | None, db: str, *, as_json: bool) -> None:
    store = Store(db, create=False)
    ladder = store.ladder(name)
    records = store.records(ladder)
    if as_json:
        show_standings(ladder, records, as_json=True)
        return
    path = out or Path(re.sub(r"[^\w.-]+", "-", name).strip("-") + ".html")
    try:
        path.write_text(report(name, ladder.plan, records), encoding="utf-8")
    except OSError as error:
        raise InvalidInput("--out", f"{path}: {error.strerror}") from None
    click.echo(f"wrote {path}: {len(records)} games")
