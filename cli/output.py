"""What commands print: tables for people on stdout, JSON for scripts, progress on stderr."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from eminence.bots.match import Standing
from eminence.bots.playout import SeatSummary

PIPE_WIDTH = 100
_EIGHTHS = " ▏▎▍▌▋▊▉█"

json_flag = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")


def console() -> Console:
    """Stdout for people; as wide as the terminal, or wide enough for every table when there is none."""
    fixed = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(highlight=False, emoji=False, width=PIPE_WIDTH if fixed else None)


def table(*columns: str, title: str | None = None, right: tuple[str, ...] = ()) -> Table:
    """An empty table; the columns named in `right` hold figures."""
    made = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        made.add_column(name, justify="right" if name in right else "left")
    return made


def emit(data: Any) -> None:
    """Prints JSON. Fractions are cut to six places, below which there is only noise."""
    click.echo(json.dumps(plain(data), ensure_ascii=False, indent=2))


def emit_line(data: Any) -> None:
    """Prints JSON on one line, for output that is a stream of events."""
    click.echo(json.dumps(plain(data), ensure_ascii=False))


def plain(value: Any) -> Any:
    """Dataclasses, mappings and sequences as what JSON knows; fields that are no part of a repr stay out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        shown = [field.name for field in dataclasses.fields(value) if field.repr]
        return {name: plain(getattr(value, name)) for name in shown}
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return round(value, 6) if isinstance(value, float) else value


def bar(share: float, width: int) -> str:
    """A share from 0 to 1 as a bar of `width` characters."""
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def share(of: Standing | SeatSummary) -> str:
    """A win share with its interval."""
    return f"{of.win_share:.1%} \\[{of.win_share_low:.0%}, {of.win_share_high:.0%}]"


@contextmanager
def progress(label: str, total: float, *, quiet: bool) -> Iterator[Callable[[float], None]]:
    """A bar on stderr, advanced by what it yields; invisible when quiet or not watched by a person."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    shown = sys.stderr.isatty() and not quiet
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not shown) as bars:
        task = bars.add_task(label, total=total)
        yield lambda step: bars.advance(task, step)
