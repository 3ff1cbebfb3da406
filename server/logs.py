"""Structured logs: one line of JSON per call, with its request id. Tables and keys never get into them.

Logging never holds up a call: lines go to a thread of their own, and are dropped and counted when nobody takes them.
"""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
import time
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET = ("table", "tables", "key", "keys", "table_keys", "seed")
MOST_LINES = 10_000  # that wait to be written
LAST_LINES_SECONDS = 1.0


class Writer:
    """A file that takes whole lines and returns at once."""

    def __init__(self, descriptor: int) -> None:
        self.dropped = 0
        self._taken = self._done = 0  # lines
        self._descriptor = descriptor
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._write_all, name="log", daemon=True).start()

    def write(self, line: str) -> None:
        if self._taken - self._done >= MOST_LINES:
            self.dropped += 1
            return
        self._taken += 1
        self._lines.put(line)

    def flush(self) -> None:
        """There is nothing that is held back."""

    def finish(self) -> None:
        """Gives the last lines a moment to be taken."""
        end = time.monotonic() + LAST_LINES_SECONDS
        while self._done < self._taken and time.monotonic() < end:
            time.sleep(0.005)

    def _write_all(self) -> None:
        while True:
            rest = self._lines.get().encode()
            try:
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
            except OSError:  # a full disk, a reader who is gone
                self.dropped += 1
            self._done += 1


_writer: Writer | None = None


def configure(level: str, form: str) -> Writer:
    """Sets up logging for the process; to stderr, so that stdout stays free for output."""
    global _writer
    _writer = _writer or Writer(sys.stderr.fileno())
    last: Any = structlog.processors.JSONRenderer()
    if form == "text":
        last = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty() and not os.environ.get("NO_COLOR"))
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            without_secrets,
            structlog.processors.format_exc_info,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(file=_writer),  # type: ignore[arg-type]
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[_Libraries()], level=logging.WARNING, force=True)
    return _writer


class _Libraries(logging.Handler):
    """What libraries log goes the same way: they must not hold up calls either."""

    def emit(self, record: logging.LogRecord) -> None:
        said = logger().bind(logger=record.name, exc_info=record.exc_info)
        (said.error if record.levelno >= logging.ERROR else said.warning)(record.getMessage())


def dropped() -> int:
    """Lines that nobody took."""
    return _writer.dropped if _writer else 0


def without_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The last guard: nothing called a table, a key or a seed is written, nor any bytes."""
    for name, value in event.items():
        if name in SECRET or isinstance(value, bytes | bytearray):
            event[name] = "(not logged)"
    return event


def logger() -> Any:
    return structlog.get_logger()
