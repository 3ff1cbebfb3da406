"""Two replicas behind nginx with the shipped configuration; one of them dies under load, and nobody notices."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from service_process import serving

from eminence.client import AsyncClient, Client, Failure

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
CONFIG = Path(__file__).parents[2] / "deploy" / "nginx.conf"
CALLERS = 6

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="needs nginx: apt-get install nginx-light"),
]


@pytest.fixture
def balanced(tmp_path: Path) -> Iterator[tuple[str, str, list[int]]]:
    """Addresses of the proxy for gRPC and for browsers, and the replicas' process ids."""
    with ExitStack() as stack:
        flags = ("--web", "on", "--web-port", "0", "--slots", "1")
        replicas = [stack.enter_context(serving(tmp_path / "keys", *flags)) for _ in range(2)]
        ports = [free_port(), free_port()]
        stack.enter_context(Proxy(tmp_path, replicas, ports))
        addresses = [f"127.0.0.1:{port}" for port in ports]
        yield addresses[0], addresses[1], [replica["pid"] for replica in replicas]


class Proxy:
    """nginx with the shipped configuration, its names and ports replaced."""

    def __init__(self, folder: Path, replicas: list[dict[str, Any]], ports: list[int]) -> None:
        text = CONFIG.read_text()
        for number, replica in enumerate(replicas, 1):
            text = text.replace(f"replica{number}:50051", replica["address"])
            text = text.replace(f"replica{number}:8080", f"127.0.0.1:{replica['web_port']}")
        text = text.replace("listen 50051", f"listen 127.0.0.1:{ports[0]}")
        text = text.replace("listen 8080", f"listen 127.0.0.1:{ports[1]}")
        temporary = "".join(
            f"    {kind}_temp_path {folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        text = re.sub(r"http \{\n", f"http {{\n{temporary}", text, count=1)
        (folder / "nginx.conf").write_text(f"daemon off;\npid {folder}/nginx.pid;\n{text}")
        self._command = [str(NGINX), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
        self._port = ports[0]

    def __enter__(self) -> None:
        self._process = subprocess.Popen(self._command)
        until(lambda: socket.socket().connect_ex(("127.0.0.1", self._port)) == 0)

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()


def until(reached: Any) -> None:
    while not reached():
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Caller:
    """Asks for hints, one after the other, until it is told to stop."""

    def __init__(self) -> None:
        self.answered = 0
        self.failures: list[str] = []  # what went wrong in spite of the retries
        self.is_done = False

    async def ask(self, address: str) -> None:
        async with AsyncClient(address, timeout=100) as client:
            table = await client.start("verraeter", seats=3)
            while not self.is_done:
                try:
                    await client.hint(table, movetime_ms=20)
                    self.answered += 1
                except Failure as failure:
                    self.failures.append(str(failure))


async def answered_anew(callers: list[Caller], more: int) -> None:
    """Waits until everybody has got so many more answers, or one of them has failed."""
    wanted = [caller.answered + more for caller in callers]
    while any(caller.answered < count for caller, count in zip(callers, wanted, strict=True)):
        if any(caller.failures for caller in callers):
            break
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_no_call_is_lost_when_a_replica_goes(balanced: Any, number: int) -> None:
    address, _, (victim, _) = balanced
    callers = [Caller() for _ in range(CALLERS)]
    asking = [asyncio.ensure_future(caller.ask(address)) for caller in callers]
    await answered_anew(callers, 5)
    os.kill(victim, number)
    await answered_anew(callers, 20)
    for caller in callers:
        caller.is_done = True
    await asyncio.gather(*asking)
    assert [caller.failures for caller in callers] == [[]] * CALLERS


def test_tables_travel_between_replicas(balanced: Any) -> None:
    address, _, _ = balanced
    with Client(address) as client:
        table = client.start("verraeter", seats=3)
        for _ in range(10):
            table = client.play_bot(table, "policy")
    assert table.status.ply == 10


def test_browsers_come_through_the_proxy(balanced: Any) -> None:
    _, web, _ = balanced
    answer = httpx.post(f"http://{web}/eminence.v1.OpponentService/ListGames", json={}, timeout=10)
    assert answer.json()["games"]
