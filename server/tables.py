"""Sealed tables: complete states that travel with the client, who can neither read nor change them.

    magic "EMT" | version | key id (4) | nonce (12) | length (2) | AES-GCM of the contents
    ----------- associated data ------------------------------

The contents are a JSON head, the secret seed, the packed state and the moves so far, each of a fixed size and not
compressed: the length tells nothing about what is hidden.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cryptography.exceptions import InvalidTag

from eminence.bots import Event, Move, Record, State
from eminence.bots.record import record_of
from eminence.server.errors import ServiceError
from eminence.server.keys import Key, KeyRing
from eminence.server.shelf import Shelf

MAGIC = b"EMT"
VERSION = 1
LOCKED = 2  # the version of tables that only servers who know `once` and passes may open
PASS = b"EMP"
SEED_BYTES = 16
MOVE_BYTES = 4

_PASS = struct.Struct(">3sB4s32s")
_OUTER = struct.Struct(">3sB4s12sH")
_INNER = struct.Struct(">H")


@dataclass(frozen=True)
class Table:
    """A state, the seats that only bots play, and what its game is locked by.

    A game that moves forward only, or whose seats need passes, has an id that stays the same from table to table.
    """

    state: State
    bot_seats: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()  # the codes of the moves that led here
    once: bool = False
    passes: bool = False
    id: str = ""

    def after(self, move: Move) -> tuple[Table, tuple[Event, ...]]:
        """The table once a move is played, and what happened."""
        state, events = self.state.play_told(move)
        return replace(self, state=state, moves=(*self.moves, move.code)), events

    def record(self, players: Sequence[str] = ()) -> Record:
        """The whole game. It tells what is hidden: only for games that are over."""
        if self.state.actor is not None:
            raise ServiceError(
                "GAME_NOT_OVER", "the game is not over, and its record would tell what is hidden"
            )
        if len(self.moves) != self.state.ply:
            raise _version("without moves", LOCKED)
        return record_of(self.state.game, self.state.seed, self.moves, players)

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
        version = LOCKED if table.id else VERSION
        head = _OUTER.pack(MAGIC, version, key.id, nonce, len(contents))
        return head + key.cipher.encrypt(nonce, contents, head)

    def open(self, sealed: bytes, path: str) -> Table:
        """The table in these bytes. Every way in which it can be wrong has its own reason."""
        if len(sealed) < _OUTER.size or sealed[:3] != MAGIC:
            raise _malformed(path, "is not a sealed table")
        _, version, key_id, nonce, length = _OUTER.unpack_from(sealed)
        if version not in (VERSION, LOCKED):
            raise _version(version, LOCKED)
        if len(sealed) != _OUTER.size + length + 16:
            raise _malformed(path, "is cut short or has bytes added to its end")
        key = self._key(key_id, "table")
        head, body = sealed[: _OUTER.size], sealed[_OUTER.size :]
        try:
            contents = key.cipher.decrypt(nonce, body, head)
        except InvalidTag:
            raise ServiceError("TABLE_TAMPERED", "was changed after it was sealed", path=path) from None
        return self._table(contents)

    def give_pass(self, table: Table, seat: int) -> bytes:
        """What lets its holder see and play a seat until the game is over."""
        key = self._ring.sealing
        return _PASS.pack(PASS, 1, key.id, key.sign(_seat_of(table, seat)))

    def check_pass(self, table: Table, seat: int, given: bytes) -> None:
        """Refuses whoever has no pass where one is needed."""
        if not table.passes:
            return
        if not given:
            message = f"seat {seat} of this table needs its pass"
            raise ServiceError("PASS_REQUIRED", message, metadata={"seat": seat})
        wrong = ServiceError(
            "PASS_WRONG", f"this is not the pass of seat {seat} in this game", metadata={"seat": seat}
        )
        if len(given) != _PASS.size:
            raise wrong
        magic, version, key_id, signature = _PASS.unpack(given)
        if (magic, version) != (PASS, 1):
            raise wrong
        if not hmac.compare_digest(signature, self._key(key_id, "pass").sign(_seat_of(table, seat))):
            raise wrong

    def _key(self, key_id: bytes, what: str) -> Key:
        key = self._ring.find(key_id)
        if key is None:
            message = f"the {what} is sealed with key {key_id.hex()}, which this server does not hold"
            raise ServiceError("TABLE_KEY_UNKNOWN", message, metadata={"key_id": key_id.hex()})
        return key

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
            "moves": MOVE_BYTES if len(table.moves) == state.ply else 0,
        }
        if table.id:
            head |= {"id": table.id, "once": table.once, "passes": table.passes}
        text = json.dumps(head, separators=(",", ":")).encode()
        moves = b"".join(code.to_bytes(MOVE_BYTES, "big") for code in table.moves)
        return _INNER.pack(len(text)) + text + bytes.fromhex(str(state.seed)) + state.packed + moves

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
        seed, rest = rest[:SEED_BYTES].hex(), rest[SEED_BYTES:]
        size = len(rest) - head.get("moves", 0) * head["ply"]
        packed, codes = rest[:size], rest[size:]
        moves = (int.from_bytes(codes[at : at + MOVE_BYTES]) for at in range(0, len(codes), MOVE_BYTES))
        layout = self._shelf.layout(name)
        if head["layout"] != layout:
            raise _version(f"{name} {head['layout']}", f"{name} {layout}")
        locks = {name: head[name] for name in ("once", "passes", "id") if name in head}
        return Table(game.restore(packed, seed, head["ply"]), tuple(head["bots"]), tuple(moves), **locks)


def _seat_of(table: Table, seat: int) -> str:
    return f"{table.id} {seat}"


def _malformed(path: str, message: str) -> ServiceError:
    return ServiceError("TABLE_MALFORMED", message, path=path)


def _version(found: object, supported: object) -> ServiceError:
    message = f"the table has version {found}; this server reads {supported}"
    return ServiceError("TABLE_VERSION", message, metadata={"version": found, "supported": supported})
