"""A ladder under way, in the terminal: progress, pace and ratings so far."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console, ConsoleRenderable, Group
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from eminence.bots.ladder.plan import SPRT, Plan
from eminence.bots.ladder.ratings import Skills
from eminence.bots.ladder.runner import Run
from eminence.bots.ladder.schedule import SprtFollower, most_games
from eminence.cli.output import table

MOST_ROWS = 12
REFRESH_SECONDS = 0.5
LOG_SECONDS = 60.0


class Screen:
    """On stderr: a live table where a person is watching, else a line now and then."""

    def __init__(self, name: str, plan: Plan, *, quiet: bool) -> None:
        self.name, self.plan = name, plan
        self.total = most_games(plan)
        self.started = time.monotonic()
        self.shown = self.started
        self.quiet = quiet
        self.rated: set[str] = set()
        self.skills = Skills([contestant.name for contestant in plan.contestants])
        self.console = Console(stderr=True)
        self.follower: SprtFollower | None = None
        watched = sys.stderr.isatty() and not quiet
        self.live = Live(console=self.console, transient=True, auto_refresh=False) if watched else None

    def __enter__(self) -> Screen:
        if self.live:
            self.live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.live:
            self.live.stop()

    def say(self, message: str) -> None:
        self.console.print(escape(message), style="yellow")

    def show(self, run: Run) -> None:
        if self.quiet or time.monotonic() - self.shown < (REFRESH_SECONDS if self.live else LOG_SECONDS):
            return
        self.shown = time.monotonic()
        if self.live is None:
            self.console.print(self._pace(run), soft_wrap=True)
            return
        for key in run.results.keys() - self.rated:
            self.rated.add(key)
            self.skills.add(run.results[key])
        parts: list[ConsoleRenderable] = [self._pace(run)]
        parts.append(ProgressBar(total=self.total, completed=len(run.results), width=60))
        if self.plan.kind == SPRT:
            parts.append(self._test(run))
        self.live.update(Group(*parts, self._table()), refresh=True)

    def _pace(self, run: Run) -> Text:
        seconds = max(time.monotonic() - self.started, 1e-3)
        pace = run.played / seconds
        left = (self.total - len(run.results)) / pace if pace else 0.0
        ends = f", {left / 60:.0f} min left" if self.plan.kind != SPRT and pace else ""
        return Text(f"{self.name}: {len(run.results)} of {self.total} games, {pace:.2f} games/s{ends}")

    def _test(self, run: Run) -> Text:
        self.follower = self.follower or SprtFollower(self.plan, run.results)
        verdict, bounds = self.follower.verdict, self.plan.bounds
        assert bounds
        return Text(
            f"LLR {verdict.llr:+.2f} in [{bounds.lower:.2f}, {bounds.upper:.2f}], "
            f"Elo {verdict.elo:+.0f} [{verdict.elo_low:+.0f}, {verdict.elo_high:+.0f}], {verdict.pairs} pairs"
        )

    def _table(self) -> Table:
        listed = table("bot", "rating", "±", right=("rating", "±"))
        rated = sorted(self.skills.ratings().items(), key=lambda item: -item[1].points)
        for name, rating in rated[:MOST_ROWS]:
            listed.add_row(escape(name), f"{rating.points:.0f}", f"{rating.interval:.0f}")
        return listed
