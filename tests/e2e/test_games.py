"""Whole games in the browser, by clicks alone, and what the page gets to see of them."""

from __future__ import annotations

import json
import random
from base64 import b64decode
from pathlib import Path

import pytest
from google.protobuf.json_format import ParseDict
from web_page import LEGAL, LOOSE, TablePage

from eminence.cext.games import catalogue
from eminence.server.keys import KeyRing
from eminence.server.messages import game_view
from eminence.server.shelf import Shelf
from eminence.server.tables import Seal
from eminence.v1.games_pb2 import GameView


@pytest.mark.timeout(1200)  # hundreds of decisions, each with its drawing
@pytest.mark.parametrize("game", catalogue.names())
def test_whole_game_by_clicks(table: TablePage, game: str) -> None:
    seats = catalogue.face(game).seats[0]
    table.deal(game, seats, you=seats - 1)
    chance = random.Random(game)
    while not table.over:
        assert set(table.playable()) == set(table.listed())
        table.play_one(chance)
    places = table.page.locator(".result li").all_inner_texts()
    assert len(places) == seats
    assert table.page.locator(f"{LEGAL}, {LOOSE}").count() == 0


@pytest.mark.timeout(600)
def test_options_reach_the_table(table: TablePage) -> None:
    table.open()
    page = table.page
    page.locator("input[name=game][value=kingsburg]").check(force=True)
    page.click("summary:has-text('Options')")
    for option in ("module1", "module2", "module3", "module4", "module5"):
        page.select_option(f"select[name='option.{option}']", "true")
    page.select_option("select[name='option.module6']", label="Restoration")
    page.click("button[type=submit]")
    table.wait()
    chance = random.Random(11)
    for _ in range(25):
        assert set(table.playable()) == set(table.listed())
        table.play_one(chance)
    assert page.locator(".advisor.whim").count() > 0
    assert page.locator(".building").count() == 28


@pytest.mark.parametrize("game", catalogue.names())
def test_no_answer_holds_what_another_seat_hides(table: TablePage, game: str, key_file: Path) -> None:
    table.keep_answers()
    table.deal(game, catalogue.face(game).seats[0], you=1)
    table.page.check("text=Hints at every move")
    table.play(25, random.Random(7))
    seal = Seal(KeyRing.load("", key_file), Shelf({}))
    looked = secrets = 0
    for method, request, body in table.answers:
        if method in ("WatchSuggestion", "SuggestMove"):
            assert b'"view"' not in body
        elif method == "PlayMove":
            played = json.loads(body)["played"]
            secrets += played.get("secret", False)
            assert not played.get("secret") or "move" not in played or played.get("seat", 0) == 1
        elif method == "GetTable":
            looked += 1
            state = seal.open(b64decode(request["table"]), "table").state
            assert ParseDict(json.loads(body)["view"], GameView()) == game_view(state.view(1))
        else:
            assert method in ("ListGames", "StartGame")
    assert looked > 20
    assert secrets or game != "verraeter"
