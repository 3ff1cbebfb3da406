"""Options of Kingsburg, and which of them need figures that nobody has confirmed."""

from __future__ import annotations

from typing import Any

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Option
from eminence.cext.games.kingsburg.figures import WHIMS

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
# Tables that an option brings into play.
TABLES = {"module2": "strips", "module3": "governors", "module4": "fates"}


def check_reconstructed(options: dict[str, Any], components: Components) -> None:
    """Refuses what rests on reconstructed records, where they are not wanted."""
    if options["allow_reconstructed"]:
        return
    guessed: dict[str, set[str]] = {}
    for figure in components.figures():
        if figure.provenance == "reconstructed":
            guessed.setdefault(figure.table, set()).add(figure.id)
    for option, table in TABLES.items():
        if options[option] and table in guessed:
            _refuse(option, guessed[table])
    scenario = options["scenario"]
    doubtful = guessed.get("scenarios", set()) & {scenario}
    if scenario == "bargains":
        doubtful |= guessed.get("people", set())
    if doubtful:
        _refuse("scenario", doubtful)
    always = guessed.get("buildings", set()) | guessed.get("advisors", set()) | guessed.get("invaders", set())
    if always:
        _refuse("allow_reconstructed", always)


def _refuse(option: str, ids: set[str]) -> None:
    few = ", ".join(sorted(ids)[:3])
    more = f" and {len(ids) - 3} more" if len(ids) > 3 else ""
    raise InvalidInput(
        f"options.{option}", f"needs reconstructed figures ({few}{more}), which allow_reconstructed excludes"
    )
