"""Component figures (costs, card lists, scoring tables) as data files, each figure with its provenance.

A components file is JSON:

    {"game": "royals", "name": "reconstructed-1",
     "tables": {"titles": {"about": "...", "records": [
        {"id": "king", "cost": 8, "influence": 3,
         "provenance": {"cost": "public", "influence": "reconstructed"}, "source": "..."}]}}}

`provenance` is one word for the whole record, or one per field; a field that is a list may have a list of words.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from eminence.cext.core.errors import InvalidInput

PROVENANCES = ("rulebook", "public", "reconstructed")
HASH_DIGITS = 16
_ABOUT = ("id", "provenance", "source")


@dataclass(frozen=True)
class Figure:
    """One figure of one component, and where it is known from."""

    table: str
    id: str
    field: str
    value: Any
    provenance: str
    source: str


class Components:
    """A checked components file."""

    def __init__(self, data: Any, origin: str) -> None:
        self.origin = origin
        self.data = data
        if not isinstance(data, dict) or not isinstance(data.get("tables"), dict):
            raise InvalidInput(origin, "is not a components file: it must be an object with `tables`")
        self.game: str = data.get("game", "")
        self.name: str = data.get("name", Path(origin).stem)
        for field in ("game", "name"):
            if not isinstance(getattr(self, field), str):
                raise InvalidInput(f"{origin}: {field}", "must be text")
        self._figures = list(self._read())

    @classmethod
    def load(cls, path: str | Path) -> Components:
        try:
            return cls(json.loads(Path(path).read_text(encoding="utf-8")), str(path))
        except OSError as error:
            raise InvalidInput(str(path), f"cannot be read: {error.strerror}") from error
        except InvalidInput:
            raise
        except (ValueError, RecursionError) as error:
            raise InvalidInput(str(path), f"is not JSON: {error}") from error

    @cached_property
    def hash(self) -> str:
        """Digest of the figures, which tells edited ones apart: of their JSON with sorted keys, without spaces."""
        text = json.dumps(self.data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]

    def records(self, table: str) -> list[dict[str, Any]]:
        """The records of one table, in file order."""
        try:
            return list(self.data["tables"][table]["records"])
        except (KeyError, TypeError):
            raise InvalidInput(f"{self.origin}: tables.{table}", "is missing") from None

    def figures(self) -> list[Figure]:
        """Every figure of the file, for people who want to check it against the printed game."""
        return list(self._figures)

    def _read(self) -> Iterator[Figure]:
        for table in self.data["tables"]:
            for i, record in enumerate(self.records(table)):
                path = f"{self.origin}: tables.{table}.records[{i}]"
                if not isinstance(record, dict) or "id" not in record:
                    raise InvalidInput(path, "must be an object with an `id`")
                yield from self._read_record(table, record, path)

    @staticmethod
    def _read_record(table: str, record: dict[str, Any], path: str) -> Iterator[Figure]:
        given = record.get("provenance")
        if not isinstance(record.get("source", ""), str):
            raise InvalidInput(f"{path}.source", "must be text")
        for field, value in record.items():
            if field in _ABOUT:
                continue
            word = given.get(field) if isinstance(given, dict) else given
            words = word if isinstance(word, list) else [word]
            for entry in words:
                if entry not in PROVENANCES:
                    raise InvalidInput(
                        f"{path}.provenance", f"`{field}` needs one of {', '.join(PROVENANCES)}; not {entry}"
                    )
            values = value if isinstance(word, list) else [value]
            if not isinstance(values, list):
                raise InvalidInput(f"{path}.provenance", f"`{field}` is no list, and needs one word")
            if len(values) != len(words):
                raise InvalidInput(
                    f"{path}.provenance", f"`{field}` has {len(values)} values but {len(words)} words"
                )
            for k, (one, origin) in enumerate(zip(values, words, strict=True)):
                name = f"{field}[{k}]" if isinstance(word, list) else field
                yield Figure(table, str(record["id"]), name, one, origin, record.get("source", ""))
