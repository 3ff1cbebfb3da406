"""The table in the browser: hints, taking back, keeping, sharing, keys, phones, and a service that is busy or gone."""

from __future__ import annotations

import json
import random
import struct
from http.client import HTTPConnection
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest
from service_process import serving
from web_page import PLACES, TablePage, saved

from eminence.cext.games import catalogue
from eminence.server import apikeys
from eminence.server.apikeys import Limits

ROOT = Path(__file__).parents[2]
SUGGEST = "/eminence.v1.OpponentService/SuggestMove"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
OUTSIDE = """() => [...document.querySelectorAll('.board text')].filter(node => {
    const box = node.getBoundingClientRect();
    return box.left < -1 || box.right > innerWidth + 1;
}).map(node => node.textContent)"""
IN_SIGHT = """() => {
    const box = document.activeElement.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === document.activeElement;
}"""
STEPS = """plan => {
    document.querySelector('game-board').mark([], plan);
    return [...document.querySelectorAll('.step text')].map(node => node.textContent);
}"""  # in one go: the table's adviser, at work from the start, clears the marks of others
QUICK = 40  # iterations for each decision of a review


def test_hints(table: TablePage, service: str) -> None:
    table.sit(saved(service, "verraeter", 3, 0))
    page = table.page
    page.locator(".what-if").nth(2).click()
    page.wait_for_selector(".figures .sources tbody tr")
    assert page.locator(".figures table").first.locator("tbody tr").count() == 3, "a row a seat"
    assert page.locator(".mark").count() == 0, "the question was about one move"
    page.click(".tools .primary")
    page.wait_for_selector(".reason p:first-child:not(:empty)")
    page.wait_for_selector(".reason:not(:has-text('still thinking'))")
    assert page.locator(".mark.best").count() == 1
    assert page.locator(".mark").count() == len(table.look()["listed"])
    assert page.locator("move-list li").first.get_attribute("class") == "best"
    assert page.locator(".reason .sources thead th").count() == 2, "the advised move and the best other one"
    assert page.locator(".chart > svg").get_attribute("aria-label").startswith("Winning chances")
    assert len(page.locator(".chart .legend li").all_inner_texts()) == 3
    table.play_one(random.Random(1))
    assert page.locator(".mark").count() == 0, "a hint belongs to its position"
    page.check("text=Hints at every move")
    for _ in range(3):
        page.wait_for_selector(".moves .best, .choice.best")
        table.play_one(random.Random(2))
    page.uncheck("text=Hints at every move")
    table.play_one(random.Random(2))
    assert page.locator(".mark, .moves .best").count() == 0


def test_a_place_shows_every_step_of_the_plan(table: TablePage, service: str) -> None:
    kept = saved(service, "verraeter", 3, 0)
    table.sit(kept)
    request = {"table": kept["steps"][-1]["table"], "seat": 0}
    seen = httpx.post(f"{service}/eminence.v1.TableService/GetTable", json=request).json()
    first, second = seen["moves"][:2]
    assert sorted(table.page.evaluate(STEPS, [first, second, first])) == ["1 3", "2"]


def test_back_undoes_steps_and_turns(table: TablePage, service: str) -> None:
    table.sit(saved(service, "kingsburg", 3, 0))
    chance = random.Random(3)
    plies, told = [table.ply], table.page.locator(".journal > li").count()
    for _ in range(4):
        table.play_one(chance)
        plies.append(table.ply)
    for ply in reversed(plies[:-1]):
        table.page.click(".tools button:first-child")
        table.wait()
        assert table.ply == ply
    assert table.page.locator(".tools button:first-child").is_disabled()
    assert table.page.locator(".journal > li").count() == told


def test_game_is_kept_saved_and_shared(
    table: TablePage, open_page: Any, service: str, tmp_path: Path
) -> None:
    table.deal("verraeter", 3, you=1)
    table.play(4, random.Random(4))
    page, ply, moves = table.page, table.ply, table.look()["listed"]

    def same(one: TablePage) -> bool:
        return (one.ply, one.look()["listed"]) == (ply, moves)

    page.reload()
    table.wait()
    assert same(table), "after a reload"
    table.open()
    page.click("text=Continue the game of Verräter")
    table.wait()
    assert same(table), "after the page was left"
    with page.expect_download() as download:
        page.click("text=Save")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    other = open_page(service)
    other.open()
    other.page.set_input_files("input[type=file]", file)
    other.wait()
    assert same(other), "from a file"
    assert other.page.locator(".journal > li").count() == page.locator(".journal > li").count()
    other.play(2, random.Random(5))
    page.click("text=Share")
    link = page.input_value("dialog input")
    third = open_page(service)
    third.page.goto(link)
    third.wait()
    assert same(third), "from a link"
    third.play(1, random.Random(6))
    assert other.problems + third.problems == []


def test_foreign_files_are_refused_in_words(table: TablePage) -> None:
    table.open()
    notice = table.page.locator("service-notice")
    half = '{"format": "eminence-table-1", "game": "verraeter"}'
    for content in ("", "{", "[]", half, '{"format": "other"}'):
        file = {"name": "game.json", "mimeType": "application/json", "buffer": content.encode()}
        table.page.set_input_files("input[type=file]", file)
        notice.get_by_text("not a saved game").wait_for()
        notice.get_by_text("Close").click()
        notice.wait_for(state="hidden")
    assert table.page.locator("game-setup").count() == 1


def test_table_of_another_server_is_refused_in_words(open_page: Any, service: str) -> None:
    page = open_page(service)
    kept = saved(service, "verraeter", 3, 2)
    table = kept["steps"][-1]["table"]
    kept["steps"] = [kept["steps"][-1] | {"table": table[:6] + "AAAAAAAA" + table[14:]}]
    page.open()
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(kept).encode()}
    page.page.set_input_files("input[type=file]", file)
    page.page.wait_for_selector("service-notice:has-text('dealt by another')")


def test_link_that_leads_nowhere(open_page: Any, service: str) -> None:
    page = open_page(service)
    page.open("#position=%7Bnonsense")
    page.page.wait_for_selector("service-notice:has-text('does not lead to a game')")
    assert page.page.locator("game-setup").count() == 1


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_keyboard_alone(open_page: Any, service: str, viewport: dict[str, int]) -> None:
    table = open_page(service, viewport=viewport)
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
        assert page.evaluate(IN_SIGHT), "nothing lies above what has the focus"
        page.keyboard.press("Enter")
        table.wait()
        assert table.ply > ply
    assert table.problems == []


@pytest.mark.parametrize("game", catalogue.names())
def test_fits_a_phone_and_is_accessible(open_page: Any, service: str, game: str) -> None:
    """From the deal to the end, on a phone and on a desk, in both themes."""
    page = open_page(service, viewport=PHONE, has_touch=True)
    seats = max(catalogue.face(game).seats)
    found = []
    for plies in (0, 40, 10_000):
        page.sit(saved(service, game, seats, plies))
        check_words(page)
        assert page.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert page.page.evaluate(OUTSIDE) == []
        if plies == 40:
            page.page.click(".tools .primary")
            page.page.wait_for_selector(".moves .best")
            check_plan(page)
            found += serious(page)
        if plies < 10_000:
            page.page.locator(PLACES).first.tap()
            page.wait()
    assert page.problems == []
    assert found == []


def check_plan(page: TablePage) -> None:
    """Reason, advice and a plan that is told begin with the advised move, in the words of the list."""
    page.page.wait_for_selector(".reason:not(:has-text('still thinking'))")
    best = page.page.locator(".moves .best .words").inner_text()
    name = best.split(":")[0]
    assert page.page.locator(".reason p").first.inner_text().startswith(f"{best}. ")
    assert page.page.locator(".advice").inner_text().startswith(f"Advised: {name}")
    for plan in page.page.locator(".reason .plan").all_inner_texts():
        assert plan.removeprefix("Plan: ").startswith(name)


def check_words(page: TablePage) -> None:
    """Every place and every move says what it is, and none like another."""
    labels = page.page.locator(".hit").evaluate_all(
        "nodes => nodes.map(node => node.getAttribute('aria-label'))"
    )
    assert len(labels) == page.page.locator("game-board .spot.legal").count()
    assert all(labels)
    assert len(set(labels)) == len(labels), "two places that differ do not sound the same"
    words = page.page.locator(".moves .words").all_inner_texts()
    assert len(set(words)) == len(words), "two moves that differ do not read the same"
    assert page.page.locator(".in-words li").count() > 3


def test_setup_fits_a_phone_and_is_accessible(open_page: Any, service: str) -> None:
    page = open_page(service, viewport=PHONE)
    page.open()
    page.page.click("summary:has-text('Options')")
    assert page.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert serious(page) == []


def serious(page: TablePage) -> list[str]:
    """What axe-core finds on a phone and on a desk, in both themes; the page stays a phone's."""
    if not AXE.exists():
        pytest.skip("needs axe-core: npm ci")
    page.page.evaluate(AXE.read_text())
    found = []
    for viewport, theme in product((DESK, PHONE), ("light", "dark")):
        page.page.set_viewport_size(viewport)
        page.page.emulate_media(color_scheme=theme)
        result = page.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found += [
            f"{theme} {viewport['width']} {one['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
            for one in result["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]
    return found


def test_key_is_asked_for(open_page: Any, tmp_path: Path) -> None:
    key = apikeys.add(tmp_path / "api_keys", "tests", Limits(cpu_ms=0))
    refusing = ("--api-key-file", str(tmp_path / "api_keys"), "--anonymous", "refuse")
    with serving(tmp_path / "keys", "--web", "on", "--web-port", "0", *refusing) as listening:
        page = open_page(listening["page"].rstrip("/"))
        page.page.goto(page.address)
        notice = page.page.locator("service-notice")
        notice.get_by_text("This server asks for an API key.").wait_for()
        notice.get_by_label("API key").fill("emk_wrong")
        notice.get_by_text("Use it").click()
        notice.get_by_text("The server does not know this API key.").wait_for()
        notice.get_by_label("API key").fill(key)
        notice.get_by_text("Use it").click()
        page.page.wait_for_selector("body[data-ready]")
        notice.wait_for(state="hidden")
        page.deal("verraeter", 3)
        page.play(1, random.Random(10))


def test_server_gone_and_back(open_page: Any, tmp_path: Path) -> None:
    flags = ("--web", "on", "--web-port")
    with serving(tmp_path / "keys", *flags, "0") as listening:
        page = open_page(listening["page"].rstrip("/"))
        page.deal("verraeter", 3)
        page.play(2, random.Random(8))
    ply = page.ply
    page.page.locator(PLACES).first.click()
    page.page.wait_for_selector("service-notice:has-text('cannot be reached')")
    with serving(tmp_path / "keys", *flags, str(listening["web_port"])):
        page.wait()
        assert page.ply > ply
        assert page.page.locator("service-notice").is_hidden()
        page.play(2, random.Random(8))


def test_busy_server_is_told_and_tried_again(open_page: Any, tmp_path: Path) -> None:
    flags = ("--web", "on", "--web-port", "0", "--slots", "1", "--queue-ms", "1", "--floor-percent", "100")
    flags += ("--max-movetime-ms", "100000")
    with serving(tmp_path / "keys", *flags) as listening:
        address = listening["page"].rstrip("/")
        page = open_page(address)
        kept = saved(address, "verraeter", 3, 0)
        page.sit(kept)
        page.page.wait_for_selector(".chart > svg")  # the page's own look at the position is over
        question = {
            "position": {"table": {"table": kept["steps"][-1]["table"], "seat": 0}},
            "earlyStop": False,
        }
        hog = HTTPConnection("127.0.0.1", listening["web_port"])
        asked = json.dumps(question | {"budget": {"movetimeMs": 100_000}})
        hog.request("POST", SUGGEST, asked, {"content-type": "application/json"})
        while httpx.post(address + SUGGEST, json=question | {"budget": {"movetimeMs": 1}}).status_code == 200:
            pass  # until the only slot is taken
        page.page.click(".tools .primary")
        page.page.wait_for_selector("service-notice:has-text('busy')")
        hog.close()
        page.page.wait_for_selector(".moves .best")
        page.page.wait_for_selector("service-notice", state="hidden")


def hurry_reviews(page: Any) -> None:
    """Has reviews think less than the page asks for."""

    def hurry(route: Any) -> None:
        asked = json.loads(route.request.post_data_buffer[5:]) | {"iterations": QUICK}
        content = json.dumps(asked).encode()
        route.continue_(post_data=struct.pack(">BI", 0, len(content)) + content)

    page.route("**/ReviewGame", hurry)


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
    hurry_reviews(page)
    page.click("text=Review the game")
    page.wait_for_selector("game-review[data-ready]")
    assert page.locator(".review tbody tr").count() >= 3
    page.check("text=Good moves too")
    judged = page.locator(".judgements button")
    assert judged.count() > 20
    assert "winning chance" in show_marked(page)
    other = open_page(service)
    hurry_reviews(other.page)
    other.open()
    other.page.set_input_files("input[type=file]", tmp_path / "record.json")
    other.page.wait_for_selector("game-review[data-ready]")
    other.page.check("text=Good moves too")
    show_marked(other.page)
    other.page.set_viewport_size(PHONE)
    assert other.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert other.page.evaluate("document.querySelector('.scroll').scrollWidth") <= PHONE["width"]
    assert serious(other) == []
    assert other.problems == []


def show_marked(page: Any) -> str:
    """Chooses a decision of each seat, and looks at the board: the moves that were judged are marked."""
    for seat in range(3):
        page.locator(f".judgements button:has(.sign.seat{seat})").first.click()
        # An estate: the first decision of each seat, which has a place on the board.
        page.wait_for_selector(f".review h2:has(.sign.seat{seat})")
        page.wait_for_selector("game-board .mark.best")
        assert page.locator("game-board .mark").count() in (1, 2)
    return str(page.inner_text(".review"))


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
    seen = table.look()
    assert set(seen["playable"]) == set(seen["listed"])
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
