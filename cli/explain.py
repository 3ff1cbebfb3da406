"""What the components of a game do: the figures of the table's own component file, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from eminence.cext.core.components import Components

_NOT_SHOWN = ("id", "name", "provenance", "source")
_NAMES = ("id", "name", "short")


@dataclass(frozen=True)
class Entry:
    """One component, or one table of them."""

    name: str
    about: str


def overview(components: Components) -> list[Entry]:
    """The tables there are, with the names in them."""
    tables = components.data["tables"].items()
    return [
        Entry(_words(name), ", ".join(_title(record) for record in part["records"])) for name, part in tables
    ]


def explain(components: Components, word: str) -> list[Entry]:
    """The components that are called so, or else those whose names hold the word."""
    wanted = _words(word.lower())
    records = [
        (table, record) for table, part in components.data["tables"].items() for record in part["records"]
    ]
    for fits in (lambda name: name == wanted, lambda name: wanted in name):
        found = [(table, record) for table, record in records if any(map(fits, _names(record)))]
        if found:
            return [Entry(f"{_title(record)} ({_words(table)})", _facts(record)) for table, record in found]
    return []


def _names(record: dict[str, Any]) -> Iterator[str]:
    return (_words(str(record[key]).lower()) for key in _NAMES if key in record)


def _title(record: dict[str, Any]) -> str:
    return str(record.get("name") or _words(record["id"]))


def _facts(record: dict[str, Any]) -> str:
    return "; ".join(
        f"{_words(key)} {_plain(value)}" for key, value in record.items() if key not in _NOT_SHOWN
    )


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(
            _words(key) if one is True else f"{_words(key)} {_plain(one)}" for key, one in value.items()
        )
    if isinstance(value, list):
        parts = [_plain(one) for one in value]
        return " / ".join(parts) if any(isinstance(one, dict) for one in value) else ", ".join(parts)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _words(value) if isinstance(value, str) else str(value)


def _words(text: str) -> str:
    return text.replace("_", " ")
