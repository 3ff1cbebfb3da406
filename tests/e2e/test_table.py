"""The table in the browser: hints, taking back, keeping, sharing, keys, phones, and a service that is busy or gone."""

from __future__ import annotations

import json
import random
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest
from service_process import serving
from web_page import LEGAL, LOOSE, TablePage

from eminence.cext.games import catalogue

ROOT = Path(__file__).parents[2]
SUGGEST = "/eminence.v1.OpponentService/SuggestMove"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


def call(address: str, method: str, request: dict[str, Any]) -> dict[str, Any]:
    answer = httpx.post(f"{address}/eminence.v1.{method}", json=request, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


def saved(address: str, game: str, seats: int, plies: int, you: int = 0) -> dict[str, Any]:
    """A game as the browser keeps it, played on by bots until it is this seat's turn after some plies."""
    others = [seat for seat in range(seats) if seat != you]
    at = call(
        address, "TableService/StartGame", {"game": game, "seats": seats, "seed": 5, "botSeats": others}
    )
    steps = [{"table": at["table"], "status": at["status"]}]
    while not at["status"].get("over") and (len(steps) <= plies or at["status"].get("actor", 0) != you):
        at = call(address, "TableService/PlayMove", {"table": at["table"], "bot": {"name": "policy"}})
        steps.append({"table": at["table"], "status": at["status"], "played": at["played"]})
    bots = [{"name": "policy"}] * seats
    return {
        "format": "eminence-table-1",
        "game": game,
        "seats": seats,
        "you": you,
        "bots": bots,
        "steps": steps,
    }


def test_hint_improves_live_and_is_marked(table: TablePage, service: str) -> None:
    table.sit(saved(service, "verraeter", 3, 0))
    page = table.page
    assert page.locator(".mark").count() == 0
    page.click("text=Hint")
    page.wait_for_selector(".reason p:first-child:not(:empty)")
    page.wait_for_selector(".reason:not(:has-text('still thinking'))")
    assert page.locator(".mark.best").count() == 1
    assert page.locator(".mark").count() == len(table.listed())
    assert page.locator("move-list li").first.get_attribute("class") == "best"
    assert page.inner_text(".reason p:first-child")
    assert page.locator(".chart svg").get_attribute("aria-label").startswith("Winning chances")
    table.play_one(random.Random(1))
    assert page.locator(".mark").count() == 0, "a hint belongs to its position"


def test_hints_at_every_move(table: TablePage, service: str) -> None:
    table.sit(saved(service, "verraeter", 3, 0))
    table.page.check("text=Hints at every move")
    for _ in range(3):
        table.page.wait_for_selector(".moves .best, .choice.best")
        table.play_one(random.Random(2))
    table.page.uncheck("text=Hints at every move")
    table.play_one(random.Random(2))
    assert table.page.locator(".mark, .moves .best").count() == 0


def test_what_if_tells_the_figures_of_one_move(table: TablePage, service: str) -> None:
    table.sit(saved(service, "verraeter", 3, 0))
    page = table.page
    page.locator(".what-if").nth(2).click()
    page.wait_for_selector(".figures table")
    assert page.locator(".figures tbody tr").count() == 3
    assert page.locator(".mark").count() == 0, "the question was about one move"


def test_back_undoes_steps_and_turns(table: TablePage, service: str) -> None:
    table.sit(saved(service, "kingsburg", 3, 0))
    chance = random.Random(3)
    plies = [table.ply]
    for _ in range(4):
        table.play_one(chance)
        plies.append(table.ply)
    for ply in reversed(plies[:-1]):
        table.page.click(".tools button:first-child")
        table.wait()
        assert table.ply == ply
    assert table.page.locator(".tools button:first-child").is_disabled()
    assert table.page.locator(".journal li").count() == plies[0]


def test_reload_goes_on_with_the_game(table: TablePage) -> None:
    table.deal("verraeter", 3)
    table.play(4, random.Random(4))
    ply, moves = table.ply, table.listed()
    table.page.reload()
    table.wait()
    assert (table.ply, table.listed()) == (ply, moves)
    table.open()
    table.page.click("text=Continue the game of Verräter")
    table.wait()
    assert table.ply == ply


def test_save_and_load(table: TablePage, open_page: Any, service: str, tmp_path: Path) -> None:
    table.deal("verraeter", 3, you=1)
    table.play(5, random.Random(5))
    with table.page.expect_download() as download:
        table.page.click("text=Save")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    other = open_page(service)
    other.open()
    other.page.set_input_files("input[type=file]", file)
    other.wait()
    assert (other.ply, other.listed()) == (table.ply, table.listed())
    assert other.page.locator(".journal li").count() == table.page.locator(".journal li").count()
    other.play(2, random.Random(5))
    assert other.problems == []


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": "eminence-table-1", "game": "verraeter"}', '{"format": "other"}']
)
def test_foreign_files_are_refused_in_words(table: TablePage, content: str) -> None:
    table.open()
    file = {"name": "game.json", "mimeType": "application/json", "buffer": content.encode()}
    table.page.set_input_files("input[type=file]", file)
    table.page.wait_for_selector("service-notice:has-text('not a saved game')")
    assert table.page.locator("game-setup").count() == 1


def test_table_of_another_server_is_refused_in_words(open_page: Any, service: str) -> None:
    page = open_page(service)
    kept = saved(service, "verraeter", 3, 2)
    step = kept["steps"][-1]
    step["table"] = step["table"][:6] + "AAAAAAAA" + step["table"][14:]
    page.open()
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(kept).encode()}
    page.page.set_input_files("input[type=file]", file)
    page.page.wait_for_selector("service-notice:has-text('dealt by another')")


def test_link_leads_to_the_position(table: TablePage, open_page: Any, service: str) -> None:
    table.deal("verraeter", 3)
    table.play(4, random.Random(6))
    table.page.click("text=Share")
    link = table.page.input_value("dialog input")
    other = open_page(service)
    other.page.goto(link)
    other.wait()
    assert (other.ply, other.listed()) == (table.ply, table.listed())
    other.play(1, random.Random(6))
    assert other.problems == []


def test_link_that_leads_nowhere(open_page: Any, service: str) -> None:
    page = open_page(service)
    page.open("#position=%7Bnonsense")
    page.page.wait_for_selector("service-notice:has-text('does not lead to a game')")
    assert page.page.locator("game-setup").count() == 1


def test_keyboard_alone(table: TablePage) -> None:
    table.open()
    page = table.page
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "game":
        page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.value") != "verraeter":
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    table.wait()
    for decision in range(12):
        ply = table.ply
        on_move = "document.activeElement.matches('.hit, .choice')"
        for _ in range(40):
            if page.evaluate(on_move):
                break
            page.keyboard.press("Tab")
        assert page.evaluate(on_move), "the next decision is reached by Tab"
        before = page.evaluate("document.activeElement.getAttribute('aria-label')")
        if decision == 0:
            page.keyboard.press("ArrowRight")
            assert page.evaluate("document.activeElement.getAttribute('aria-label')") != before
        page.keyboard.press("Enter")
        table.wait()
        assert table.ply > ply


@pytest.mark.parametrize("game", catalogue.names())
def test_every_place_says_its_moves(table: TablePage, service: str, game: str) -> None:
    table.sit(saved(service, game, 3, 30))
    labels = table.page.locator(".hit").evaluate_all(
        "nodes => nodes.map(node => node.getAttribute('aria-label'))"
    )
    assert len(labels) == table.page.locator(LEGAL).count()
    assert all(labels)
    assert len(set(labels)) == len(labels), "two places that differ do not sound the same"
    words = table.page.locator(".moves .words").all_inner_texts()
    assert len(set(words)) == len(words), "two moves that differ do not read the same"
    assert table.page.locator(".in-words li").count() > 3


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", catalogue.names())
def test_accessible(open_page: Any, service: str, game: str, theme: str) -> None:
    if not AXE.exists():
        pytest.skip("needs axe-core: npm ci")
    page = open_page(service, color_scheme=theme)
    page.open()
    found = serious(page)
    page.sit(saved(service, game, 3, 20))
    page.page.click("text=Hint")
    page.page.wait_for_selector(".moves .best")
    found += serious(page)
    assert found == []


def serious(page: TablePage) -> list[str]:
    page.page.evaluate(AXE.read_text())
    result = page.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for one in result["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("plies", [0, 40, 10_000])
@pytest.mark.parametrize("game", catalogue.names())
def test_fits_a_phone(open_page: Any, service: str, game: str, plies: int) -> None:
    page = open_page(service, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.sit(saved(service, game, max(catalogue.face(game).seats), plies))
    assert page.page.evaluate("document.documentElement.scrollWidth") == 360
    outside = """() => [...document.querySelectorAll('.board text')].filter(node => {
        const box = node.getBoundingClientRect();
        return box.left < -1 || box.right > 361;
    }).map(node => node.textContent)"""
    assert page.page.evaluate(outside) == []
    if plies < 10_000:
        page.page.locator(f"{LEGAL}, {LOOSE}").first.tap()
        page.wait()
    assert page.problems == []


def test_server_gone_and_back(open_page: Any, tmp_path: Path) -> None:
    flags = ("--web", "on", "--web-port")
    with serving(tmp_path / "keys", *flags, "0") as listening:
        page = open_page(listening["page"].rstrip("/"))
        page.deal("verraeter", 3)
        page.play(2, random.Random(8))
    ply = page.ply
    page.page.locator(f"{LEGAL}, {LOOSE}").first.click()
    page.page.wait_for_selector("service-notice:has-text('cannot be reached')")
    with serving(tmp_path / "keys", *flags, str(listening["web_port"])):
        page.wait()
        assert page.ply > ply
        assert page.page.locator("service-notice").is_hidden()
        page.play(2, random.Random(8))


def test_busy_server_is_told_and_tried_again(open_page: Any, tmp_path: Path) -> None:
    flags = ("--web", "on", "--web-port", "0", "--slots", "1", "--queue-ms", "1", "--floor-percent", "100")
    with serving(tmp_path / "keys", *flags) as listening:
        address = listening["page"].rstrip("/")
        page = open_page(address)
        kept = saved(address, "verraeter", 3, 0)
        page.sit(kept)
        page.page.wait_for_selector(".chart svg")  # the page's own look at the position is over
        question = {
            "position": {"table": {"table": kept["steps"][-1]["table"], "seat": 0}},
            "earlyStop": False,
        }
        hog = HTTPConnection("127.0.0.1", listening["web_port"])
        asked = json.dumps(question | {"budget": {"movetimeMs": 30_000}})
        hog.request("POST", SUGGEST, asked, {"content-type": "application/json"})
        while httpx.post(address + SUGGEST, json=question | {"budget": {"movetimeMs": 1}}).status_code == 200:
            pass  # until the only slot is taken
        page.page.click("text=Hint")
        page.page.wait_for_selector("service-notice:has-text('busy')")
        hog.close()
        page.page.wait_for_selector(".moves .best", timeout=60_000)
        page.page.wait_for_selector("service-notice", state="hidden")


@pytest.mark.timeout(900)
def test_review_of_a_game_that_was_played_here(
    table: TablePage, open_page: Any, service: str, tmp_path: Path
) -> None:
    table.sit(saved(service, "verraeter", 3, 10_000))
    page = table.page
    with page.expect_download() as download:
        page.click("text=Save")
    download.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text())
    assert (record["format"], record["game"], len(record["plies"])) == (1, "verraeter", table.ply)
    page.click("text=Review the game")
    page.wait_for_selector("game-review[data-ready]", timeout=600_000)
    assert page.locator(".review tbody tr").count() >= 3
    page.check("text=Good moves too")
    judged = page.locator(".judgements button")
    assert judged.count() > 20
    own = page.locator(".judgements button:has(.sign.seat0)")
    own.first.click()  # the first estate, which has a place on the board
    page.wait_for_selector("game-board .mark")
    assert page.locator("game-board .mark.best").count() <= 1
    assert "winning chance" in page.inner_text(".review")
    other = open_page(service)
    other.open()
    other.page.set_input_files("input[type=file]", tmp_path / "record.json")
    other.page.wait_for_selector(".review .chart svg", timeout=60_000)
    assert other.problems == []


def test_record_that_does_not_fit_is_refused_in_words(open_page: Any, service: str) -> None:
    page = open_page(service)
    page.open()
    record = {"format": 1, "game": "verraeter", "seats": 3, "plies": [{"move": "nonsense"}]}
    file = {"name": "record.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    page.page.set_input_files("input[type=file]", file)
    page.page.wait_for_selector("service-notice:not([hidden])")
    assert "setup" in page.page.inner_text("service-notice") or "lots" in page.page.inner_text(
        "service-notice"
    )


def test_game_without_a_module_has_a_board(table: TablePage) -> None:
    for kind in ("js", "css"):
        table.page.route(f"**/games/verraeter.{kind}", lambda route: route.fulfill(status=404, body=""))
    table.deal("verraeter", 3)
    assert table.page.locator(".board text").count() > 20
    assert set(table.playable()) == set(table.listed())
    table.play(6, random.Random(9))
    assert [line for line in table.problems if "404" not in line and "stylesheet" not in line] == []
    table.problems.clear()


def test_first_view_is_small(open_page: Any, service: str) -> None:
    page = open_page(service)
    page.open()
    sizes = """performance.getEntries().filter(one => 'transferSize' in one).map(one => one.transferSize)"""
    assert sum(page.page.evaluate(sizes)) < 100_000, "the setup page"
    page.sit(saved(service, "kingsburg", 3, 0))
    assert sum(page.page.evaluate(sizes)) < 200_000, "a table opened directly"
    loaded = page.page.evaluate("performance.getEntriesByType('resource').map(one => new URL(one.name).host)")
    assert set(loaded) == {service.split("//")[1]}, "nothing comes from elsewhere"
