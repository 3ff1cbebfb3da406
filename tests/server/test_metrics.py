"""The figures that Prometheus reads."""

import asyncio
import socket
import urllib.request
from typing import Any

from prometheus_client.parser import text_string_to_metric_families
from service_client import position_of, question, reached, refused

LONG = {"movetime_ms": 20_000, "early_stop": False}


def figures(text: str) -> dict[tuple[str, ...], float]:
    """Values by name and label values, in the order of the labels' names."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_searches_refusals_and_cancels_are_counted(launch: Any) -> None:
    server, client = await launch(queue_ms=0)
    position = position_of(await client.deal())
    await client.suggest(position, movetime_ms=30, early_stop=False)
    running = client.opponent.SuggestMove(question(position, **LONG))
    await reached(lambda: server.admission.free == 0)
    await refused(client.suggest(position))
    running.cancel()
    await reached(lambda: server.admission.free == 1)
    await refused(client.suggest(position, level=99))

    found = figures(server.metrics.text())

    kind = ("verraeter", "hint")
    assert found["eminence_searches_total", *kind] == 1
    assert found["eminence_iterations_total", *kind] > 0
    assert 0.03 <= found["eminence_search_seconds_sum", *kind] < 1
    assert found["eminence_overrun_seconds_count", *kind] == 1
    assert found["eminence_refusals_total", *kind, "QUEUE_FULL"] == 1
    assert found["eminence_cancel_to_free_seconds_count",] == 1
    suggest = "OpponentService/SuggestMove"
    assert found["eminence_calls_total", suggest, "", "OK"] == 1
    assert found["eminence_calls_total", suggest, "", "CANCELLED"] == 1
    assert found["eminence_calls_total", suggest, "INVALID_FIELD", "INVALID_ARGUMENT"] == 1
    assert found["eminence_slots",] == found["eminence_slots_free",] == 1
    assert found["eminence_slot_busy_seconds_total",] > 0.03


async def test_brown_outs_are_counted_and_told(launch: Any) -> None:
    server, client = await launch()
    position = position_of(await client.deal())
    asked = {"movetime_ms": 1000, "early_stop": False, "timeout": 3}
    answers = await asyncio.gather(
        *(client.suggest(position, **asked) for _ in range(6)), return_exceptions=True
    )
    told = [one.timing.brown_out for one in answers if not isinstance(one, BaseException)]
    assert any(told)
    assert all(
        one.timing.shortened for one in answers if getattr(one, "timing", None) and one.timing.brown_out
    )
    assert figures(server.metrics.text())["eminence_brown_outs_total", "verraeter", "hint"] >= sum(told)


async def test_figures_are_served_over_http(launch: Any) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    await launch(metrics_port=port)

    def scrape() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=100) as answer:
            return str(answer.read().decode())

    assert figures(await asyncio.to_thread(scrape))["eminence_slots",] == 1
