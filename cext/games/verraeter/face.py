"""The Python face of Verräter."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data, Face, Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.verraeter import notation, reading, story, views
from eminence.cext.games.verraeter.figures import read_figures
from eminence.cext.games.verraeter.kernel import VerraeterKernel
from eminence.cext.games.verraeter.options import OPTIONS, complete
from eminence.cext.games.verraeter.render import render
from eminence.cext.games.verraeter.sensible import sensible
from eminence.cext.games.verraeter.words import DECISIONS, EVENTS, FEATURES, STAGES, TRAITS


class VerraeterFace(Face[VerraeterKernel]):
    name = "verraeter"
    title = "Verräter"
    seats = (3, 4)
    options = OPTIONS
    events = EVENTS
    sources = story.SOURCES
    chances = story.CHANCES
    features = FEATURES
    decisions = DECISIONS
    traits = TRAITS
    stages = STAGES
    level_iterations = (8, 16, 21, 24, 29, 37, 80, 190, 700)

    def read_options(self, reader: Reader, seats: int) -> Data:
        return complete(super().read_options(reader, seats))

    def make_kernel(self, seats: int, options: Data, components: Components) -> VerraeterKernel:
        return VerraeterKernel(seats, options, read_figures(seats, options, components))

    def view_data(self, kernel: VerraeterKernel, record: Record, seat: int) -> Data:
        return views.view_data(kernel, record, seat)

    def read_view(self, kernel: VerraeterKernel, reader: Reader, seat: int) -> Record:
        return reading.read_view(kernel, reader, seat)

    def move_data(self, kernel: VerraeterKernel, record: Record, move: int) -> Data:
        return notation.move_data(kernel, record, move)

    def move_text(self, kernel: VerraeterKernel, record: Record, move: int) -> str:
        return notation.move_text(kernel, record, move)

    def move_effect(self, kernel: VerraeterKernel, record: Record, move: int) -> str:
        return notation.move_effect(kernel, record, move)

    def sensible(self, components: Components, view: Data, moves: Sequence[Data]) -> list[float]:
        return sensible(components, view, moves)

    def render(self, kernel: VerraeterKernel, data: Data, width: int) -> str:
        return render(kernel, data, width)

    def event_data(
        self, kernel: VerraeterKernel, kind: int, seat: int | None, figures: Sequence[int]
    ) -> tuple[str, Data]:
        return story.event_data(kernel, kind, seat, figures)

    def event_text(
        self, kernel: VerraeterKernel, kind: str, seat: int | None, points: int, figures: Data
    ) -> str:
        return story.event_text(kernel, kind, seat, points, figures)
