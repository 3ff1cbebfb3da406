"""Reading plain data that comes from strangers: every complaint names the field's path and what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from eminence.cext.core.errors import InvalidInput

# inside Reader the names int and bool are methods
Whole = int
Truth = bool


class Reader:
    """Reads one mapping field by field. Every read field is ticked off; `done` complains about the rest."""

    def __init__(self, data: Any, path: str = "") -> None:
        if not isinstance(data, Mapping):
            raise InvalidInput(path, f"must be an object, not {_kind(data)}")
        self.data = data
        self.path = path
        self._read: set[str] = set()

    def at(self, name: str) -> str:
        """The path of a field of this object."""
        return f"{self.path}.{name}" if self.path else name

    def fail(self, name: str, reason: str) -> NoReturn:
        raise InvalidInput(self.at(name), reason)

    def has(self, name: str) -> Truth:
        """Whether an optional field was given."""
        return self.data.get(name) is not None

    def get(self, name: str) -> Any:
        """The raw value of a required field."""
        self._read.add(name)
        if self.data.get(name) is None:
            self.fail(name, "is missing")
        return self.data[name]

    def int(self, name: str, low: Whole, high: Whole) -> Whole:
        return self._int(self.get(name), self.at(name), low, high)

    def bool(self, name: str) -> Truth:
        value = self.get(name)
        if not isinstance(value, bool):
            self.fail(name, f"must be true or false, not {_kind(value)}")
        return value

    def text(self, name: str, longest: Whole) -> str:
        """A text of printable characters; empty where the field is missing."""
        self._read.add(name)
        value = self.data.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.fail(name, f"must be text, not {_kind(value)}")
        if len(value) > longest:
            self.fail(name, f"must not be longer than {longest} characters, not {len(value)}")
        if not value.isprintable():
            self.fail(name, "must not have control characters")
        return value

    def numbers(self, name: str, length: Whole | range) -> list[float]:
        items = self._items(name, length)
        for i, value in enumerate(items):
            if not isinstance(value, int | float) or isinstance(value, bool) or value != value:
                self.fail(f"{name}[{i}]", f"must be a number, not {_kind(value)}")
        return [float(value) for value in items]

    def choice(self, name: str, values: Sequence[str]) -> Whole:
        """The index of one of the given words."""
        return self._choice(self.get(name), self.at(name), values)

    def ints(self, name: str, length: Whole | range, low: Whole, high: Whole) -> list[Whole]:
        return [
            self._int(v, f"{self.at(name)}[{i}]", low, high) for i, v in enumerate(self._items(name, length))
        ]

    def bools(self, name: str, length: Whole | range) -> list[Truth]:
        items = self._items(name, length)
        for i, value in enumerate(items):
            if not isinstance(value, bool):
                self.fail(f"{name}[{i}]", f"must be true or false, not {_kind(value)}")
        return items

    def choices(self, name: str, length: Whole | range, values: Sequence[str]) -> list[Whole]:
        """Indices of words out of the given ones."""
        return [
            self._choice(v, f"{self.at(name)}[{i}]", values) for i, v in enumerate(self._items(name, length))
        ]

    def object(self, name: str) -> Reader:
        return Reader(self.get(name), self.at(name))

    def objects(self, name: str, length: Whole | range) -> list[Reader]:
        return [Reader(v, f"{self.at(name)}[{i}]") for i, v in enumerate(self._items(name, length))]

    def tick(self, *names: str) -> None:
        """Fields that somebody else reads, or that may be there."""
        self._read.update(names)

    def empty(self, name: str) -> None:
        """A list that is always named, and holds nothing unless it was read."""
        if name not in self._read:
            self._items(name, 0)

    def done(self) -> None:
        """Complains about fields that nobody asked for, and that are there."""
        for name, value in self.data.items():
            if name not in self._read and value is not None:
                self.fail(str(name), "is not a field that belongs here")

    def _items(self, name: str, length: Whole | range) -> list[Any]:
        self._read.add(name)
        items = self.data.get(name)
        if items is None:
            items = []
        if not isinstance(items, list | tuple):
            self.fail(name, f"must be a list, not {_kind(items)}")
        allowed = range(length, length + 1) if isinstance(length, int) else length
        if len(items) not in allowed:
            wanted = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
            self.fail(name, f"must have {wanted} entries, not {len(items)}")
        return list(items)

    @staticmethod
    def _int(value: Any, path: str, low: Whole, high: Whole) -> Whole:
        if not isinstance(value, int) or isinstance(value, bool):
            raise InvalidInput(path, f"must be a whole number, not {_kind(value)}")
        if not low <= value <= high:
            raise InvalidInput(path, f"must be between {low} and {high}, not {value}")
        return value

    @staticmethod
    def _choice(value: Any, path: str, values: Sequence[str]) -> Whole:
        if value not in values:
            given = value if isinstance(value, str) else _kind(value)
            raise InvalidInput(path, f"must be one of {', '.join(values)}; not {given}")
        return list(values).index(value)


def _kind(value: Any) -> str:
    kinds = {
        dict: "an object",
        list: "a list",
        str: "text",
        bool: "true or false",
        int: "a number",
        float: "a fraction",
    }
    return kinds.get(type(value), "nothing" if value is None else type(value).__name__)
