"""Tables at which the conformance tests play: all seat counts, all privilege sets, all options."""

from __future__ import annotations

from math import prod
from typing import Any

from eminence.cext.games.staufer.kernel import StauferKernel

JOBS = [
    {"region": "palermo", "pattern": "one_between", "offices": "cost_4"},
    {"region": "aachen", "pattern": "two_and_one", "offices": "pairs"},
    {"region": "milano", "pattern": "opposite", "offices": "all"},
]
PILE = (
    ["violet"] * 10
    + [f"points_{i}" for i in (2, 3, 4, 5)] * 2
    + ["envoys_1", "envoys_2", "envoys_3", "noble"] * 2
    + ["first_space", "no_movement", "cheap_office"] * 6
    + ["other_supply", "keep_figure"] * 5
    + ["brown"] * 18
)

CASES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (2, {"privilege_set": "alternative", "two_player_second_scores_tile": True, "start_player": 1}),
    (3, {"privilege_set": "synergies", "pattern_mirror": True}),
    (4, {"privilege_set": "point_rain", "score_tile_low": 3, "chest_mix": "zman"}),
    (5, {"privilege_set": "quantity"}),
    (4, {"privilege_set": "publisher_random"}),
    (5, {"privilege_set": "random", "chest_mix": "zman"}),
    (2, {"privileges": [4, 5, 10, 11, 12]}),
    (
        3,
        {
            "privileges": [2, 3, 6, 14, 15],
            "chest_mix": "zman",
            "ring_order": ["nijmegen", "strasbourg", "palermo", "aachen", "augsburg", "milano"],
            "score_tile_assignment": ["t1", "t2", "t3", "t4", "t5", "t6"],
            "round_tiles": {
                "a": ["palermo", "strasbourg", "augsburg", "milano", "aachen", "nijmegen"],
                "b": ["kings_region", "fewest_chests", "most_figures", "fewest_chests", "kings_region"],
                "c": [1, 3, 2, 3],
            },
            "jobs": JOBS,
            "chest_order": [PILE[i * 5 % 72] for i in range(72)],
        },
    ),
]


def belief(kernel: StauferKernel, world: bytes, seat: int) -> float:
    """How likely a seat thinks a world: the product of the weights of all jobs that it does not see."""
    if kernel.figures["jobs_fixed"]:
        return 1.0
    jobs = kernel.unpack(world)["jobs"]
    beliefs = kernel.beliefs(world, seat)
    return prod(
        weights[card - 1]
        for other, categories in enumerate(beliefs)
        if other != seat
        for weights, card in zip(categories, jobs[other], strict=True)
    )
