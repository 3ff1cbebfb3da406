"""The page of web/ as a person uses it, in a real browser."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import httpx

PATIENCE_MS = 240_000  # for what must happen, however slow the machine
READY = "game-table[data-ready]"
PLACES = "game-board .spot.legal, .choices .choice"
CHOOSER = "dialog[open] button:not(.quiet)"

SIT = "saved => { localStorage.setItem('eminence.game', saved); history.replaceState(null, '', '#table'); }"
KEEP = """
    const send = window.fetch;
    window.answers = [];
    window.fetch = async (url, options) => {
        const response = await send(url, options);
        const request = typeof options.body === 'string' ? options.body : '';
        const one = {method: String(url).split('/').at(-1), request, body: '', done: false};
        window.answers.push(one);
        const text = response.clone().body.pipeThrough(new TextDecoderStream());
        const keep = new WritableStream({write: part => { one.body += part; }});
        text.pipeTo(keep).catch(() => {}).finally(() => { one.done = true; });
        return response;
    };"""
LOOK = """places => ({
    playable: [...document.querySelectorAll(places)].flatMap(({dataset}) => (dataset.moves ?? dataset.text).split(' ')),
    listed: [...document.querySelectorAll('move-list li')].map(row => row.dataset.text),
    over: document.querySelector('.result:not([hidden])') !== null,
    drawn: document.querySelector('game-board').drawn,
    drawMs: document.querySelector('game-board').drawMs,
})"""


@cache
def _played(address: str, game: str, seats: int) -> tuple[httpx.Client, list[dict[str, Any]]]:
    """A game that `saved` lets bots play on."""
    client = httpx.Client(base_url=address, timeout=60)
    others = list(range(1, seats))
    at = _called(client, "StartGame", {"game": game, "seats": seats, "seed": 5, "botSeats": others})
    return client, [at]


def _called(client: httpx.Client, method: str, request: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"/eminence.v1.TableService/{method}", json=request)
    assert answer.status_code == 200, answer.text
    return answer.json()


def saved(address: str, game: str, seats: int, plies: int) -> dict[str, Any]:
    """A game as the browser keeps it, played by bots until it is seat 0's turn after some plies, or over."""
    client, steps = _played(address, game, seats)
    for ply in range(10_000):
        status = steps[ply]["status"]
        if status.get("over") or (ply >= plies and status.get("actor") == 0):
            break
        if ply + 1 == len(steps):
            request = {"table": steps[ply]["table"], "bot": {"name": "policy"}}
            steps.append(_called(client, "PlayMove", request))
    seating = {"game": game, "seats": seats, "you": 0, "bots": [{"name": "policy"}] * seats}
    return {"format": "eminence-table-1", **seating, "steps": steps[: ply + 1]}


class TablePage:
    """One tab with the page."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.problems: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda line: self.problems.append(line.text) if line.type == "error" else None)
        page.add_init_script(
            "localStorage.getItem('eminence.pace') ?? localStorage.setItem('eminence.pace', '0')"
        )

    def keep_answers(self) -> None:
        """From the next page on, what the service answers is kept, as far as it has come."""
        self.page.add_init_script(KEEP)

    def answers(self) -> list[tuple[str, dict[str, Any], str]]:
        """Method, request and all that came back, of every call."""
        while not self.page.evaluate(
            "answers.every(one => one.done)"
        ):  # the page's policy forbids wait_for_function
            self.page.wait_for_timeout(20)
        kept = self.page.evaluate("answers")
        return [(one["method"], json.loads(one["request"] or "{}"), one["body"]) for one in kept]

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
        self.page.click(".setup button[type=submit]")
        self.wait()

    def sit(self, saved: dict[str, Any]) -> None:
        """Sits down at a game that the browser kept."""
        if not self.page.url.startswith(self.address):
            self.open()
        self.page.evaluate(SIT, json.dumps(saved))
        self.page.reload()
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_selector(READY)

    def look(self) -> dict[str, Any]:
        """What can be played from the board and from the list, in notation, whether it is over, and the drawings."""
        return self.page.evaluate(LOOK, PLACES)

    @property
    def ply(self) -> int:
        return int(self.page.get_attribute("game-table", "data-ply"))

    def play_one(self, chance: random.Random) -> None:
        """One move by clicks on the board or on the choices above it."""
        self._click_one_of(PLACES, chance)
        self._click_one_of(CHOOSER, chance)
        self.wait()

    def _click_one_of(self, selector: str, chance: random.Random) -> None:
        found = self.page.locator(selector)
        if count := found.count():
            found.nth(chance.randrange(count)).click()

    def play(self, decisions: int, chance: random.Random) -> None:
        for _ in range(decisions):
            self.play_one(chance)
