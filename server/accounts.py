"""Who calls and how much they may compute: API keys, a budget of processor time each, and a cap on calls in flight.

Time is what is scarce, so it is time that is shared out: a bucket of milliseconds that fills at a steady rate.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from eminence.cext.core.errors import InvalidInput
from eminence.server import apikeys, logs
from eminence.server.apikeys import ApiKey, Limits
from eminence.server.errors import ServiceError
from eminence.server.schedule import Priority

PRIORITY_HEADER = "x-eminence-priority"
RELOAD_SECONDS = 1.0
_SCHEME = "bearer "


class Account:
    """One caller's share. Runs on the event loop only."""

    def __init__(
        self, name: str, limits: Limits, clock: Callable[[], float] = time.monotonic, revoked: bool = False
    ) -> None:
        self.name = name
        self.limits = limits
        self.revoked = revoked
        self.calls = 0
        self._clock = clock
        self._level = float(limits.burst_ms)
        self._filled = clock()

    @contextmanager
    def call(self) -> Iterator[None]:
        """Counts a call in flight."""
        most = self.limits.calls
        if most and self.calls >= most:
            message = f"{self.calls} calls of this key are in progress, and it may have {most}"
            raise ServiceError("TOO_MANY_CALLS", message, retry_ms=100, metadata={"limit": most})
        self.calls += 1
        try:
            yield
        finally:
            self.calls -= 1

    def take(self, cost_ms: float) -> None:
        """Pays for a search in advance. More than a full bucket is given to a full bucket only."""
        if not self.limits.cpu_ms:
            return
        self._fill()
        needed = min(cost_ms, self.limits.burst_ms)
        if self._level < needed:
            wait_ms = 1000 * (needed - self._level) / self.limits.cpu_ms
            message = (
                f"this key may compute {self.limits.cpu_ms} ms per second and has used that up; "
                f"enough for this call is there in {wait_ms:.0f} ms"
            )
            metadata = {"cpu_ms": self.limits.cpu_ms}
            raise ServiceError("QUOTA_EXHAUSTED", message, retry_ms=wait_ms, metadata=metadata)
        self._level -= cost_ms

    def give_back(self, unused_ms: float) -> None:
        """Settles the difference to what was really used; negative where that was more."""
        self._level += unused_ms

    def _fill(self) -> None:
        now = self._clock()
        gained = (now - self._filled) * self.limits.cpu_ms
        self._level, self._filled = min(self._level + gained, self.limits.burst_ms), now


@dataclass(frozen=True)
class Caller:
    """The account a call belongs to, and the class it is content with."""

    account: Account
    priority: Priority = Priority.HINT

    def at_most(self, priority: Priority) -> Priority:
        """A call's own class or a lesser one that the caller or the key asks for."""
        return max(priority, self.priority, self.account.limits.priority)


_NOBODY = Caller(Account("nobody", Limits()))
_caller: ContextVar[Caller] = ContextVar("caller", default=_NOBODY)


def caller() -> Caller:
    """Who is behind the call in progress."""
    return _caller.get()


class Accounts:
    """The accounts of a server. The key file is read again when it changes.

    A file that is gone or cannot be read any more changes nothing: the last good keys stay in force, and `complaint`
    says what is wrong, so that nobody believes a key to be revoked that is not.
    """

    def __init__(self, path: Path | None, anonymous: Limits | None) -> None:
        self.complaint = ""
        self._path = path
        self._anonymous = Account("anonymous", anonymous) if anonymous else None
        self._by_hash: dict[str, Account] = {}
        self._seen: tuple[int, ...] | None = None
        if path:
            self._read(path)

    @contextmanager
    def call(self, metadata: Mapping[str, str]) -> Iterator[Caller]:
        """Finds out who calls, and counts the call until it ends."""
        found = Caller(self._account(metadata), _priority(metadata))
        token = _caller.set(found)
        try:
            with found.account.call():
                yield found
        finally:
            _caller.reset(token)

    def _account(self, metadata: Mapping[str, str]) -> Account:
        given = metadata.get("authorization", "")
        if not given:
            if self._anonymous is None:
                raise ServiceError("KEY_REQUIRED", "this server answers calls with an API key only")
            return self._anonymous
        word = given[len(_SCHEME) :] if given[: len(_SCHEME)].lower() == _SCHEME else ""
        account = self._by_hash.get(apikeys.hashed(word.strip()))
        if account is None:
            raise ServiceError("KEY_UNKNOWN", "there is no such API key")
        if account.revoked:
            raise ServiceError("KEY_REVOKED", f"the API key {account.name!r} is revoked")
        return account

    def reload(self) -> None:
        """Takes over changes of the file. To be called every RELOAD_SECONDS."""
        if self._path is None:
            return
        complaint = ""
        try:
            if _version(self._path) != self._seen:
                self._read(self._path)
        except InvalidInput as error:
            complaint = str(error)
        if complaint and complaint != self.complaint:
            logs.logger().error("API keys not reloaded", reason=complaint)
        elif self.complaint and not complaint:
            logs.logger().info("API keys reloaded")
        self.complaint = complaint

    def _read(self, path: Path) -> None:
        """Whoever keeps their limits keeps their bucket."""
        seen = _version(path)
        self._by_hash = {key.hash: self._kept(key) for key in apikeys.read(path)}
        self._seen = seen

    def _kept(self, key: ApiKey) -> Account:
        before = self._by_hash.get(key.hash)
        if before is None or before.limits != key.limits:
            return Account(key.name, key.limits, revoked=key.revoked)
        before.revoked = key.revoked
        return before


def _version(path: Path) -> tuple[int, ...]:
    try:
        status = path.stat()
    except OSError as error:
        raise InvalidInput(str(path), f"cannot be read: {error.strerror}") from None
    return status.st_mtime_ns, status.st_ino, status.st_size


def _priority(metadata: Mapping[str, str]) -> Priority:
    given = metadata.get(PRIORITY_HEADER, "")
    if not given:
        return Priority.HINT
    try:
        return Priority[given.upper()]
    except KeyError:
        names = ", ".join(one.name.lower() for one in Priority)
        raise ServiceError("INVALID_FIELD", f"must be one of {names}", path=PRIORITY_HEADER) from None
