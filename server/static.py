"""The files of web/ on the web port: a table in the browser that uses the public calls alone. Needs the extra `web`."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

FOLDER = Path(__file__).parents[1] / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",  # asked for again each time, and answered by 304 when nothing has changed
}

Scope = MutableMapping[str, Any]


class Page:
    """Calls go to the services, everything else is a file or not found."""

    def __init__(self, application: Any, services: Sequence[str]) -> None:
        self._application = application
        self._calls = tuple(f"/{name}/" for name in services)
        files = Mount("/", StaticFiles(directory=FOLDER, html=True))
        self._files = Starlette(routes=[files], middleware=[Middleware(GZipMiddleware)])

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"].startswith(self._calls):
            await self._application(scope, receive, send)
            return

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._files(scope, receive, with_headers)
