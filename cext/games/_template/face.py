"""Options, views, moves and notation of Which Hand?"""

from __future__ import annotations

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data, Face, Option, Record
from eminence.cext.core.fields import Reader
from eminence.cext.core.kernel import Kernel
from eminence.cext.games._template.rules import HandKernel

PHASES = ("hide", "choose", "guess", "over")
HANDS = ("unknown", "left", "right")
ACTIONS = {"hide": ("", "left", "right"), "choose": ("", "safe", "guess"), "guess": ("", "left", "right")}


class HandFace(Face):
    name = "_template"
    title = "Which Hand?"
    seats = (2,)
    options = (
        Option("rounds", 1, "rounds to play", low=1, high=9),
        Option("safe_percent", 67, "chance of winning a round by playing safe", low=0, high=100),
    )

    def make_kernel(self, seats: int, options: Data, components: Components) -> Kernel:
        (points,) = components.records("points")
        return HandKernel(options["rounds"], options["safe_percent"], points["prize"])

    def view_data(self, kernel: Kernel, record: Record, seat: int) -> Data:
        return {
            "round": record["round"] + 1,
            "phase": PHASES[record["phase"]],
            "hider": record["hider"],
            "hand": HANDS[record["hand"]],
            "points": record["points"],
        }

    def read_view(self, kernel: Kernel, reader: Reader, seat: int) -> Record:
        assert isinstance(kernel, HandKernel)
        phase = reader.choice("phase", PHASES)
        hider = reader.int("hider", 0, 1)
        hand = reader.choice("hand", HANDS)
        visible = seat == hider and PHASES[phase] in ("choose", "guess")
        if visible != (hand != 0):
            reader.fail("hand", "must be given to the hider after hiding, and to nobody else")
        return {
            "round": reader.int("round", 1, kernel.rounds) - 1,
            "phase": phase,
            "hider": hider,
            "hand": hand,
            "points": reader.ints("points", 2, 0, 255),
        }

    def move_data(self, kernel: Kernel, record: Record, move: int) -> Data:
        return {"action": self.move_text(kernel, record, move)}

    def move_text(self, kernel: Kernel, record: Record, move: int) -> str:
        return ACTIONS[PHASES[record["phase"]]][move]

    def render(self, data: Data) -> str:
        return f"Round {data['round']}: {data['phase']}. Seat {data['hider']} hides. Points {data['points']}."
