"""Plain data to protobuf and back, the same for every game.

Plain data are what the games speak: dicts, lists, numbers, truths and words. The messages mirror them field by field:

- an enum value PREFIX_SOME_WORD is the word "some_word"; PREFIX_UNSPECIFIED is a missing key;
- an absent `optional` or message field is a missing key; other scalars and all lists are always there.

Descriptors are slow to ask: what a kind of message is made of is looked up once, and paths are put together only for
a complaint.

Messages come from strangers: the lengths of lists tell how much there is to read before it is read, so that none takes
longer than a few times the greatest honest message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from eminence.cext.core.errors import InvalidInput

M = TypeVar("M", bound=Message)
Data = dict[str, Any]
Descriptor = Any  # the descriptors of protobuf's several implementations have no common type

_RANGES = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
}


LONGEST_LIST = 128  # the longest that any game has: 72
MOST_ENTRIES = 800  # of all lists of a message together; the most that any game has: about 360


def to_plain(message: Message, path: str = "") -> Data:
    """A message as plain data. Complains about enum numbers that have no name, and about messages that are too long."""
    try:
        return _read(message, Allowance())
    except InvalidInput as error:
        raise _below(path, error) from None


class Allowance:
    """What may still be read of a message."""

    __slots__ = ("entries", "left", "longest")

    def __init__(self, entries: int = MOST_ENTRIES, longest: int = LONGEST_LIST) -> None:
        self.left = self.entries = entries
        self.longest = longest

    def take(self, name: str, items: int) -> None:
        """Takes a list's entries, before they are looked at."""
        if items > self.longest:
            raise InvalidInput(name, f"has {items} entries; no list may have more than {self.longest}")
        self.left -= items
        if self.left < 0:
            raise InvalidInput(name, f"goes beyond the {self.entries} entries that a message may have")


def to_message(data: Mapping[str, Any], kind: Callable[[], M], path: str = "") -> M:
    """Plain data as a message of a kind. Complains about what has no place in it."""
    message = kind()
    try:
        _write(message, data)
    except InvalidInput as error:
        raise _below(path, error) from None
    return message


class _Field:
    """One field of a kind of message."""

    __slots__ = ("check", "is_list", "is_message", "name", "words")

    def __init__(self, field: Descriptor) -> None:
        self.name: str = field.name
        self.is_list: bool = field.is_repeated
        self.is_message: bool = field.message_type is not None
        self.words: dict[int, str | None] | None = _words(field.enum_type) if field.enum_type else None
        self.check: Callable[[Any], Any] | None = None if self.is_message else _check(field)


@cache
def _fields(kind: Descriptor) -> dict[str, _Field]:
    return {field.name: _Field(field) for field in kind.fields}


@cache
def _always_there(kind: Descriptor) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What plain data have though the message does not say it: defaults of scalars, and names of empty lists."""
    scalars = {
        field.name: field.default_value
        for field in kind.fields
        if not field.is_repeated and not field.has_presence and not field.enum_type
    }
    return scalars, tuple(field.name for field in kind.fields if field.is_repeated)


def _read(message: Message, allowance: Allowance) -> Data:
    kind = message.DESCRIPTOR
    fields, (defaults, lists) = _fields(kind), _always_there(kind)
    data: Data = defaults.copy()
    for name in lists:
        data[name] = []
    for descriptor, value in message.ListFields():
        field = fields[descriptor.name]
        if field.is_list:
            data[field.name] = _read_list(field, value, allowance)
            continue
        try:
            plain = _read_one(field, value, allowance)
        except InvalidInput as error:
            raise _below(field.name, error) from None
        if plain is not None:
            data[field.name] = plain
    return data


def _read_list(field: _Field, items: Sequence[Any], allowance: Allowance) -> list[Any]:
    allowance.take(field.name, len(items))
    if field.words is None and not field.is_message:
        return list(items)
    plain: list[Any] = []
    try:
        for item in items:
            value = _read_one(field, item, allowance)
            if value is None:
                raise InvalidInput("", "must be specified")
            plain.append(value)
    except InvalidInput as error:
        raise _below(f"{field.name}[{len(plain)}]", error) from None
    return plain


def _read_one(field: _Field, value: Any, allowance: Allowance) -> Any:
    if field.is_message:
        return _read(value, allowance)
    if field.words is None:
        return value
    if value not in field.words:
        raise InvalidInput("", f"has no value {value}; the last one is {max(field.words)}")
    return field.words[value]


def _write(message: Message, data: Mapping[str, Any]) -> None:
    if not isinstance(data, Mapping):
        raise InvalidInput("", f"must be an object, not {type(data).__name__}")
    fields = _fields(message.DESCRIPTOR)
    for name, value in data.items():
        if name not in fields:
            raise InvalidInput(str(name), "is not a field that belongs here")
        if value is None:
            continue
        field = fields[name]
        if field.is_list:
            _write_list(field, getattr(message, name), value)
            continue
        try:
            if field.check is None:
                target = getattr(message, name)
                target.SetInParent()
                _write(target, value)
            else:
                setattr(message, name, field.check(value))
        except InvalidInput as error:
            raise _below(name, error) from None


def _write_list(field: _Field, target: Any, values: Any) -> None:
    if not isinstance(values, list | tuple):
        raise InvalidInput(field.name, f"must be a list, not {type(values).__name__}")
    done = 0
    try:
        for value in values:
            if field.check is None:
                _write(target.add(), value)
            else:
                target.append(field.check(value))
            done += 1
    except InvalidInput as error:
        raise _below(f"{field.name}[{done}]", error) from None


def _check(field: Descriptor) -> Callable[[Any], Any]:
    """What turns a plain value into the one that protobuf takes, or complains."""
    if field.enum_type:
        numbers = {word: number for number, word in _words(field.enum_type).items() if word is not None}
        return lambda value: _number(numbers, value)
    if field.cpp_type in _RANGES:
        low, high = _RANGES[field.cpp_type]
        return lambda value: _whole(low, high, value)
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return lambda value: _typed(str, "text", value)
    return lambda value: _typed(bool, "true or false", value)


def _number(numbers: Mapping[str, int], value: Any) -> int:
    if not isinstance(value, str) or value not in numbers:
        raise InvalidInput("", f"must be one of {', '.join(numbers)}; not {value}")
    return numbers[value]


def _whole(low: int, high: int, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InvalidInput("", f"must be a whole number between {low} and {high}, not {value!r}")
    return value


def _typed(wanted: type, name: str, value: Any) -> Any:
    if not isinstance(value, wanted):
        raise InvalidInput("", f"must be {name}, not {value!r}")
    return value


def _below(path: str, error: InvalidInput) -> InvalidInput:
    """The complaint about something at a path inside a message, as one about the message's holder."""
    inner = f"{path}.{error.path}" if path and error.path else path or error.path
    return InvalidInput(inner, error.reason)


@cache
def enum_names(kind: Descriptor, field: str, words: Iterable[str]) -> list[str]:
    """The names of the values of an enum field that stand for these words."""
    enum = kind.fields_by_name[field].enum_type
    names = {word: enum.values_by_number[number].name for number, word in _words(enum).items()}
    return [names[word] for word in words]


def _words(enum: Descriptor) -> dict[int, str | None]:
    """The word of every number; None for UNSPECIFIED."""
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return {v.number: v.name.removeprefix(prefix).lower() if v.number else None for v in enum.values}
