"""The web port against callers who mean no good: places, times and sizes have limits."""

import asyncio
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from service_client import Client, position_of, reached

from eminence.server import apikeys, webport
from eminence.server.apikeys import Limits
from eminence.server.app import Server
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as pb

pytest.importorskip("connectrpc", reason="needs the extra `web`")

GAMES = "/eminence.v1.OpponentService/ListGames"
SUGGEST = "/eminence.v1.OpponentService/SuggestMove"


@pytest.fixture
def connect() -> Iterator[Any]:
    """Opens connections that only the test writes to and reads from."""
    opened: list[socket.socket] = []

    def one(server: Server) -> socket.socket:
        assert server.web
        opened.append(socket.socket())
        opened[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # what is not read is soon felt
        opened[-1].connect(("127.0.0.1", server.web.port))
        opened[-1].setblocking(False)
        return opened[-1]

    yield one
    for connection in opened:
        connection.close()


async def web_server(launch: Any, **settings: Any) -> tuple[Server, Client]:
    return await launch(web="on", web_port=0, **settings)


async def ask(server: Server, path: str = GAMES, **how: Any) -> httpx.Response:
    assert server.web
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.web.port}", timeout=20) as client:
        return await client.post(path, **({"json": {}} | how))


async def read(connection: socket.socket) -> bytes:
    async with asyncio.timeout(10):
        return await asyncio.get_running_loop().sock_recv(connection, 100_000)


async def hung_up(connection: socket.socket) -> None:
    try:
        while await read(connection):
            pass
    except ConnectionError:
        pass


def request(path: str, body: bytes, *headers: str, length: int | None = None) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "host: x", f"content-length: {len(body) if length is None else length}"]
    return "\r\n".join([*lines, *headers, "", ""]).encode() + body


async def test_key_is_looked_at_before_the_request_is_read(launch: Any, connect: Any, tmp_path: Path) -> None:
    apikeys.add(tmp_path / "keys", "front-end", Limits())
    server, _ = await web_server(launch, api_key_file=str(tmp_path / "keys"), anonymous="refuse")
    connection = connect(server)
    connection.send(request(SUGGEST, b"", "content-type: application/json", length=5000))
    answer = await read(connection)
    assert b" 401 " in answer.splitlines()[0]
    assert b"unauthenticated" in answer


@pytest.mark.parametrize("nested", [False, True])
async def test_great_json_is_measured_before_it_is_read(launch: Any, nested: bool) -> None:
    server, _ = await web_server(launch, max_message_bytes=300_000)
    great: Any = [{}] * 50_000
    if nested:
        great = [{"hand": [1] * 100}] * 100
    view = {"position": {"view": {"verraeter": {"players": great}}}}
    answer = await ask(server, SUGGEST, json=view)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_argument")
    assert "entries" in answer.json()["message"]
    assert [one["type"] for one in answer.json()["details"]] == [
        "google.rpc.ErrorInfo",
        "google.rpc.BadRequest",
    ]


ODD = [
    b"[" * 20_000,
    b"1" * 20_000,
    b'{"level": 1e999}',
    b"\xff\xfe",
    b'"x"',
    b"null",
    b"5",
    b'{"position": 5}',
]


@pytest.mark.parametrize("body", [*ODD, b'{"position": {"view": 5}}' + b" " * 3000, b"5" + b" " * 3000])
async def test_odd_json_is_refused(launch: Any, logged: list[dict[str, Any]], body: bytes) -> None:
    server, _ = await web_server(launch)
    before = len(logged)
    answer = await ask(server, SUGGEST, json=None, content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_argument")
    await reached(lambda: any(event["event"] == "call" for event in logged[before:]))
    assert not [event for event in logged[before:] if event["event"] == "failed"]


async def test_headers_that_are_no_text_are_refused(launch: Any, connect: Any) -> None:
    server, _ = await web_server(launch)
    connection = connect(server)
    connection.send(request(GAMES, b"{}").replace(b"host: x", b"host: x\r\nx-odd: \xff\xfe"))
    assert b" 400 " in (await read(connection)).splitlines()[0]


async def test_answers_do_not_wait_for_more(launch: Any, connect: Any) -> None:
    server, _ = await web_server(launch)
    connect(server)
    await reached(lambda: bool(server.web.limits.open))
    (one,) = server.web.limits.open
    made = one.transport.get_extra_info("socket")
    assert made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_silent_connections_make_room(launch: Any, connect: Any) -> None:
    server, _ = await web_server(launch, web_connections=5, web_per_address=0)
    silent = [connect(server) for _ in range(12)]
    assert (await ask(server)).status_code == 200
    await hung_up(silent[0])
    assert len(server.web.limits.open) <= 5


async def test_one_address_cannot_take_every_place(launch: Any, connect: Any) -> None:
    server, _ = await web_server(launch, web_per_address=2)
    kept, more = [connect(server) for _ in range(2)], connect(server)
    await hung_up(more)
    assert len(server.web.limits.open) == 2
    for connection in kept:
        connection.close()
    await reached(lambda: not server.web.limits.open)
    assert (await ask(server)).status_code == 200, "places come back"


@pytest.mark.parametrize("sent", [b"", b"POST / HTTP/1.1\r\nhost: x\r\n", request(GAMES, b"{", length=100)])
async def test_slow_requests_are_cut_off(
    launch: Any, connect: Any, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(webport, "REQUEST_SECONDS", 0.05)
    server, _ = await web_server(launch)
    connection = connect(server)
    connection.send(sent)
    await hung_up(connection)
    await reached(lambda: not server.web.limits.open)
    await reached(lambda: server.gate.calls == 0)


async def endless(client: Client) -> bytes:
    """A stream of answers that nobody will read, as Connect frames it."""
    bots = [common.Bot(name="random")]
    asked = pb.PlayOutRequest(
        position=position_of(await client.deal()), bots=bots, games=1000, include_moves=True
    )
    raw = asked.SerializeToString()
    body = struct.pack(">BI", 0, len(raw)) + raw
    return request("/eminence.v1.OpponentService/PlayOut", body, "content-type: application/connect+proto")


async def test_stream_that_nobody_reads_loses_its_place(launch: Any, connect: Any) -> None:
    server, client = await web_server(launch)
    assert server.web.limits.answer_seconds > server.config.max_call_ms / 1000
    server.web.limits.answer_seconds = 1.0
    asked = await endless(client)
    connection = connect(server)
    connection.send(asked)
    await reached(lambda: server.gate.calls == 1)
    await reached(lambda: server.gate.calls == 0)
    await reached(lambda: server.admission.free == 1)


async def test_drain_ends_whoever_does_not_read_and_whoever_stays(launch: Any, connect: Any) -> None:
    server, client = await web_server(launch, grace_ms=200)
    asked = await endless(client)
    unread, idle = connect(server), connect(server)
    unread.send(asked)
    idle.send(request(GAMES, b"{}", "content-type: application/json"))
    assert b" 200 " in (await read(idle)).splitlines()[0]
    await reached(lambda: server.admission.free == 0)
    async with asyncio.timeout(20):
        await server.drain()
    assert not server.web.limits.open
