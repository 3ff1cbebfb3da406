from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
import structlog
from service_client import Client

from eminence.server import logs
from eminence.server.app import Server, start
from eminence.server.config import Config
from eminence.server.keys import new_key


@pytest.fixture(scope="session", autouse=True)
def logged() -> Iterator[list[dict[str, Any]]]:
    """Every event that was logged, as it would have been written."""
    events: list[dict[str, Any]] = []

    def keep(_: Any, __: str, event: Any) -> Any:
        events.append(dict(event))
        raise structlog.DropEvent

    structlog.configure(processors=[structlog.contextvars.merge_contextvars, logs.without_secrets, keep])
    yield events
    structlog.reset_defaults()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[Server]:
    """A server with two slots that all tests share."""
    server = await start(Config(port=0, slots=2, table_keys=new_key()))
    yield server
    await server.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def client(server: Server) -> AsyncIterator[Client]:
    client = Client(server.address)
    yield client
    await client.channel.close()


@pytest_asyncio.fixture(loop_scope="session")
async def launch() -> AsyncIterator[Any]:
    """Starts servers with settings of a test's own, each with a client."""
    started: list[tuple[Server, Client]] = []

    async def one(**settings: Any) -> tuple[Server, Client]:
        server = await start(Config(**{"port": 0, "slots": 1, "table_keys": new_key()} | settings))
        started.append((server, Client(server.address)))
        return started[-1]

    yield one
    for server, client in started:
        await client.channel.close()
        await server.stop()
