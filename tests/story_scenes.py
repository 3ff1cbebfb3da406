"""Scenes for tests of a journal: a position, a move, and what is told when it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from eminence.bots import Event, State

Told = tuple[int | None, int, dict[str, Any], str]  # seat, points, figures, words


class Scene(NamedTuple):
    """All that is told of one kind; `seen_by` None: to everybody."""

    state: State
    move: str
    told: Sequence[Told]
    seen_by: frozenset[int] | None = None

    def check(self, kind: str) -> None:
        everybody = frozenset(range(self.state.game.seats))
        _, events = self.state.play_told(self.move)
        assert [event for event in events if event.kind == kind] == [
            Event(kind, *told, everybody if self.seen_by is None else self.seen_by) for told in self.told
        ]


def each(scenes: Mapping[str, Sequence[Scene]]) -> list[tuple[str, Scene]]:
    return [(kind, scene) for kind, found in scenes.items() for scene in found]
