"""Priors that were learned: weights of a game's features, fitted to what long searches chose (docs/training.md).

The data file `weights.json` beside a game's rules holds them by number of seats and kind of decision. A file that does
not fit the game is refused with a warning that says why, and the game's own prior serves; so it does at tables with
other options or components, and for kinds of decisions of which the file says nothing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from eminence.bots.fitted import header, is_usual, shipped
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Face
from eminence.cext.core.fields import Reader
from eminence.cext.games import catalogue

FILE = "weights.json"
FORMAT = 1
HEAVIEST = 1000.0  # a weight beyond it is no preference but a mistake
Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Weights:
    """Those of one number of seats: a row per kind of decision, the weight of the game's own prior first."""

    rows: Rows
    provenance: Mapping[str, Any]


def untaught(face: Face[Any]) -> Rows:
    """The weights of nobody: the game's own prior, as it is."""
    return ((1.0, *(0.0 for _ in face.features)),) * len(face.decisions)


def weights(name: str, seats: int, options: Mapping[str, Any], components: Components) -> Weights | None:
    """Those of a game as it is set up; None where there are none."""
    return _shipped(name).get(seats) if is_usual(name, seats, options, components) else None


@lru_cache
def _shipped(name: str) -> Mapping[int, Weights]:
    return shipped(name, FILE, read, "the hand-made prior serves")


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
    known = face.kernel(face.seats[0]).feature_version
    if (given := reader.int("feature_version", 0, 1 << 16)) != known:
        reader.fail("feature_version", f"must be {known}, that of the game, not {given}")
    if reader.get("features") != list(face.features):
        reader.fail("features", f"must be those of the game: {', '.join(face.features) or 'none'}")
    found: dict[int, Weights] = {}
    for table in reader.objects("tables", range(1, len(face.seats) + 1)):
        seats = table.int("seats", face.seats[0], face.seats[-1])
        if seats in found:
            table.fail("seats", f"{seats} is there twice")
        found[seats] = Weights(_rows(table.object("decisions"), face), table.get("provenance"))
        table.done()
    reader.done()
    return found


def _rows(reader: Reader, face: Face[Any]) -> Rows:
    rows = []
    for kind, row in zip(face.decisions, untaught(face), strict=True):
        read = tuple(reader.numbers(kind, len(row))) if reader.has(kind) else row
        for i, weight in enumerate(read):
            if not math.fabs(weight) <= HEAVIEST:
                reader.fail(f"{kind}[{i}]", f"must be between {-HEAVIEST} and {HEAVIEST}, not {weight}")
        rows.append(read)
    reader.done()
    return tuple(rows)
