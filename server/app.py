"""The service put together: games, keys, slots and services on one grpc.aio server."""

from __future__ import annotations

import asyncio
import signal
import sys

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from eminence.cext.core.errors import EminenceError
from eminence.server import logs, messages
from eminence.server.admission import Admission, Stats
from eminence.server.config import Config
from eminence.server.guard import Guard
from eminence.server.keys import KeyRing
from eminence.server.opponent import OpponentServicer
from eminence.server.pool import SearchPool
from eminence.server.referee import RefereeServicer
from eminence.server.requests import Requests
from eminence.server.shelf import Shelf
from eminence.server.tables import Seal
from eminence.server.think import Thinker
from eminence.v1 import opponent_service_pb2, table_service_pb2
from eminence.v1.opponent_service_pb2_grpc import add_OpponentServiceServicer_to_server
from eminence.v1.table_service_pb2_grpc import add_TableServiceServicer_to_server

SERVICES = (
    opponent_service_pb2.DESCRIPTOR.services_by_name["OpponentService"].full_name,
    table_service_pb2.DESCRIPTOR.services_by_name["TableService"].full_name,
)
FLUSH_SECONDS = 1.0  # for the last bytes of answers that are done, and for watchers of the health service
# Python code in search threads (playouts between bots without search) must not keep the event loop waiting.
SWITCH_SECONDS = 0.0005


class Server:
    """A running service. Made by `start`."""

    def __init__(self, config: Config) -> None:
        shelf = Shelf(config.component_files)
        seal = Seal(KeyRing.load(config.table_keys, config.key_file), shelf)
        self.config = config
        self.admission = Admission(config.search_slots, config.queue_ms, config.reserve_ms)
        self.guard = Guard(config.max_calls)
        self.health = health.aio.HealthServicer()
        self._pool = SearchPool(self.admission, config.nice)
        self._grpc = grpc.aio.server(interceptors=[self.guard], options=_options(config))
        requests, thinker = Requests(shelf, seal, config), Thinker(self._pool, config)
        opponent = OpponentServicer(requests, thinker, messages.catalogue(shelf, config))
        add_OpponentServiceServicer_to_server(opponent, self._grpc)
        add_TableServiceServicer_to_server(RefereeServicer(requests, thinker, seal), self._grpc)
        health_pb2_grpc.add_HealthServicer_to_server(self.health, self._grpc)
        names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self._grpc)
        self.port = _listen(self._grpc, config)

    @property
    def address(self) -> str:
        return _address(self.config.host, self.port)

    @property
    def stats(self) -> Stats:
        return self.admission.stats

    async def start(self) -> None:
        await self._grpc.start()
        for name in ("", *SERVICES):
            await self.health.set(name, health_pb2.HealthCheckResponse.SERVING)

    async def drain(self) -> None:
        """Says goodbye: not healthy, no new calls, finish what was admitted, then stop."""
        await self.health.enter_graceful_shutdown()
        finished = await self.guard.drain(self.config.grace_ms / 1000)
        logs.logger().info("drained", finished=finished, cut_off=self.guard.calls)
        await self.stop(FLUSH_SECONDS)

    async def stop(self, grace_seconds: float = 0.0) -> None:
        await self._grpc.stop(grace_seconds)
        self._pool.close()


async def start(config: Config) -> Server:
    """A server that runs in this event loop until its `drain` or `stop`."""
    sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_SECONDS))
    server = Server(config)
    await server.start()
    return server


async def serve(config: Config) -> None:
    """Serves until SIGTERM or SIGINT, then drains; a second signal stops at once."""
    logs.configure(config.log_level, config.log_format)
    server = await start(config)
    logs.logger().info("listening", address=server.address, port=server.port, slots=config.search_slots)
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
    asyncio.run(serve(config))


def _options(config: Config) -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", config.max_message_bytes),
        ("grpc.so_reuseport", 0),  # a second server on the same port is a mistake, not a replica
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
        ("grpc.max_connection_idle_ms", 600_000),
    ]


def _listen(server: grpc.aio.Server, config: Config) -> int:
    address = _address(config.host, config.port)
    try:
        return server.add_insecure_port(address)
    except RuntimeError:
        raise EminenceError(f"cannot listen on {address}: is another server running there?") from None


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
