"""What the page prints on components is what the service plays with, and games are named in their modules only."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from web_page import TablePage

from eminence.cext.games import catalogue
from eminence.cext.games.kingsburg.words import BUILDINGS

WEB = Path(__file__).parents[2] / "web"


def tables(game: str) -> dict[str, list[dict[str, Any]]]:
    path = WEB.parent / "cext" / "games" / game / "components.json"
    return {name: table["records"] for name, table in json.loads(path.read_text())["tables"].items()}


def printed(table: TablePage, module: str) -> Any:
    table.open()
    return table.page.evaluate(f"import('/games/{module}_print.js').then(module => ({{...module}}))")


def test_lands_and_actions(table: TablePage) -> None:
    found = printed(table, "verraeter")
    for row, land in enumerate(tables("verraeter")["lands"]):
        shown = found["LANDS"][land["id"]]
        assert (shown["row"], shown["points"], shown["wins"]) == (row, land["cp"], land["vp"])
    assert {key: card["points"] for key, card in found["ACTIONS"].items()} == {
        card["id"]: card["cp"] for card in tables("verraeter")["actions"]
    }


def test_markers_of_countries_and_titles(table: TablePage) -> None:
    found, figures = printed(table, "royals"), tables("royals")
    assert list(found["MARKERS"].values()) == [
        {"periods": [one[f"period_{year}"] for year in (1648, 1680, 1714)], "bonus": one["bonus"]}
        for one in figures["countries"]
    ]
    assert found["TITLE_POINTS"] == {one["id"]: one["whole"] for one in figures["titles"]}


def test_court_and_province(table: TablePage) -> None:
    found, figures = printed(table, "kingsburg"), tables("kingsburg")
    for advisor in figures["advisors"]:
        shown = found["ADVISORS"][advisor["number"]]
        assert shown["name"] == advisor["name"]
        assert helps(shown["help"]) == helps(advisor["help"])
    for whim in figures["whims"]:
        assert helps(found["WHIMS"][whim["number"]]) == helps(whim["help"])
    shown_buildings = found["BUILDINGS"] | found["STRIPS"]
    for word, building in zip(BUILDINGS, figures["buildings"] + figures["strips"], strict=True):
        shown = shown_buildings[word]
        assert [shown[key] for key in ("name", "row", "column", "vp")] == [
            building[key] for key in ("name", "row", "column", "vp")
        ]
        assert shown["cost"] == [building[kind] for kind in ("gold", "wood", "stone")]
    assert found["INVADERS"] == {
        card["id"]: {key: card[key] for key in ("race", "strength", "loss", "reward")}
        for card in figures["invaders"]
    }


def helps(help_: dict[str, Any]) -> tuple[Any, ...]:
    options = [
        {key: one[key] for key in ("gain", "pay", "others") if key in one} for one in help_.get("options", [])
    ]
    return help_.get("gain", {}), options, help_.get("picks"), help_.get("peek", False)


@pytest.mark.parametrize("game", catalogue.names())
def test_no_game_is_named_outside_its_module(game: str) -> None:
    shared = [
        path
        for path in WEB.rglob("*.*")
        if path.suffix in (".js", ".css", ".html")
        and not re.match(rf"({'|'.join(catalogue.names())})", path.name)
    ]
    assert len(shared) > 10
    assert [path.name for path in shared if game in path.read_text().lower()] == []
