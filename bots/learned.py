"""What was learned: weights of a game's features for its prior, and of its traits for its estimate (docs/training.md).

The data file `weights.json` beside a game's rules holds them by number of seats and kind of decision or stage. A file
that does not fit the game is refused with a warning that says why, and the game's own prior and estimate serve; so they
do at tables with other options or components, and for kinds of decisions and stages of which the file says nothing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from eminence.bots.fitted import header, is_usual, shipped
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Face
from eminence.cext.core.fields import Reader
from eminence.cext.core.kernel import Kernel
from eminence.cext.core.learned import Learned
from eminence.cext.games import catalogue

FILE = "weights.json"
FORMAT = 1
HEAVIEST = 1000.0  # a weight beyond it is no preference but a mistake
Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Weights:
    """Those of one number of seats."""

    # None where the game's own serves.
    rows: Rows  # one per kind of decision, the weight of the game's own prior first
    stages: Rows  # one per stage, spread (in those of the estimate) and points of every seat first
    provenance: Mapping[str, Any]

    def learned(self, kernel: Kernel) -> Learned:
        return Learned(kernel, self.rows, self.stages)


def untaught(face: Face[Any]) -> Rows:
    """The weights of nobody: the game's own prior, as it is."""
    return ((1.0, *(0.0 for _ in face.features)),) * len(face.decisions)


def unjudged(face: Face[Any]) -> Rows:
    """The same for evaluations: the game's own estimate, as it is."""
    return ((1.0, 0.0, *(0.0 for _ in face.traits)),) * len(face.stages)


def weights(name: str, seats: int, options: Mapping[str, Any], components: Components) -> Weights | None:
    """Those of a game as it is set up; None where there are none."""
    return _shipped(name).get(seats) if is_usual(name, seats, options, components) else None


@lru_cache
def _shipped(name: str) -> Mapping[int, Weights]:
    return shipped(name, FILE, read, "the hand-made prior and estimate serve")


@lru_cache
def load(path: str, name: str) -> Mapping[int, Weights]:
    """The weights of a game in any file, by number of seats."""
    try:
        return read(json.loads(Path(path).read_text(encoding="utf-8")), catalogue.face(name))
    except OSError as error:
        raise InvalidInput(path, f"cannot be read: {error.strerror}") from error
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error.path}", error.reason) from error
    except ValueError as error:
        raise InvalidInput(path, f"is not JSON: {error}") from error


def read(data: Any, face: Face[Any]) -> dict[int, Weights]:
    """The weights of a game by number of seats. Raises InvalidInput for a file that does not fit."""
    reader = header(data, face, FORMAT)
    kernel = face.kernel(face.seats[0])
    _check_names(reader, "feature", kernel.feature_version, face.features)
    if is_judged := reader.has("traits"):
        _check_names(reader, "trait", kernel.trait_version, face.traits)
    found: dict[int, Weights] = {}
    for table in reader.objects("tables", range(1, len(face.seats) + 1)):
        seats = table.int("seats", face.seats[0], face.seats[-1])
        if seats in found:
            table.fail("seats", f"{seats} is there twice")
        rows = _rows(table.object("decisions"), face.decisions, untaught(face))
        stages: Rows = ()
        if is_judged and table.has("stages"):
            stages = _rows(table.object("stages"), face.stages, unjudged(face))
            _check_spreads(table, face, stages)
        found[seats] = Weights(rows, stages, table.get("provenance"))
        table.done()
    reader.done()
    return found


def _check_names(reader: Reader, what: str, version: int, names: Sequence[str]) -> None:
    """Whether weights are of what the game has: features or traits."""
    if (given := reader.int(f"{what}_version", 0, 1 << 16)) != version:
        reader.fail(f"{what}_version", f"must be {version}, that of the game, not {given}")
    if reader.get(f"{what}s") != list(names):
        reader.fail(f"{what}s", f"must be those of the game: {', '.join(names) or 'none'}")


def _check_spreads(table: Reader, face: Face[Any], stages: Rows) -> None:
    for stage, (spread, *_) in zip(face.stages, stages, strict=False):  # or none
        if not spread > 0:
            table.fail(f"stages.{stage}[0]", f"is a spread and must be above 0, not {spread}")


def _rows(reader: Reader, names: Sequence[str], usual: Rows) -> Rows:
    """What stands there for each name; what does not is as usual, and all of that is nothing."""
    rows = []
    for name, row in zip(names, usual, strict=True):
        read = tuple(reader.numbers(name, len(row))) if reader.has(name) else row
        for i, weight in enumerate(read):
            if not math.fabs(weight) <= HEAVIEST:
                reader.fail(f"{name}[{i}]", f"must be between {-HEAVIEST} and {HEAVIEST}, not {weight}")
        rows.append(read)
    reader.done()
    return tuple(rows) if tuple(rows) != usual else ()
