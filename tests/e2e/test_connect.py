"""The page's Connect module against its specification: a service that answers as a test says."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from web_page import TablePage

METHOD = "eminence.v1.OpponentService/Test"
UNARY = f"""async () => {{
    const {{ unary }} = await import("/connect.js");
    const options = {{ timeoutMs: 700, priority: "playout", key: "k" }};
    try {{ return {{ answer: await unary("{METHOD}", {{ asked: 1 }}, options) }}; }}
    catch (error) {{ return {{ ...error, message: error.message, passes: error.passes }}; }}
}}"""
STREAM = f"""async () => {{
    const {{ stream }} = await import("/connect.js");
    const messages = [];
    try {{ for await (const message of stream("{METHOD}", {{ asked: 1 }})) messages.push(message); }}
    catch (error) {{ return {{ messages, code: error.code, reason: error.reason, retryMs: error.retryMs }}; }}
    return {{ messages }};
}}"""


@pytest.fixture(scope="module")
def page(chromium: Any, service: str) -> TablePage:
    page = TablePage(chromium.new_page(), service)
    page.open()
    return page


@pytest.fixture
def tab(page: TablePage) -> Iterator[TablePage]:
    yield page
    page.page.unroute_all()


def answered(tab: TablePage, script: str, **answer: Any) -> tuple[Any, list[Any]]:
    """What the module makes of an answer, and the requests it sent."""
    requests: list[Any] = []

    def fulfil(route: Any) -> None:
        requests.append(route.request)
        route.fulfill(**answer)

    tab.page.route(f"**/{METHOD}", fulfil)
    return tab.page.evaluate(script), requests


def detail(message: Any) -> dict[str, str]:
    """An error detail as Connect sends it: base64 without padding."""
    packed = AnyMessage()
    packed.Pack(message)
    value = base64.b64encode(packed.value).decode().rstrip("=")
    return {"type": packed.type_url.split("/")[1], "value": value}


def refusal() -> dict[str, Any]:
    retry = RetryInfo()
    retry.retry_delay.FromMilliseconds(1250)
    details = [
        ErrorInfo(reason="QUEUE_FULL", domain="eminence", metadata={"queue": "7", "ä": "ö"}),
        BadRequest(field_violations=[BadRequest.FieldViolation(field="position.view", description="is odd")]),
        retry,
    ]
    return {"code": "resource_exhausted", "message": "busy", "details": [detail(one) for one in details]}


def envelope(flags: int, content: bytes) -> bytes:
    return struct.pack(">BI", flags, len(content)) + content


def test_unary_call(tab: TablePage) -> None:
    found, (request,) = answered(tab, UNARY, json={"ok": True})
    assert found == {"answer": {"ok": True}}
    headers = request.headers
    assert (request.method, request.post_data_json) == ("POST", {"asked": 1})
    assert (headers["content-type"], headers["connect-protocol-version"]) == ("application/json", "1")
    assert (headers["connect-timeout-ms"], headers["x-eminence-priority"]) == ("700", "playout")
    assert headers["authorization"] == "Bearer k"


def test_error_details_are_read(tab: TablePage) -> None:
    found, _ = answered(tab, UNARY, status=429, json=refusal())
    assert (found["code"], found["message"], found["reason"]) == ("resource_exhausted", "busy", "QUEUE_FULL")
    assert (found["field"], found["retryMs"], found["passes"]) == ("position.view", 1250, True)
    assert found["metadata"] == {"queue": "7", "ä": "ö"}


@pytest.mark.parametrize(
    ("status", "code", "passes"),
    [
        (401, "unauthenticated", False),
        (404, "unimplemented", False),
        (502, "unavailable", True),
        (500, "unknown", False),
    ],
)
def test_answers_of_proxies(tab: TablePage, status: int, code: str, passes: bool) -> None:
    found, _ = answered(tab, UNARY, status=status, body="<html>no</html>")
    assert (found["code"], found["passes"]) == (code, passes)


def test_stream_to_its_end(tab: TablePage) -> None:
    parts = [envelope(0, json.dumps({"n": n, "text": "ü" * n}).encode()) for n in range(3)]
    found, (request,) = answered(tab, STREAM, body=b"".join([*parts, envelope(2, b"{}")]))
    assert found == {"messages": [{"n": n, "text": "ü" * n} for n in range(3)]}
    assert request.headers["content-type"] == "application/connect+json"
    assert request.post_data_buffer == envelope(0, b'{"asked":1}')


def test_stream_that_ends_with_an_error(tab: TablePage) -> None:
    end = envelope(2, json.dumps({"error": refusal()}).encode())
    found, _ = answered(tab, STREAM, body=envelope(0, b'{"n":1}') + end)
    assert found == {
        "messages": [{"n": 1}],
        "code": "resource_exhausted",
        "reason": "QUEUE_FULL",
        "retryMs": 1250,
    }


@pytest.mark.parametrize("body", [b"", envelope(0, b'{"n":1}'), envelope(0, b'{"n":1}')[:-2]])
def test_stream_that_breaks_off(tab: TablePage, body: bytes) -> None:
    found, _ = answered(tab, STREAM, body=body)
    assert found["code"] == "unavailable"


def test_lost_connection(tab: TablePage) -> None:
    tab.page.route(f"**/{METHOD}", lambda route: route.abort())
    found = tab.page.evaluate(UNARY)
    assert (found["code"], found["reason"], found["passes"]) == ("unavailable", "UNREACHABLE", True)
