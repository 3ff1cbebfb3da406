"""A game of one person against bots: who moves, what the person may know of it, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eminence.bots import Game, Move, Record, Recorder, State, View, make_bot
from eminence.cext.core.errors import InvalidInput

PERSON = "person"  # the name of the one who types
WORLDS = 4  # in which an effect must be the same to be told


@dataclass(frozen=True)
class Step:
    """Something another seat did, as the person sees it."""

    kind: str  # "move", "secret" (no text) or "event" (a whole sentence)
    seat: int | None
    text: str | None
    effect: str = ""  # what a move does, if the person can tell


class Session:
    """The table and the person's seat at it. Bots are asked with their own view only."""

    def __init__(self, game: Game, seat: int, bot: str, seed: int, begun: Record | None = None) -> None:
        if not 0 <= seat < game.seats:
            raise InvalidInput("--seat", f"must be between 0 and {game.seats - 1}, not {seat}")
        self.seat, self.bot, self.seed = seat, bot, seed
        players = [PERSON if one == seat else bot for one in range(game.seats)]
        self.recorder = Recorder(game, seed, players, begun)
        self._happened = self._told()  # by the deal or the person's last move
        self._decisions: list[State] = []  # where the person decided before

    @property
    def state(self) -> State:
        return self.recorder.state

    @property
    def view(self) -> View:
        return self.state.view(self.seat)

    @property
    def over(self) -> bool:
        return self.state.actor is None

    def bots_move(self) -> Iterator[Step]:
        """Lets the bots play until the person is to decide or the game is over."""
        yield from self._happened
        self._happened = []
        while self.state.actor not in (self.seat, None):
            assert self.state.actor is not None
            before, seat = self.state, self.state.actor
            # Seeded by the ply: after an undo the bots answer the same moves in the same way.
            bot = make_bot(self.bot, f"{self.seed}/{before.ply}")
            move = bot.choose(before.view(seat))
            if is_public(before, move, self.seat):
                yield Step("move", seat, move.text, told_effect(before, move, self.seat))
            else:
                yield Step("secret", seat, None)
            self.recorder.play(move)
            yield from self._told()

    def play(self, move: Move) -> None:
        self._decisions.append(self.state)
        self.recorder.play(move)
        self._happened = self._told()

    def undo(self) -> bool:
        """Back to the person's previous decision; False if there is none."""
        if not self._decisions:
            return False
        self.recorder.undo(self._decisions.pop())
        return True

    def _told(self) -> list[Step]:
        """What happened in the deal or the last move, as far as the person knows."""
        seen = (event for event in self.recorder.events if self.seat in event.seen_by)
        return [Step("event", event.seat, event.text) for event in seen]


def is_public(before: State, move: Move, seat: int) -> bool:
    """Whether a seat may be told another seat's move.

    Not while it is a secret choice, and not if some other move would have looked the same to the seat though it leads
    elsewhere. (A die may roll what it showed before: then nothing is hidden.)
    """
    if before.game.kernel.secret(before.packed):
        return False
    after = before.play(move)
    worlds = (before.play(other) for other in before.moves if other != move)
    elsewhere = (world for world in worlds if world.packed != after.packed)
    return all(world.view(seat).packed != after.view(seat).packed for world in elsewhere)


def told_effect(before: State, move: Move, seat: int) -> str:
    """What another seat's move does, if it would do the same in every world that the seat holds possible."""
    effects = set()
    for i in range(WORLDS):
        world = before.view(seat).sample(i)
        effects.add(world.move(move.code).effect if move.code in world.codes else "")
    return move.effect if effects == {move.effect} else ""
