"""HTTP connections with limits, for the web port: nobody keeps a place by doing nothing."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0  # for the headers of a request, and again for its body


@dataclass
class Limits:
    """How many connections there may be, and from one address (0 for any number), and how long an answer may take."""

    connections: int
    per_address: int
    answer_seconds: float
    open: dict[Connection, None] = field(default_factory=dict)  # the oldest first
    addresses: Counter[str] = field(default_factory=Counter)


class Connection(H11Protocol):
    """Closed when it takes too long for what it is about: to send headers, to send a body, to read its answer.

    When there are too many connections, the oldest without a request makes room.
    """

    limits: Limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limits, self._address = self.limits, self.client[0] if self.client else ""
        self._phase, self._timer = "", self.loop.call_soon(lambda: None)
        limits.open[self] = None
        limits.addresses[self._address] += 1
        if limits.per_address and limits.addresses[self._address] > limits.per_address:
            transport.abort()
        elif limits.connections and len(limits.open) > limits.connections:
            next((one for one in limits.open if one.is_waiting), self).transport.abort()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        del self.limits.open[self]
        self.limits.addresses -= Counter([self._address])
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        self._phase = ""
        super().on_response_complete()
        self._watch()

    @property
    def is_waiting(self) -> bool:
        """Whether no request is being served, nor is there one from this very moment on."""
        return (self.cycle is None or self.cycle.response_complete) and not self.transport.is_closing()

    def _watch(self) -> None:
        """Gives every phase of a request its time. Sending a little now and then does not prolong it."""
        served = self.cycle is not None and not self.cycle.response_complete
        phase = ("body" if self.cycle.more_body else "answer") if served else "headers"
        if phase != self._phase and not self.transport.is_closing():
            self._phase = phase
            self._timer.cancel()
            seconds = self.limits.answer_seconds if phase == "answer" else REQUEST_SECONDS
            self._timer = self.loop.call_later(seconds, self.transport.abort)


def connections(limits: Limits) -> type[Connection]:
    """The kind of connections with these limits; the HTTP server wants a class."""
    return type("LimitedConnection", (Connection,), {"limits": limits})
