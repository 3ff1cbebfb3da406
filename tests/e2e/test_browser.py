"""The example page in a real browser: another site's page asks the service for a hint."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from service_process import serving

EXAMPLE = Path(__file__).parents[2] / "examples" / "browser"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The example on a site of its own, so that the browser's rules for other sites apply."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(EXAMPLE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def service(site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service that lets pages of that site call."""
    flags = ("--web", "on", "--web-port", "0", "--web-origins", site)
    with serving(tmp_path_factory.mktemp("web") / "keys", *flags) as listening:
        yield f"http://127.0.0.1:{listening['web_port']}"


@pytest.fixture(scope="module")
def page(chromium: Any) -> Iterator[Any]:
    page = chromium.new_page()
    yield page
    page.close()


def test_page_shows_a_hint(page: Any, site: str, service: str) -> None:
    page.goto(f"{site}/index.html?service={service}")
    page.wait_for_selector("body[data-ready=yes]")

    page.click("#ask")
    page.wait_for_selector("#alternatives tr")

    assert page.inner_text("#reason")
    assert page.inner_text("#problem") == ""
    assert page.locator("#alternatives tr").count() >= 2
    assert page.locator("#alternatives meter").first.get_attribute("title")


def test_site_that_is_not_listed_is_kept_out(page: Any, site: str, service: str) -> None:
    page.goto(f"{site.replace('127.0.0.1', 'localhost')}/index.html?service={service}")
    page.wait_for_function("document.getElementById('problem').textContent !== ''")

    assert page.locator("body[data-ready=yes]").count() == 0


def test_refusal_is_shown(page: Any, site: str, service: str) -> None:
    page.goto(f"{site}/index.html?service={service}&key=emk_wrong")
    page.wait_for_function("document.getElementById('problem').textContent !== ''")

    assert "unauthenticated" in page.inner_text("#problem")
