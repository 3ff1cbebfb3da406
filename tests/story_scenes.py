"""Scenes for tests of a journal: a position, a move, and what is told when it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from eminence.bots import Event, State


class Told(NamedTuple):
    """What an event says besides its kind; it is seen by everybody if nobody is named."""

    seat: int | None
    points: int
    figures: dict[str, Any]
    text: str
    seen_by: frozenset[int] = frozenset()


class Scene(NamedTuple):
    """A move and everything of one kind that is told when it is played."""

    state: State
    move: str
    told: Sequence[Told]

    def check(self, kind: str) -> None:
        everybody = frozenset(range(self.state.game.seats))
        _, events = self.state.play_told(self.move)
        assert [event for event in events if event.kind == kind] == [
            Event(kind, *told[:-1], told.seen_by or everybody) for told in self.told
        ]


def each(scenes: Mapping[str, Sequence[Scene]]) -> list[tuple[str, Scene]]:
    """Every scene with the kind of event it is about."""
    return [(kind, scene) for kind, found in scenes.items() for scene in found]
