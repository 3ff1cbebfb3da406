"""The page of web/ as a person uses it, in a real browser."""

from __future__ import annotations

import json
import random
from typing import Any

READY = "game-table[data-ready]"
LEGAL = "game-board .spot.legal"
LOOSE = ".choices .choice"


class TablePage:
    """One tab with the page. Keeps every answer of the service that it gets."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.problems: list[str] = []
        self.answers: list[tuple[str, dict[str, Any], bytes]] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda line: self.problems.append(line.text) if line.type == "error" else None)
        page.add_init_script(
            "localStorage.getItem('eminence.pace') ?? localStorage.setItem('eminence.pace', '0')"
        )

    def keep_answers(self) -> None:
        def keep(response: Any) -> None:
            if "/eminence.v1." in response.url:
                asked = response.request.post_data_buffer
                request = json.loads(asked) if asked[:1] == b"{" else {}
                self.answers.append((response.url.rsplit("/", 1)[1], request, response.body()))

        self.page.on("response", keep)

    def open(self, fragment: str = "") -> None:
        self.page.goto(f"{self.address}/{fragment}")
        self.page.wait_for_selector("body[data-ready]")

    def deal(self, game: str, seats: int, you: int = 0, bot: str = "policy") -> None:
        """Sits down by the setup page."""
        self.open()
        self.page.locator(f"input[name=game][value={game}]").check(force=True)
        self.page.locator(f"input[name=seats][value='{seats}']").check(force=True)
        self.page.locator(f"input[name=you][value='{you}']").check(force=True)
        for seat in set(range(seats)) - {you}:
            self.page.select_option(f"select[name=bot{seat}]", bot)
        self.page.click("button[type=submit]")
        self.wait()

    def sit(self, saved: dict[str, Any]) -> None:
        """Sits down at a game that the browser kept."""
        self.open()
        self.page.evaluate("saved => localStorage.setItem('eminence.game', saved)", json.dumps(saved))
        self.page.goto(f"{self.address}/#table")
        self.page.reload()
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_selector(READY, timeout=60_000)

    @property
    def over(self) -> bool:
        return bool(self.page.locator(".result:not([hidden])").count())

    @property
    def ply(self) -> int:
        return int(self.page.get_attribute("game-table", "data-ply"))

    def listed(self) -> list[str]:
        """The moves in the list, in notation."""
        return self.page.locator("move-list li").evaluate_all("rows => rows.map(row => row.dataset.text)")

    def playable(self) -> list[str]:
        """The moves that the board and the buttons above it play, in notation."""
        script = "nodes => nodes.flatMap(node => (node.dataset.moves ?? node.dataset.text).split(' '))"
        return self.page.locator(f"{LEGAL}, {LOOSE}").evaluate_all(script)

    def play_one(self, chance: random.Random) -> None:
        """One move by clicks on the board or on the choices above it."""
        places = self.page.locator(f"{LEGAL}, {LOOSE}")
        places.nth(chance.randrange(places.count())).click()
        chooser = self.page.locator("dialog[open] button:not(.quiet)")
        if chooser.count():
            chooser.nth(chance.randrange(chooser.count())).click()
        self.wait()

    def play(self, decisions: int, chance: random.Random) -> None:
        for _ in range(decisions):
            if self.over:
                return
            self.play_one(chance)
