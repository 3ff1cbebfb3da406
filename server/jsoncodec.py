"""Messages in JSON from strangers: looked through before they are read. For the web port."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from connectrpc.codec import Codec
from google.protobuf.json_format import MessageToJson, ParseDict, ParseError
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from eminence.cext.core.errors import InvalidInput
from eminence.server.codec import Allowance
from eminence.v1.opponent_service_pb2 import ReviewGameRequest

M = TypeVar("M", bound=Message)

MOST_VALUES = 1600  # of a message; the most that any view has: about 1200
# A record is long and flat: what a request may weigh bounds it too.
RECORD_VALUES = 8000  # the most that a game of 500 plies has: 3000
LONGEST_RECORD = 2000
SMALL_BYTES = 2000


class JsonCodec(Codec[Message, Message]):
    """JSON as the standard maps it to messages. Reading that is slow, so it is done only where it cannot be much."""

    def name(self) -> str:
        return "json"

    def encode(self, message: Message | Written) -> bytes:
        return message.json if isinstance(message, Written) else _written(message)

    def decode(self, data: bytes | bytearray, message_class: type[M]) -> Any:
        """The message; a great one as `Unread`, to be read in a thread: that takes milliseconds of the loop."""
        try:
            plain = json.loads(data or b"{}")
            _look_through(plain, "", _allowance(message_class))
        except RecursionError:
            raise InvalidInput("", "is nested too deeply") from None
        except ValueError as error:
            raise InvalidInput("", f"is not JSON: {error}") from None
        unread = Unread(plain, message_class)
        return unread if len(data) > SMALL_BYTES else unread.read()


class Unread:
    """A message in JSON that was looked through and not yet read."""

    def __init__(self, plain: Any, kind: type[Message]) -> None:
        self._plain = plain
        self._kind = kind

    def read(self) -> Message:
        message = self._kind()
        try:
            ParseDict(self._plain, message)
        except RecursionError:
            raise InvalidInput("", "is nested too deeply") from None
        except (ParseError, ValueError, TypeError, AttributeError, OverflowError) as error:
            # The library is not prepared for everything: a number where a message should be is a TypeError.
            raise _fault(self._plain, message.DESCRIPTOR) or InvalidInput("", str(error)) from None
        return message


class Written:
    """A great message already in JSON, made in a thread: that takes milliseconds of the loop."""

    def __init__(self, message: Message) -> None:
        self.json = _written(message)


def _written(message: Message) -> bytes:
    # Seat 0 is a seat: fields that cannot be absent are always there.
    return MessageToJson(message, indent=None, always_print_fields_with_no_presence=True).encode()


def _allowance(kind: type[Message]) -> Allowance:
    if kind is ReviewGameRequest:
        return Allowance(RECORD_VALUES, LONGEST_RECORD)
    return Allowance(MOST_VALUES)


def _fault(plain: Any, kind: Any, path: str = "") -> InvalidInput | None:
    """What is wrong with a message in JSON, by the path of its field: the library does not tell."""
    if not isinstance(plain, dict):
        return InvalidInput(path, "must be an object")
    known = {name: field for field in kind.fields for name in (field.name, field.json_name)}
    for name, value in plain.items():
        inner = f"{path}.{known[name].name if name in known else name}".lstrip(".")
        if name not in known:
            there = ", ".join(field.json_name for field in kind.fields)
            return InvalidInput(inner, f"is not a field that belongs here; there are: {there}")
        if fault := _field_fault(value, known[name], inner):
            return fault
    return None


def _field_fault(value: Any, field: Any, path: str) -> InvalidInput | None:
    if value is None:
        return None
    if field.is_repeated:
        if not isinstance(value, list):
            return InvalidInput(path, "must be a list")
        faults = (_value_fault(item, field, f"{path}[{i}]", [item]) for i, item in enumerate(value))
        return next((fault for fault in faults if fault), None)
    return _value_fault(value, field, path, value)


def _value_fault(value: Any, field: Any, path: str, alone: Any) -> InvalidInput | None:
    if field.message_type:
        return _fault(value, field.message_type, path)
    try:
        ParseDict({field.name: alone}, GetMessageClass(field.containing_type)())
    except ParseError:
        if field.enum_type:
            words = ", ".join(one.name for one in field.enum_type.values if one.number)
            return InvalidInput(path, f"must be one of {words}; not {value!r}")
        return InvalidInput(path, f"cannot be {value!r}")
    return None


def _look_through(value: Any, name: str, allowance: Allowance) -> None:
    if isinstance(value, dict):
        allowance.take(name, len(value))
        for key, inner in value.items():
            _look_through(inner, key, allowance)
    elif isinstance(value, list):
        allowance.take(name, len(value))
        for inner in value:
            _look_through(inner, name, allowance)
