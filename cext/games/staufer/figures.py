"""From a components file and options to the figures the compiled rules work with."""

from __future__ import annotations

from typing import Any

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Data
from eminence.cext.core.fields import Reader
from eminence.cext.games.staufer.names import (
    BONUSES,
    CHESTS,
    EDITIONS,
    FIXED_SETS,
    OFFICE_JOB_KINDS,
    OFFICE_JOBS,
    PATTERNS,
    REGIONS,
    SECONDS,
    TILES,
)

HIGHEST = 7
OFFICES = 32
SPACES = 6
FIGURES = 18
NOBODY = 255


def context(seats: int, options: Data, components: Components) -> Data:
    """Every field of the context struct. Raises InvalidInput for components that do not fit."""
    tables = _Tables(components)
    fields: Data = {"seats": seats}
    for part in (_regions, _tiles, _chests, _supply, _privileges, _jobs, _rounds):
        fields |= part(tables, seats, options)
    fields |= _fixed(seats, options)
    if fields["pile_fixed"]:
        _check_pile(options["chest_order"], fields["chest_number"])
    if fields["chests"] < fields["offices"] + fields["spaces"]:
        tables.fail("chests", f"too few: {fields['offices'] + fields['spaces']} are dealt at the start")
    return fields


class _Tables:
    """The records of a components file by table and id."""

    def __init__(self, components: Components) -> None:
        self.components = components

    def fail(self, table: str, reason: str) -> None:
        raise InvalidInput(f"{self.components.origin}: tables.{table}", reason)

    def all(self, table: str) -> dict[str, Reader]:
        path = f"{self.components.origin}: tables.{table}.records"
        records = self.components.records(table)
        return {str(record["id"]): Reader(record, f"{path}[{i}]") for i, record in enumerate(records)}

    def named(self, table: str, ids: tuple[str, ...]) -> list[Reader]:
        """Exactly these records, in this order."""
        found = self.all(table)
        if sorted(found) != sorted(ids):
            self.fail(table, f"must have the records {', '.join(ids)}; not {', '.join(found)}")
        return [found[name] for name in ids]

    def one(self, table: str, name: str) -> Reader:
        found = self.all(table)
        if name not in found:
            self.fail(table, f"has no record {name}")
        return found[name]


def _side(seats: int) -> str:
    return "2_3" if seats <= 3 else "4_5"


def _regions(tables: _Tables, seats: int, options: Data) -> Data:
    """Table 2.3 and 2.4: offices numbered through, and masks of them."""
    side = "2" if seats == 2 else "3_5"
    cost: list[int] = []
    region: list[int] = []
    noble = 0
    bonus, amounts, revealed = [], [], []
    for number, record in enumerate(tables.named("regions", REGIONS)):
        costs = record.ints(f"offices_{side}", range(1, 9), 1, HIGHEST)
        for i in range(record.int(f"nobles_{side}", 0, len(costs))):
            noble |= 1 << (len(cost) + i)
        cost += costs
        region += [number] * len(costs)
        bonus.append(record.choice("bonus", BONUSES))
        most = 1 if BONUSES[bonus[-1]] == "chests" else 99
        amounts.append(record.ints("amounts", 3, 0, most))
        revealed.append(record.int("revealed", 0, 5) or seats)
    if len(cost) > OFFICES:
        tables.fail("regions", f"at most {OFFICES} offices in all, not {len(cost)}")
    masks = [sum(1 << i for i, r in enumerate(region) if r == number) for number in range(6)]
    by_cost = [sum(1 << i for i, k in enumerate(cost) if k == number) for number in range(HIGHEST + 1)]
    upto = [sum(by_cost[: number + 1]) for number in range(HIGHEST + 1)]
    return {
        "region_offices": masks,
        "cost_offices": by_cost,
        "noble_offices": noble,
        "within": [[[mask & up & allowed for up in upto] for mask in masks] for allowed in (~noble, ~0)],
        "offices": len(cost),
        "office_region": _pad(region, OFFICES),
        "office_cost": _pad(cost, OFFICES),
        "bonus": bonus,
        "bonus_amount": amounts,
        "bonus_revealed": revealed,
    }


def _tiles(tables: _Tables, seats: int, options: Data) -> Data:
    """Table 2.5; S-1.7 and S-1.8."""
    points = []
    for name, record in zip(TILES, tables.named("score_tiles", TILES), strict=True):
        if seats >= 4:
            row = record.ints("points_4_5", 3, 0, 99)
            if name == "t1" and options["score_tile_low"] is not None:
                row[2] = options["score_tile_low"]
        elif seats == 3:
            row = record.ints("points_3", 2, 0, 99)
        else:
            row = record.ints("points_2", 1, 0, 99)
            if options["two_player_second_scores_tile"]:
                row.append(record.ints("points_3", 2, 0, 99)[1])
        points.append(_pad(row, 3))
    return {"tile_points": points}


def _chests(tables: _Tables, seats: int, options: Data) -> Data:
    """Table 2.6."""
    records = tables.named("chests", CHESTS)
    edition = EDITIONS[EDITIONS.index(options["chest_mix"])]
    number = [record.int(f"number_{edition}", 0, 72) for record in records]
    if not 0 < sum(number) <= 200:
        tables.fail("chests", f"between 1 and 200 chests in all, not {sum(number)}")
    (series,) = tables.named("brown_series", ("series",))
    row = series.ints("points", range(1, 6), 0, 99)
    return {
        "chest_number": number,
        "chest_points": [record.int("points", 0, 99) for record in records],
        "chest_envoys": [record.int("envoys", 0, 15) for record in records],
        "chest_nobles": [record.int("nobles", 0, 3) for record in records],
        "end_points": [record.int("end_points", 0, 9) for record in records],
        "series_points": _pad([0, *row], 6),
        "series_length": len(row),
        "chests": sum(number),
    }


def _supply(tables: _Tables, seats: int, options: Data) -> Data:
    """Tables 2.1, 2.2 and 2.8."""
    spaces = [r for r in tables.all("supply_spaces").values() if r.bool(f"used_{_side(seats)}")]
    if not 2 <= len(spaces) <= SPACES:
        tables.fail("supply_spaces", f"between 2 and {SPACES} spaces in use, not {len(spaces)}")
    figures = [{"envoys": r.int("envoys", 0, 15), "nobles": r.int("nobles", 0, 3)} for r in spaces]
    envoys, nobles = tables.named("material", ("envoys", "nobles"))
    total = {"envoys": envoys.int("number", 1, 15), "nobles": nobles.int("number", 0, 3)}
    return {
        "spaces": len(spaces),
        "space_figures": figures + [{"envoys": 0, "nobles": 0}] * (SPACES - len(spaces)),
        "envoy_spaces": tables.one("action_board", _side(seats).replace("_", "-")).int(
            "envoy_spaces", 0, 3 * seats
        ),
        "figures": total,
        "court": {
            "envoys": envoys.int("court", 0, total["envoys"]),
            "nobles": nobles.int("court", 0, total["nobles"]),
        },
    }


def _privileges(tables: _Tables, seats: int, options: Data) -> Data:
    """Table 2.7."""
    chosen = options["privilege_set"]
    kinds = options["privileges"]
    if chosen in FIXED_SETS:
        kinds = tables.one("privilege_sets", chosen).ints("kinds", 5, 2, 16)
        if len(set(kinds)) != 5:
            tables.fail("privilege_sets", f"the kinds of {chosen} must differ")
    first = tables.one("privileges", "1").ints("points", 5, 0, 99)
    few = seats == 2

    def figure(privilege: str, name: str, low: int = 0, high: int = 99) -> int:
        return tables.one("privileges", privilege).int(name, low, high)

    return {
        "first_cards": seats,
        "first_points": sorted(first, reverse=True),
        "copies": figure("2-16", "copies_2" if few else "copies", 1, 5),
        "privilege_set": {"publisher_random": 1, "random": 2}.get(chosen, 0),
        "privileges": 1 | sum(1 << (kind - 1) for kind in kinds),
        "king_points": figure("6", "points"),
        "supply_envoys": figure("7", "envoys", 0, 15),
        "supply_points": figure("9", "points"),
        "rank_points": tables.one("privileges", "14").ints("points_2" if few else "points", 3, 0, 99),
        "presence_points": figure("15", "points"),
        "orange_points": figure("16", "points"),
        "movement": _movement(figure("11", "regions", 0, 5)),
        **_prices(figure("4", "cost", 1, HIGHEST), figure("5", "less", 0, HIGHEST)),
    }


def _movement(free: int) -> list[list[int]]:
    """S-4.4.2: figures by privileges 10, 11, 12 (as bits) and steps; the last row is for the no-movement chest."""
    rows = []
    for owned in range(8):
        one, skip, neighbours = owned & 1, owned & 2, owned & 4
        row = [max(0, steps - free) if skip else steps for steps in range(6)]
        if one:
            row = [0] * 6 if skip else [0, 1, 1, 1, 1, 1]
        if neighbours:
            row[1] = row[5] = 0
        rows.append(row)
    return [*rows, [0] * 6]


def _prices(fixed: int, less: int) -> Data:
    """S-4.4.3: figures by privileges 4, 5 (as bits) and number, and the reverse; the cheap-office chest at the end."""
    cost = []
    for owned in range(4):
        numbers = [fixed if owned & 1 else number for number in range(HIGHEST + 1)]
        cost.append([max(1, number - (less if owned & 2 else 0)) for number in numbers])
    reach = [
        [
            max((n for n in range(1, HIGHEST + 1) if row[n] <= figures), default=0)
            for figures in range(FIGURES + 1)
        ]
        for row in [*cost, [1] * (HIGHEST + 1)]
    ]
    return {"cost": cost, "reach": reach}


def _jobs(tables: _Tables, seats: int, options: Data) -> Data:
    """Table 2.9."""
    (region,) = tables.named("region_jobs", ("region",))
    sets, size, value = [], [], []
    for record in tables.named("pattern_jobs", PATTERNS):
        steps = record.ints("steps", range(1, 7), 0, 5)
        if len(set(steps)) != len(steps):
            record.fail("steps", "must differ")
        sets.append(_realisations(steps, options["pattern_mirror"]))
        size.append(len(steps))
        value.append(record.int("points", 0, 99))
    kinds, costs, points = [], [], []
    for record in tables.named("office_jobs", OFFICE_JOBS):
        kinds.append(record.choice("kind", OFFICE_JOB_KINDS))
        counted = record.ints("costs", range(HIGHEST + 1), 1, HIGHEST) or list(range(1, HIGHEST + 1))
        costs.append(sum(1 << cost for cost in set(counted)))
        row = [0, *record.ints("points", range(1, FIGURES + 1), 0, 99)]
        further = record.int("further", 0, 99)
        row += [row[-1] + further * (i + 1) for i in range(FIGURES + 1 - len(row))]
        points.append([min(entry, 255) for entry in row])
    return {
        "region_job": region.ints("points_2" if seats == 2 else "points", 2, 0, 99),
        "patterns": [_pad(found, 12) for found in sets],
        "pattern_count": [len(found) for found in sets],
        "pattern_size": size,
        "pattern_points": value,
        "office_job": kinds,
        "office_job_costs": costs,
        "office_job_points": points,
    }


def _realisations(steps: list[int], mirror: bool) -> list[int]:
    """S-5.4: the different sets of ring positions a pattern can take, as bits."""
    shapes = [steps, [-step for step in steps]] if mirror else [steps]
    found = {sum(1 << (step + turn) % 6 for step in shape) for shape in shapes for turn in range(6)}
    return sorted(found)


def _rounds(tables: _Tables, seats: int, options: Data) -> Data:
    """Table 2.10."""
    second = [record.int("number", 0, 9) for record in tables.named("second_tiles", SECONDS)]
    steps = [0] * 6
    for record in tables.all("step_tiles").values():
        steps[record.int("steps", 1, 5)] += record.int("number", 0, 9)
    if sum(second) < 5:
        tables.fail("second_tiles", "at least 5 tiles are needed")
    if sum(steps) < 4:
        tables.fail("step_tiles", "at least 4 tiles are needed")
    rows = options["round_tiles"]
    if rows is not None:
        _check_rows(rows, second, steps)
    return {"second_tiles": second, "step_tiles": steps}


def _check_rows(rows: Data, second: list[int], steps: list[int]) -> None:
    for i, name in enumerate(SECONDS):
        if rows["b"].count(name) > second[i]:
            raise InvalidInput("options.round_tiles.b", f"there are only {second[i]} tiles {name}")
    for number in range(1, 6):
        if rows["c"].count(number) > steps[number]:
            raise InvalidInput(
                "options.round_tiles.c", f"there are only {steps[number]} tiles with {number} steps"
            )


def _check_pile(order: list[str], number: list[int]) -> None:
    for name, there in zip(CHESTS, number, strict=True):
        if order.count(name) != there:
            raise InvalidInput(
                "options.chest_order", f"must have {there} chests {name}, not {order.count(name)}"
            )


def _fixed(seats: int, options: Data) -> Data:
    """S-1.10 and S-1.11: parts of the setup that are given instead of drawn."""
    ring = [REGIONS.index(name) for name in options["ring_order"]]
    tiles = [TILES.index(name) for name in options["score_tile_assignment"]]
    pile = [CHESTS.index(name) for name in options["chest_order"]]
    jobs = [
        [
            1 + REGIONS.index(job["region"]),
            1 + PATTERNS.index(job["pattern"]),
            1 + OFFICE_JOBS.index(job["offices"]),
        ]
        for job in options["jobs"]
    ]
    rows = options["round_tiles"] or {"a": [], "b": [], "c": []}
    start = options["start_player"]
    return {
        "start": NOBODY if start is None else start,
        "ring_fixed": bool(ring),
        "ring": _pad(ring, 6),
        "tiles_fixed": bool(tiles),
        "tile_at": _pad(tiles, 6),
        "rows_fixed": bool(rows["a"]),
        "row_region": _pad([REGIONS.index(name) for name in rows["a"]], 6),
        "row_second": _pad([SECONDS.index(name) for name in rows["b"]][:5], 5),
        "row_steps": _pad(rows["c"][:4], 5),
        "jobs_fixed": bool(jobs),
        "jobs": jobs + [[0, 0, 0]] * (5 - len(jobs)),
        "pile_fixed": bool(pile),
        "pile": _pad(pile, 255),
    }


def _pad(row: list[Any], length: int) -> list[Any]:
    return row + [0] * (length - len(row))
