"""Options, moves and notation of Verräter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data, Face, Option, Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.verraeter.figures import MAX_VP, Figures, read_figures
from eminence.cext.games.verraeter.kernel import VerraeterKernel
from eminence.cext.games.verraeter.reading import read_view
from eminence.cext.games.verraeter.render import render
from eminence.cext.games.verraeter.sensible import sensible
from eminence.cext.games.verraeter.views import view_data
from eminence.cext.games.verraeter.words import (
    ACTIONS,
    BUILD,
    BUILD_SITE,
    BUILDS,
    DRAFT,
    LANDS,
    SETTLE,
    SITE,
    SUPPLY,
)

EDITIONS: dict[str, Data] = {
    "1998": {"start_hands": "fixed345", "d5_turns_when_unanimous": False},
    "2008": {"start_hands": "random3", "d5_turns_when_unanimous": True},
}
ACTION_TEXTS = ("T", "D2", "D5", "B", "S", "F")
ACTION_EFFECTS = ("switch house", "", "", "place or turn a building", "choose the next site", "")
BUILD_TEXTS = ("nothing", "estate", "office", "turn")


@dataclass(frozen=True)
class TableOption(Option):
    """The victory points of all lands as 24 numbers; none: those of the components file."""

    def read(self, reader: Reader) -> list[int]:
        if not reader.data.get(self.name):
            return []
        return reader.ints(self.name, 24, 0, MAX_VP)

    @property
    def values(self) -> str:
        return f"24 numbers 0..{MAX_VP}"


class VerraeterFace(Face[VerraeterKernel]):
    name = "verraeter"
    title = "Verräter"
    seats = (3, 4)
    options = (
        Option(
            "edition", "2008", "preset of start_hands and d5_turns_when_unanimous", choices=("1998", "2008")
        ),
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
        TableOption(
            "vp_table", None, "victory points of the lands for 1 to 4 winners; default: the components file"
        ),
    )

    def read_options(self, reader: Reader, seats: int) -> Data:
        """V-1.6: an edition sets two options, unless they are given themselves."""
        options = super().read_options(reader, seats)
        preset = EDITIONS[options["edition"]]
        return {name: preset[name] if value is None else value for name, value in options.items()}

    def make_kernel(self, seats: int, options: Data, components: Components) -> VerraeterKernel:
        return VerraeterKernel(seats, options, read_figures(seats, options["vp_table"], components))

    def view_data(self, kernel: VerraeterKernel, record: Record, seat: int) -> Data:
        return view_data(kernel.figures, record, seat, kernel.seats)

    def read_view(self, kernel: VerraeterKernel, reader: Reader, seat: int) -> Record:
        return read_view(kernel, reader, seat)

    def move_data(self, kernel: VerraeterKernel, record: Record, move: int) -> Data:
        phase = record["phase"]
        if phase == SETTLE:
            return {"kind": "settle", "position": move}
        if phase == SITE:
            return {"kind": "site", "position": move}
        if phase == DRAFT:
            return {"kind": "keep", "action": ACTIONS[move - 1]}
        if phase == BUILD:
            return {"kind": BUILDS[move]}
        if phase == BUILD_SITE:
            return {"kind": "target", "position": move}
        if move == 0:
            return {"kind": "stop"}
        return {
            "kind": "lay" if phase == SUPPLY else "discard",
            "value": kernel.figures.value[move - 1],
        }

    def move_text(self, kernel: VerraeterKernel, record: Record, move: int) -> str:
        phase = record["phase"]
        if phase in (SETTLE, BUILD_SITE):
            return f"@{move}"
        if phase == SITE:
            return f"{move}-{(move + 1) % 12}"
        if phase == DRAFT:
            return ACTION_TEXTS[move - 1]
        if phase == BUILD:
            return BUILD_TEXTS[move]
        if move == 0:
            return "stop"
        return f"{'+' if phase == SUPPLY else '-'}{kernel.figures.value[move - 1]}"

    def move_effect(self, kernel: VerraeterKernel, record: Record, move: int) -> str:
        phase = record["phase"]
        if phase == DRAFT:
            return _action_effect(kernel.figures, move - 1)
        if phase == SETTLE:
            return f"estate under the {_land(record, move)}"
        if phase == SITE:
            return f"{_land(record, move)} against {_land(record, (move + 1) % 12)}"
        if phase == BUILD_SITE:
            return f"{BUILDS[record['build']].replace('_', ' ')} at the {_land(record, move)}"
        if phase == BUILD:
            return ""
        if move == 0:
            return "lay no more" if phase == SUPPLY else "discard no more"
        return "lay a supply card" if phase == SUPPLY else "discard a supply card"

    def sensible(self, components: Components, view: Data, moves: Sequence[Data]) -> list[float]:
        return sensible(components, view, moves)

    def render(self, kernel: VerraeterKernel, data: Data) -> str:
        return render(data, kernel.figures)


def _land(record: Record, position: int) -> str:
    house = "Rose" if record["rose"] >> position & 1 else "Eagle"
    return f"{house} {LANDS[record['land'][position]]}"


def _action_effect(figures: Figures, card: int) -> str:
    """What an action card brings, in a few words."""
    cp, vp, cards = figures.action_cp[card], figures.action_vp[card], figures.action_cards[card]
    parts = [
        ACTION_EFFECTS[card],
        f"{cp} conflict points" if cp else "",
        f"{vp} VP" if vp else "",
        f"draw {cards} supply card{'s' * (cards > 1)}" if cards else "",
    ]
    return ", ".join(part for part in parts if part)
