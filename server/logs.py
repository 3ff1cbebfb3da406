"""Structured logs: one line of JSON per call, with its request id. Tables and keys never get into them."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET = ("table", "tables", "key", "keys", "table_keys", "seed")


def configure(level: str, form: str) -> None:
    """Sets up logging for the process; to stderr, so that stdout stays free for output."""
    last: Any = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer()
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
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )


def without_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The last guard: nothing called a table, a key or a seed is written, nor any bytes."""
    for name, value in event.items():
        if name in SECRET or isinstance(value, bytes | bytearray):
            event[name] = "(not logged)"
    return event


def logger() -> Any:
    return structlog.get_logger()
