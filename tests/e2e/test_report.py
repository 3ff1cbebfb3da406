"""The report of a ladder on a telephone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from eminence.bots.ladder.plan import Category, Contestant
from eminence.bots.ladder.report import report
from ladder_tools import contest, plan

NAMES = ("mcts:level=4,iterations=500", "grpc:address=127.0.0.1:50051")


def test_forfeits_are_seen_without_scrolling_on_a_phone(chromium: Any) -> None:
    entered = tuple(Contestant(name, "random") for name in NAMES)
    planned = replace(plan(), contestants=entered, categories=(Category("made-up", 2),))
    records = [replace(one, category="made-up-2") for one in contest(dict.fromkeys(NAMES, 0.0), 1200, 1)]
    lost = replace(records[0].chairs[0], forfeit="late", detail="took 12 s of 10 s")
    records[0] = replace(records[0], chairs=(lost, *records[0].chairs[1:]))
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    page.set_content(report("phones", planned, records))

    box = page.get_by_role("columnheader", name="Forfeits").first.bounding_box()
    page.close()

    assert box["x"] + box["width"] <= 360
