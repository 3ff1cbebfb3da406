"""The words of The Staufer Dynasty in plain data, by the numbers of the rules.

The rule book's figures, envoys and nobles, are pieces in code and figures in views, moves and messages.
"""

from __future__ import annotations

from collections import Counter

from eminence.cext.core.face import Data, Record
from eminence.cext.core.words import words
from eminence.cext.games.staufer.features import Decision, Feature
from eminence.cext.games.staufer.state import (
    Bonus,
    Chest,
    Counting,
    Event,
    Gain,
    Part,
    Phase,
    Piece,
    Region,
    Second,
    Step,
)
from eminence.cext.games.staufer.traits import Stage, Trait

REGIONS = words(Region)
CHESTS = words(Chest, NOBLES_1="noble", KEEP_PIECE="keep_figure")
PIECES = words(Piece)
SECONDS = words(Second, MOST_PIECES="most_figures")
BONUSES = words(Bonus, prefix="BONUS_")
COUNTINGS = words(Counting, prefix="BY_")
PARTS = words(Part, prefix="PART_")
STEPS = words(Step)
EVENTS = words(Event)
GAINS = words(Gain, prefix="FROM_")
FEATURES = words(Feature)
DECISIONS = words(Decision)
TRAITS = words(Trait)
STAGES = words(Stage)
PHASES = words(
    Phase,
    prefix="CHOOSE_",
    CHOOSE_SPACE="supply_space",
    CHOOSE_CHESTS="supply_chests",
    CHOOSE_PIECE="figure",
    CHOOSE_SECOND="second_envoy",
    CHOOSE_REVEALED="revealed_chest",
    CHOOSE_KEPT="kept_figure",
    DONE="over",
)
# Cards and tiles of which the rules know no more than the number.
TILES = ("t1", "t2", "t3", "t4", "t5", "t6")
PATTERNS = ("adjacent", "one_between", "opposite", "three_adjacent", "two_and_one", "every_second")
OFFICE_JOBS = ("cost_3", "cost_4", "cost_5", "all", "pairs", "series")
JOBS = {"region": REGIONS, "pattern": PATTERNS, "offices": OFFICE_JOBS}
# Choices of options.
FIXED_SETS = ("first", "alternative", "synergies", "point_rain", "quantity")
SETS = (*FIXED_SETS, "publisher_random", "random", "custom")
EDITIONS = ("hig", "zman")

ORANGE = range(Chest.POINTS_2, Chest.NOBLES_1 + 1)


def owns(holding: Record, privilege: int) -> bool:
    return bool(holding["privileges"] >> (privilege - 1) & 1)


def counted(number: int, thing: str) -> str:
    """Such as `1 envoy`, `2 envoys`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(parts: list[str]) -> str:
    return ", ".join(part for part in parts if part) or "nothing"


def piece_words(envoys: int, nobles: int) -> str:
    """Such as `2 envoys, 1 noble`; empty for none."""
    found = [counted(number, piece) for number, piece in zip((envoys, nobles), PIECES, strict=True) if number]
    return ", ".join(found)


def chest_words(figures: Data, pile: int) -> str:
    """What the chests of a pile bring, such as `3 envoys, 2 brown chests`; empty for none."""
    found = []
    for kind, number in Counter(pile_to_kinds(pile)).items():
        if kind in ORANGE:
            points = number * figures["chest_points"][kind]
            pieces = piece_words(
                number * figures["chest_envoys"][kind], number * figures["chest_nobles"][kind]
            )
            found += [counted(points, "point") if points else "", pieces]
        else:
            found.append(counted(number, f"{CHESTS[kind].replace('_', '-')} chest"))
    return ", ".join(part for part in found if part)


def privilege_words(figures: Data, privilege: int) -> str:
    """What a privilege does, with the numbers of the table's own components."""
    ranks = "/".join(str(points) for points in figures["rank_points"])
    return (
        "points at once",
        "occupied offices too",
        "a second envoy",
        f"offices cost {figures['fixed_cost']}",
        f"offices cost {figures['lower_cost']} less",
        f"{figures['king_points']} points in the king's region",
        f"supply: {counted(figures['extra_envoys'], 'envoy')} more",
        "supply: 1 chest more",
        f"supply: {figures['extra_points']} points",
        "movement costs 1",
        f"first {counted(figures['free_start'], 'region')} free",
        "the king's neighbours free",
        "scored figures come home",
        f"{ranks} points when scored",
        f"{figures['presence_points']} points when present",
        f"{figures['orange_points']} points per orange chest",
    )[privilege - 1]


def around(position: int) -> int:
    """A ring position, of any number of steps."""
    return position % len(REGIONS)


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
