"""The Python face of Which Hand?"""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data, Face, Option, Record
from eminence.cext.core.fields import Reader
from eminence.cext.games._template import notation, reading, story, views
from eminence.cext.games._template.figures import read_figures
from eminence.cext.games._template.kernel import HandKernel
from eminence.cext.games._template.render import render
from eminence.cext.games._template.words import DECISIONS, EVENTS, FEATURES, STAGES, TRAITS


class HandFace(Face[HandKernel]):
    name = "_template"
    title = "Which Hand?"
    seats = (2,)
    options = (
        Option("rounds", 1, "rounds to play", low=1, high=9),
        Option("safe_percent", 67, "chance of winning a round by playing safe", low=0, high=100),
    )

    events = EVENTS
    sources = story.SOURCES
    chances = story.CHANCES
    features = FEATURES
    decisions = DECISIONS
    traits = TRAITS
    stages = STAGES

    def make_kernel(self, seats: int, options: Data, components: Components) -> HandKernel:
        return HandKernel(options, read_figures(seats, options, components))

    def view_data(self, kernel: HandKernel, record: Record, seat: int) -> Data:
        return views.view_data(kernel, record, seat)

    def read_view(self, kernel: HandKernel, reader: Reader, seat: int) -> Record:
        return reading.read_view(kernel, reader, seat)

    def move_data(self, kernel: HandKernel, record: Record, move: int) -> Data:
        return notation.move_data(kernel, record, move)

    def move_text(self, kernel: HandKernel, record: Record, move: int) -> str:
        return notation.move_text(kernel, record, move)

    def move_effect(self, kernel: HandKernel, record: Record, move: int) -> str:
        return notation.move_effect(kernel, record, move)

    def render(self, kernel: HandKernel, data: Data, width: int) -> str:
        return render(kernel, data, width)

    def event_data(
        self, kernel: HandKernel, kind: int, seat: int | None, figures: Sequence[int]
    ) -> tuple[str, Data]:
        return story.event_data(kernel, kind, seat, figures)

    def event_text(self, kernel: HandKernel, kind: str, seat: int | None, points: int, figures: Data) -> str:
        return story.event_text(kernel, kind, seat, points, figures)
