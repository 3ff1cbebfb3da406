"""How late the loop is, as the service feels it."""

import asyncio
import time
from typing import Any

from prometheus_client.parser import text_string_to_metric_families
from service_client import reached

from eminence.server.pulse import INTERVAL_SECONDS, pulse


async def test_pulse_tells_how_late_the_loop_was() -> None:
    heard: list[float] = []
    feeling = asyncio.ensure_future(pulse(heard.append))
    while not heard:
        await asyncio.sleep(0.001)
    before = len(heard)
    time.sleep(0.2)
    while len(heard) == before:
        await asyncio.sleep(0.001)
    feeling.cancel()
    assert heard[before] > 0.1


def told_lag(server: Any) -> float:
    families = text_string_to_metric_families(server.metrics.text())
    told = {sample.name: sample.value for family in families for sample in family.samples}
    return told["eminence_loop_lag_seconds_sum"]


async def test_server_tells_how_late_its_loop_was_and_keeps_as_much_more_free(launch: Any) -> None:
    server, _ = await launch(reserve_ms=20)
    await asyncio.sleep(2 * INTERVAL_SECONDS)
    before = told_lag(server)
    time.sleep(0.2)
    await reached(lambda: told_lag(server) > before + 0.1)
    assert server.admission._reserve > 0.05
