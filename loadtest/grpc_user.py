"""Locust users that speak gRPC without blocking gevent, and arrivals that do not wait for answers."""

from __future__ import annotations

import gc
import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import gevent
import grpc
from gevent import monkey
from gevent.event import Event
from grpc.experimental import gevent as grpc_gevent
from locust import User

from eminence.client import Access, Client, Failure

# Without this a call blocks the whole process, and the figures look perfect: must come before the first channel.
grpc_gevent.init_gevent()

CONNECTIONS = 4
REQUEST_ID = "x-request-id"
# A connection of its own, and no second tries: every refusal is to be counted.
OPTIONS = (("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0))
# The generator's own pauses would be measured as the server's. It lives for minutes and leaves no cycles to speak of.
gc.disable()

SAMPLES: list[dict[str, Any]] = []
_numbers = itertools.count()


class GrpcUser(User):
    """Has connections of its own. Sends nothing by itself."""

    abstract = True
    rate = 1.0  # per second, for users that do not wait for answers

    def on_start(self) -> None:
        assert monkey.is_module_patched("socket"), "run this with locust, which patches the standard library"
        self.clients = [Client(Access.read(self.host), options=OPTIONS) for _ in range(CONNECTIONS)]

    def on_stop(self) -> None:
        for client in self.clients:
            client.close()

    def client(self) -> Client:
        return random.choice(self.clients)

    def call_opponent(self, method: str, request: Any, timeout: float, call_id: str = "") -> Any:
        """A call of the OpponentService, under this id in the service's log if it is given."""
        client = self.client()
        metadata = (*client.metadata, *([(REQUEST_ID, call_id)] if call_id else []))
        return answer(getattr(client.opponent, method), request, timeout=timeout, metadata=metadata)

    def call_referee(self, method: str, request: Any, timeout: float) -> Any:
        """A call of the TableService."""
        client = self.client()
        return answer(getattr(client.referee, method), request, timeout=timeout, metadata=client.metadata)

    def measure(self, name: str, scheduled: float, call: Callable[[str], dict[str, Any] | None]) -> None:
        """Makes a call and records how it went. Time counts from when it was due, so a slow client hides nothing.

        The call gets an id, by which it is found in the service's log.
        """
        lag = 1000 * (time.perf_counter() - scheduled)
        call_id = f"{name}-{next(_numbers)}"
        sample: dict[str, Any] = {"name": name, "id": call_id, "at": time.time(), "lag_ms": lag}
        failure: Exception | None = None
        try:
            sample |= call(call_id) or {}
            sample["status"] = "OK"
        except grpc.RpcError as error:
            sample |= {"status": error.code().name, "reason": Failure(error).reason}
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
    """Poisson arrivals at `rate` per second, however long the answers take. The same ones in every run."""

    abstract = True
    arrivals = random.Random(0)

    def on_start(self) -> None:
        super().on_start()
        self._due = time.perf_counter()
        self._calls: set[gevent.Greenlet] = set()

    def on_stop(self) -> None:
        gevent.joinall(list(self._calls), timeout=10)
        super().on_stop()

    def wait_time(self) -> float:
        self._due += self.arrivals.expovariate(self.rate)
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
