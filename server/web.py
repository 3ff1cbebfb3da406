"""The same services for browsers: Connect and gRPC-Web over HTTP, on a port of their own. Needs the extra `web`.

Built from the services' descriptors, so whatever the contract gains is here too.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import uvicorn
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message_factory import GetMessageClass
from protobuf.wkt import Any as AnyDetail
from starlette.middleware.cors import CORSMiddleware

from eminence.cext.core.errors import EminenceError
from eminence.server.config import Config
from eminence.server.errors import ServiceError, status_of
from eminence.server.gate import REQUEST_ID, Gate, request_id
from eminence.server.static import Page

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

Services = Sequence[tuple[ServiceDescriptor, Any]]


class Web:
    """A running HTTP port."""

    def __init__(self, services: Services, gate: Gate, config: Config) -> None:
        self._socket = _bind(config)
        self.port: int = self._socket.getsockname()[1]
        application = _with_cors(_Application(services, gate, config.max_message_bytes), config.web_origins)
        if config.serves_page:
            application = Page(application, [service.full_name for service, _ in services])
        settings = uvicorn.Config(
            application,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            limit_concurrency=config.max_calls,
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

    async def stop(self) -> None:
        self._server.should_exit = True
        if self._serving:
            await self._serving
        self._socket.close()


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves signals to the service, which drains both ports."""
        yield


class _Application(ConnectASGIApplication[None]):
    path = ""

    def __init__(self, services: Services, gate: Gate, max_bytes: int) -> None:
        endpoints = {
            f"/{service.full_name}/{method.name}": _endpoint(method, servicer, gate)
            for service, servicer in services
            for method in service.methods
        }
        codecs = [google_protobuf_binary_codec(), google_protobuf_json_codec(ignore_unknown_fields=False)]
        super().__init__(service=None, endpoints=lambda _: endpoints, read_max_bytes=max_bytes, codecs=codecs)


class _Context:
    """The part of a gRPC context that the services look at."""

    def __init__(self, context: RequestContext[Any, Any]) -> None:
        self._context = context

    def time_remaining(self) -> float | None:
        left = self._context.timeout_ms
        return None if left is None else left / 1000


def _endpoint(method: MethodDescriptor, servicer: Any, gate: Gate) -> Any:
    """A method as the library wants it: one of its endpoint types, whose union has no public name."""
    serve = getattr(servicer, method.name)
    name = f"{method.containing_service.name}/{method.name}"

    async def unary(request: Any, context: RequestContext[Any, Any]) -> Any:
        with _passed(gate, name, context):
            return await serve(request, _Context(context))

    async def stream(request: Any, context: RequestContext[Any, Any]) -> AsyncIterator[Any]:
        with _passed(gate, name, context):
            async with contextlib.aclosing(serve(request, _Context(context))) as responses:
                async for response in responses:
                    yield response

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
def _passed(gate: Gate, name: str, context: RequestContext[Any, Any]) -> Iterator[None]:
    """Lets a call through the gate; its errors come out as Connect knows them."""
    metadata: Mapping[str, str] = {key.lower(): value for key, value in context.request_headers.items()}
    call_id = request_id(metadata)
    context.response_headers[REQUEST_ID] = call_id
    try:
        with gate.call(name, metadata, call_id):
            yield
    except ServiceError as error:
        raise _connect_error(error) from None


def _connect_error(error: ServiceError) -> ConnectError:
    status = status_of(error)
    details = [AnyDetail(type_url=one.type_url, value=one.value) for one in status.details]
    code = Code(error.code.name.lower())
    return ConnectError(code, status.message, details=[ErrorDetail(detail) for detail in details])


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
        return socket.create_server((config.host, config.web_port), family=family, backlog=1024)
    except OSError as error:
        raise EminenceError(f"cannot listen on {config.host}:{config.web_port}: {error.strerror}") from None
