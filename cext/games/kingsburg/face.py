"""Options, views, moves and notation of Kingsburg."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data, Face, Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import notation, story, views
from eminence.cext.games.kingsburg.figures import read_figures
from eminence.cext.games.kingsburg.kernel import KingsburgKernel
from eminence.cext.games.kingsburg.options import OPTIONS, check_reconstructed
from eminence.cext.games.kingsburg.reading import read_view
from eminence.cext.games.kingsburg.render import render
from eminence.cext.games.kingsburg.sensible import sensible
from eminence.cext.games.kingsburg.words import DECISIONS, EVENTS, FEATURES, STAGES, TRAITS


class KingsburgFace(Face[KingsburgKernel]):
    name = "kingsburg"
    title = "Kingsburg"
    seats = (2, 3, 4, 5)
    options = OPTIONS
    events = EVENTS
    sources = story.SOURCES
    chances = story.CHANCES
    features = FEATURES
    decisions = DECISIONS
    traits = TRAITS
    stages = STAGES

    def make_kernel(self, seats: int, options: Data, components: Components) -> KingsburgKernel:
        check_reconstructed(options, components)
        return KingsburgKernel(seats, read_figures(seats, options, components))

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

    def render(self, kernel: KingsburgKernel, data: Data, width: int) -> str:
        return render(kernel, data, width)

    def event_data(
        self, kernel: KingsburgKernel, kind: int, seat: int | None, figures: Sequence[int]
    ) -> tuple[str, Data]:
        return story.event_data(kernel, kind, seat, figures)

    def event_text(
        self, kernel: KingsburgKernel, kind: str, seat: int | None, points: int, figures: Data
    ) -> str:
        return story.event_text(kernel, kind, seat, points, figures)
