"""The service put together: games, keys, slots and services on one grpc.aio server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from eminence.cext.core.errors import EminenceError
from eminence.server import accounts, logs, messages
from eminence.server.accounts import Accounts
from eminence.server.admission import Admission, Stats
from eminence.server.config import Config
from eminence.server.errors import ServiceError
from eminence.server.gate import Gate
from eminence.server.guard import Guard
from eminence.server.keys import KeyRing
from eminence.server.listen import address, listen, options
from eminence.server.metrics import Metrics
from eminence.server.metricsport import MetricsPort
from eminence.server.opponent import OpponentServicer
from eminence.server.pool import SearchPool, started_threads
from eminence.server.pulse import pulse
from eminence.server.referee import RefereeServicer
from eminence.server.requests import Requests
from eminence.server.selftest import self_test
from eminence.server.share import LoopShare
from eminence.server.shelf import Shelf
from eminence.server.store import MemoryStore, Progress, Store
from eminence.server.tables import Seal
from eminence.server.think import Thinker
from eminence.v1 import opponent_service_pb2, table_service_pb2
from eminence.v1.opponent_service_pb2_grpc import add_OpponentServiceServicer_to_server
from eminence.v1.table_service_pb2_grpc import add_TableServiceServicer_to_server

if TYPE_CHECKING:
    from eminence.server.web import Web

_OPPONENT = opponent_service_pb2.DESCRIPTOR.services_by_name["OpponentService"]
_TABLE = table_service_pb2.DESCRIPTOR.services_by_name["TableService"]
SERVICES = (_OPPONENT.full_name, _TABLE.full_name)
API_KEYS = "api_keys"  # in the health service: whether the file of API keys is as good as the keys in force
FLUSH_SECONDS = 1.0  # for the last bytes of answers that are done, and for watchers of the health service
# Python code in search threads (playouts between bots without search) must not keep the event loop waiting.
SWITCH_SECONDS = 0.0005


class Server:
    """A running service. Made by `start`."""

    def __init__(self, config: Config) -> None:
        self._shelf = shelf = Shelf(config.component_files)
        seal = Seal(KeyRing.load(config.table_keys, config.key_file), shelf)
        self.config = config
        self.metrics = Metrics()
        self.admission = Admission(config.search_slots, config.queue_ms, config.reserve_ms, self.metrics)
        key_file = Path(config.api_key_file) if config.api_key_file else None
        self._accounts = Accounts(key_file, config.anonymous_limits)
        self.gate = Gate(config.max_calls, self._accounts, self.metrics)
        self.health = health.aio.HealthServicer()
        self._pool = SearchPool(self.admission, self.metrics)
        self._closing: list[Callable[[], object]] = [self._pool.close]
        self._keeping: asyncio.Task[None] | None = None
        interceptors = [*self._tracing(), Guard(self.gate, config.max_call_ms)]
        self._grpc = grpc.aio.server(interceptors=interceptors, options=options(config))
        self._progress = Progress(_store(config), config.idle_days, config.ended_hours)
        self._closing.append(self._progress.close)
        reader = started_threads(1, "reader")
        self._closing.append(lambda: reader.shutdown(wait=False))
        requests = Requests(shelf, seal, self._progress, reader, config)
        thinker = Thinker(self._pool, config, self.metrics)
        share = LoopShare(config.cheap_percent)
        opponent = OpponentServicer(requests, thinker, messages.catalogue(shelf, config), share)
        referee = RefereeServicer(requests, thinker, seal, self._progress, share)
        add_OpponentServiceServicer_to_server(opponent, self._grpc)
        add_TableServiceServicer_to_server(referee, self._grpc)
        health_pb2_grpc.add_HealthServicer_to_server(self.health, self._grpc)
        names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self._grpc)
        self.port = listen(self._grpc, config)
        self.web = _web(((_OPPONENT, opponent), (_TABLE, referee)), self.gate, config)
        self._watch()

    def _tracing(self) -> list[grpc.aio.ServerInterceptor]:
        if self.config.tracing == "off":
            return []
        with _extra("otel", "tracing"):
            from eminence.server.tracing import tracing
        interceptor, close = tracing()
        self._closing.append(close)
        return [interceptor]

    def _watch(self) -> None:
        admission, gate = self.admission, self.gate
        self.metrics.watch(
            {
                "slots": ("Search slots", lambda: admission.slots),
                "slots_free": ("Search slots that are free", lambda: admission.free),
                "waiting": ("Calls that wait for a slot", lambda: admission.waiting),
                "calls_in_progress": ("Calls in progress", lambda: gate.calls),
                "log_lines_dropped": ("Lines of the log that nobody took", logs.dropped),
                "api_keys_stale": (
                    "1 while the file of API keys cannot be read and the last good ones are in force",
                    lambda: bool(self._accounts.complaint),
                ),
            }
        )

    @property
    def address(self) -> str:
        return address(self.config.host, self.port)

    @property
    def page(self) -> str | None:
        """Address of the page to play at."""
        if not self.web or not self.config.serves_page:
            return None
        scheme = "https" if self.config.tls_cert else "http"
        return f"{scheme}://{address(self.config.host, self.web.port)}/"

    @property
    def stats(self) -> Stats:
        return self.admission.stats

    async def start(self) -> None:
        await self._be(False)
        await self._grpc.start()
        if self.web:
            await self.web.start()
        if self.config.metrics_port:
            port = await MetricsPort.start(self.metrics, self.config.metrics_host, self.config.metrics_port)
            self._closing.append(port.close)
        if await self_test(self._shelf, self.config.nice):
            await self._be(True)
        lag = asyncio.ensure_future(pulse(self.admission.learn_lag, self.metrics.loop_lag_seconds.observe))
        self._closing.append(lag.cancel)
        self._keeping = asyncio.ensure_future(self._keep_watch())

    async def _keep_watch(self) -> None:
        """Looks after what changes while the server runs. A key file that went bad takes nobody's service away."""
        while True:
            self._accounts.reload()
            await self._be(not self._accounts.complaint, API_KEYS)
            if self._pool.starved:
                self._pool.starved = not await self_test(self._shelf, self.config.nice, quietly=True)
                await self._be(not self._pool.starved)
            # A store that is down is told by every call that needs it.
            with contextlib.suppress(ServiceError):
                await self._progress.sweep()
            await asyncio.sleep(accounts.RELOAD_SECONDS)

    async def _be(self, serving: bool, *names: str) -> None:
        status = health_pb2.HealthCheckResponse
        for name in names or ("", *SERVICES):
            await self.health.set(name, status.SERVING if serving else status.NOT_SERVING)

    async def drain(self) -> None:
        """Says goodbye: not healthy, no new calls, finish what was admitted, then stop."""
        if self._keeping:
            self._keeping.cancel()
        await self.health.enter_graceful_shutdown()
        finished = await self.gate.drain(self.config.grace_ms / 1000)
        logs.logger().info("drained", finished=finished, cut_off=self.gate.calls)
        await self.stop(FLUSH_SECONDS)

    async def stop(self, grace_seconds: float = 0.0) -> None:
        if self._keeping:
            self._keeping.cancel()
        ports = [self._grpc.stop(grace_seconds)]
        if self.web:
            ports.append(self.web.stop(grace_seconds))
        await asyncio.gather(*ports)
        for close in self._closing:
            close()


def _store(config: Config) -> Store:
    if not config.table_store:
        return MemoryStore(config.max_tables)
    with _extra("store", "a table_store"):
        from eminence.server.sqlstore import SqlStore
    return SqlStore(config.table_store, config.max_tables)


def _web(services: Sequence[tuple[Any, Any]], gate: Gate, config: Config) -> Web | None:
    if not config.serves_web:
        return None
    try:
        with _extra("web", "serving browsers"):
            from eminence.server.web import Web
        return Web(services, gate, config)
    except EminenceError as error:
        if config.web == "on":
            raise
        logs.logger().warning("no web port", reason=str(error))
        return None


@contextmanager
def _extra(name: str, what: str) -> Iterator[None]:
    """Surrounds the import of something that not everybody installs."""
    try:
        yield
    except ImportError:
        raise EminenceError(f"{what} needs an extra: pip install 'eminence[{name}]'") from None


async def start(config: Config) -> Server:
    """A server that runs in this event loop until its `drain` or `stop`."""
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_SECONDS))
    server = Server(config)
    await server.start()
    return server


async def serve(config: Config) -> None:
    """Serves until SIGTERM or SIGINT, then drains; a second signal stops at once."""
    server = await start(config)
    # What is there from the start stays: a collection that looks through all of it stops every call for milliseconds.
    gc.collect()
    gc.freeze()
    web_port = server.web.port if server.web else None
    logs.logger().info(
        "listening",
        address=server.address,
        port=server.port,
        web_port=web_port,
        page=server.page,
        slots=config.search_slots,
    )
    signals: asyncio.Queue[int] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, signals.put_nowait, number)
    logs.logger().info("draining", signal=signal.Signals(await signals.get()).name)
    draining, second = asyncio.ensure_future(server.drain()), asyncio.ensure_future(signals.get())
    await asyncio.wait((draining, second), return_when=asyncio.FIRST_COMPLETED)
    if not draining.done():
        draining.cancel()
        await server.stop()
    second.cancel()
    logs.logger().info("stopped")


def run(config: Config) -> None:
    """Serves until told to stop; blocks."""
    log = logs.configure(config.log_level, config.log_format)
    try:
        asyncio.run(serve(config))
    finally:
        log.finish()
