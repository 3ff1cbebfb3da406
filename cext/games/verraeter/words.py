"""The words of Verräter in plain data, in the order of the numbers in state.pxd, and sums of card counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LANDS = ("wasteland", "meadow", "river", "woods", "village", "city")
ACTIONS = ("traitor", "diplomat_2", "diplomat_5", "builder", "strategist", "farmer")
PHASES = ("settle", "site", "draft", "supply", "build", "build_site", "discard", "over")
SETTLE, SITE, DRAFT, SUPPLY, BUILD, BUILD_SITE, DISCARD, OVER = range(8)
HOUSES = ("eagle", "rose")
BUILDINGS = ("estate", "office")
BUILDS = ("nothing", "place_estate", "place_office", "turn")
BUILDER, STRATEGIST, FARMER = 4, 5, 6  # action cards are 1 to 6
FACE_DOWN = 7
PACK = 0x7E
RING = 0xFFF
NO_BORDER = 12


def cards(counts: Sequence[int], values: Sequence[int]) -> list[int]:
    """Counts by kind as a list of values, ascending."""
    return [value for value, count in zip(values, counts, strict=True) for _ in range(count)]


def counts(kinds: Iterable[int]) -> list[int]:
    """Kinds of cards as counts by kind."""
    found = [0] * 6
    for kind in kinds:
        found[kind] += 1
    return found


def minus(a: Sequence[int], b: Sequence[int]) -> list[int]:
    return [x - y for x, y in zip(a, b, strict=True)]


def plus(a: Sequence[int], b: Sequence[int]) -> list[int]:
    return [x + y for x, y in zip(a, b, strict=True)]
