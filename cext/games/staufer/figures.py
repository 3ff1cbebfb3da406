"""From a components file and options to the figures the compiled rules work with."""

from __future__ import annotations

from typing import Any

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Data
from eminence.cext.core.fields import Reader
from eminence.cext.games.staufer.state import (
    HIGHEST,
    MEMBERS,
    MOST_CHESTS,
    MOST_SEATS,
    MOST_TILES,
    NOBODY,
    OFFICES,
    OTHERS,
    PIECES,
    RANKS,
    ROUNDS,
    SERIES,
    SHAPES,
    SPACES,
    Privilege,
    PrivilegeSet,
)
from eminence.cext.games.staufer.words import (
    BONUSES,
    CHESTS,
    COUNTINGS,
    FIXED_SETS,
    JOBS,
    OFFICE_JOBS,
    PATTERNS,
    REGIONS,
    SECONDS,
    TILES,
    around,
)

ENVOYS, NOBLES = 15, 3  # of a seat, at most: PIECES in all
SETS = {"publisher_random": PrivilegeSet.PUBLISHER_RANDOM, "random": PrivilegeSet.RANDOM_SET}


def read_figures(seats: int, options: Data, components: Components) -> Data:
    """Every field of the context struct, and a few for words. Raises InvalidInput for components that do not fit."""
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
        amounts.append(record.ints("amounts", RANKS, 0, most))
        revealed.append(record.int("revealed", 0, MOST_SEATS) or seats)
    if len(cost) > OFFICES:
        tables.fail("regions", f"at most {OFFICES} offices in all, not {len(cost)}")
    masks = [sum(1 << i for i, r in enumerate(region) if r == number) for number in range(len(REGIONS))]
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
            row = record.ints("points_4_5", RANKS, 0, 99)
            if name == "t1" and options["score_tile_low"] is not None:
                row[2] = options["score_tile_low"]
        elif seats == 3:
            row = record.ints("points_3", 2, 0, 99)
        else:
            row = record.ints("points_2", 1, 0, 99)
            if options["two_player_second_scores_tile"]:
                row.append(record.ints("points_3", 2, 0, 99)[1])
        points.append(_pad(row, RANKS))
    return {"tile_points": points}


def _chests(tables: _Tables, seats: int, options: Data) -> Data:
    """Table 2.6."""
    records = tables.named("chests", CHESTS)
    number = [record.int(f"number_{options['chest_mix']}", 0, 72) for record in records]
    if not 0 < sum(number) <= MOST_CHESTS:
        tables.fail("chests", f"between 1 and {MOST_CHESTS} chests in all, not {sum(number)}")
    (series,) = tables.named("brown_series", ("series",))
    row = series.ints("points", range(1, SERIES + 1), 0, 99)
    return {
        "chest_number": number,
        "chest_points": [record.int("points", 0, 99) for record in records],
        "chest_envoys": [record.int("envoys", 0, ENVOYS) for record in records],
        "chest_nobles": [record.int("nobles", 0, NOBLES) for record in records],
        "end_points": [record.int("end_points", 0, 9) for record in records],
        "series_points": _pad([0, *row], SERIES + 1),
        "series_length": len(row),
        "chests": sum(number),
    }


def _supply(tables: _Tables, seats: int, options: Data) -> Data:
    """Tables 2.1, 2.2 and 2.8."""
    spaces = [r for r in tables.all("supply_spaces").values() if r.bool(f"used_{_side(seats)}")]
    if not 2 <= len(spaces) <= SPACES:
        tables.fail("supply_spaces", f"between 2 and {SPACES} spaces in use, not {len(spaces)}")
    pieces = [{"envoys": r.int("envoys", 0, ENVOYS), "nobles": r.int("nobles", 0, NOBLES)} for r in spaces]
    envoys, nobles = tables.named("material", ("envoys", "nobles"))
    total = {"envoys": envoys.int("number", 1, ENVOYS), "nobles": nobles.int("number", 0, NOBLES)}
    return {
        "spaces": len(spaces),
        "space_pieces": pieces + [{"envoys": 0, "nobles": 0}] * (SPACES - len(spaces)),
        "envoy_spaces": tables.one("action_board", _side(seats).replace("_", "-")).int(
            "envoy_spaces", 0, MEMBERS * seats
        ),
        "pieces": total,
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
        kinds = tables.one("privilege_sets", chosen).ints(
            "kinds", OTHERS, Privilege.CARD_POINTS + 1, len(Privilege)
        )
        if len(set(kinds)) != OTHERS:
            tables.fail("privilege_sets", f"the kinds of {chosen} must differ")
    first = tables.one("privileges", "1").ints("points", MOST_SEATS, 0, 99)
    few = seats == 2

    def figure(privilege: str, name: str, low: int = 0, high: int = 99) -> int:
        return tables.one("privileges", privilege).int(name, low, high)

    free = figure("11", "regions", 0, len(REGIONS) - 1)
    fixed, less = figure("4", "cost", 1, HIGHEST), figure("5", "less", 0, HIGHEST)
    return {
        "first_cards": seats,
        "first_points": sorted(first, reverse=True),
        "copies": figure("2-16", "copies_2" if few else "copies", 1, MOST_SEATS),
        "privilege_set": SETS.get(chosen, PrivilegeSet.FIXED_SET),
        "privileges": 1 | sum(1 << (kind - 1) for kind in kinds),
        "king_points": figure("6", "points"),
        "extra_envoys": figure("7", "envoys", 0, ENVOYS),
        "extra_points": figure("9", "points"),
        "rank_points": tables.one("privileges", "14").ints("points_2" if few else "points", RANKS, 0, 99),
        "presence_points": figure("15", "points"),
        "orange_points": figure("16", "points"),
        "free_start": free,
        "fixed_cost": fixed,
        "lower_cost": less,
        "movement": _movement(free),
        **_prices(fixed, less),
    }


def _movement(free: int) -> list[list[int]]:
    """S-4.4.2: pieces by privileges 10, 11, 12 (as bits) and steps, twice around; at the end the no-movement chest."""
    rows = []
    for owned in range(8):
        one, skip, neighbours = owned & 1, owned & 2, owned & 4
        row = [max(0, steps - free) if skip else steps for steps in range(len(REGIONS))]
        if one:
            row = [0 if skip else min(steps, 1) for steps in range(len(REGIONS))]
        if neighbours:
            row[1] = row[-1] = 0
        rows.append(2 * row)
    return [*rows, [0] * 2 * len(REGIONS)]


def _prices(fixed: int, less: int) -> Data:
    """S-4.4.3: pieces by privileges 4, 5 (as bits) and number, and the reverse; the cheap-office chest at the end."""
    cost = []
    for owned in range(4):
        numbers = [fixed if owned & 1 else number for number in range(HIGHEST + 1)]
        cost.append([max(1, number - (less if owned & 2 else 0)) for number in numbers])
    reach = [
        [
            max((n for n in range(1, HIGHEST + 1) if row[n] <= pieces), default=0)
            for pieces in range(PIECES + 1)
        ]
        for row in [*cost, [1] * (HIGHEST + 1)]
    ]
    return {"cost": cost, "reach": reach}


def _jobs(tables: _Tables, seats: int, options: Data) -> Data:
    """Table 2.9."""
    (region,) = tables.named("region_jobs", ("region",))
    sets, size, value = [], [], []
    for record in tables.named("pattern_jobs", PATTERNS):
        steps = record.ints("steps", range(1, len(REGIONS) + 1), 0, len(REGIONS) - 1)
        if len(set(steps)) != len(steps):
            record.fail("steps", "must differ")
        sets.append(_realisations(steps, options["pattern_mirror"]))
        size.append(len(steps))
        value.append(record.int("points", 0, 99))
    kinds, costs, points = [], [], []
    for record in tables.named("office_jobs", OFFICE_JOBS):
        kinds.append(record.choice("kind", COUNTINGS))
        counted = record.ints("costs", range(HIGHEST + 1), 1, HIGHEST) or list(range(1, HIGHEST + 1))
        costs.append(sum(1 << cost for cost in set(counted)))
        row = [0, *record.ints("points", range(1, PIECES + 1), 0, 99)]
        further = record.int("further", 0, 99)
        row += [row[-1] + further * (i + 1) for i in range(PIECES + 1 - len(row))]
        points.append([min(entry, 255) for entry in row])
    return {
        "region_job": region.ints("points_2" if seats == 2 else "points", 2, 0, 99),
        "patterns": [_pad(found, SHAPES) for found in sets],
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
    found = {
        sum(1 << around(step + turn) for step in shape) for shape in shapes for turn in range(len(REGIONS))
    }
    return sorted(found)


def _rounds(tables: _Tables, seats: int, options: Data) -> Data:
    """Table 2.10."""
    second = [record.int("number", 0, 9) for record in tables.named("second_tiles", SECONDS)]
    steps = [0] * len(REGIONS)
    for record in tables.all("step_tiles").values():
        steps[record.int("steps", 1, len(REGIONS) - 1)] += record.int("number", 0, 9)
    if sum(second) < ROUNDS:
        tables.fail("second_tiles", f"at least {ROUNDS} tiles are needed")
    if not ROUNDS - 1 <= sum(steps) <= MOST_TILES:
        tables.fail("step_tiles", f"between {ROUNDS - 1} and {MOST_TILES} tiles are needed")
    rows = options["round_tiles"]
    if rows is not None:
        _check_rows(rows, second, steps)
    return {"second_tiles": second, "step_tiles": steps}


def _check_rows(rows: Data, second: list[int], steps: list[int]) -> None:
    for i, name in enumerate(SECONDS):
        if rows["b"].count(name) > second[i]:
            raise InvalidInput("options.round_tiles.b", f"there are only {second[i]} tiles {name}")
    for number in range(1, len(REGIONS)):
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
    jobs = [[1 + cards.index(job[name]) for name, cards in JOBS.items()] for job in options["jobs"]]
    rows = options["round_tiles"] or {"a": [], "b": [], "c": []}
    start = options["start_player"]
    return {
        "start": NOBODY if start is None else start,
        "ring_fixed": bool(ring),
        "ring": _pad(ring, len(REGIONS)),
        "tiles_fixed": bool(tiles),
        "tile_at": _pad(tiles, len(REGIONS)),
        "rows_fixed": bool(rows["a"]),
        "row_region": _pad([REGIONS.index(name) for name in rows["a"]], len(REGIONS)),
        "row_second": _pad([SECONDS.index(name) for name in rows["b"]][:ROUNDS], ROUNDS),
        "row_steps": _pad(rows["c"][: ROUNDS - 1], ROUNDS),
        "jobs_fixed": bool(jobs),
        "jobs": jobs + [[0] * len(JOBS)] * (MOST_SEATS - len(jobs)),
        "pile_fixed": bool(pile),
        "pile": _pad(pile, MOST_CHESTS),
    }


def _pad(row: list[Any], length: int) -> list[Any]:
    return row + [0] * (length - len(row))
