"""Reachable placements against brute force over many rolls: no legal combination lost, none doubled."""

from __future__ import annotations

import itertools
import random
from collections import Counter

from games.kingsburg.table import Position, placing, position

Group = tuple[int, tuple[int, ...], tuple[int, ...], bool, int]


def _brute_force(
    coloured: list[int], white: list[int], token: bool, market: bool, taken: set[int], envoy: bool
) -> set[Group]:
    """Every placement (advisor, coloured, white, "+2", Market) straight from K-4.3.5.1."""
    found = set()
    for some, many in itertools.product(_multisets(coloured), _multisets(white)):
        for t, m in itertools.product((False, True) if token else (False,), (0, -1, 1) if market else (0,)):
            advisor = sum(some) + sum(many) + 2 * t + m
            if some and 1 <= advisor <= 18 and (envoy or advisor not in taken):
                found.add((advisor, some, many, t, m))
    return found


def _multisets(dice: list[int]) -> set[tuple[int, ...]]:
    return {
        tuple(sorted(some)) for size in range(len(dice) + 1) for some in itertools.combinations(dice, size)
    }


def _played(table: Position, before: Position) -> Group:
    """The group that was placed, from what is gone."""
    was, now = before.record["dice"][0], table.record["dice"][0]
    advisor = next(a for a in range(1, 19) if table.record["group"][a - 1] == 1 or _second(table, a))
    gone = [Counter(was[part]) - Counter(now[part]) for part in (slice(0, 3), slice(3, 8))]
    coloured, white = (tuple(sorted(die for die in counter.elements() if die)) for counter in gone)
    token = before.own(0)["tokens"] - table.own(0)["tokens"] == 1
    return advisor, coloured, white, token, advisor - sum(coloured) - sum(white) - 2 * token


def _second(table: Position, advisor: int) -> bool:
    return bool(table.record["second_advisor"] == advisor)


def _reached(table: Position) -> list[Group]:
    """Every placement the split decisions lead to."""
    groups = []
    for aim in table.texts[1:]:
        after = table.play(aim)
        for last in [after.play(text) for text in after.texts] if after.phase == "pay" else [after]:
            groups.append(_played(last, table))
    return groups


def _random_table(source: random.Random) -> tuple[Position, set[Group]]:
    coloured = [source.randint(1, 6) for _ in range(source.randint(1, 3))]
    white = [source.randint(1, 6) for _ in range(source.choice((0, 0, 1, 2)))]
    token, market, envoy = (source.random() < 0.5 for _ in range(3))
    taken = set(source.sample(range(1, 17), source.randint(0, 6)))
    table = (
        position("place", 0, seats=5).dice(0, coloured, white).dice(1, [5, 6, 6]).give(0, tokens=int(token))
    )
    table.build(1, "market")  # seat 1 reaches #17 and #18, one of which is always free: the step stays open
    for advisor in taken:
        table.group(advisor, 2 + advisor % 3)
    table.set(passed=0b11100)
    if market:
        table.build(0, "market")
    if envoy:
        table.set(envoy=1)
    return table, _brute_force(coloured, white, token, market, taken, envoy)


def test_every_placement_once() -> None:
    """K-4.3.5.1 to K-4.3.5.5, K-4.17.3, K-9.2: thousands of placements over hundreds of rolls, buildings and boards."""
    source = random.Random(7)
    placements = 0
    for _ in range(250):
        table, expected = _random_table(source)
        found = _reached(table) if len(table.codes) > 1 else []
        assert len(found) == len(set(found))
        assert set(found) == expected
        placements += len(found)
    assert placements > 3000


def test_advisors_reached_agree_over_all_rolls() -> None:
    """K-4.3.5: the advisors offered for every one of the 216 rolls, with and without "+2" and Market."""
    for roll in itertools.combinations_with_replacement(range(1, 7), 3):
        for token, market in itertools.product((False, True), repeat=2):
            table = placing().dice(0, list(roll)).give(0, tokens=int(token))
            if market:
                table.build(0, "market")
            expected = {group[0] for group in _brute_force(list(roll), [], token, market, set(), False)}
            assert set(table.codes[1:]) == expected


def test_widest_payment() -> None:
    """K-4.17 D4: three coloured and two white dice with "+2" and Market stay far below the limit of moves."""
    widest = 0
    for roll in ([1, 2, 3], [2, 3, 4], [1, 3, 5], [3, 4, 5]):
        for white in itertools.product(range(1, 7), repeat=2):
            table = placing().build(0, "market").dice(0, roll, list(white)).give(0, tokens=1)
            for aim in table.texts[1:]:
                after = table.play(aim)
                if after.phase == "pay":
                    widest = max(widest, len(after.codes))
    assert 15 < widest <= 27
