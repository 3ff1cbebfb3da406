"""Errors on the wire: the one place that knows which status, reason and details an error gets."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NoReturn

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from eminence.cext.core.errors import EminenceError, IllegalMove, InvalidInput
from eminence.v1.error_reason_pb2 import ErrorReason

DOMAIN = "eminence"
LONGEST = 400

_PREFIX = "ERROR_REASON_"
_STATUS = {
    "INVALID_FIELD": grpc.StatusCode.INVALID_ARGUMENT,
    "ILLEGAL_MOVE": grpc.StatusCode.INVALID_ARGUMENT,
    "UNKNOWN_GAME": grpc.StatusCode.NOT_FOUND,
    "UNKNOWN_BOT": grpc.StatusCode.NOT_FOUND,
    "GAME_OVER": grpc.StatusCode.FAILED_PRECONDITION,
    "NOT_YOUR_TURN": grpc.StatusCode.FAILED_PRECONDITION,
    "BOT_SEAT": grpc.StatusCode.PERMISSION_DENIED,
    "TABLE_MALFORMED": grpc.StatusCode.INVALID_ARGUMENT,
    "TABLE_TAMPERED": grpc.StatusCode.INVALID_ARGUMENT,
    "TABLE_KEY_UNKNOWN": grpc.StatusCode.FAILED_PRECONDITION,
    "TABLE_VERSION": grpc.StatusCode.FAILED_PRECONDITION,
    "TABLE_COMPONENTS": grpc.StatusCode.FAILED_PRECONDITION,
    "QUEUE_FULL": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "DEADLINE_TOO_SHORT": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "DEADLINE_PASSED": grpc.StatusCode.DEADLINE_EXCEEDED,
    "DRAINING": grpc.StatusCode.UNAVAILABLE,
    "INTERNAL": grpc.StatusCode.INTERNAL,
    "KEY_REQUIRED": grpc.StatusCode.UNAUTHENTICATED,
    "KEY_UNKNOWN": grpc.StatusCode.UNAUTHENTICATED,
    "KEY_REVOKED": grpc.StatusCode.UNAUTHENTICATED,
    "TOO_MANY_CALLS": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "QUOTA_EXHAUSTED": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "TABLE_STALE": grpc.StatusCode.FAILED_PRECONDITION,
    "TABLE_EXPIRED": grpc.StatusCode.FAILED_PRECONDITION,
    "STORE_UNAVAILABLE": grpc.StatusCode.UNAVAILABLE,
    "STORE_FULL": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "PASS_REQUIRED": grpc.StatusCode.PERMISSION_DENIED,
    "PASS_WRONG": grpc.StatusCode.PERMISSION_DENIED,
    "OUT_OF_RESOURCES": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "GAME_NOT_OVER": grpc.StatusCode.FAILED_PRECONDITION,
}
REASONS = tuple(name.removeprefix(_PREFIX) for name in ErrorReason.keys()[1:])


class ServiceError(EminenceError):
    """An error with its reason. `path` names the field at fault; `retry_ms` says when a new try makes sense."""

    def __init__(
        self,
        reason: str,
        message: str,
        *,
        path: str | None = None,
        retry_ms: float | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.path = path
        self.retry_ms = retry_ms
        self.metadata = {key: str(value) for key, value in (metadata or {}).items()}

    @property
    def code(self) -> grpc.StatusCode:
        return _STATUS[self.reason]


def service_error(error: BaseException, request_id: str) -> ServiceError:
    """Any error as one with a reason. What nobody foresaw is INTERNAL and says nothing about itself."""
    if isinstance(error, ServiceError):
        return error
    if isinstance(error, InvalidInput):
        reason = "ILLEGAL_MOVE" if isinstance(error, IllegalMove) else "INVALID_FIELD"
        return ServiceError(reason, error.reason, path=error.path)
    if is_want(error):
        message = "the server has no thread, memory or file left for this call"
        return ServiceError("OUT_OF_RESOURCES", message, retry_ms=1000)
    message = f"internal error; please report request {request_id}"
    return ServiceError("INTERNAL", message, metadata={"request_id": request_id})


def is_want(error: BaseException) -> bool:
    """Whether an error is one of want: of threads, memory or file descriptors."""
    if isinstance(error, OSError):
        return error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
    return isinstance(error, MemoryError) or "can't start new thread" in str(error)


async def abort(
    context: grpc.aio.ServicerContext[Message, Message], error: ServiceError, request_id: str
) -> NoReturn:
    """Ends a call with an error in the rich error model."""
    rich = rpc_status.to_status(status_of(error))
    trailers = (*rich.trailing_metadata, ("x-request-id", request_id))
    await context.abort(rich.code, rich.details, trailers)
    raise AssertionError("abort returned")


def status_of(error: ServiceError) -> status_pb2.Status:
    """An error in the rich error model."""
    said = _short(error.message)
    metadata = {key: _short(value) for key, value in error.metadata.items()}
    details: list[Message] = [
        error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=metadata)
    ]
    if error.path is not None:
        violation = error_details_pb2.BadRequest.FieldViolation(field=error.path, description=said)
        details.append(error_details_pb2.BadRequest(field_violations=[violation]))
    if error.retry_ms is not None:
        delay = Duration()
        delay.FromMilliseconds(max(1, round(error.retry_ms)))
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    code: int = error.code.value[0]
    message = f"{error.path}: {said}" if error.path else said
    return status_pb2.Status(code=code, message=message, details=[_packed(one) for one in details])


def _short(text: str) -> str:
    """Errors travel in headers, which have little room, and may quote what a stranger sent."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _packed(message: Message) -> Any:
    packed = Any()
    packed.Pack(message)
    return packed


@contextmanager
def under(path: str) -> Iterator[None]:
    """Puts a path before the paths of complaints from inside."""
    try:
        yield
    except InvalidInput as error:
        inner = f".{error.path}" if error.path else ""
        raise type(error)(f"{path}{inner}", error.reason) from error
