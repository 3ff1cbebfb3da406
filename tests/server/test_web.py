"""The same services over HTTP: Connect with JSON, gRPC-Web, CORS, errors, deadlines and cancellation."""

import asyncio
import base64
import json
import struct
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from service_client import reached

from eminence.server.app import Server
from eminence.v1 import table_service_pb2 as tables

pytest.importorskip("connectrpc", reason="needs the extra `web`")

PAGE = "https://games.example"
SUGGEST = "/eminence.v1.OpponentService/SuggestMove"


@pytest_asyncio.fixture(loop_scope="session")
async def web(launch: Any) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    server, _ = await launch(web="on", web_port=0, web_origins=PAGE, max_message_bytes=20_000)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.web.port}", timeout=20) as client:
        yield server, client


async def deal(client: httpx.AsyncClient) -> dict[str, Any]:
    request = {"game": "verraeter", "seats": 3, "seed": 1}
    return (await client.post("/eminence.v1.TableService/StartGame", json=request)).json()


async def question(client: httpx.AsyncClient, **budget: int) -> dict[str, Any]:
    at = await deal(client)
    seat = {"table": at["table"], "seat": at["status"].get("actor", 0)}
    return {"position": {"table": seat}, "budget": budget, "seed": 3}


async def test_json_in_json_out(web: Any) -> None:
    _, client = web
    answer = await client.post(SUGGEST, json=await question(client, iterations=50))
    assert answer.status_code == 200
    assert answer.json()["suggestion"]["iterations"] == 50
    assert answer.headers["x-request-id"]


async def test_grpc_web_gives_the_same_bytes_as_grpc(web: Any) -> None:
    _, client = web
    at = await deal(client)
    request = tables.GetTableRequest(table=base64.b64decode(at["table"]), seat=0)
    raw = request.SerializeToString()
    answer = await client.post(
        "/eminence.v1.TableService/GetTable",
        content=struct.pack(">BI", 0, len(raw)) + raw,
        headers={"content-type": "application/grpc-web+proto", "x-grpc-web": "1"},
    )
    flag, length = struct.unpack_from(">BI", answer.content)
    assert flag == 0
    assert tables.GetTableResponse.FromString(answer.content[5 : 5 + length]).status.game == "verraeter"
    assert b"grpc-status: 0" in answer.content[5 + length :].lower()


async def test_streams_end_with_the_final_message(web: Any) -> None:
    _, client = web
    asked = {"request": await question(client, movetimeMs=300), "intervalMs": 20}
    asked["request"]["earlyStop"] = False
    body = json.dumps(asked).encode()
    answer = await client.post(
        "/eminence.v1.OpponentService/WatchSuggestion",
        content=struct.pack(">BI", 0, len(body)) + body,
        headers={"content-type": "application/connect+json"},
    )
    *messages, end = list(frames(answer.content))
    assert "error" not in end
    assert [message.get("final", False) for message in messages] == [False] * (len(messages) - 1) + [True]
    assert len(messages) > 2


def frames(content: bytes) -> Any:
    while content:
        _, length = struct.unpack_from(">BI", content)
        yield json.loads(content[5 : 5 + length])
        content = content[5 + length :]


async def test_errors_carry_their_reason(web: Any) -> None:
    _, client = web
    asked = await question(client, iterations=50) | {"level": 99}
    answer = await client.post(SUGGEST, json=asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_argument")
    kinds = [detail["type"] for detail in answer.json()["details"]]
    assert kinds == ["google.rpc.ErrorInfo", "google.rpc.BadRequest"]


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ({"nonsense": 1}, "nonsense"),
        ({"level": "strong"}, "level"),
        (
            {"position": {"view": {"verraeter": {"ring": [{}, {"lnd": 1}]}}}},
            "position.view.verraeter.ring[1].lnd",
        ),
        (
            {"position": {"view": {"verraeter": {"options": {"edition": "1999"}}}}},
            "position.view.verraeter.options.edition",
        ),
        ({"position": {"view": {"verraeter": {"players": {}}}}}, "position.view.verraeter.players"),
    ],
)
async def test_errors_name_their_field_in_json(web: Any, asked: Any, path: str) -> None:
    _, client = web
    answer = await client.post(SUGGEST, json=asked)
    info, bad = [detail["debug"] for detail in answer.json()["details"]]
    assert (info["reason"], info["domain"]) == ("INVALID_FIELD", "eminence")
    assert bad["fieldViolations"][0]["field"] == path
    assert answer.json()["message"].startswith(f"{path}: ")


async def test_seat_0_is_seen(web: Any) -> None:
    _, client = web
    asked = {"game": "verraeter", "seats": 3, "seed": 1}
    at = (await client.post("/eminence.v1.TableService/StartGame", json=asked)).json()
    seen = (
        await client.post("/eminence.v1.TableService/GetTable", json={"table": at["table"], "seat": 0})
    ).json()
    assert seen["view"]["verraeter"]["seat"] == 0
    assert at["status"]["over"] is False


@pytest.mark.parametrize("content", [b"{", b'{"nonsense": 1}', b"x" * 30_000])
async def test_garbage_is_refused(web: Any, content: bytes) -> None:
    _, client = web
    answer = await client.post(SUGGEST, content=content, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] in ("invalid_argument", "resource_exhausted")


async def test_deadline_shortens_the_search(web: Any) -> None:
    _, client = web
    asked = await question(client, movetimeMs=20_000)
    answer = await client.post(SUGGEST, json=asked, headers={"connect-timeout-ms": "400"})
    assert answer.json()["timing"]["shortened"] is True


async def test_reader_who_leaves_frees_the_slot(web: Any) -> None:
    server, client = web
    asked = await question(client, movetimeMs=20_000) | {"earlyStop": False}
    call = asyncio.ensure_future(client.post(SUGGEST, json=asked))
    await reached(lambda: server.admission.free == 0)
    call.cancel()
    await asyncio.wait([call])
    await reached(lambda: server.admission.free == 1)


async def test_only_listed_sites_may_call(web: Any) -> None:
    _, client = web
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    allowed = await client.options(SUGGEST, headers={"origin": PAGE, **asked})
    assert allowed.headers["access-control-allow-origin"] == PAGE
    other = await client.options(SUGGEST, headers={"origin": "https://evil.example", **asked})
    assert "access-control-allow-origin" not in other.headers
