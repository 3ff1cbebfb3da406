"""Writes docs/python-api.md from signatures and docstrings: python tests/tools/python_api.py"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from eminence import bots
from eminence.bots.ladder import plan, ratings, report, runner, store

PAGE = Path(__file__).parents[2] / "docs" / "python-api.md"
HEAD = """# The Python API

Games, views, bots, matches and ladders inside a Python process; over the network it is `eminence.client`
([cookbook.md](cookbook.md)). Made from the docstrings by `python tests/tools/python_api.py`; a test checks that it is
current.
"""
PARTS: dict[str, tuple[Any, ...]] = {
    "Games": (
        bots.Game,
        bots.State,
        bots.View,
        bots.Move,
        bots.Event,
        bots.Result,
        bots.find_game,
        bots.read_view,
    ),
    "Bots": (
        bots.Bot,
        bots.BotSpec,
        bots.make_bot,
        bots.Budget,
        bots.suggest,
        bots.Suggestion,
        bots.Alternative,
    ),
    "Matches": (bots.match, bots.MatchResult, bots.Standing, bots.play_out),
    "Ladders": (
        plan.Plan,
        plan.Contestant,
        plan.Category,
        store.Store,
        runner.Run,
        ratings.standings,
        report.report,
    ),
    "Records and reviews": (bots.Record, bots.Recorder, bots.record_of, bots.review),
}


def public(kind: type) -> Iterator[tuple[str, Any]]:
    """Methods and properties of a class and of its private bases, in the order in which they are written."""
    bases = [one for one in kind.__mro__[1:] if one.__name__.startswith("_")]
    for one in (*reversed(bases), kind):
        yield from ((name, value) for name, value in vars(one).items() if not name.startswith("_"))


class Bare(str):
    """Text that is shown without quotes."""

    def __repr__(self) -> str:
        return str(self)


def signature(function: Any) -> str:
    """As it is written, without `self` and without the places of functions in memory."""
    whole = inspect.signature(function)
    given = [
        one.replace(
            annotation=Bare(one.annotation) if isinstance(one.annotation, str) else one.annotation,
            default=Bare("...") if inspect.isfunction(one.default) else one.default,
        )
        for one in whole.parameters.values()
        if one.name != "self"
    ]
    back = whole.return_annotation
    back = (
        inspect.Signature.empty
        if inspect.isclass(function)
        else Bare(back)
        if isinstance(back, str)
        else back
    )
    return str(inspect.Signature(given, return_annotation=back))


def said(thing: Any) -> str:
    text = inspect.getdoc(thing) or ""
    return "" if text.startswith(f"{getattr(thing, '__name__', '')}(") else " ".join(text.split())


def members(kind: type) -> Iterator[str]:
    seen: dict[str, str] = {}
    for name, value in public(kind):
        inner = getattr(value, "__func__", value)
        if isinstance(inner, property | cached_property):
            seen[name] = f"- `{name}`: {said(inner)}"
        elif inspect.isfunction(inner):
            seen[name] = f"- `{name}{signature(inner)}`: {said(inner)}"
    yield from (line.rstrip(": ") for line in seen.values())


def entry(thing: Any) -> Iterator[str]:
    how = "" if getattr(thing, "_is_protocol", False) else signature(thing)
    yield f"\n### {thing.__name__}\n\n```python\n{thing.__module__}.{thing.__name__}{how}\n```\n\n{said(thing)}"
    if inspect.isclass(thing) and (listed := list(members(thing))):
        yield "\n" + "\n".join(listed)


def page() -> str:
    lines = [HEAD]
    for title, things in PARTS.items():
        lines.append(f"## {title}")
        for thing in things:
            lines += entry(thing)
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
