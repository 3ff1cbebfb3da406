"""Locust users that speak gRPC without blocking gevent, and arrivals that do not wait for answers."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from typing import Any

import gevent
import grpc
from gevent import monkey
from gevent.event import Event
from google.rpc.error_details_pb2 import ErrorInfo
from grpc.experimental import gevent as grpc_gevent
from grpc_status import rpc_status
from locust import User

# Without this a call blocks the whole process, and the figures look perfect: must come before the first channel.
grpc_gevent.init_gevent()

CONNECTIONS = 4
# The generator's own pauses would be measured as the server's. It lives for minutes and leaves no cycles to speak of.
gc.disable()

SAMPLES: list[dict[str, Any]] = []


class GrpcUser(User):
    """Has channels of its own. Sends nothing by itself."""

    abstract = True
    rate = 1.0  # per second, for users that do not wait for answers

    def on_start(self) -> None:
        assert monkey.is_module_patched("socket"), "run this with locust, which patches the standard library"
        options = [("grpc.use_local_subchannel_pool", 1)]
        self.channels = [grpc.insecure_channel(self.host, options=options) for _ in range(CONNECTIONS)]

    def on_stop(self) -> None:
        for channel in self.channels:
            channel.close()

    def channel(self) -> grpc.Channel:
        return random.choice(self.channels)

    def measure(self, name: str, scheduled: float, call: Callable[[], dict[str, Any] | None]) -> None:
        """Makes a call and records how it went. Time counts from when it was due, so a slow client hides nothing."""
        lag = 1000 * (time.perf_counter() - scheduled)
        sample: dict[str, Any] = {"name": name, "at": time.time(), "lag_ms": lag}
        failure: Exception | None = None
        try:
            sample |= call() or {}
            sample["status"] = "OK"
        except grpc.RpcError as error:
            sample |= {"status": error.code().name, "reason": reason_of(error)}
            failure = None if sample["reason"] else error
        sample["ms"] = 1000 * (time.perf_counter() - scheduled)
        SAMPLES.append(sample)
        self.environment.events.request.fire(
            request_type="gRPC",
            name=f"{name} {sample['status']} {sample.get('reason', '')}".strip(),
            response_time=sample["ms"],
            response_length=0,
            exception=failure,
            context={},
        )


class OpenLoopUser(GrpcUser):
    """Poisson arrivals at `rate` per second, however long the answers take."""

    abstract = True

    def on_start(self) -> None:
        super().on_start()
        self._due = time.perf_counter()
        self._calls: set[gevent.Greenlet] = set()

    def on_stop(self) -> None:
        gevent.joinall(list(self._calls), timeout=10)
        super().on_stop()

    def wait_time(self) -> float:
        self._due += random.expovariate(self.rate)
        return max(0.0, self._due - time.perf_counter())

    def arrive(self, work: Callable[[float], None]) -> None:
        call = gevent.spawn(work, self._due)
        self._calls.add(call)
        call.rawlink(self._calls.discard)


def answer(method: Any, request: Any, **how: Any) -> Any:
    """Makes a unary call. As a future: blocking calls take a thread of gevent's pool each, and queue up for it."""
    done = Event()
    future = method.future(request, **how)
    future.add_done_callback(lambda _: done.set())
    done.wait()
    return future.result()


def reason_of(error: grpc.RpcError) -> str:
    """The documented reason of an error; empty when it carries none."""
    status = rpc_status.from_call(error)
    info = ErrorInfo()
    for detail in status.details if status else ():
        if detail.Unpack(info):
            return str(info.reason)
    return ""
