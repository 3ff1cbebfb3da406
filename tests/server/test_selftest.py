"""Health turns SERVING only when a search of every game has worked."""

import asyncio
from typing import Any

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from service_client import Client

from eminence.bots.suggest import Thinking
from eminence.cext.core.search import StopFlag
from eminence.cext.games import catalogue
from eminence.server.app import SERVICES, Server
from eminence.server.bells import think
from eminence.server.config import Config
from eminence.server.keys import new_key
from eminence.v1 import opponent_service_pb2 as pb

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def statuses(client: Client) -> set[int]:
    stub = health_pb2_grpc.HealthStub(client.channel)
    checks = [health_pb2.HealthCheckRequest(service=name) for name in ("", *SERVICES)]
    return {(await stub.Check(check)).status for check in checks}


async def test_failed_self_test_is_not_serving_and_says_why(
    launch: Any, logged: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, broken = Thinking.begin, catalogue.names()[-1]

    def fail(self: Thinking, *rest: Any) -> None:
        if self.view.game.name == broken:
            raise RuntimeError("the core is broken")
        begin(self, *rest)

    monkeypatch.setattr(Thinking, "begin", fail)
    before = len(logged)
    _, client = await launch()
    assert await statuses(client) == {NOT_SERVING}
    said = [event for event in logged[before:] if event["event"] == "self-test failed"]
    assert [(event["game"], str(event["exc_info"])) for event in said] == [(broken, "the core is broken")]
    await client.opponent.ListGames(pb.ListGamesRequest())  # it is alive, and says itself what is wrong


async def test_search_that_stops_too_soon_fails_the_self_test(
    launch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = Thinking.begin

    def stop_at_once(self: Thinking, bell: int, stop: StopFlag, slice_ms: int | None = None) -> None:
        stop.set()
        begin(self, bell, stop, slice_ms)

    monkeypatch.setattr(Thinking, "begin", stop_at_once)
    _, client = await launch()
    assert await statuses(client) == {NOT_SERVING}


async def test_not_serving_until_the_self_test_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = asyncio.Event()

    async def wait(*given: Any) -> bool:
        await go_on.wait()
        return await think(*given)

    monkeypatch.setattr("eminence.server.selftest.think", wait)
    server = Server(Config(port=0, slots=1, table_keys=new_key()))
    client = Client(server.address)
    starting = asyncio.ensure_future(server.start())
    try:
        assert await statuses(client) == {NOT_SERVING}
        go_on.set()
        await starting
        assert await statuses(client) == {SERVING}
        assert server.stats.admitted == 0, "nobody asked for these searches"
    finally:
        go_on.set()
        await client.channel.close()
        await server.stop()
