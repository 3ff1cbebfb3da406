"""Words for the numbers of the compiled rules; the same in views, moves and notation."""

from __future__ import annotations

# In the order of the C enum.
PHASES = (
    "aid",
    "modify",
    "die",
    "place",
    "pay",
    "option",
    "gain",
    "name",
    "stock",
    "partner",
    "share",
    "gift",
    "build",
    "second",
    "effect",
    "price",
    "recruit",
    "hire",
    "troops",
    "academy",
    "reward",
    "loss",
    "ended",
)
SEASONS = ("spring", "summer", "autumn", "winter")
# By cell: rows A to G, four columns each.
BUILDINGS = (
    *("sawmill", "quarry", "goldsmith", "mint"),
    *("statue", "chapel", "church", "cathedral"),
    *("inn", "market", "farms", "merchants_guild"),
    *("guard_tower", "blacksmith", "barracks", "wizards_guild"),
    *("palisade", "stables", "stone_wall", "fortress"),
    *("barricade", "crane", "town_hall", "embassy"),
    *("improvised_fortifications", "recruiting_center", "training_camp", "military_academy"),
)

SEASON_PHASES = frozenset(PHASES[PHASES.index("modify") : PHASES.index("recruit")])
DICE_PHASES = frozenset(("modify", "die", "place", "pay"))
PLACE_PHASES = frozenset(("place", "pay"))
HELP_PHASES = frozenset(PHASES[PHASES.index("option") : PHASES.index("build")])
BOARD_PHASES = DICE_PHASES | HELP_PHASES
BUILD_PHASES = frozenset(("build", "second", "effect", "price"))
OPEN_PHASES = frozenset(("troops", "academy", "reward", "loss"))  # the invader card lies open
BATTLE_PHASES = frozenset(("reward", "loss"))
LEFT_PHASES = frozenset(("gain", "name", "gift", "hire", "reward", "loss"))
LEAST_PHASES = frozenset(("gain", "gift", "recruit", "hire", "reward", "loss"))
USED_PHASES = frozenset(("modify", "die", "effect", "price"))
NEUTRAL = 6


def bits(mask: int) -> list[int]:
    """Positions of the set bits, ascending."""
    return [bit for bit in range(mask.bit_length()) if (mask >> bit) & 1]


def mask(positions: list[int]) -> int:
    return sum(1 << position for position in positions)
