"""Logging holds up nobody: not with a reader who does not read, nor with a disk that is full."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from service_client import Client, reached

from eminence.server import logs
from eminence.v1 import opponent_service_pb2 as pb


@pytest_asyncio.fixture(loop_scope="session", params=["unread pipe", "full disk"])
async def muted(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Any, Client]]:
    """A server whose log goes nowhere."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    command = [sys.executable, "-m", "eminence", "serve", "--port", str(port), "--web", "off"]
    with open("/dev/full", "wb") as full:
        process = subprocess.Popen(
            [*command, "--table-key-file", str(tmp_path / "keys")],
            stderr=subprocess.PIPE if request.param == "unread pipe" else full,
        )
    client = Client(f"127.0.0.1:{port}")
    yield process, client
    await client.channel.close()
    if process.poll() is None:
        process.kill()
    process.wait()
    if process.stderr:
        process.stderr.close()


async def test_calls_are_answered_though_nobody_takes_the_log(muted: tuple[Any, Client]) -> None:
    process, client = muted
    await client.opponent.ListGames(pb.ListGamesRequest(), wait_for_ready=True, timeout=60)
    for _ in range(10):
        asked = [client.opponent.ListGames(pb.ListGamesRequest(), timeout=60) for _ in range(100)]
        await asyncio.gather(*asked)
    process.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(process.wait, 60) == 0


async def test_lines_are_dropped_and_counted_and_later_ones_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_LINES", 10)
    reader, written = os.pipe()
    log = logs.Writer(written)
    for _ in range(20):
        log.write("x" * 100_000 + "\n")  # more than a pipe takes
    assert log.dropped >= 9
    dropped = log.dropped
    os.set_blocking(reader, False)
    text = b""

    def read() -> bool:
        nonlocal text
        with contextlib.suppress(BlockingIOError):
            text += os.read(reader, 1_000_000)
        return text.count(b"\n") == 20 - dropped

    await reached(read)
    log.write("last\n")
    log.finish()
    assert os.read(reader, 100) == b"last\n"


async def test_line_that_cannot_be_written_is_counted() -> None:
    with open("/dev/full", "wb") as full:
        log = logs.Writer(full.fileno())
        log.write("lost\n")
        await reached(lambda: log.dropped == 1)
        log.finish()
