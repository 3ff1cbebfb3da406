"""API keys in a file: JSON, with a hash in place of each key. Whoever reads the file cannot use the keys.

A key is 32 random bytes, so a plain SHA-256 is enough: there is nothing to guess.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from eminence.cext.core.errors import InvalidInput
from eminence.server.schedule import Priority

PREFIX = "emk_"


@dataclass(frozen=True)
class Limits:
    """What a caller may use. 0 is no limit."""

    cpu_ms: int = 0  # milliseconds of search per second, over all slots
    burst_ms: int = 0  # as much may be saved up
    calls: int = 0  # in flight at the same time
    priority: Priority = Priority.HINT  # the most urgent class


@dataclass(frozen=True)
class ApiKey:
    name: str
    hash: str
    created: str
    limits: Limits = field(default_factory=Limits)
    revoked: bool = False


def hashed(key: str) -> str:
    return hashlib.sha256(f"eminence api key {key}".encode()).hexdigest()


def read(path: Path) -> list[ApiKey]:
    """The keys in a file."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ValueError("not a regular file")
        return [_key(entry) for entry in json.loads(path.read_text(encoding="utf-8"))["keys"]]
    except OSError as error:
        raise InvalidInput(str(path), f"cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidInput(str(path), f"is not a file of API keys: {error}") from error


def add(path: Path, name: str, limits: Limits) -> str:
    """Adds a key and returns it: the only time that anyone sees it."""
    key = PREFIX + secrets.token_urlsafe(32)
    with _changing(path) as keys:
        if any(one.name == name and not one.revoked for one in keys):
            raise InvalidInput("name", f"there is a key {name!r} already; revoke it first")
        keys.append(ApiKey(name, hashed(key), datetime.now(UTC).isoformat(timespec="seconds"), limits))
    return key


def revoke(path: Path, name: str) -> None:
    """Revokes a key. It stays in the file, so that its holder is told why."""
    with _changing(path) as keys:
        places = [place for place, key in enumerate(keys) if key.name == name and not key.revoked]
        if not places:
            raise InvalidInput("name", f"there is no key {name!r} in use")
        keys[places[0]] = replace(keys[places[0]], revoked=True)


@contextmanager
def _changing(path: Path) -> Iterator[list[ApiKey]]:
    """The keys, to be changed and written back in one piece. One process at a time."""
    path = path.resolve()  # a link stays one
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        keys = read(path) if path.exists() else []
        yield keys
        _write(path, json.dumps({"keys": [_entry(key) for key in keys]}, indent=2))
        os.fsync(folder)
    finally:
        os.close(folder)


def _write(path: Path, text: str) -> None:
    """Puts a new file in a file's place. Owner, group and mode stay: a server that runs as another user reads on."""
    descriptor, name = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(descriptor, "w") as file:
            _take_over(path, descriptor)
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _take_over(path: Path, descriptor: int) -> None:
    """Gives a file the owner and mode of the one at the path; a first one belongs to whom the folder belongs to."""
    before = path.stat() if path.exists() else None
    owner = before or path.parent.stat()
    try:
        if before or os.geteuid() == 0:
            os.fchown(descriptor, owner.st_uid, owner.st_gid)
    except PermissionError:
        message = f"belongs to user {owner.st_uid}: only that user or root can change it"
        raise InvalidInput(str(path), message) from None
    if before:
        os.fchmod(descriptor, stat.S_IMODE(before.st_mode))


def _entry(key: ApiKey) -> dict[str, Any]:
    entry = asdict(key)
    entry["limits"]["priority"] = key.limits.priority.name.lower()
    return entry


def _key(entry: dict[str, Any]) -> ApiKey:
    limits = dict(entry["limits"])
    limits["priority"] = Priority[limits["priority"].upper()]
    key = ApiKey(**{**entry, "limits": Limits(**limits)})
    texts, numbers = (
        (key.name, key.hash, key.created),
        (key.limits.cpu_ms, key.limits.burst_ms, key.limits.calls),
    )
    if {*map(type, texts)} != {str} or {*map(type, numbers)} != {int} or type(key.revoked) is not bool:
        raise TypeError(f"a value of key {key.name!r} has the wrong type")
    return key
