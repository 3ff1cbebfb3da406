"""How late the event loop is, asked many times a second: what other programs and long steps take from everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

INTERVAL_SECONDS = 0.025


async def pulse(*heard: Callable[[float], None]) -> None:
    """Tells again and again by how many seconds the loop was late. Runs until it is cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + INTERVAL_SECONDS
        await asyncio.sleep(INTERVAL_SECONDS)
        for hear in heard:
            hear(max(0.0, loop.time() - due))
