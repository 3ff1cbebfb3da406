"""The Python face of The Staufer Dynasty."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data, Face, Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.staufer import notation, reading, story, views
from eminence.cext.games.staufer.figures import read_figures
from eminence.cext.games.staufer.kernel import StauferKernel
from eminence.cext.games.staufer.options import OPTIONS, read_options
from eminence.cext.games.staufer.render import render
from eminence.cext.games.staufer.sensible import sensible
from eminence.cext.games.staufer.words import DECISIONS, EVENTS, FEATURES, STAGES, TRAITS


class StauferFace(Face[StauferKernel]):
    name = "staufer"
    title = "The Staufer Dynasty"
    seats = (2, 3, 4, 5)
    options = OPTIONS
    events = EVENTS
    sources = story.SOURCES
    chances = story.CHANCES
    features = FEATURES
    decisions = DECISIONS
    traits = TRAITS
    stages = STAGES

    def read_options(self, reader: Reader, seats: int) -> Data:
        return read_options(reader, seats)

    def make_kernel(self, seats: int, options: Data, components: Components) -> StauferKernel:
        return StauferKernel(seats, options, read_figures(seats, options, components))

    def view_data(self, kernel: StauferKernel, record: Record, seat: int) -> Data:
        return views.view_data(kernel, record, seat)

    def read_view(self, kernel: StauferKernel, reader: Reader, seat: int) -> Record:
        return reading.read_view(kernel, reader, seat)

    def move_data(self, kernel: StauferKernel, record: Record, move: int) -> Data:
        return notation.move_data(kernel, record, move)

    def move_text(self, kernel: StauferKernel, record: Record, move: int) -> str:
        return notation.move_text(kernel, record, move)

    def move_effect(self, kernel: StauferKernel, record: Record, move: int) -> str:
        return notation.move_effect(kernel, record, move)

    def sensible(self, components: Components, view: Data, moves: Sequence[Data]) -> list[float] | None:
        return sensible(view, moves)

    def render(self, kernel: StauferKernel, data: Data, width: int) -> str:
        return render(kernel, data, width)

    def event_data(
        self, kernel: StauferKernel, kind: int, seat: int | None, figures: Sequence[int]
    ) -> tuple[str, Data]:
        return story.event_data(kernel, kind, seat, figures)

    def event_text(
        self, kernel: StauferKernel, kind: str, seat: int | None, points: int, figures: Data
    ) -> str:
        return story.event_text(kernel, kind, seat, points, figures)
