"""What surrounds every call: its request id, its log line, its errors, and the count of calls in progress."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from typing import Any

import grpc
import structlog
from google.protobuf.message import DecodeError

from eminence.cext.core.errors import InvalidInput
from eminence.server import errors, logs
from eminence.server.errors import ServiceError

PREFIX = "/eminence.v1."

_Context = Any  # grpc.aio.ServicerContext, whose type parameters differ per method


class Guard(grpc.aio.ServerInterceptor):
    """Stands before the services of this package; health and reflection pass."""

    def __init__(self, max_calls: int) -> None:
        self.calls = 0
        self._max_calls = max_calls
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

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        method = str(handler_call_details.method)
        if handler is None or not method.startswith(PREFIX):
            return handler
        # Requests are parsed by the guard, so that bytes which are no message get a proper error.
        if handler.response_streaming:
            return grpc.unary_stream_rpc_method_handler(
                self._stream(handler, method), response_serializer=handler.response_serializer
            )
        return grpc.unary_unary_rpc_method_handler(
            self._unary(handler, method), response_serializer=handler.response_serializer
        )

    def _unary(self, handler: Any, method: str) -> Callable[[bytes, _Context], Awaitable[Any]]:
        async def call(raw: bytes, context: _Context) -> Any:
            with self._counted(), _logged(method, context) as end:
                try:
                    self._check()
                    return await handler.unary_unary(_parse(handler, raw), context)
                except Exception as error:
                    await end(error)

        return call

    def _stream(self, handler: Any, method: str) -> Callable[[bytes, _Context], Awaitable[None]]:
        # Writes instead of yielding: a cancelled call is then told so at once, wherever it waits.
        async def call(raw: bytes, context: _Context) -> None:
            with self._counted(), _logged(method, context) as end:
                try:
                    self._check()
                    async with aclosing(handler.unary_stream(_parse(handler, raw), context)) as responses:
                        async for response in responses:
                            await context.write(response)
                except Exception as error:
                    await end(error)

        return call

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
def _logged(method: str, context: _Context) -> Iterator[Callable[[Exception], Awaitable[None]]]:
    """Logs the call when it ends; yields the way to end it with an error."""
    started = time.monotonic()
    request_id = _request_id(context)
    context.set_trailing_metadata((("x-request-id", request_id),))
    structlog.contextvars.bind_contextvars(request_id=request_id, method=method.removeprefix(PREFIX))
    log, status = logs.logger(), "OK"

    async def end(error: Exception) -> None:
        nonlocal status
        if isinstance(error, grpc.aio.AbortError):
            raise error
        known = errors.service_error(error, request_id)
        status = known.code.name
        structlog.contextvars.bind_contextvars(reason=known.reason)
        if known.reason == "INTERNAL":
            log.error("failed", exc_info=error)
        await errors.abort(context, known, request_id)

    try:
        yield end
    except asyncio.CancelledError:
        status = "CANCELLED"
        raise
    finally:
        log.info("call", status=status, elapsed_ms=round(1000 * (time.monotonic() - started), 2))
        structlog.contextvars.clear_contextvars()


def _parse(handler: Any, raw: bytes) -> Any:
    try:
        return handler.request_deserializer(raw)
    except DecodeError:
        raise InvalidInput("", "the bytes are not a message of this call's type") from None


def _request_id(context: _Context) -> str:
    """The caller's own id for this call if it has a decent one, else a new one."""
    for key, value in context.invocation_metadata() or ():
        if key == "x-request-id" and isinstance(value, str) and re.fullmatch(r"[\w.:-]{1,64}", value):
            return value
    return secrets.token_hex(8)
