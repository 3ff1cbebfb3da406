"""Keys that seal tables.

A key is 32 random bytes, written as base64. A ring holds one or more: the first seals, all of them open. To rotate, put
a new key in front and drop the old one when its tables are no longer wanted.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import secrets
import tempfile
from collections.abc import Iterable
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from eminence.cext.core.errors import InvalidInput

KEY_BYTES = 32
ID_BYTES = 4


class Key:
    """One key: an id that may be seen, a cipher, a signature, and a way to mix public seeds with a secret."""

    def __init__(self, secret: bytes) -> None:
        self.id = hashlib.sha256(b"eminence key id" + secret).digest()[:ID_BYTES]
        self.cipher = AESGCM(_derive(secret, b"seal"))
        self._mixer = _derive(secret, b"mix")
        self._signer = _derive(secret, b"sign")

    def sign(self, text: str) -> bytes:
        """32 bytes that nobody can make without the key."""
        return hmac.digest(self._signer, text.encode(), "sha256")

    def mix(self, text: str) -> bytes:
        """16 bytes that depend on the text and on the key: nobody without the key can tell them."""
        return hmac.digest(self._mixer, text.encode(), "sha256")[:16]


class KeyRing:
    """The keys of a server."""

    def __init__(self, secrets_: Iterable[bytes]) -> None:
        self.keys = tuple(Key(secret) for secret in secrets_)
        if not self.keys:
            raise InvalidInput("table_keys", "needs at least one key")
        self._by_id = {key.id: key for key in self.keys}

    @property
    def sealing(self) -> Key:
        return self.keys[0]

    def find(self, key_id: bytes) -> Key | None:
        return self._by_id.get(key_id)

    @classmethod
    def parse(cls, text: str, origin: str) -> KeyRing:
        """Keys from text: base64 words, one per line or separated by commas; # begins a comment."""
        lines = (line.partition("#")[0] for line in text.splitlines())
        words = [word for line in lines for word in line.replace(",", " ").split()]
        return cls(_decode(word, f"{origin}[{i}]") for i, word in enumerate(words))

    @classmethod
    def load(cls, text: str, path: Path) -> KeyRing:
        """Keys from the text if there is any, else from the file, which is made with a new key if need be."""
        if text:
            return cls.parse(text, "table_keys")
        if not path.exists():
            _make_file(path)
        return cls.parse(path.read_text(encoding="ascii", errors="replace"), str(path))


def new_key() -> str:
    """A new key as text."""
    return base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def _derive(secret: bytes, purpose: bytes) -> bytes:
    return HKDFExpand(algorithm=SHA256(), length=32, info=b"eminence table " + purpose).derive(secret)


def _decode(word: str, origin: str) -> bytes:
    try:
        secret = base64.b64decode(word, validate=True)
    except (binascii.Error, ValueError):
        raise InvalidInput(origin, "is not base64") from None
    if len(secret) != KEY_BYTES:
        raise InvalidInput(origin, f"must be {KEY_BYTES} bytes in base64, not {len(secret)}")
    return secret


def _make_file(path: Path) -> None:
    """Writes a new key that only its owner can read. Of several servers that start at once, one wins."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, name = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(f"# Keys that seal tables: the first seals, all of them open.\n{new_key()}\n")
        os.link(name, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(name)
