"""A game to be played and a game that was played: what travels between the runner, its workers and the store."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.bots.ladder.plan import Category, Contestant


@dataclass(frozen=True)
class GameTask:
    """One game to play. Idempotent: its key and seed say everything about it, and a key is stored at most once."""

    key: str  # unique in the ladder
    pair: str  # the games that share a deal, and so are one observation
    category: Category
    seating: tuple[Contestant, ...]  # by seat
    seed: str
    deadline_ms: int


@dataclass(frozen=True, slots=True)
class Chair:
    """How one contestant fared on its seat."""

    contestant: str
    rank: int
    win_share: float
    score: float
    moves: int  # asked of it
    think_ms: float  # over all moves
    slowest_ms: float
    forfeit: str = ""  # see forfeit.py; empty for an honest game
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LoggedMove:
    seat: int
    text: str
    think_ms: float
    by_house: bool  # in place of a contestant that forfeited


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game that was played, replayable from its category, seed and moves."""

    key: str
    pair: str
    category: str
    seed: str
    chairs: tuple[Chair, ...]  # empty when void
    started: float  # seconds since the epoch
    elapsed_ms: float
    worker: str
    void: str = ""  # why it counts for nothing
    moves: tuple[LoggedMove, ...] = ()  # left out when many records are read
