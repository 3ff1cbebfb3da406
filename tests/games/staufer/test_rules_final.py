"""Section 5: final scoring, end and tie-breaks."""

from __future__ import annotations

import random
from itertools import product

import pytest
from games.staufer.table import RING, Table

SHAPES = {
    "adjacent": (0, 1),
    "one_between": (0, 2),
    "opposite": (0, 3),
    "three_adjacent": (0, 1, 2),
    "two_and_one": (0, 1, 3),
    "every_second": (0, 2, 4),
}
VALUES = {
    "adjacent": 7,
    "one_between": 7,
    "opposite": 8,
    "three_adjacent": 12,
    "two_and_one": 12,
    "every_second": 13,
}


def test_v14_three_jobs() -> None:
    """V14; S-5.2, S-5.3, S-5.4, S-5.5, S-7.8: one position pays 6 + 14 + 12."""
    table = Table().put(0, "nij3").put(0, "nij4").put(0, "pal3").put(0, "aug3").put(0, "str5")
    table.put(3, "aug1", "N").jobs(0, "augsburg", "one_between", "cost_4")
    assert table.final(0)[:3] == [6, 14, 12]


def test_payment_areas_are_swept() -> None:
    """S-5.1, S-7.23: their figures go to the province and count neither for jobs nor for the tie-break."""
    table = Table().row("milano", number=5).pay(1, "palermo", 3, 1)
    after = table.end_round()
    assert after.paid(1) == [(0, 0)] * 6
    assert after.court_of(1) == (4, 1)
    assert after.province_of(1) == (11, 2)


@pytest.mark.parametrize(("seats", "second"), [(2, 0), (3, 6), (5, 6)])
def test_region_job(seats: int, second: int) -> None:
    """S-5.3: 12 for the first, 6 for the second unless there are two seats; tile, bonus and privileges do not count."""
    table = Table(seats, privileges=[2, 3, 4, 14, 15]).put(0, "mil1", "N").put(1, "mil2")
    table.privilege(0, 14, 15).jobs(0, "milano", "opposite", "series").jobs(1, "milano", "opposite", "series")
    assert table.final(0)[0] == 12
    assert table.final(1)[0] == second


def put_figures(table: Table, figures: list[int]) -> Table:
    """So many figures of seat 0 in the regions of the ring; doubles where there are too few offices."""
    for region, number in zip(RING, figures, strict=True):
        offices = table.offices(region)
        for i in range(number):
            slot, at = divmod(i, len(offices))
            table.record["own"][0][slot] |= 1 << offices[at]
    return table


def most_realisations(shape: tuple[int, ...], figures: list[int], mirror: bool) -> int:
    """By trying everything, without any bound."""
    shapes = [shape, tuple(-s for s in shape)] if mirror else [shape]
    sets = {tuple(sorted((s + turn) % 6 for s in one)) for one in shapes for turn in range(6)}

    def best(left: tuple[int, ...]) -> int:
        found = 0
        for places in sets:
            if all(left[p] for p in places):
                after = tuple(n - (i in places) for i, n in enumerate(left))
                if after not in memory:
                    memory[after] = best(after)
                found = max(found, 1 + memory[after])
        return found

    memory: dict[tuple[int, ...], int] = {}
    return best(tuple(figures))


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("pattern", SHAPES)
def test_pattern_is_a_maximum_matching(pattern: str, mirror: bool) -> None:
    """S-5.4, S-1.9, S-7.11, S-7.12: against exhaustive search for many positions."""
    rng = random.Random(pattern)
    table = Table(3, pattern_mirror=mirror).jobs(0, "milano", pattern, "series")
    for _ in range(60):
        figures = [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(6)]
        table.record["own"][0] = [0, 0]
        put_figures(table, figures)
        assert table.final(0)[1] == VALUES[pattern] * most_realisations(SHAPES[pattern], figures, mirror)


def test_mirror_image() -> None:
    """S-1.9, S-7.12: {0, 2, 3} is the mirror image of {0, 1, 3} and no rotation of it."""
    for mirror, points in ((False, 0), (True, 12)):
        table = Table(pattern_mirror=mirror).jobs(0, "milano", "two_and_one", "series")
        assert put_figures(table, [1, 0, 1, 1, 0, 0]).final(0)[1] == points


def test_pattern_counts_figures_once() -> None:
    """S-5.4, S-7.14: a noble is one figure; each figure serves one realisation."""
    table = Table().jobs(0, "milano", "opposite", "series").put(0, "nij1", "N").put(0, "aac2").put(0, "aac3")
    assert table.final(0)[1] == 8
    table.put(0, "nij2")
    assert table.final(0)[1] == 16


@pytest.mark.parametrize(("number", "points"), [(0, 0), (1, 3), (2, 7), (3, 12), (4, 17), (5, 22)])
def test_offices_of_one_cost(number: int, points: int) -> None:
    """S-5.5, S-7.29: 3, 7, 12 and 5 for each further one."""
    table = Table().jobs(0, "milano", "opposite", "cost_3").put(0, "nij3")
    for office in ("nij4", "nij5", "str5", "pal4", "aug4")[:number]:
        table.put(0, office)
    assert table.final(0)[2] == points


def test_nobles_and_doubles_on_offices_of_one_cost() -> None:
    """S-5.5, S-7.14: a noble counts 1, two own figures on one office count 2."""
    table = Table(privileges=[2, 3, 4, 5, 6]).jobs(0, "milano", "opposite", "cost_4")
    table.put(0, "nij3", "N").put(0, "pal3").put(0, "pal3", slot=1).put(1, "aug3").put(0, "aug3", slot=1)
    assert table.final(0)[2] == 17


@pytest.mark.parametrize(("number", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (6, 15), (7, 18), (9, 24)])
def test_all_offices(number: int, points: int) -> None:
    """S-5.6."""
    table = Table().jobs(0, "milano", "opposite", "all")
    offices = ["nij2", "nij3", "nij4", "nij5", "str2", "str3", "str4", "str5", "pal2"]
    for office in offices[:number]:
        table.put(0, office)
    assert table.final(0)[2] == points


def test_v18_pairs() -> None:
    """V18; S-5.7: four 4-offices and two 7-offices are three pairs."""
    table = Table().jobs(1, "milano", "opposite", "pairs").put(1, "nij1", "N").put(1, "aug1", "N")
    for office in ("nij3", "str4", "pal3", "aug3"):
        table.put(1, office)
    assert table.final(1)[2] == 24


def test_odd_figures_make_no_pair() -> None:
    """S-5.7: pairs within one cost only."""
    table = Table().jobs(1, "milano", "opposite", "pairs").put(1, "nij2").put(1, "nij3").put(1, "nij4")
    assert table.final(1)[2] == 0


def test_v19_series() -> None:
    """V19; S-5.8: two each of 3, 4 and 5 are two series."""
    table = Table().jobs(2, "milano", "opposite", "series")
    for office in ("nij4", "nij5", "nij3", "str4", "nij2"):
        table.put(2, office)
    assert table.final(2)[2] == 15
    assert table.put(2, "str2").final(2)[2] == 30


def test_v15_chests() -> None:
    """V15; S-5.9, S-5.10: 7 brown are 20 + 5, each turquoise and violet 1; privileges nothing."""
    table = Table().own(0, *["brown"] * 7, "keep_figure", "no_movement", "violet").privilege(0, 4, 16)
    assert table.final(0)[3:] == [25, 3]


@pytest.mark.parametrize(("brown", "points"), list(enumerate([0, 2, 5, 9, 14, 20, 22, 25, 29, 34, 40])))
def test_v16_brown_series(brown: int, points: int) -> None:
    """V16; S-5.9: steps 2, 3, 4, 5, 6, then a new series."""
    assert Table().own(0, *["brown"] * brown).final(0)[3] == points


def test_final_points_are_added_to_the_score() -> None:
    """S-5.2, S-5.10: everything comes together when the game ends."""
    table = Table().row("aachen", number=5).own(1, "brown", "violet").put(1, "mil2")
    table.jobs(1, "milano", "opposite", "all").holding(1)["points"] = 30
    after = table.end_round()
    assert after.points(1) == 30 + 12 + 0 + 1 + 2 + 1
    assert after.kernel.result(after.state)["score"][1] == after.points(1)


def finished(*seats: tuple[int, int, int]) -> list[int]:
    """Ranks for seats of (points, envoys, nobles in the court)."""
    table = Table(len(seats)).row("aachen", number=5)
    for seat, (points, envoys, nobles) in enumerate(seats):
        table.court(seat, envoys, nobles).holding(seat)["points"] = points
    table = table.end_round()
    for seat, (points, envoys, nobles) in enumerate(seats):
        table.holding(seat)["points"] = points
        table.holding(seat)["court"] = {"envoys": envoys, "nobles": nobles}
    return [int(rank) for rank in table.kernel.result(table.state)["rank"]]


def test_ranks() -> None:
    """S-5.11, S-1.1: points, then figures in the court; equal in both means equal rank."""
    assert finished((50, 4, 1), (60, 0, 0), (55, 2, 0)) == [3, 1, 2]
    assert finished((50, 4, 1), (50, 3, 1), (40, 9, 3)) == [1, 2, 3]
    assert finished((50, 4, 1), (50, 5, 0), (50, 3, 0)) == [1, 1, 3]


def test_shared_victory() -> None:
    """S-5.11."""
    table = Table(2).row("aachen", number=5).end_round()
    for seat in range(2):
        table.holding(seat)["points"] = 10
        table.holding(seat)["court"] = {"envoys": 3, "nobles": 1}
    assert table.kernel.result(table.state)["win"] == [0.5, 0.5]


@pytest.mark.parametrize("seed", range(5))
def test_rotating_the_ring_changes_no_score(seed: int) -> None:
    """S-9.13: regions, king, figures and payments turned together."""
    rng = random.Random(seed)
    offices = rng.sample([f"{r[:3]}{i}" for r, i in product(RING, (2, 3, 4))], 12)
    pattern = rng.choice(sorted(SHAPES))
    results = []
    for turn in (0, rng.randrange(1, 6)):
        ring = [RING[(i - turn) % 6] for i in range(6)]
        table = Table(3, ring_order=ring).row("milano", "most_figures", number=5)
        table.record["king"] = turn
        for seat in range(3):
            table.jobs(seat, RING[seat], pattern, "all")
        for i, office in enumerate(offices):
            table.put(i % 3, office)
        asked = table.draw_only().end_round()
        results.append([asked.points(seat) for seat in range(3)])
    assert results[0] == results[1]
