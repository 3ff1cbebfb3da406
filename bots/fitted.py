"""What was fitted to self-played games: one JSON file beside a game's rules, with its provenance and a SHA-256.

A file that was changed by hand, or that belongs to another game or to other components, is refused with the reason.
"""

from __future__ import annotations

import hashlib
import json
import logging
import subprocess
from collections.abc import Callable, Mapping
from importlib import metadata, resources
from pathlib import Path
from typing import Any, TypeVar

from eminence.cext.core.components import Components
from eminence.cext.core.face import Face
from eminence.cext.core.fields import Reader
from eminence.cext.games import catalogue

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[1]  # of a checkout

log = logging.getLogger(__name__)


def digest(data: Mapping[str, Any]) -> str:
    """The SHA-256 of everything else in a file, as JSON with sorted keys and without spaces."""
    rest = {key: value for key, value in data.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def signed(data: Mapping[str, Any]) -> dict[str, Any]:
    return {**data, "sha256": digest(data)}


def header(data: Any, face: Face[Any], format: int) -> Reader:
    """Checks what all files begin with, and the digest. Raises InvalidInput for one that does not fit."""
    reader = Reader(data)
    if (given := reader.int("format", 0, 1 << 16)) != format:
        reader.fail("format", f"must be {format}, not {given}")
    if (game := reader.text("game", 100)) != face.name:
        reader.fail("game", f"must be {face.name!r}, not {game!r}")
    if (known := reader.text("components", 100)) != face.components.hash:
        reader.fail("components", f"must be {face.components.hash!r}, those of the game, not {known!r}")
    if reader.text("sha256", 64) != digest(data):
        reader.fail("sha256", "is not that of the file, which was changed by hand")
    return reader


def shipped(
    name: str, file: str, read: Callable[[Any, Face[Any]], dict[int, T]], without: str
) -> dict[int, T]:
    """What a game's own file holds, by number of seats. `without`: what a file that is refused means for the game."""
    face = catalogue.face(name)
    path = resources.files(type(face).__module__.rpartition(".")[0]) / file
    if not path.is_file():
        return {}
    try:
        return read(json.loads(path.read_text(encoding="utf-8")), face)
    except ValueError as error:  # InvalidInput is one
        log.warning("%s: %s: %s: %s", name, without, file, error)
        return {}


def is_usual(name: str, seats: int, options: Mapping[str, Any], components: Components) -> bool:
    """Whether a table has the components and options that files are fitted to."""
    face = catalogue.face(name)
    return components.hash == face.components.hash and options == face.complete(seats, None)


def commit(*files: str) -> str:
    """The last one that changed the core or a game, but for `files`; with + and a digest where there are changes since.

    Games of before it were played by another bot. Outside of a checkout it is the version.
    """
    if not (ROOT / ".git").exists():
        return metadata.version("eminence")
    code = ["--", "cext", *(f":(exclude)*/{file}" for file in files)]
    last, since = _git("log", "-1", "--format=%h", *code), _git("diff", "HEAD", *code)
    return f"{last}+{hashlib.sha256(since.encode()).hexdigest()[:8]}" if since else last


def _git(*asked: str) -> str:
    return subprocess.run(
        ["git", *asked], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
