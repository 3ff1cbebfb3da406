"""The words of the game, in the order of the numbers the rules use for them."""

from __future__ import annotations

REGIONS = ("aachen", "augsburg", "milano", "nijmegen", "palermo", "strasbourg")
CHESTS = (
    "violet",
    "points_2",
    "points_3",
    "points_4",
    "points_5",
    "envoys_1",
    "envoys_2",
    "envoys_3",
    "noble",
    "first_space",
    "other_supply",
    "no_movement",
    "cheap_office",
    "keep_figure",
    "brown",
)
ORANGE = range(1, 9)
TILES = ("t1", "t2", "t3", "t4", "t5", "t6")
SECONDS = ("kings_region", "fewest_chests", "most_figures")
PATTERNS = ("adjacent", "one_between", "opposite", "three_adjacent", "two_and_one", "every_second")
OFFICE_JOBS = ("cost_3", "cost_4", "cost_5", "all", "pairs", "series")
BONUSES = ("chests", "envoys", "points")
OFFICE_JOB_KINDS = ("count", "pairs", "series")
FIXED_SETS = ("first", "alternative", "synergies", "point_rain", "quantity")
SETS = (*FIXED_SETS, "publisher_random", "random", "custom")
EDITIONS = ("hig", "zman")
PHASES = (
    "action",
    "supply_space",
    "supply_chests",
    "privilege",
    "office",
    "saving",
    "figure",
    "payment",
    "second_envoy",
    "source",
    "revealed_chest",
    "kept_figure",
    "over",
)
STEPS = (
    "turn_end",
    "office_choice",
    "supply_chests",
    "supply_extras",
    "supply_draw",
    "region_bonus",
    "round_end",
    "keeping",
    "clearing",
)


def pile_to_kinds(pile: int) -> list[int]:
    """The chests of a packed pile, in the order in which they are resolved."""
    kinds = []
    while pile:
        kinds.append((pile & 15) - 1)
        pile >>= 4
    return kinds


def kinds_to_pile(kinds: list[int]) -> int:
    """The packed pile of these chests, in whatever order they are given."""
    pile = 0
    for kind in sorted(kinds, reverse=True):
        pile = pile << 4 | (kind + 1)
    return pile
