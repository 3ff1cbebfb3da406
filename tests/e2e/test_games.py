"""Whole games in the browser, by clicks alone, and what the page gets to see of them."""

from __future__ import annotations

import json
import random
from base64 import b64decode
from collections import Counter
from pathlib import Path
from statistics import median

import pytest
from google.protobuf.json_format import ParseDict
from web_page import PLACES, TablePage, saved

from eminence.cext.games import catalogue
from eminence.server.keys import KeyRing
from eminence.server.messages import game_view
from eminence.server.shelf import Shelf
from eminence.server.tables import Seal
from eminence.v1.games_pb2 import GameView

HINTED = 8  # decisions with hints, which are answers too


@pytest.mark.timeout(1200)  # hundreds of decisions, each with its drawing
@pytest.mark.parametrize("game", catalogue.names())
def test_whole_game_by_clicks(table: TablePage, game: str, key_file: Path) -> None:
    """What can be played is what is listed, the board is drawn once for each position, and nothing hidden arrives."""
    seats = catalogue.face(game).seats[0]
    you = seats - 1
    table.keep_answers()
    table.deal(game, seats, you=you)
    chance = random.Random(game)
    always = table.page.locator("text=Hints at every move")
    always.check()
    decisions, drawings = 0, []
    while not (seen := table.look())["over"]:
        assert set(seen["playable"]) == set(seen["listed"])
        drawings.append(seen["drawMs"])
        if decisions < HINTED:
            table.page.wait_for_selector(".moves .best, .choice.best")
        table.play_one(chance)
        decisions += 1
        if decisions == HINTED:
            always.uncheck()
    assert len(table.page.locator(".result li").all_inner_texts()) == seats
    assert table.page.locator(PLACES).count() == 0
    assert seen["drawn"] <= table.ply + 3, "once for each position, and when the page gets another width"
    print(
        f"{game}: {seen['drawn']} drawings, median {median(drawings):.1f} ms, longest {max(drawings):.1f} ms"
    )
    check_answers(table, game, you, key_file)


def check_answers(table: TablePage, game: str, you: int, key_file: Path) -> None:
    """No answer of the service holds what another seat hides."""
    seal = Seal(KeyRing.load("", key_file), Shelf({}))
    seen: Counter[str] = Counter()
    for method, request, body in table.answers():
        seen[method] += 1
        if method in ("WatchSuggestion", "SuggestMove"):
            assert '"view"' not in body
        elif method == "PlayMove":
            answer = json.loads(body)
            played = answer["played"]
            seen["secret"] += played.get("secret", False)
            assert not played.get("secret") or "move" not in played or played["seat"] == you
            assert all(you in event["seenBy"] for event in answer.get("events", []) if event.get("seenBy"))
        elif method == "GetTable":
            state = seal.open(b64decode(request["table"]), "table").state
            assert ParseDict(json.loads(body)["view"], GameView()) == game_view(state.view(you))
        else:
            assert method in ("ListGames", "StartGame")
    assert seen["GetTable"] > 20
    assert seen["WatchSuggestion"] >= HINTED
    assert seen["secret"] or game != "verraeter"


@pytest.mark.parametrize("game", catalogue.names())
def test_a_redraw_touches_what_has_changed(table: TablePage, service: str, game: str) -> None:
    chance = random.Random(game)
    table.sit(saved(service, game, catalogue.face(game).seats[0], 30))
    drawn = "[...document.querySelectorAll('.board *:not(.hit)')]"
    for _ in range(6):
        table.page.evaluate(f"for (const one of {drawn}) one.seen = true")
        before = table.look()["drawn"]
        table.play_one(chance)
        assert table.look()["drawn"] > before
        kept, total = table.page.evaluate(f"[{drawn}.filter(one => one.seen).length, {drawn}.length]")
        assert kept > 0.5 * total, f"{total - kept} of {total} elements are new"


@pytest.mark.timeout(600)
def test_options_reach_the_table(table: TablePage) -> None:
    table.open()
    page = table.page
    page.locator("input[name=game][value=kingsburg]").check(force=True)
    page.click("summary:has-text('Options')")
    page.locator("input[name=you][value='1']").check(force=True)
    page.locator("input[name=you][value='0']").check(force=True)  # the options stay open
    for option in ("module1", "module2", "module3", "module4", "module5"):
        page.select_option(f"select[name='option.{option}']", "true")
    page.select_option("select[name='option.module6']", label="Restoration")
    for seat in (1, 2):
        page.select_option(f"select[name=bot{seat}]", "policy")
    page.click(".setup button[type=submit]")
    table.wait()
    chance = random.Random(11)
    for _ in range(12):
        seen = table.look()
        assert set(seen["playable"]) == set(seen["listed"])
        table.play_one(chance)
    assert page.locator(".advisor.whim").count() > 0
    assert page.locator(".building").count() == 28
