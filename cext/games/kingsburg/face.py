"""Options, views, moves and notation of Kingsburg."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data, Face, Option, Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import figures, notation, views
from eminence.cext.games.kingsburg.reading import read_view
from eminence.cext.games.kingsburg.render import render
from eminence.cext.games.kingsburg.rules import KingsburgKernel
from eminence.cext.games.kingsburg.sensible import sensible

SCENARIOS = ("none", "goblin_valley", "bargains", "long_winter", "tournament")
# Modules that are still to come, with the value that leaves them out.
LATER = {"module2": False, "module3": False, "module4": False, "scenario": "none"}


class KingsburgFace(Face[KingsburgKernel]):
    name = "kingsburg"
    title = "Kingsburg"
    seats = (2, 3, 4, 5)
    options = (
        Option("module1", False, "rows A and G are built as well"),
        Option("module2", False, "alternative rows (not yet)"),
        Option(
            "module2_method", "random", "how alternative rows are handed out", choices=("random", "draft")
        ),
        Option("module3", False, "governors (not yet)"),
        Option("module3_method", "deal", "how governors are handed out", choices=("deal", "auction")),
        Option("module4", False, "fate cards (not yet)"),
        Option("module5", False, "troop tokens instead of the King's die"),
        Option("module6", "off", "whims at court", choices=figures.WHIMS),
        Option("scenario", "none", "scenario (not yet)", choices=SCENARIOS),
        Option("improvised_fort", "printed", "strength that counts for G1", choices=("printed", "final")),
        Option("allow_reconstructed", True, "whether modules with reconstructed figures may be used"),
    )

    def read_options(self, reader: Reader, seats: int) -> Data:
        options = super().read_options(reader, seats)
        for name, off in LATER.items():
            if options[name] != off:
                what = f"scenario {options[name]}" if name == "scenario" else name
                reader.fail(name, f"not yet: {what} is still to come, leave it at {str(off).lower()}")
        return options

    def make_kernel(self, seats: int, options: Data, components: Components) -> KingsburgKernel:
        return KingsburgKernel(seats, *figures.read(seats, options, components))

    def view_data(self, kernel: KingsburgKernel, record: Record, seat: int) -> Data:
        return views.view_data(kernel, record, seat)

    def read_view(self, kernel: KingsburgKernel, reader: Reader, seat: int) -> Record:
        return read_view(kernel, reader, seat)

    def move_data(self, kernel: KingsburgKernel, record: Record, move: int) -> Data:
        return notation.move_data(kernel, record, move)

    def move_text(self, kernel: KingsburgKernel, record: Record, move: int) -> str:
        return notation.move_text(kernel, record, move)

    def move_effect(self, kernel: KingsburgKernel, record: Record, move: int) -> str:
        return notation.move_effect(kernel, record, move)

    def sensible(self, components: Components, view: Data, moves: Sequence[Data]) -> list[float] | None:
        return sensible(components, view, moves)

    def render(self, kernel: KingsburgKernel, data: Data) -> str:
        return render(kernel.tables, data)
