"""The Python face of Royals: options, views, moves and notation."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data, Face, Option, Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.royals import notation, reading, story, views
from eminence.cext.games.royals.figures import board_names, read_figures
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.render import render
from eminence.cext.games.royals.sensible import sensible
from eminence.cext.games.royals.words import DECISIONS, EVENTS, FEATURES, STAGES, TRAITS

BRITAIN_CARDS = (22, 25)


class RoyalsFace(Face[RoyalsKernel]):
    name = "royals"
    title = "Royals"
    seats = (2, 3, 4, 5)
    events = EVENTS
    sources = story.SOURCES
    chances = story.CHANCES
    features = FEATURES
    decisions = DECISIONS
    traits = TRAITS
    stages = STAGES
    options = (
        Option("start_player", 0, "seat of the start player", low=0, high=4),
        Option("king_intrigue", 2, "intrigue cards to take over a King", low=2, high=3),
        Option(
            "cube_supply",
            "strict",
            "whether a placement needs two cubes left",
            choices=("strict", "unlimited"),
        ),
        Option(
            "noble_house_set", "abacus", "Noble House markers of which edition", choices=("abacus", "arcane")
        ),
        Option(
            "first_turn",
            "table",
            "first turns: a fixed number of cards, or like any",
            choices=("table", "full"),
        ),
        Option("britain_cards", 22, "British cards: 22, or 25 with five seats (2016)", low=22, high=25),
    )

    def read_options(self, reader: Reader, seats: int) -> Data:
        options = super().read_options(reader, seats)
        if options["start_player"] >= seats:
            reader.fail("start_player", f"must be one of {seats} seats, not {options['start_player']}")
        if options["britain_cards"] not in BRITAIN_CARDS:
            reader.fail("britain_cards", "must be 22 or 25")
        if options["britain_cards"] == BRITAIN_CARDS[1] and seats != 5:
            reader.fail(
                "britain_cards", "can be 25 with five seats only: no removal table is known for fewer"
            )
        return options

    def make_kernel(self, seats: int, options: Data, components: Components) -> RoyalsKernel:
        return RoyalsKernel(read_figures(seats, options, components), board_names(components))

    def view_data(self, kernel: RoyalsKernel, record: Record, seat: int) -> Data:
        return views.view_data(kernel, record, seat)

    def read_view(self, kernel: RoyalsKernel, reader: Reader, seat: int) -> Record:
        return reading.read_view(kernel, reader, seat)

    def move_data(self, kernel: RoyalsKernel, record: Record, move: int) -> Data:
        return notation.move_data(kernel, record, move)

    def move_text(self, kernel: RoyalsKernel, record: Record, move: int) -> str:
        return notation.move_text(kernel, record, move)

    def move_effect(self, kernel: RoyalsKernel, record: Record, move: int) -> str:
        return notation.move_effect(kernel, record, move)

    def sensible(self, components: Components, view: Data, moves: Sequence[Data]) -> list[float] | None:
        return sensible(view, moves)

    def render(self, kernel: RoyalsKernel, data: Data, width: int) -> str:
        return render(kernel, data, width)

    def event_data(
        self, kernel: RoyalsKernel, kind: int, seat: int | None, figures: Sequence[int]
    ) -> tuple[str, Data]:
        return story.event_data(kernel, kind, seat, figures)

    def event_text(
        self, kernel: RoyalsKernel, kind: str, seat: int | None, points: int, figures: Data
    ) -> str:
        return story.event_text(kernel, kind, seat, points, figures)
