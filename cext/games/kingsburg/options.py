"""Options of Kingsburg, and which of them need figures that nobody has confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Option
from eminence.cext.games.kingsburg.figures import ROWS, WHIMS
from eminence.cext.games.kingsburg.state import COLUMNS

SCENARIOS = ("none", "goblin_valley", "bargains", "long_winter", "tournament")
OPTIONS = (
    Option("module1", False, "rows A and G are built as well"),
    Option("module2", False, "alternative rows"),
    Option("module2_method", "random", "how alternative rows are handed out", choices=("random", "draft")),
    Option("module3", False, "governors"),
    Option("module3_method", "deal", "how governors are handed out", choices=("deal", "auction")),
    Option("module4", False, "fate cards"),
    Option("module5", False, "troop tokens instead of the King's die"),
    Option("module6", "off", "whims at court", choices=WHIMS),
    Option("scenario", "none", "scenario", choices=SCENARIOS),
    Option("improvised_fort", "printed", "strength that counts for G1", choices=("printed", "final")),
    Option("allow_reconstructed", True, "whether modules with reconstructed figures may be used"),
)


def check_reconstructed(options: dict[str, Any], components: Components) -> None:
    """Refuses what rests on reconstructed records, where they are not wanted."""
    if options["allow_reconstructed"]:
        return
    guessed: dict[str, set[str]] = {}
    for figure in components.figures():
        if figure.provenance == "reconstructed":
            guessed.setdefault(figure.table, set()).add(figure.id)
    for option, table, ids in _in_play(options, components):
        doubtful = guessed.get(table, set())
        if ids is not None:
            doubtful = doubtful & ids
        if doubtful:
            _refuse(option, doubtful)


def _in_play(options: dict[str, Any], components: Components) -> Iterator[tuple[str, str, set[str] | None]]:
    """Options with the tables they bring into play, and the ids of the records in play; None: all of them."""
    for table in ("rules", "advisors", "invaders"):
        yield "allow_reconstructed", table, None
    yield "allow_reconstructed", "buildings", _ids("BCDEF")
    if options["module1"]:
        yield "module1", "buildings", _ids("AG")
    if options["module2"]:
        yield "module2", "strips", {f"{one}'" for one in _ids(ROWS if options["module1"] else "BCDEF")}
    if options["module3"]:
        yield "module3", "governors", None
    if options["module4"]:
        yield "module4", "fates", None
    if options["module6"] != "off":
        yield "module6", "whims", None
    yield "scenario", "scenarios", {options["scenario"]}
    for record in components.records("scenarios"):
        if record["id"] == options["scenario"] and record.get("people"):
            yield "scenario", "people", None


def _ids(rows: str) -> set[str]:
    return {f"{row}{column}" for row in rows for column in range(1, COLUMNS + 1)}


def _refuse(option: str, ids: set[str]) -> None:
    few = ", ".join(sorted(ids)[:3])
    more = f" and {len(ids) - 3} more" if len(ids) > 3 else ""
    raise InvalidInput(
        f"options.{option}", f"needs reconstructed figures ({few}{more}), which allow_reconstructed excludes"
    )
