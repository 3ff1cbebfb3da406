"""A package of contestants, entered by entry points: one that plays fair and many that do not."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

from eminence.bots import Move, State, View
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.search import StopFlag
from eminence.cext.core.stream import Stream


class First:
    """Plays the first legal move."""

    def __init__(self, parameters: Mapping[str, str], stream: Stream) -> None:
        self.parameters = parameters

    def choose(self, view: View, stop: StopFlag | None = None) -> Move:
        return self.cheat(view) or view.moves[0]

    def cheat(self, view: View) -> Any:
        return None


class Spy(First):
    def cheat(self, view: View) -> Any:
        assert not any(isinstance(thing, State) for thing in gc.get_objects()), "found the state"
        return None


class Hang(First):
    def cheat(self, view: View) -> Any:
        while True:
            pass


class Sleepy(First):
    def cheat(self, view: View) -> Any:
        time.sleep(float(self.parameters["seconds"]))
        return None


class Dies(First):
    def cheat(self, view: View) -> Any:
        os._exit(3)


class Raises(First):
    def cheat(self, view: View) -> Any:
        raise RuntimeError("out of ideas")


class Illegal(First):
    def cheat(self, view: View) -> Any:
        return "castle"


class Floods(First):
    def cheat(self, view: View) -> Any:
        return "x" * 10_000_000


class Babbles(First):
    """Has found the socket and speaks for itself."""

    def cheat(self, view: View) -> Any:
        Connection(int(sys.argv[1])).send_bytes(b"[1]")
        time.sleep(60)
        return None


class Curses(First):
    """Says what neither a database nor a page can hold."""

    def cheat(self, view: View) -> Any:
        raise RuntimeError("\x00\ud800" + "x" * 10_000)


class Refuses(First):
    def __init__(self, parameters: Mapping[str, str], stream: Stream) -> None:
        raise InvalidInput("bot", "refuses has no parameters that would please it")
