"""Sealed tables: complete states that travel with the client, who can neither read nor change them.

    magic "EMT" | version | key id (4) | nonce (12) | length (2) | AES-GCM of the contents
    ----------- associated data ------------------------------

The contents are a JSON head, the secret seed and the packed state, uncompressed: the length tells nothing about what
is hidden.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag

from eminence.bots import State
from eminence.server.errors import ServiceError
from eminence.server.keys import KeyRing
from eminence.server.shelf import Shelf

MAGIC = b"EMT"
VERSION = 1
SEED_BYTES = 16

_OUTER = struct.Struct(">3sB4s12sH")
_INNER = struct.Struct(">H")


@dataclass(frozen=True)
class Table:
    """A state and the seats that only bots play."""

    state: State
    bot_seats: tuple[int, ...] = ()

    @property
    def bot_seed(self) -> str:
        """Seed for a bot that moves next: fixed by the table, and no way back to the table's own seed."""
        return hashlib.sha256(f"bot {self.state.seed} {self.state.ply}".encode()).hexdigest()


class Seal:
    """Seals and opens tables."""

    def __init__(self, ring: KeyRing, shelf: Shelf) -> None:
        self._ring = ring
        self._shelf = shelf

    def seed(self, given: int | None, deal: Any) -> str:
        """The secret seed of a new game. A given one is mixed with the key and with all that describes the deal."""
        if given is None:
            return secrets.token_hex(SEED_BYTES)
        return self._ring.sealing.mix(json.dumps([given, deal], sort_keys=True)).hex()

    def close(self, table: Table) -> bytes:
        contents = self._contents(table)
        key = self._ring.sealing
        nonce = secrets.token_bytes(12)
        head = _OUTER.pack(MAGIC, VERSION, key.id, nonce, len(contents))
        return head + key.cipher.encrypt(nonce, contents, head)

    def open(self, sealed: bytes, path: str) -> Table:
        """The table in these bytes. Every way in which it can be wrong has its own reason."""
        if len(sealed) < _OUTER.size or sealed[:3] != MAGIC:
            raise _malformed(path, "is not a sealed table")
        _, version, key_id, nonce, length = _OUTER.unpack_from(sealed)
        if version != VERSION:
            raise _version(version, VERSION)
        if len(sealed) != _OUTER.size + length + 16:
            raise _malformed(path, "is cut short or has bytes added to its end")
        key = self._ring.find(key_id)
        if key is None:
            message = f"the table is sealed with key {key_id.hex()}, which this server does not hold"
            raise ServiceError("TABLE_KEY_UNKNOWN", message, metadata={"key_id": key_id.hex()})
        head, body = sealed[: _OUTER.size], sealed[_OUTER.size :]
        try:
            contents = key.cipher.decrypt(nonce, body, head)
        except InvalidTag:
            raise ServiceError("TABLE_TAMPERED", "was changed after it was sealed", path=path) from None
        return self._table(contents)

    def _contents(self, table: Table) -> bytes:
        state = table.state
        game = state.game
        head = {
            "game": game.name,
            "seats": game.seats,
            "options": game.options,
            "components": self._shelf.components_id(game.name),
            "layout": self._shelf.layout(game.name),
            "ply": state.ply,
            "bots": table.bot_seats,
        }
        text = json.dumps(head, separators=(",", ":")).encode()
        return _INNER.pack(len(text)) + text + bytes.fromhex(str(state.seed)) + state.packed

    def _table(self, contents: bytes) -> Table:
        (size,) = _INNER.unpack_from(contents)
        head, rest = json.loads(contents[_INNER.size :][:size]), contents[_INNER.size + size :]
        name = head["game"]
        ours = self._shelf.components_id(name)
        if head["components"] != ours:
            message = f"the table was made with components {head['components']}; this server has {ours}"
            metadata = {"components": head["components"], "supported": ours}
            raise ServiceError("TABLE_COMPONENTS", message, metadata=metadata)
        game = self._shelf.game(name, head["seats"], head["options"])
        seed, packed = rest[:SEED_BYTES].hex(), rest[SEED_BYTES:]
        layout = self._shelf.layout(name)
        if head["layout"] != layout:
            raise _version(f"{name} {head['layout']}", f"{name} {layout}")
        return Table(game.restore(packed, seed, head["ply"]), tuple(head["bots"]))


def _malformed(path: str, message: str) -> ServiceError:
    return ServiceError("TABLE_MALFORMED", message, path=path)


def _version(found: object, supported: object) -> ServiceError:
    message = f"the table has version {found}; this server reads {supported}"
    return ServiceError("TABLE_VERSION", message, metadata={"version": found, "supported": supported})
