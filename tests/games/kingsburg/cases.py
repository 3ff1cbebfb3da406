"""Tables that the tests for all games use."""

from collections.abc import Sequence
from typing import Any

from games.kingsburg.beliefs import chances

from eminence.cext.games.kingsburg.kernel import KingsburgKernel

EVERYTHING: dict[str, Any] = {
    "module1": True,
    "module2": True,
    "module3": True,
    "module4": True,
    "module5": True,
    "module6": "standard",
    "scenario": "goblin_valley",
}
CASES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (2, {"module1": True, "module5": True, "module6": "standard"}),
    (3, {"module5": True, "module6": "restoration"}),
    (4, {"module1": True, "module5": True}),
    (5, {"module1": True, "module5": True, "module6": "restoration"}),
    (2, {"module6": "restoration"}),
    (4, {"module6": "standard"}),
    (3, {"module2": True}),
    (4, {"module1": True, "module2": True, "module2_method": "draft"}),
    (4, {"module3": True}),
    (3, {"module3": True, "module3_method": "auction"}),
    (2, {"module4": True}),
    (3, {"scenario": "goblin_valley"}),
    (4, {"module4": True, "scenario": "bargains"}),
    (2, {"module1": True, "module2": True, "scenario": "long_winter", "improvised_fort": "final"}),
    (5, {"module3": True, "module4": True, "scenario": "tournament"}),
    (5, EVERYTHING | {"module2_method": "draft"}),
    (2, EVERYTHING | {"module3_method": "auction", "module6": "restoration"}),
]
UNCOVERS = ("attacked",)  # lays the invader card open for all; it is gone when the battle is over


def expected(kernel: KingsburgKernel, world: bytes, moves: Sequence[int]) -> list[float]:
    """How likely another seat is believed to make each of the moves of a secret choice, which are all it has."""
    return chances(kernel, world)
