from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from eminence.bots.charts import ticks
from eminence.bots.ladder.plan import Category, Contestant
from eminence.bots.ladder.report import report
from eminence.bots.ladder.schedule import sprt_pair
from eminence.bots.ladder.sprt import Bounds
from ladder_tools import contest, made_up, plan

TWO = (Category("made-up", 2), Category("made-up", 3))
PLAN = replace(
    plan(["a=random", "b=greedy"]),
    contestants=tuple(Contestant(name, "random") for name in ("<b>ad", "good", "third")),
    categories=TWO,
)


def page() -> str:
    two = [replace(r, category="made-up-2") for r in contest({"<b>ad": 0.0, "good": 1.0}, 40, 1)]
    three = [
        replace(r, category="made-up-3", key=f"three/{r.key}")
        for r in contest({"<b>ad": 0.0, "good": 1.0, "third": 0.5}, 30, 2)
    ]
    lost = replace(two[0].chairs[0], forfeit="late", detail="took 12 s of 10 s")
    two[0] = replace(two[0], chairs=(lost, *two[0].chairs[1:]))
    void = replace(made_up("v", {}), category="made-up-2", void="its worker died 3 times")
    return report("Test & ladder", PLAN, [*two, *three, void])


class Checker(HTMLParser):
    """Complains about tags that do not match."""

    EMPTY = frozenset({"meta", "input", "wbr", "rect", "line", "polyline"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.EMPTY or tag == "polyline":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_stands_alone() -> None:
    text = page()
    checker = Checker()
    checker.feed(text)
    assert checker.open == []
    assert not re.search(r"https?://|<script|<link|@import|url\(", text)
    assert "viewport" in text
    assert "prefers-color-scheme: dark" in text


def test_names_are_not_markup() -> None:
    assert "<b>ad" not in page()
    assert "&lt;b&gt;ad" in page()


@pytest.mark.parametrize(
    "part",
    [
        "All games",
        "made-up-2",
        "made-up-3",
        "Rating over time",
        "Seat advantage",
        "Who finishes ahead",
        "Time per move",
    ],
)
def test_everything_is_there(part: str) -> None:
    assert part in page()


def test_incidents_are_told() -> None:
    assert "took 12 s of 10 s" in page()
    assert "its worker died 3 times" in page()


def test_an_sprt_shows_its_verdict() -> None:
    planned = plan(["a=random", "b=random"], "sprt", deals=100, bounds=Bounds(0, 50))
    won = [
        made_up(t.key, {c.name: 1 + (c.name == "b") for c in t.seating})
        for i in range(99)
        for t in sprt_pair(planned, i)
    ]
    records = [replace(record, category=planned.categories[0].key) for record in won]
    assert "a is better than b" in report("x", planned, records)
    assert "not decided yet" in report("x", planned, records[:2])


def test_a_ladder_without_games_has_a_page() -> None:
    assert "No games yet" in report("x", plan(), [])


@pytest.mark.parametrize(("low", "high"), [(0, 1), (1433, 1602), (0, 84), (-3.2, 7.9)])
def test_ticks_are_round_and_inside(low: float, high: float) -> None:
    marks = ticks(low, high)
    assert 3 <= len(marks) <= 8
    assert all(low <= mark <= high for mark in marks)
