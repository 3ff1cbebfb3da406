"""A browser for each module, since its event loop must not outlive it, and a service with the page for all of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service_process import serving
from web_page import TablePage

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: make dev")
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web") / "keys"


@pytest.fixture(scope="session")
def service(key_file: Path) -> Iterator[str]:
    """Address of a service with the page."""
    with serving(key_file, "--web", "on", "--web-port", "0") as listening:
        yield listening["page"].rstrip("/")


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Any]:
    """Opens tabs, each in a browser of its own: nothing is shared between them."""
    contexts = []

    def one(address: str, **settings: Any) -> TablePage:
        contexts.append(chromium.new_context(**settings))
        return TablePage(contexts[-1].new_page(), address)

    yield one
    for context in contexts:
        context.close()


@pytest.fixture
def table(open_page: Any, service: str) -> Iterator[TablePage]:
    """A tab in which nothing may go wrong."""
    page = open_page(service)
    yield page
    assert page.problems == []
