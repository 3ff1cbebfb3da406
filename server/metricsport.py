"""The port that Prometheus asks. Few may ask at a time, nobody for long, and no thread is started for it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from prometheus_client import CONTENT_TYPE_LATEST

from eminence.cext.core.errors import EminenceError
from eminence.server.metrics import Metrics
from eminence.server.pool import started_threads

MOST_CONNECTIONS = 20
SECONDS = 5.0
LONGEST_HEAD = 8192


class MetricsPort:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._thread: ThreadPoolExecutor = started_threads(1, "metrics")  # adding up takes milliseconds
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.StreamWriter, None] = {}  # the oldest first

    @classmethod
    async def start(cls, metrics: Metrics, host: str, port: int) -> MetricsPort:
        made = cls(metrics)
        try:
            made._server = await asyncio.start_server(made._serve, host, port, limit=LONGEST_HEAD)
        except OSError as error:
            raise EminenceError(f"cannot serve metrics on {host}:{port}: {error.strerror}") from None
        return made

    def close(self) -> None:
        if self._server:
            self._server.close()
        for writer in self._open:
            writer.transport.abort()
        self._thread.shutdown(wait=False)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open[writer] = None
        if len(self._open) > MOST_CONNECTIONS:
            next(iter(self._open)).transport.abort()
        try:
            async with asyncio.timeout(SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(await self._answer(head.split(None, 2)))
                await writer.drain()
        except (TimeoutError, ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            writer.transport.abort()
        finally:
            del self._open[writer]
            writer.close()

    async def _answer(self, asked: list[bytes]) -> bytes:
        if asked[:1] != [b"GET"] or b"".join(asked[1:2]).partition(b"?")[0] != b"/metrics":
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        loop = asyncio.get_running_loop()
        body = (await loop.run_in_executor(self._thread, self._metrics.text)).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {CONTENT_TYPE_LATEST}\r\nContent-Length: {len(body)}"
        return f"{head}\r\nConnection: close\r\n\r\n".encode() + body
