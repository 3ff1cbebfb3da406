"""Bots in any language: a program that reads one JSON line per question and writes one per answer.

`stdio:command=PROGRAM ARGUMENTS`. A question is `{"game", "seat", "seed", "view", "moves": [{"text", "effect",
"move"}]}`, with the seat's view and the moves as plain data; the answer is `{"move": TEXT}`, the text of one of the
moves. Every question stands for itself. The program is started once and plays all games of its process.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from typing import Any

from eminence.bots.game import Move, View
from eminence.bots.ladder.forfeit import CRASHED, LATE, Forfeit
from eminence.bots.ladder.leash import leashed
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.search import StopFlag
from eminence.cext.core.stream import Stream

LONGEST_ANSWER = 1 << 16  # bytes
TICK_SECONDS = 0.05


class StdioBot:
    def __init__(self, parameters: Mapping[str, str], stream: Stream) -> None:
        if set(parameters) != {"command"}:
            raise InvalidInput("bot", "stdio has one parameter: stdio:command=PROGRAM ARGUMENTS")
        self.program, self.stream = _program(parameters["command"]), stream

    def choose(self, view: View, stop: StopFlag | None = None) -> Move:
        question = {
            "game": view.game.name,
            "seat": view.seat,
            "seed": self.stream.bits() % 2**32,
            "view": view.data,
            "moves": [{"text": move.text, "effect": move.effect, "move": move.data} for move in view.moves],
        }
        return view.find(self.program.ask(question, stop))


class Program:
    """A running program. One that fails is ended; the next game starts a new one."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise InvalidInput("bot", f"{command} cannot be started: {error}") from None
        if not words or not shutil.which(words[0]):
            raise InvalidInput("bot", f"{command} cannot be started: there is no such program")
        self._process = subprocess.Popen(
            leashed(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

    def ask(self, question: dict[str, Any], stop: StopFlag | None) -> str:
        try:
            assert self._process.stdin
            self._process.stdin.write(json.dumps(question, ensure_ascii=False).encode() + b"\n")
            return str(json.loads(self._line(stop))["move"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            self.end()
            raise Forfeit(CRASHED, f"{self.command}: {type(error).__name__}: {error}") from None
        except Forfeit:
            self.end()
            raise

    def _line(self, stop: StopFlag | None) -> bytes:
        assert self._process.stdout
        line = b""
        while not line.endswith(b"\n"):
            if stop is not None and stop.is_set():
                raise Forfeit(LATE, f"{self.command} did not answer in time")
            if not select.select([self._process.stdout], [], [], TICK_SECONDS)[0]:
                continue
            read = os.read(self._process.stdout.fileno(), LONGEST_ANSWER)
            if not read:
                raise Forfeit(CRASHED, f"{self.command} ended with exit code {self._process.wait()}")
            line += read
            if len(line) > LONGEST_ANSWER:
                raise ValueError("an answer is a short line")
        return line

    def end(self) -> None:
        _PROGRAMS.pop(self.command, None)
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


_PROGRAMS: dict[str, Program] = {}


def _program(command: str) -> Program:
    if command not in _PROGRAMS:
        _PROGRAMS[command] = Program(command)
    return _PROGRAMS[command]


@atexit.register
def _end_all() -> None:
    """The leash ends programs too, but leaves their pipes open."""
    for program in list(_PROGRAMS.values()):
        program.end()
