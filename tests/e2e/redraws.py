"""What a redraw of each board costs in Chromium, as CPU time of the page's main thread, over a whole game.

    python tests/e2e/redraws.py                 the page of this checkout
    python tests/e2e/redraws.py ../old/web      and another one's beside it, in turns

Every position of a game of bots is shown on the board, with the legal moves of seat 0, and the browser is asked what
script, styles and layout, and the whole with painting took.
"""

from __future__ import annotations

import mimetypes
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlparse

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx
from playwright.sync_api import Browser, CDPSession, sync_playwright
from service_process import serving
from web_page import saved

from eminence.cext.games import catalogue

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = "/usr/bin/chromium"
VIEWPORTS = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})
KEYS = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "TaskDuration")
SHOW = """async ([name, shown]) => {
    const { gameModule } = await import('/games.js');
    await import('/board.js');
    const game = await gameModule(name);
    const board = document.createElement('game-board');
    document.querySelector('main').replaceChildren(board);
    const show = ({ view, moves = [] }) => board.show(game, view[name], moves, name);
    // Script of a timer is counted, that of evaluate is not.
    window.redraw = (i) => new Promise(done => setTimeout(() => {
        show(shown[i]);
        requestAnimationFrame(() => setTimeout(done));
    }));
}"""


def positions(address: str, game: str, seats: int) -> list[dict[str, Any]]:
    """What seat 0 sees at every ply of a game."""
    client = httpx.Client(base_url=address, timeout=60)
    found = []
    for step in saved(address, game, seats, 10_000)["steps"]:
        request = {"table": step["table"], "seat": 0}
        found.append(client.post("/eminence.v1.TableService/GetTable", json=request).json())
    return found


def spent(devtools: CDPSession) -> dict[str, float]:
    """Milliseconds of CPU time so far."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return {one["name"]: 1000 * one["value"] for one in metrics if one["name"] in KEYS}


class Bench:
    """A tab that draws with the modules of one folder."""

    def __init__(self, browser: Browser, address: str, folder: Path, viewport: dict[str, int]) -> None:
        self.folder = folder
        self.page = browser.new_context(viewport=viewport).new_page()  # type: ignore[arg-type]
        self.page.route(lambda url: "eminence.v1" not in url, self._file)
        self.page.goto(address)
        self.page.wait_for_selector("body[data-ready]")
        self.devtools = self.page.context.new_cdp_session(self.page)
        self.devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def _file(self, route: Any) -> None:
        path = self.folder / (urlparse(route.request.url).path.lstrip("/") or "index.html")
        kind = mimetypes.guess_type(path.name)[0] or "text/plain"
        route.fulfill(
            status=200 if path.exists() else 404, path=path if path.exists() else None, content_type=kind
        )

    def lay_out(self, game: str, shown: list[dict[str, Any]]) -> None:
        self.page.evaluate(SHOW, [game, shown])

    def redraw(self, i: int) -> dict[str, float]:
        before = spent(self.devtools)
        self.page.evaluate("i => redraw(i)", i)
        after = spent(self.devtools)
        return {key: after[key] - before[key] for key in KEYS}


def measure(browser: Browser, address: str, folders: list[Path]) -> None:
    for game in catalogue.names():
        shown = positions(address, game, max(catalogue.face(game).seats))
        for viewport in VIEWPORTS:
            benches = [Bench(browser, address, folder, viewport) for folder in folders]
            for bench in benches:
                bench.lay_out(game, shown)
            costs: list[list[dict[str, float]]] = [[] for _ in benches]
            for i in range(len(shown)):
                for bench, cost in zip(benches, costs, strict=True):
                    cost.append(bench.redraw(i))
            for bench, cost in zip(benches, costs, strict=True):
                row(f"{game} {viewport['width']}", bench.folder, cost[1:])  # the first one draws from nothing
                bench.page.context.close()


def row(name: str, folder: Path, cost: list[dict[str, float]]) -> None:
    script = [one["ScriptDuration"] for one in cost]
    style = [one["LayoutDuration"] + one["RecalcStyleDuration"] for one in cost]
    task = [one["TaskDuration"] for one in cost]
    figures = (f"{median(part):5.1f} {quantiles(part, n=20)[-1]:5.1f}" for part in (script, style, task))
    print(f"{name:<16} {folder.parent.name:<10} {len(cost):4}   {'   '.join(figures)}", flush=True)


def main() -> None:
    folders = [WEB, *(Path(one) for one in sys.argv[1:])]
    print("ms of CPU, median and 95 %:       plies    script      style+layout   whole task")
    with tempfile.TemporaryDirectory() as keys, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with serving(Path(keys) / "keys", "--web", "on", "--web-port", "0") as listening:
            measure(browser, listening["page"].rstrip("/"), folders)
        browser.close()


if __name__ == "__main__":
    main()
