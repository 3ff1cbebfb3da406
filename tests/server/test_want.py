"""Want of threads, files and memory: calls are refused for what it is, slots come back, and health tells."""

import asyncio
import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from service_client import Client, position_of, reached, refused

from eminence.bots.suggest import Thinking
from eminence.server import accounts
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as pb

EXHAUSTED = (grpc.StatusCode.RESOURCE_EXHAUSTED, "OUT_OF_RESOURCES")


async def is_serving(client: Client) -> bool:
    answer = await health_pb2_grpc.HealthStub(client.channel).Check(health_pb2.HealthCheckRequest())
    return answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_thread_that_cannot_start_costs_no_slot_and_shows_in_health(
    launch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "RELOAD_SECONDS", 0.001)
    server, client = await launch()
    position = position_of(await client.deal())

    def begin(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(Thinking, "begin", begin)
        for _ in range(3):
            error = await refused(client.suggest(position))
            assert (error.code, error.reason) == EXHAUSTED
            assert error.retry_ms
        assert server.admission.free == 1
        while await is_serving(client):
            pass
    while not await is_serving(client):
        pass
    assert await client.suggest(position)


async def test_threads_for_bots_are_there_from_the_start(
    launch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, client = await launch(slots=2)
    at = await client.deal()

    def start(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", start)
    assert await client.play(at.table, bot=common.Bot(name="policy"))
    assert server.admission.free == 2


async def test_work_that_cannot_even_begin_frees_its_slot(
    launch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, client = await launch()
    at = await client.deal()

    def submit(*_: Any) -> None:
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr(server._pool._threads, "submit", submit)
        error = await refused(client.play(at.table, bot=common.Bot(name="policy")))
    assert (error.code, error.reason) == EXHAUSTED
    assert server.admission.free == 1
    assert await client.play(at.table, bot=common.Bot(name="policy"))


async def test_files_used_up_by_connections_stop_no_search(tmp_path: Path) -> None:
    few = 100
    command = [sys.executable, "-m", "eminence", "serve", "--port", "0", "--slots", "1"]
    # By a shell: no Python may run between fork and exec beside the threads of gRPC.
    process = await asyncio.create_subprocess_exec(
        *("sh", "-c", f'ulimit -n {few} && exec "$@"', "sh", *command),
        "--table-key-file",
        str(tmp_path / "keys"),
        stderr=subprocess.PIPE,
    )
    assert process.stderr
    client, crowd = None, []
    try:
        async for line in process.stderr:
            event = json.loads(line)
            if event["event"] == "listening":
                break
        client = Client(event["address"])
        position = position_of(await client.deal())
        at = ("127.0.0.1", event["port"])
        crowd = [socket.create_connection(at) for _ in range(few)]
        files = Path(f"/proc/{process.pid}/fd")
        await reached(lambda: len(list(files.iterdir())) >= few)
        for _ in range(3):
            assert (await client.suggest(position, timeout=10)).suggestion.iterations
            assert await client.play((await client.deal()).table, bot=common.Bot(name="policy"))
        while crowd:
            crowd.pop().close()
        other = Client(event["address"])
        games = await other.opponent.ListGames(pb.ListGamesRequest(), timeout=30, wait_for_ready=True)
        assert games, "there are files again, so there are new connections"
        await other.channel.close()
    finally:
        for connection in crowd:
            connection.close()
        if client:
            await client.channel.close()
        process.terminate()
        assert await process.wait() == 0


async def ask_metrics(port: int, sent: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    async with asyncio.timeout(10):
        answer = await reader.read()
    writer.close()
    return answer


async def test_metrics_are_for_this_machine_and_silent_askers_make_room(launch: Any) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    server, _ = await launch(metrics_port=port, host="0.0.0.0")
    assert server.config.metrics_host == "127.0.0.1"
    silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(60)]
    answer = await ask_metrics(port, b"GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n")
    assert b"eminence_slots 1.0" in answer
    assert b"404" in await ask_metrics(port, b"POST /metrics HTTP/1.1\r\n\r\n")
    assert await ask_metrics(port, b"x" * 100_000 + b"\r\n\r\n") == b""
    for _, writer in silent:
        writer.transport.abort()
