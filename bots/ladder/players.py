"""Contestants at the table: how the referee asks each kind for a move, and for how long.

Built-in bots think in the referee's process. Bots of other packages get a process of their own (`box.py`): one that
hangs or crashes can be ended without harm to the game, and one that would cheat finds nothing in its memory but its own
seat's views.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import Any, Protocol

from eminence.bots.game import Move, View
from eminence.bots.ladder.forfeit import CRASHED, LATE, Forfeit
from eminence.bots.ladder.plan import Category, Plan
from eminence.bots.roster import Bot, BotSpec, bot_kind, make_bot
from eminence.cext.core.search import StopFlag

LONGEST_ANSWER = 1 << 16  # bytes
START_SECONDS = 30.0  # for a box to start its bot
ALARM_TICK_SECONDS = 0.05


class Player(Protocol):
    """A contestant in one game."""

    def choose(self, view: View, seconds: float) -> Move | str:
        """Its answer: a move or the text of one, perhaps not a legal one. Raises Forfeit when there is none in time."""


def make_player(spec: str, seed: str, category: Category) -> Player:
    if not bot_kind(BotSpec.parse(spec).name).foreign:
        return InProcessPlayer(make_bot(spec, seed))
    try:
        box = _box(spec)
        box.begin(seed, category)
    except Forfeit as forfeit:
        return AbsentPlayer(forfeit)
    return box


class InProcessPlayer:
    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: View, seconds: float) -> Move:
        started = time.monotonic()
        stop = _alarm().set(started + seconds)
        try:
            move = self.bot.choose(view, stop)
        except Exception as error:
            raise Forfeit(CRASHED, f"{type(error).__name__}: {error}") from error
        _check_in_time(time.monotonic() - started, seconds)
        return move


class AbsentPlayer:
    """One that did not even come to the table."""

    def __init__(self, forfeit: Forfeit) -> None:
        self.forfeit = forfeit

    def choose(self, view: View, seconds: float) -> Move:
        raise self.forfeit


def _check_in_time(elapsed: float, seconds: float) -> None:
    if elapsed > seconds:
        raise Forfeit(LATE, f"took {elapsed:.2f} s of {seconds:.2f} s")


class Alarm:
    """Stops in-process searches whose deadline has passed: one thread per process, not one timer per move."""

    def __init__(self) -> None:
        self._current: tuple[float, StopFlag] = (float("inf"), StopFlag())
        threading.Thread(target=self._watch, name="alarm", daemon=True).start()

    def set(self, deadline: float) -> StopFlag:
        stop = StopFlag()
        self._current = (deadline, stop)
        return stop

    def _watch(self) -> None:
        while True:
            time.sleep(ALARM_TICK_SECONDS)
            deadline, stop = self._current
            if time.monotonic() > deadline:
                stop.set()


class Box:
    """A bot in a process of its own, spoken to in JSON: what a stranger sends is data, never code."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        ours, theirs = socket.socketpair()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the box)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "eminence.bots.ladder.box", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
            )
        self._connection = Connection(ours.detach())

    def begin(self, seed: str, category: Category) -> None:
        self._exchange({"spec": self.spec, "seed": seed, **asdict(category)}, START_SECONDS)

    def choose(self, view: View, seconds: float) -> str:
        answer = self._exchange({"view": view.packed.hex(), "seat": view.seat, "seconds": seconds}, seconds)
        return str(answer.get("move"))

    def _exchange(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            self._connection.send_bytes(json.dumps(message).encode())
            if not self._connection.poll(seconds):
                self.close()
                raise Forfeit(LATE, f"no answer within {seconds:.2f} s")
            answer = json.loads(self._connection.recv_bytes(LONGEST_ANSWER))
            if not isinstance(answer, dict):
                raise ValueError("an answer is an object")
        except (EOFError, OSError, ValueError):
            detail = f"its process ended or spoke out of turn: {self._last_words()}"
            self.close()
            raise Forfeit(CRASHED, detail) from None
        if "forfeit" in answer:
            raise Forfeit(str(answer["forfeit"]), str(answer.get("detail")))
        return answer

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {self._process.poll()}"

    def close(self) -> None:
        """Ends the process; the next game of this bot gets a new one."""
        _BOXES.pop(self.spec, None)
        self._process.kill()
        self._process.wait()
        self._connection.close()
        self._errors.close()


_BOXES: dict[str, Box] = {}
_ALARMS: list[Alarm] = []


def _box(spec: str) -> Box:
    """Boxes outlive a game, since starting one takes longer than most games."""
    if spec not in _BOXES:
        _BOXES[spec] = Box(spec)
    return _BOXES[spec]


def _alarm() -> Alarm:
    if not _ALARMS:
        _ALARMS.append(Alarm())
    return _ALARMS[0]


def close_boxes() -> None:
    for box in list(_BOXES.values()):
        box.close()


def absent(plan: Plan) -> dict[str, Forfeit]:
    """Contestants of other packages that do not come to the table at all, found before the first game."""
    missing = {}
    for contestant in plan.contestants:
        player = make_player(contestant.spec, "0", plan.categories[0])
        if isinstance(player, AbsentPlayer):
            missing[contestant.name] = player.forfeit
    return missing
