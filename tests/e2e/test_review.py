"""The page of a review, as a telephone shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eminence.bots import Game, Recorder, review
from eminence.bots.review_page import review_page
from eminence.cext.core.stream import Stream


def test_a_review_on_a_phone(chromium: Any, tmp_path: Path) -> None:
    """Everything is there without scrolling sideways, and a mark in the chart leads to its move."""
    stream, recorder = (
        Stream(2, "moves"),
        Recorder(Game("verraeter", 3), 2, ["Anna", "mcts:level=5", "x" * 90]),
    )
    while recorder.state.actor is not None:
        codes = recorder.state.codes
        recorder.play(recorder.state.move(codes[stream.below(len(codes))]).text)
    found = review(recorder.record, iterations=200)
    bad = [one for one in found.judgements if one.verdict in ("mistake", "blunder")]
    assert bad, "random play makes mistakes"
    file = tmp_path / "review.html"
    file.write_text(review_page(found), encoding="utf-8")

    page = chromium.new_page(viewport={"width": 360, "height": 740})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(
        "[...document.querySelectorAll('.scroll')].every(one => one.scrollWidth <= one.clientWidth)"
    )
    assert page.locator("svg polyline").count() == 3
    assert page.locator("svg .mark").count() == len(bad)
    details = page.locator(f"#ply{bad[-1].ply}")
    assert details.get_attribute("open") is None
    page.locator("svg a").last.click()  # on top of others beside it
    details.get_by_text("Better was").wait_for()
    assert details.get_attribute("open") is not None
    assert bad[-1].best_effect.partition(":")[0].lower() in details.inner_text().lower()
    page.close()
    assert not complaints
