"""Messages in JSON from strangers: looked through before they are read. For the web port."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from connectrpc.codec import Codec
from google.protobuf.json_format import MessageToJson, ParseDict, ParseError
from google.protobuf.message import Message

from eminence.cext.core.errors import InvalidInput
from eminence.server.codec import Allowance
from eminence.v1.opponent_service_pb2 import ReviewGameRequest

M = TypeVar("M", bound=Message)

MOST_VALUES = 1500  # of a message; the most that any game's view has: 640
# A record is long and flat: what a request may weigh bounds it too.
RECORD_VALUES = 8000  # the most that a game of 500 plies has: 3000
LONGEST_RECORD = 2000


class JsonCodec(Codec[Message, Message]):
    """JSON as the standard maps it to messages. Reading that is slow, so it is done only where it cannot be much."""

    def name(self) -> str:
        return "json"

    def encode(self, message: Message) -> bytes:
        return MessageToJson(message, indent=None).encode()

    def decode(self, data: bytes | bytearray, message_class: type[M]) -> M:
        message = message_class()
        try:
            plain = json.loads(data or b"{}")
            _look_through(plain, "", _allowance(message_class))
            ParseDict(plain, message)
        except RecursionError:
            raise InvalidInput("", "is nested too deeply") from None
        except (ParseError, ValueError) as error:
            raise InvalidInput("", f"is not this call's message in JSON: {error}") from None
        return message


def _allowance(kind: type[Message]) -> Allowance:
    if kind is ReviewGameRequest:
        return Allowance(RECORD_VALUES, LONGEST_RECORD)
    return Allowance(MOST_VALUES)


def _look_through(value: Any, name: str, allowance: Allowance) -> None:
    if isinstance(value, dict):
        allowance.take(name, len(value))
        for key, inner in value.items():
            _look_through(inner, key, allowance)
    elif isinstance(value, list):
        allowance.take(name, len(value))
        for inner in value:
            _look_through(inner, name, allowance)
