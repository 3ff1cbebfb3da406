"""What surrounds every call, whichever way it came in: its caller, its log line, its figures, its errors, its count."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import structlog

from eminence.server import errors, logs
from eminence.server.accounts import Accounts
from eminence.server.errors import ServiceError
from eminence.server.metrics import Metrics

REQUEST_ID = "x-request-id"


class Gate:
    """Every call of the services passes through here; health and reflection do not."""

    def __init__(self, max_calls: int, accounts: Accounts, metrics: Metrics) -> None:
        self.calls = 0
        self._max_calls = max_calls
        self._accounts = accounts
        self._metrics = metrics
        self._draining = False
        self._idle = asyncio.Event()
        self._idle.set()

    async def drain(self, seconds: float) -> bool:
        """Refuses new calls and waits for those in progress. Whether they all finished in time."""
        self._draining = True
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            return False
        return True

    @contextmanager
    def call(self, method: str, metadata: Mapping[str, str], request_id: str) -> Iterator[None]:
        """Surrounds one call. Whatever goes wrong inside comes out as a ServiceError."""
        with self._counted(), self._recorded(method, request_id):
            self._check()
            with self._accounts.call(metadata) as caller:
                structlog.contextvars.bind_contextvars(account=caller.account.name)
                yield

    def _check(self) -> None:
        if self._draining:
            raise ServiceError("DRAINING", "the server is shutting down", retry_ms=1000)
        if self.calls > self._max_calls:
            message = f"{self._max_calls} calls are in progress"
            raise ServiceError("QUEUE_FULL", message, retry_ms=1000, metadata={"queue": self._max_calls})

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self.calls += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.calls -= 1
            if not self.calls:
                self._idle.set()

    @contextmanager
    def _recorded(self, method: str, request_id: str) -> Iterator[None]:
        """Logs and counts the call when it ends."""
        started = time.monotonic()
        self._metrics.calls_begun.labels(method).inc()
        structlog.contextvars.bind_contextvars(request_id=request_id, method=method)
        status, reason = "OK", ""
        try:
            yield
        except asyncio.CancelledError:
            status = "CANCELLED"
            raise
        except Exception as error:
            known = errors.service_error(error, request_id)
            status, reason = known.code.name, known.reason
            structlog.contextvars.bind_contextvars(reason=reason)
            if reason == "INTERNAL":
                logs.logger().error("failed", exc_info=error)
            raise known from error
        finally:
            seconds = time.monotonic() - started
            # The answer goes first; the note keeps this call's context.
            asyncio.get_running_loop().call_soon(self._note, method, status, reason, seconds)
            structlog.contextvars.clear_contextvars()

    def _note(self, method: str, status: str, reason: str, seconds: float) -> None:
        self._metrics.calls.labels(method, status, reason).inc()
        self._metrics.call_seconds.labels(method, status).observe(seconds)
        logs.logger().info("call", status=status, elapsed_ms=round(1000 * seconds, 2))


def request_id(metadata: Mapping[str, str]) -> str:
    """The caller's own id for this call if it has a decent one, else a new one."""
    given = metadata.get(REQUEST_ID, "")
    return given if is_decent(given) else secrets.token_hex(8)


def is_decent(word: str) -> bool:
    """Whether a caller's word may be quoted."""
    return re.fullmatch(r"[\w.:-]{1,64}", word) is not None
