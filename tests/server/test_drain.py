"""SIGTERM: what was admitted gets its answer, new calls are sent away, then the process ends."""

import asyncio
import base64
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from service_client import Client, position_of, question, reached, refused

from eminence.server.app import SERVICES
from eminence.server.keys import new_key
from eminence.v1 import opponent_service_pb2 as pb

SERVE = "from eminence.server.app import run; from eminence.server.config import Config; run(Config.load())"
KEY = new_key()


class Process:
    """A server in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.events: list[dict[str, Any]] = []
        self.text = ""

    async def event(self, name: str) -> dict[str, Any]:
        """Reads the log up to an event."""
        assert self.process.stderr
        async for line in self.process.stderr:
            self.text += line.decode()
            self.events.append(json.loads(line))
            if self.events[-1]["event"] == name:
                return self.events[-1]
        raise AssertionError(f"the server ended without {name!r}: {self.text}")


@pytest_asyncio.fixture(loop_scope="session")
async def process() -> AsyncIterator[Process]:
    settings = {"EMINENCE_PORT": "0", "EMINENCE_SLOTS": "1", "EMINENCE_TABLE_KEYS": KEY}
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVE, env=os.environ | settings, stderr=asyncio.subprocess.PIPE
    )
    yield Process(started)
    if started.returncode is None:
        started.kill()
    await started.wait()


async def test_sigterm_lets_the_call_in_flight_finish(process: Process) -> None:
    client = Client((await process.event("listening"))["address"])
    at = await client.deal()
    search = question(position_of(at), movetime_ms=2500, early_stop=False, seed=123_454_321)
    request = pb.WatchSuggestionRequest(request=search, interval_ms=20)
    running = aiter(client.opponent.WatchSuggestion(request))
    await anext(running)  # the search has begun
    process.process.send_signal(signal.SIGTERM)
    await process.event("draining")
    await not_serving(client)
    error = await refused(client.suggest(position_of(at)))
    assert (error.code, error.reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
    assert error.retry_ms
    *_, last = [message async for message in running]
    assert last.final
    assert last.suggestion.stopped_by == pb.STOP_REASON_MOVETIME
    await process.event("stopped")
    assert await process.process.wait() == 0
    await client.channel.close()
    check_log(process, at.table)


async def not_serving(client: Client) -> None:
    health = health_pb2_grpc.HealthStub(client.channel)
    for service in ("", *SERVICES):
        check = health_pb2.HealthCheckRequest(service=service)
        while (await health.Check(check)).status != health_pb2.HealthCheckResponse.NOT_SERVING:
            await asyncio.sleep(0)


def check_log(process: Process, table: bytes) -> None:
    calls = [event for event in process.events if event["event"] == "call"]
    assert {"request_id", "method", "status", "elapsed_ms", "timestamp", "level"} <= set(calls[0])
    for secret in (KEY, table.hex(), base64.b64encode(table).decode(), repr(table)[2:-1], "123454321"):
        assert secret not in process.text


async def test_calls_that_wait_for_a_slot_are_answered_too(launch: Any) -> None:
    server, client = await launch()
    position = position_of(await client.deal())
    calls = [
        client.opponent.SuggestMove(question(position, movetime_ms=300, early_stop=False)) for _ in range(3)
    ]
    await reached(lambda: server.admission.waiting == 2)
    await server.drain()
    assert [(await call).timing.movetime_ms for call in calls] == [300] * 3


async def test_second_signal_stops_at_once(process: Process) -> None:
    client = Client((await process.event("listening"))["address"])
    at = await client.deal()
    running = client.opponent.SuggestMove(question(position_of(at), movetime_ms=20_000, early_stop=False))
    await client.look(at.table, 0)
    process.process.send_signal(signal.SIGTERM)
    await process.event("draining")
    process.process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(10):
        await process.event("stopped")
        assert await process.process.wait() == 0
    with pytest.raises((grpc.aio.AioRpcError, asyncio.CancelledError)):
        await running
    await client.channel.close()


async def test_grace_is_an_end(launch: Any) -> None:
    server, client = await launch(grace_ms=50)
    call = client.opponent.SuggestMove(
        question(position_of(await client.deal()), movetime_ms=20_000, early_stop=False)
    )
    await reached(lambda: server.admission.free == 0)
    await server.drain()
    assert (await refused(call)).code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
    await reached(lambda: server.admission.free == 1)
