"""What can go wrong with input, said so that the sender can mend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class EminenceError(Exception):
    """Base of every error this package raises on purpose. Whole after pickling, whatever its constructor takes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _revive, (type(self), self.args, vars(self))


def _revive(kind: type[EminenceError], args: tuple[Any, ...], fields: Mapping[str, Any]) -> EminenceError:
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error


class InvalidInput(EminenceError, ValueError):
    """A value that cannot be right. `path` names the field, `reason` says what is wrong with it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason


class IllegalMove(InvalidInput):
    """A move that exists but may not be played here."""


class NotYourTurn(EminenceError):
    """The seat that was asked for has no decision to make: the game is over or another seat is to move."""


class UnknownName(EminenceError, LookupError):
    """A game, bot or level that does not exist."""


class LawBroken(EminenceError):
    """A game's rules do what the contract (cext/core/game.pxd) forbids: a defect of the game, not of its input."""
