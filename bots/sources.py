"""Where points come from, as a search has added it up: by source, with the chances of events that they hang on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from eminence.bots.reasons import REST, error_of_mean, share_error
from eminence.cext.core.face import Face


@dataclass(frozen=True)
class SourcePoints:
    """What one source of points brings, one entry per seat."""

    source: str
    points: tuple[float, ...]
    error: tuple[float, ...]  # standard errors


@dataclass(frozen=True)
class EventChance:
    """How often the next event of a kind happened to each seat, in the simulations that got so far."""

    event: str  # in words that go on after "you"
    source: str  # of the points that it is about
    simulations: int
    probability: tuple[float, ...]  # per seat; all 0 without simulations
    error: tuple[float, ...]  # standard errors


class Sources:
    """What a game names, for the settings of a search and for reading its reports. Without a face: nothing."""

    def __init__(self, face: Face[Any] | None) -> None:
        words: Mapping[str, str] = face.sources if face else {}
        self.names = list(dict.fromkeys(words.values()))
        self.events = face.chances if face else ()
        numbers = {word: self.names.index(name) for word, name in words.items()}
        kinds = face.events if face else ()
        self.settings = {
            "sources": [numbers.get(word, -1) for word in kinds],
            "chances": len(self.events),
        }

    def points(self, report: Mapping[str, Any]) -> tuple[SourcePoints, ...]:
        """Of the report of one move."""
        if not self.names or not report["points"][0]:
            return ()
        root = math.sqrt(max(report["visits"], 1))
        return tuple(
            SourcePoints(
                name,
                tuple([row[k] for row in report["points"]]),
                tuple([row[k] / root for row in report["points_deviation"]]),
            )
            for k, name in enumerate((*self.names, REST))
        )

    def chances(self, report: Mapping[str, Any]) -> tuple[EventChance, ...]:
        """Likewise."""
        return tuple(
            _chance(self.events[k], known, [row[k] for row in report["happened"]])
            for k, known in enumerate(report["known"])
        )


def _chance(named: tuple[str, str], known: int, happened: Sequence[float]) -> EventChance:
    source, event = named
    shares = tuple([number / max(known, 1) for number in happened])
    return EventChance(event, source, known, shares, tuple([share_error(share, known) for share in shares]))


def mean_points(looks: Sequence[tuple[SourcePoints, ...]]) -> tuple[SourcePoints, ...]:
    """What several searches found, as one."""
    return tuple(
        SourcePoints(
            same[0].source,
            tuple(map(fmean, zip(*(one.points for one in same), strict=True))),
            tuple(
                error_of_mean(points, errors)
                for points, errors in zip(
                    zip(*(one.points for one in same), strict=True),
                    zip(*(one.error for one in same), strict=True),
                    strict=True,
                )
            ),
        )
        for same in zip(*looks, strict=True)
    )


def pooled_chances(looks: Sequence[tuple[EventChance, ...]]) -> tuple[EventChance, ...]:
    """The simulations of several searches, counted together."""
    return tuple(
        _chance(
            (same[0].source, same[0].event),
            sum(one.simulations for one in same),
            [
                sum(one.simulations * share for one, share in zip(same, shares, strict=True))
                for shares in zip(*(one.probability for one in same), strict=True)
            ],
        )
        for same in zip(*looks, strict=True)
    )
