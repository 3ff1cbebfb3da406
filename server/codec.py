"""Plain data to protobuf and back, the same for every game.

Plain data are what the games speak: dicts, lists, numbers, truths and words. The messages mirror them field by field:

- an enum value PREFIX_SOME_WORD is the word "some_word"; PREFIX_UNSPECIFIED is a missing key;
- an absent `optional` or message field is a missing key; other scalars and all lists are always there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from eminence.cext.core.errors import InvalidInput

M = TypeVar("M", bound=Message)
Data = dict[str, Any]
Field = Any  # the descriptors of protobuf's several implementations have no common type
Enum = Any

_RANGES = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
}


def to_plain(message: Message, path: str = "") -> Data:
    """A message as plain data. Complains about enum numbers that have no name."""
    data: Data = {}
    for field in message.DESCRIPTOR.fields:
        at = _join(path, field.name)
        if field.is_repeated:
            items = getattr(message, field.name)
            data[field.name] = [_plain_item(field, item, f"{at}[{i}]") for i, item in enumerate(items)]
        elif not field.has_presence or message.HasField(field.name):
            value = _plain(field, getattr(message, field.name), at)
            if value is not None:
                data[field.name] = value
    return data


def to_message(data: Mapping[str, Any], kind: Callable[[], M], path: str = "") -> M:
    """Plain data as a message of a kind. Complains about what has no place in it."""
    if not isinstance(data, Mapping):
        raise InvalidInput(path, f"must be an object, not {type(data).__name__}")
    message = kind()
    fields = message.DESCRIPTOR.fields_by_name
    for name, value in data.items():
        at = _join(path, str(name))
        if name not in fields:
            raise InvalidInput(at, "is not a field that belongs here")
        if value is not None:
            _fill(message, fields[name], value, at)
    return message


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _plain(field: Field, value: Any, path: str) -> Any:
    if field.message_type:
        return to_plain(value, path)
    if field.enum_type:
        words = _words(field.enum_type)
        if value not in words:
            raise InvalidInput(path, f"has no value {value}; the last one is {max(words)}")
        return words[value]
    return value


def _plain_item(field: Field, value: Any, path: str) -> Any:
    plain = _plain(field, value, path)
    if plain is None:
        raise InvalidInput(path, "must be specified")
    return plain


def _fill(message: Message, field: Field, value: Any, path: str) -> None:
    if field.is_repeated:
        if not isinstance(value, list | tuple):
            raise InvalidInput(path, f"must be a list, not {type(value).__name__}")
        target = getattr(message, field.name)
        for i, item in enumerate(value):
            target.append(_wire(field, item, f"{path}[{i}]"))
    elif field.message_type:
        target = getattr(message, field.name)
        target.CopyFrom(to_message(value, type(target), path))
        target.SetInParent()
    else:
        setattr(message, field.name, _wire(field, value, path))


def _wire(field: Field, value: Any, path: str) -> Any:
    """One value as protobuf takes it."""
    if field.message_type:
        return to_message(value, GetMessageClass(field.message_type), path)
    if field.enum_type:
        numbers = _numbers(field.enum_type)
        if not isinstance(value, str) or value not in numbers:
            raise InvalidInput(path, f"must be one of {', '.join(numbers)}; not {value}")
        return numbers[value]
    if field.cpp_type in _RANGES:
        low, high = _RANGES[field.cpp_type]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise InvalidInput(path, f"must be a whole number between {low} and {high}, not {value!r}")
        return value
    wanted = str if field.cpp_type == FieldDescriptor.CPPTYPE_STRING else bool
    if not isinstance(value, wanted):
        raise InvalidInput(path, f"must be {'text' if wanted is str else 'true or false'}, not {value!r}")
    return value


@lru_cache
def _words(enum: Enum) -> dict[int, str | None]:
    """The word of every number; None for UNSPECIFIED."""
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return {v.number: v.name.removeprefix(prefix).lower() if v.number else None for v in enum.values}


@lru_cache
def _numbers(enum: Enum) -> dict[str, int]:
    return {word: number for number, word in _words(enum).items() if word is not None}
