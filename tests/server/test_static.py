"""The files of web/ on the web port, and when it is there by itself."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from eminence.cext.games import catalogue
from eminence.server.app import Server
from eminence.server.config import Config

pytest.importorskip("connectrpc", reason="needs the extra `web`")

WEB = Path(__file__).parents[2] / "web"
LIST_GAMES = "/eminence.v1.OpponentService/ListGames"


@pytest_asyncio.fixture(loop_scope="session")
async def page(launch: Any) -> AsyncIterator[httpx.AsyncClient]:
    server, _ = await launch(web="on", web_port=0)
    async with client(server) as one:
        yield one


def client(server: Server) -> httpx.AsyncClient:
    assert server.web
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.web.port}", timeout=20)


async def test_page_and_its_files_are_served(page: httpx.AsyncClient) -> None:
    assert (await page.get("/")).text == (WEB / "index.html").read_text()
    script = await page.get("/app.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.text == (WEB / "app.js").read_text()


async def test_nothing_from_elsewhere_may_run_in_the_page(page: httpx.AsyncClient) -> None:
    for path in ("/", "/app.js", "/missing"):
        policy = (await page.get(path)).headers["content-security-policy"]
        rules = dict(rule.split(maxsplit=1) for rule in policy.split("; "))
        assert (rules["default-src"], rules["script-src"], rules["style-src"]) == (
            "'none'",
            "'self'",
            "'self'",
        )
        assert rules["frame-ancestors"] == "'none'"


def test_no_game_is_named_outside_its_module() -> None:
    for file in (one for one in WEB.rglob("*") if one.is_file()):
        named = {game for game in catalogue.names() if game in file.read_text().lower()}
        assert named <= {file.stem.removesuffix("_print")}, file


async def test_unchanged_files_are_not_sent_again(page: httpx.AsyncClient) -> None:
    first = await page.get("/style.css")
    again = await page.get("/style.css", headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/missing",
        "/games/",
        "/../server/web.py",
        "/%2e%2e/server/web.py",
        "/games/..%2f..%2fREADME.md",
        "//etc/passwd",
    ],
)
async def test_only_files_of_the_folder_are_served(page: httpx.AsyncClient, path: str) -> None:
    answer = await page.get(path)
    assert answer.status_code == 404


async def test_files_take_no_other_method(page: httpx.AsyncClient) -> None:
    assert (await page.post("/app.js")).status_code == 405


async def test_calls_pass_beside_the_page(page: httpx.AsyncClient) -> None:
    answer = await page.post(LIST_GAMES, json={})
    assert answer.status_code == 200
    assert answer.json()["games"]


async def test_page_can_be_left_out(launch: Any) -> None:
    server, _ = await launch(web="on", web_port=0, web_page="off")
    assert server.page is None
    async with client(server) as calls:
        assert (await calls.get("/")).status_code == 404
        assert (await calls.post(LIST_GAMES, json={})).status_code == 200


@pytest.mark.parametrize(
    ("settings", "web", "page"),
    [
        ({}, True, True),
        ({"host": "::1"}, True, True),
        ({"host": "localhost"}, True, True),
        ({"host": "0.0.0.0"}, False, False),
        ({"host": "example.org"}, False, False),
        ({"port": 0}, False, True),
        ({"web": "off"}, False, True),
        ({"host": "0.0.0.0", "web": "on"}, True, False),
        ({"host": "0.0.0.0", "web": "on", "web_page": "on"}, True, True),
        ({"web_page": "off"}, True, False),
    ],
)
def test_page_is_there_by_itself_on_this_machine_only(
    settings: dict[str, Any], web: bool, page: bool
) -> None:
    config = Config(**settings)
    assert (config.serves_web, config.serves_page) == (web, page)


async def test_web_port_that_is_taken_stops_nobody(launch: Any, logged: list[dict[str, Any]]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as free:
        web_port, port = taken.getsockname()[1], free.getsockname()[1]
        free.close()
        server, _ = await launch(port=port, web_port=web_port)
    assert server.web is None
    assert logged[-1]["event"] == "no web port"
    assert str(web_port) in logged[-1]["reason"]
