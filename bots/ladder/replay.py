"""Plays a stored game again, move by move, and checks that it still ends the way it did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eminence.bots.game import State
from eminence.bots.ladder.plan import Category, Plan
from eminence.bots.ladder.records import GameRecord, LoggedMove
from eminence.bots.record import Record, record_of
from eminence.cext.core.errors import EminenceError, IllegalMove


class ReplayError(EminenceError):
    """The stored game does not fit the rules of this version."""


@dataclass(frozen=True)
class Step:
    """One state of the game and what was played there; no move in the last one."""

    ply: int
    state: State
    move: LoggedMove | None


def category_of(plan: Plan, record: GameRecord) -> Category:
    return next(category for category in plan.categories if category.key == record.category)


def to_record(category: Category, record: GameRecord) -> Record:
    """A stored game as the record that files hold, checked on the way."""
    for _ in replay(category, record):
        pass
    names = [chair.contestant for chair in record.chairs]
    return record_of(category.make_game(), record.seed, [move.text for move in record.moves], names)


def replay(category: Category, record: GameRecord) -> Iterator[Step]:
    """Every state of a stored game in turn."""
    if record.void:
        raise ReplayError(f"this game was never finished: {record.void}")
    state = category.make_game().new(record.seed)
    for ply, move in enumerate(record.moves):
        if state.actor != move.seat:
            raise ReplayError(
                f"move {ply} is seat {move.seat}'s in the log, but seat {state.actor} is to move"
            )
        yield Step(ply, state, move)
        try:
            state = state.play(move.text)
        except IllegalMove as error:
            raise ReplayError(f"move {ply} of seat {move.seat}: {error.reason}") from None
    yield Step(len(record.moves), state, None)
    scores = tuple(chair.score for chair in record.chairs)
    if state.actor is not None or state.result.scores != scores:
        raise ReplayError(f"the log ends with scores {scores}, the game does not")
