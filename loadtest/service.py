"""A server of the load tests' own, and positions to ask about."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from eminence.client import Client, Table


class Service:
    """A server in a process of its own."""

    def __init__(self, **settings: Any) -> None:
        self.metrics_port = _free_port()
        given = {"port": 0, "metrics_port": self.metrics_port, "log_level": "info"} | settings
        environment = {f"EMINENCE_{name.upper()}": str(value) for name, value in given.items()}
        command = [sys.executable, "-m", "eminence", "serve"]
        self._process = subprocess.Popen(command, env=os.environ | environment, stderr=subprocess.PIPE)
        self.events: list[dict[str, Any]] = []
        self.ends: dict[str, float] = {}  # when calls were answered by the service's own log, by their ids
        self._listening = threading.Event()
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()
        if not self._listening.wait(30):
            raise RuntimeError("the server did not start")

    @property
    def pid(self) -> int:
        return self._process.pid

    def _read_log(self) -> None:
        """Reads on, so that no line is dropped. Of single calls it keeps when they ended."""
        assert self._process.stderr
        for line in self._process.stderr:
            event = json.loads(line) if line.startswith(b"{") else {"event": "noise", "text": line.decode()}
            if event["event"] == "call":
                self.ends[event["request_id"]] = datetime.fromisoformat(event["timestamp"]).timestamp()
            else:
                self.events.append(event)
            if event["event"] == "listening":
                self.address: str = event["address"]
                self.web_port: int = event["web_port"]
                self._listening.set()

    def figures(self) -> dict[str, float]:
        """The server's metrics, added up over labels."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=10) as answer:
            text = answer.read().decode()
        found: dict[str, float] = {}
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                name = sample.name + (f"_{sample.labels['le']}" if "le" in sample.labels else "")
                found[name] = found.get(name, 0.0) + sample.value
        return found

    def terminate(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    def stop(self) -> int:
        if self._process.poll() is None:
            self.terminate()
        code = self._process.wait(90)
        self._reader.join(10)
        return code


@contextmanager
def running(**settings: Any) -> Iterator[Service]:
    service = Service(**settings)
    try:
        yield service
    finally:
        service.stop()


def first_game(client: Client) -> tuple[str, int]:
    """A game that the server has, and its greatest number of seats."""
    game = client.games().games[0]
    return game.name, max(game.seats)


def positions(client: Client, game: str, seats: int, count: int) -> list[Table]:
    """Tables spread over games that the playout policy plays."""
    found: list[Table] = []
    table: Table | None = None
    while len(found) < count:
        if table is None or table.over:
            table = client.start(game, seats)
        found.append(table)
        table = client.play_bot(table, "policy")
    return found


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
