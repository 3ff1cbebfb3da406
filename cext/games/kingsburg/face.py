"""Options, views, moves and notation of Kingsburg."""
from __future__ import annotations
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Data, Face, Option, Record
from eminence.cext.core.fields import Reader
from eminence.cext.core.kernel import Kernel
from eminence.cext.games.kingsburg import figures
from eminence.cext.games.kingsburg.rules import KingsburgKernel


class KingsburgFace(Face):
    name = "kingsburg"
    title = "Kingsburg"
    seats = (2, 3, 4, 5)
    options = (
        Option("module1", False, "rows A and G as well"),
        Option("module5", False, "troop tokens instead of the King's die"),
        Option("module6", "off", "whims", choices=figures.WHIMS),
    )

    def make_kernel(self, seats, options, components):
        return KingsburgKernel(seats, *figures.read(seats, options, components))

    def view_data(self, kernel, record, seat): return {}
    def read_view(self, kernel, reader, seat): return {}
    def move_data(self, kernel, record, move): return {}
    def move_text(self, kernel, record, move): return str(move)
    def render(self, data): return ""
