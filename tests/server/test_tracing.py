from typing import Any

import pytest
from service_client import position_of, question, refused

pytest.importorskip("opentelemetry.sdk", reason="needs the extra `otel`")

from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from eminence.server import tracing


async def test_calls_leave_spans(launch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = InMemorySpanExporter()
    monkeypatch.setattr(tracing, "OTLPSpanExporter", lambda: kept)
    server, client = await launch(tracing="on")
    position = position_of(await client.deal())
    await client.opponent.SuggestMove(question(position))
    await refused(client.suggest(position, level=99))
    await client.channel.close()
    await server.stop()
    methods = [(span.attributes or {})["rpc.method"] for span in kept.get_finished_spans()]
    assert methods == ["StartGame", "SuggestMove", "SuggestMove"]
