"""How a contestant can lose a game other than by its rules."""

from __future__ import annotations

from eminence.cext.core.errors import EminenceError

LATE = "late"  # no answer by the deadline
ILLEGAL = "illegal"  # an answer that is no legal move
WRONG_SEAT = "wrong_seat"  # an answer for another seat
CRASHED = "crashed"  # an error or a dead process instead of an answer
UNREACHABLE = "unreachable"  # nobody at its address
REFUSED = "refused"  # it does not let us in, say without a key
LONGEST_DETAIL = 500
KINDS = (LATE, ILLEGAL, WRONG_SEAT, CRASHED, UNREACHABLE, REFUSED)


class Forfeit(EminenceError):
    """Raised in place of an answer; bots that know better than `crashed` may raise it themselves."""

    def __init__(self, kind: str, detail: str) -> None:
        self.kind = kind if kind in KINDS else CRASHED
        # A stranger's words end up in a database and on a page: no control characters, and not too many of them.
        self.detail = "".join(
            c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in detail[:LONGEST_DETAIL]
        )
        super().__init__(f"{self.kind}: {self.detail}")
