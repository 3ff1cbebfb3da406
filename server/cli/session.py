"""A game of one person against bots: who moves, what the person may know of it, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eminence.bots import Game, Move, State, View, make_bot
from eminence.cext.core.errors import InvalidInput


@dataclass(frozen=True)
class Step:
    """A move of another seat as the person sees it; `text` is None while it is secret."""

    seat: int
    text: str | None


class Session:
    """The table and the person's seat at it. Bots are asked with their own view only."""

    def __init__(self, game: Game, seat: int, bot: str, seed: int) -> None:
        if not 0 <= seat < game.seats:
            raise InvalidInput("--seat", f"must be between 0 and {game.seats - 1}, not {seat}")
        self.seat, self.bot, self.seed = seat, bot, seed
        self.state = game.new(seed)
        self._decisions: list[State] = []  # where the person decided before

    @property
    def view(self) -> View:
        return self.state.view(self.seat)

    @property
    def over(self) -> bool:
        return self.state.actor is None

    def bots_move(self) -> Iterator[Step]:
        """Lets the bots play until the person is to decide or the game is over."""
        while self.state.actor not in (self.seat, None):
            assert self.state.actor is not None
            before, seat = self.state, self.state.actor
            # Seeded by the ply: after an undo the bots answer the same moves in the same way.
            bot = make_bot(self.bot, f"{self.seed}/{before.ply}")
            move = bot.choose(before.view(seat))
            self.state = before.play(move)
            yield Step(seat, move.text if is_public(before, move, self.seat) else None)

    def play(self, move: Move) -> None:
        self._decisions.append(self.state)
        self.state = self.state.play(move)

    def undo(self) -> bool:
        """Back to the person's previous decision; False if there is none."""
        if not self._decisions:
            return False
        self.state = self._decisions.pop()
        return True


def is_public(before: State, move: Move, seat: int) -> bool:
    """Whether a seat may be told another seat's move.

    Not while it is a secret choice, and not if some other move would have looked the same to the seat.
    """
    if before.game.kernel.secret(before.packed):
        return False
    seen = before.play(move).view(seat).packed
    others = (other for other in before.moves if other != move)
    return all(before.play(other).view(seat).packed != seen for other in others)
