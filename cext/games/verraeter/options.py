"""The options of Verräter (V-1.6)."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.cext.core.face import Data, Option
from eminence.cext.core.fields import Reader
from eminence.cext.games.verraeter.figures import MAX_VP

EDITIONS: dict[str, Data] = {
    "1998": {"start_hands": "fixed345", "d5_turns_when_unanimous": False},
    "2008": {"start_hands": "random3", "d5_turns_when_unanimous": True},
}


@dataclass(frozen=True)
class PointsOption(Option):
    """The victory points of all lands as 24 numbers; none: those of the components file."""

    def read(self, reader: Reader) -> list[int]:
        if reader.data.get(self.name) in (None, []):
            reader.empty(self.name)
            return []
        return reader.ints(self.name, 24, 0, MAX_VP)

    @property
    def values(self) -> str:
        return f"24 numbers 0..{MAX_VP}"


OPTIONS = (
    Option("edition", "2008", "preset of start_hands and d5_turns_when_unanimous", choices=("1998", "2008")),
    Option("start_hands", None, "first hands; default by edition", choices=("random3", "fixed345")),
    Option(
        "d5_turns_when_unanimous",
        None,
        "Diplomat +5 switches house in a round that begins with all in one house; default by edition",
    ),
    Option(
        "first_strategist",
        "left_of_start",
        "who chooses the first site",
        choices=("left_of_start", "start_player"),
    ),
    Option("ring_layout", "shuffled", "how the lands are laid out", choices=("shuffled", "alternating")),
    Option(
        "setup_estate_site",
        "any_free",
        "where the first estate may be placed",
        choices=("any_free", "own_house_only"),
    ),
    PointsOption(
        "vp_table", None, "victory points of the lands for 1 to 4 winners; default: the components file"
    ),
)


def complete(options: Data) -> Data:
    """V-1.6: an edition sets two options, unless they are given themselves."""
    preset = EDITIONS[options["edition"]]
    return {name: preset[name] if value is None else value for name, value in options.items()}
