"""What players are believed to choose in secret, worked out a second time (see hidden_beliefs.pyx)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from eminence.cext.games.kingsburg.kernel import KingsburgKernel
from eminence.cext.games.kingsburg.state import YEARS, Phase

ANY = 0.1
SEASONS = 15
# For each feature of `look`.
FIGURES = {Phase.TROOPS: (7.1, -1.15, 6.8, -1.8, -1.7, 0.47), Phase.KEEP: (1.4,)}


def look(kernel: KingsburgKernel, state: bytes) -> list[list[float]]:
    """What the open table says of each legal move of a secret choice."""
    record, moves = kernel.unpack(state), kernel.moves(state)
    context = kernel.figures.context
    if record["phase"] == Phase.KEEP:
        return [[SEASONS * context["ruler"][move] + context["award"][move]] for move in moves]
    lack, years = kernel.lacks(state)[record["actor"]], YEARS - 1 - record["year"]
    values = [context["token"][move] for move in moves]
    facts = [(float(value > lack), float(value == lack), float(value)) for value in values]
    return [[one * by for one in row for by in (1, years)] for row in facts]


def chances(kernel: KingsburgKernel, state: bytes) -> list[float]:
    """How likely the seat to choose is believed to make each of its legal moves."""
    return chances_by(FIGURES[Phase(kernel.unpack(state)["phase"])], look(kernel, state))


def chances_by(figures: Sequence[float], rows: Sequence[Sequence[float]]) -> list[float]:
    worths = [sum(figure * one for figure, one in zip(figures, row, strict=True)) for row in rows]
    wishes = [math.exp(worth - max(worths)) for worth in worths]
    return [(1 - ANY) * wish / sum(wishes) + ANY / len(rows) for wish in wishes]
