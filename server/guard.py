"""The gate as a gRPC interceptor."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from eminence.cext.core.errors import InvalidInput
from eminence.server import errors
from eminence.server.errors import ServiceError
from eminence.server.gate import REQUEST_ID, Gate, request_id

PREFIX = "/eminence.v1."
LAST_WRITES_SECONDS = 10.0  # for a reader to take what was computed by the end of the longest call

_Context = Any  # grpc.aio.ServicerContext, whose type parameters differ per method
_Serve = Callable[[bytes, _Context], Awaitable[Any]]


class Guard(grpc.aio.ServerInterceptor):
    """Stands before the services of this package; health and reflection pass."""

    def __init__(self, gate: Gate, max_call_ms: int) -> None:
        self._gate = gate
        self._longest = max_call_ms / 1000 + LAST_WRITES_SECONDS

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
                self._guarded(method, self._stream(handler)), response_serializer=handler.response_serializer
            )
        return grpc.unary_unary_rpc_method_handler(
            self._guarded(method, _unary(handler)), response_serializer=handler.response_serializer
        )

    def _guarded(self, method: str, serve: _Serve) -> _Serve:
        async def call(raw: bytes, context: _Context) -> Any:
            metadata = _texts(context.invocation_metadata())
            call_id = request_id(metadata)
            context.set_trailing_metadata(((REQUEST_ID, call_id),))
            try:
                with self._gate.call(method.removeprefix(PREFIX), metadata, call_id):
                    return await serve(raw, context)
            except ServiceError as error:
                if isinstance(error, Unread):
                    await asyncio.wait([error.writing])
                await errors.abort(context, error, call_id)

        return call

    def _stream(self, handler: Any) -> _Serve:
        # Writes instead of yielding: a cancelled call is then told so at once, wherever it waits.
        async def serve(raw: bytes, context: _Context) -> None:
            writing: asyncio.Future[None] | None = None
            try:
                async with asyncio.timeout(self._longest):
                    async with aclosing(handler.unary_stream(_parse(handler, raw), context)) as responses:
                        async for response in responses:
                            writing = asyncio.ensure_future(context.write(response))
                            writing.add_done_callback(_look_at)
                            await asyncio.shield(writing)
            except TimeoutError:
                assert writing, "without a reader in the way a call ends by its own deadline"
                raise Unread(writing) from None

        return serve


class Unread(ServiceError):
    """A stream whose reader does not read. It loses its place, but can be ended only after the write in progress."""

    def __init__(self, writing: asyncio.Future[None]) -> None:
        super().__init__("DEADLINE_PASSED", "the answers were not read in time")
        self.writing = writing


def _look_at(writing: asyncio.Future[None]) -> None:
    """The caller may be gone: then nobody else asks how the write went."""
    if not writing.cancelled():
        writing.exception()


def _unary(handler: Any) -> _Serve:
    async def serve(raw: bytes, context: _Context) -> Any:
        return await handler.unary_unary(_parse(handler, raw), context)

    return serve


def _texts(metadata: Any) -> dict[str, str]:
    return {key: value for key, value in metadata or () if isinstance(value, str)}


def _parse(handler: Any, raw: bytes) -> Any:
    try:
        return handler.request_deserializer(raw)
    except DecodeError:
        raise InvalidInput("", "the bytes are not a message of this call's type") from None
