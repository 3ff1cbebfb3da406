"""The same services for browsers: Connect and gRPC-Web over HTTP, on a port of their own. Needs the extra `web`.

Built from the services' descriptors, so whatever the contract gains is here too.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from typing import Any

import uvicorn
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.json_format import MessageToDict
from google.protobuf.message_factory import GetMessageClass
from protobuf.wkt import Any as AnyDetail
from protobuf.wkt import Struct
from starlette.middleware.cors import CORSMiddleware

from eminence.cext.core.errors import EminenceError, InvalidInput
from eminence.server.config import Config
from eminence.server.errors import ServiceError, status_of
from eminence.server.gate import REQUEST_ID, Gate, request_id
from eminence.server.guard import LAST_WRITES_SECONDS
from eminence.server.jsoncodec import SMALL_BYTES, JsonCodec, Unread, Written
from eminence.server.pool import started_threads
from eminence.server.static import Page
from eminence.server.webport import REQUEST_SECONDS, Limits, connections

HEADERS = (
    "authorization",
    "content-type",
    "connect-protocol-version",
    "connect-timeout-ms",
    "grpc-timeout",
    "x-eminence-priority",
    "x-grpc-web",
    "x-user-agent",
    REQUEST_ID,
)
EXPOSED = ("grpc-message", "grpc-status", "grpc-status-details-bin", REQUEST_ID)
CORS_SECONDS = 7200
BACKLOG = 1024

Services = Sequence[tuple[ServiceDescriptor, Any]]


class Web:
    """A running HTTP port."""

    def __init__(self, services: Services, gate: Gate, config: Config) -> None:
        self._socket = _bind(config)
        self.port: int = self._socket.getsockname()[1]
        longest = config.max_call_ms / 1000 + LAST_WRITES_SECONDS
        self._reader = started_threads(1, "json")
        self.limits = Limits(config.web_connections, config.web_per_address, longest)
        application = _with_cors(
            _Application(services, gate, config.max_message_bytes, self._reader), config.web_origins
        )
        if config.serves_page:
            application = Page(application, [service.full_name for service, _ in services])
        settings = uvicorn.Config(
            application,
            http=connections(self.limits),
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            ssl_certfile=config.tls_cert or None,
            ssl_keyfile=config.tls_key or None,
            ssl_ca_certs=config.tls_client_ca or None,
            ssl_cert_reqs=ssl.CERT_REQUIRED if config.tls_client_ca else ssl.CERT_NONE,
        )
        self._server = _Server(settings)
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._serving = asyncio.ensure_future(self._server.serve(sockets=[self._socket]))
        while not self._server.started and not self._serving.done():
            await asyncio.sleep(0.005)

    async def stop(self, grace_seconds: float = 0.0) -> None:
        """Closes what waits for nothing, and after the grace the rest: a reader who does not read cannot delay it."""
        self._server.should_exit = True
        timer = asyncio.get_running_loop().call_later(grace_seconds, self._hang_up)
        if self._serving:
            await self._serving
        timer.cancel()
        self._reader.shutdown(wait=False)
        self._socket.close()

    def _hang_up(self) -> None:
        for connection in list(self.limits.open):
            connection.transport.abort()


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens. In short: handshakes have a time limit, and nobody waits for the peer's goodbye."""
        loop, kind, tls = asyncio.get_running_loop(), self.config.http_protocol_class, self.config.ssl
        times: dict[str, Any] = (
            {"ssl_handshake_timeout": REQUEST_SECONDS, "ssl_shutdown_timeout": 1.0} if tls else {}
        )

        def connection() -> Any:
            return kind(config=self.config, server_state=self.server_state, app_state={})  # type: ignore[call-arg]

        self.servers = [
            await loop.create_server(connection, sock=one, ssl=tls, backlog=BACKLOG, **times)
            for one in sockets or ()
        ]
        self.started = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves signals to the service, which drains both ports."""
        yield


class _Application(ConnectASGIApplication[None]):
    path = ""

    def __init__(self, services: Services, gate: Gate, max_bytes: int, reader: Executor) -> None:
        endpoints = {
            f"/{service.full_name}/{method.name}": _endpoint(method, servicer, reader)
            for service, servicer in services
            for method in service.methods
        }
        super().__init__(
            service=None,
            endpoints=lambda _: endpoints,
            interceptors=[_Entrance(gate)],
            read_max_bytes=max_bytes,
            codecs=[google_protobuf_binary_codec(), JsonCodec()],
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not all(_is_text(part) for header in scope.get("headers", ()) for part in header):
            await _refuse_headers(send)
            return
        await super().__call__(scope, receive, send)


class _Entrance:
    """The gate, before anything of a request but its headers is read."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    async def on_start(self, context: RequestContext[Any, Any]) -> ExitStack:
        metadata: Mapping[str, str] = {key.lower(): value for key, value in context.request_headers.items()}
        call_id = request_id(metadata)
        context.response_headers[REQUEST_ID] = call_id
        method = context.method
        name = f"{method.service_name.rpartition('.')[2]}/{method.name}"
        passed = ExitStack()
        with _connect_errors():
            passed.enter_context(self._gate.call(name, metadata, call_id))
        return passed

    async def on_end(self, passed: ExitStack, _: RequestContext[Any, Any], error: Exception | None) -> None:
        with _connect_errors():
            if error is None:
                passed.close()
                return
            known = _known(error)
            passed.__exit__(type(known), known, known.__traceback__)
            raise error if isinstance(known, asyncio.CancelledError) else known


class _Context:
    """The part of a gRPC context that the services look at."""

    def __init__(self, context: RequestContext[Any, Any]) -> None:
        self._context = context

    def time_remaining(self) -> float | None:
        left = self._context.timeout_ms
        return None if left is None else left / 1000


def _endpoint(method: MethodDescriptor, servicer: Any, reader: Executor) -> Any:
    """A method as the library wants it: one of its endpoint types, whose union has no public name."""
    serve = getattr(servicer, method.name)

    async def read(request: Any) -> Any:
        if isinstance(request, Unread):
            return await asyncio.get_running_loop().run_in_executor(reader, request.read)
        return request

    async def written(response: Any, context: RequestContext[Any, Any]) -> Any:
        if response.ByteSize() <= SMALL_BYTES or "json" not in context.request_headers.get(
            "content-type", ""
        ):
            return response
        return await asyncio.get_running_loop().run_in_executor(reader, Written, response)

    async def unary(request: Any, context: RequestContext[Any, Any]) -> Any:
        return await written(await serve(await read(request), _Context(context)), context)

    async def stream(request: Any, context: RequestContext[Any, Any]) -> AsyncIterator[Any]:
        async with contextlib.aclosing(serve(await read(request), _Context(context))) as responses:
            async for response in responses:
                yield await written(response, context)

    info = _info(method)
    return Endpoint.server_stream(info, stream) if method.server_streaming else Endpoint.unary(info, unary)


def _info(method: MethodDescriptor) -> MethodInfo[Any, Any]:
    pure = method.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS
    return MethodInfo(
        name=method.name,
        service_name=method.containing_service.full_name,
        input=GetMessageClass(method.input_type),
        output=GetMessageClass(method.output_type),
        idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS if pure else IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.SERVER_STREAM if method.server_streaming else StreamType.UNARY,
    )


@contextmanager
def _connect_errors() -> Iterator[None]:
    """Errors of the service come out as Connect knows them."""
    try:
        yield
    except ServiceError as error:
        raise _connect_error(error) from None


def _known(error: Exception) -> BaseException:
    """What the library has to say about a request, in the service's own words."""
    if not isinstance(error, ConnectError):
        return error
    if error.code is Code.CANCELED:
        return asyncio.CancelledError()
    if error.code is Code.DEADLINE_EXCEEDED:
        return ServiceError("DEADLINE_PASSED", "the deadline passed before there was an answer")
    cause = error.__cause__
    return cause if isinstance(cause, InvalidInput) else InvalidInput("", error.message)


async def _refuse_headers(send: Any) -> None:
    """The library would fail on them."""
    body = b'{"code": "invalid_argument", "message": "headers must be UTF-8"}'
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _connect_error(error: ServiceError) -> ConnectError:
    status = status_of(error)
    code = Code(error.code.name.lower())
    return ConnectError(code, status.message, details=[_Detail(one) for one in status.details])


class _Detail(ErrorDetail):
    """A detail that can be read in JSON too: `debug` shows what its bytes hold."""

    def __init__(self, packed: AnyMessage) -> None:
        super().__init__(AnyDetail(type_url=packed.type_url, value=packed.value))
        shown = MessageToDict(packed)
        del shown["@type"]
        self._message = Struct.from_python(shown)


def _with_cors(application: Any, origins: str) -> Any:
    allowed = [origin.strip() for origin in origins.split(",") if origin.strip()]
    if not allowed:
        return application
    return CORSMiddleware(
        application,
        allow_origins=allowed,
        allow_methods=["GET", "POST"],
        allow_headers=HEADERS,
        expose_headers=EXPOSED,
        max_age=CORS_SECONDS,
    )


def _bind(config: Config) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        bound = socket.create_server((config.host, config.web_port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise EminenceError(f"cannot listen on {config.host}:{config.web_port}: {error.strerror}") from None
    # Connections inherit it. asyncio sees to it by itself only for sockets that it has made.
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return bound
