"""Positions for tests: a table whose parts are set one by one, and moves by their text."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from eminence.cext.core.stream import Stream
from eminence.cext.games.staufer import FACE
from eminence.cext.games.staufer.views import first_office, pieces_on, region_range
from eminence.cext.games.staufer.words import (
    CHESTS,
    OFFICE_JOBS,
    PATTERNS,
    PHASES,
    REGIONS,
    SECONDS,
    kinds_to_pile,
    pile_to_kinds,
)

RING = ("nijmegen", "strasbourg", "palermo", "aachen", "augsburg", "milano")


class Table:
    """The Base-4 position of the test vectors (or its like for other numbers of seats), to be changed at will.

    Empty offices and supply spaces, nobody owns anything but the first court, the king in Nijmegen at ring position 0,
    seat 0 to act. Chests not mentioned are in the draw pile.
    """

    def __init__(self, seats: int = 4, seed: object = 0, **options: Any) -> None:
        given = {"ring_order": list(RING), "start_player": 0} | options
        self.options = given
        self.kernel = FACE.kernel(seats, given)
        self.figures = self.kernel.figures
        self.stream = Stream(seed, "table")
        record = self.kernel.unpack(self.kernel.setup(Stream(seed, "setup")))
        record["under"] = [0] * 32
        record["supply"] = [0] * 6
        record["king"] = 0
        record["row_region"] = [
            REGIONS.index(r) for r in ("palermo", "strasbourg", "augsburg", "milano", "aachen")
        ]
        record["row_second"] = [0, 1, 2, 1, 2]
        record["row_steps"] = [1, 1, 2, 2, 0]
        record["tile"] = list(range(6))
        self.record = record
        self.count_draw()

    # ---- arranging

    def holding(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.record["holding"][seat]
        return found

    def court(self, seat: int, envoys: int, nobles: int) -> Table:
        """A court; the other figures that stand nowhere are in the province."""
        self.holding(seat)["court"] = {"envoys": envoys, "nobles": nobles}
        return self.settle(seat)

    def missing(self, seat: int) -> dict[str, int]:
        total = self.total(seat)
        return {name: self.figures["pieces"][name] - total[name] for name in total}

    def total(self, seat: int) -> dict[str, int]:
        """All figures of a seat, wherever they are."""
        holding, own, noble = self.holding(seat), self.record["own"][seat], self.record["noble"]
        nobles = sum((own[slot] & noble[slot]).bit_count() for slot in range(2))
        standing = {"envoys": sum(mask.bit_count() for mask in own) - nobles, "nobles": nobles}
        return {
            name: holding["court"][name]
            + holding["province"][name]
            + sum(paid[name] for paid in holding["paid"])
            + standing[name]
            for name in standing
        }

    def settle(self, seat: int) -> Table:
        """Whatever is missing lies in the province."""
        holding = self.holding(seat)
        for name, number in self.missing(seat).items():
            holding["province"][name] += number
            assert holding["province"][name] >= 0
        return self

    def pay(self, seat: int, region: str, envoys: int, nobles: int = 0) -> Table:
        position = self.record["place"][REGIONS.index(region)]
        self.holding(seat)["paid"][position] = {"envoys": envoys, "nobles": nobles}
        return self.settle(seat)

    def put(self, seat: int, office: str, kind: str = "E", slot: int = 0) -> Table:
        """A figure on an office, out of the province."""
        bit = 1 << self.office(office)
        self.record["own"][seat][slot] |= bit
        if kind == "N":
            self.record["noble"][slot] |= bit
        return self.settle(seat)

    def under(self, office: str, *chests: str) -> Table:
        self.record["under"][self.office(office)] = pile(*chests)
        return self.count_draw()

    def supply(self, space: int, *chests: str) -> Table:
        self.record["supply"][space] = pile(*chests)
        return self.count_draw()

    def own(self, seat: int, *chests: str) -> Table:
        for chest in chests:
            self.holding(seat)["chests"][CHESTS.index(chest)] += 1
        return self.count_draw()

    def privilege(self, seat: int, *numbers: int) -> Table:
        for number in numbers:
            self.holding(seat)["privileges"] |= 1 << (number - 1)
            if self.record["display"][number - 1]:
                self.record["display"][number - 1] -= 1
        return self

    def display(self, **cards: int) -> Table:
        """Privilege cards left: display(p7=2) and nothing else."""
        self.record["display"] = [cards.get(f"p{number}", 0) for number in range(1, 17)]
        return self

    def jobs(self, seat: int, region: str, pattern: str, offices: str) -> Table:
        self.record["jobs"][seat] = [
            1 + REGIONS.index(region),
            1 + PATTERNS.index(pattern),
            1 + OFFICE_JOBS.index(offices),
        ]
        return self

    def tracks(self, order: Sequence[int], supplied: Sequence[int] = (), placed: Sequence[int] = ()) -> Table:
        for key, number, track in (
            ("order", "waiting", order),
            ("supply_track", "supplied", supplied),
            ("placement_track", "placed", placed),
        ):
            self.record[key] = list(track) + [0] * (15 - len(track))
            self.record[number] = len(track)
        if order:
            self.record["actor"] = order[0]
        return self

    def turn_of(self, seat: int) -> Table:
        """The last turn but one of a round; the placement track has no envoy left to give."""
        other = (seat + 1) % self.kernel.seats
        placed = [s for s in range(self.kernel.seats) for _ in range(3)]
        placed.remove(seat)
        placed.remove(other)
        return self.tracks([seat, other], [], placed)

    def last_turn(self, seat: int = 0) -> Table:
        """The last turn of a round, before which everybody took supplies."""
        supplied = [s for s in range(self.kernel.seats) for _ in range(3)]
        supplied.remove(seat)
        return self.tracks([seat], supplied)

    def end_round(self) -> Table:
        """Plays the last turn: a supply space without figures."""
        return self.last_turn().play("supply", f"s{self.figures['spaces'] - 1}")

    def row(
        self, region: str = "palermo", second: str = "kings_region", steps: int = 1, number: int = 1
    ) -> Table:
        i = number - 1
        self.record["round"] = i
        for key in ("row_region", "row_second", "row_steps"):
            self.record[key][:i] = [0] * i
        regions = self.record["row_region"]
        if REGIONS.index(region) in regions[i:]:
            regions[regions.index(REGIONS.index(region), i)] = regions[i]
        regions[i] = REGIONS.index(region)
        self.record["row_second"][i] = SECONDS.index(second)
        self.record["row_steps"][i] = steps if number < 5 else 0
        return self

    def tile(self, region: str, points: list[int]) -> Table:
        """A region's score tile, named by its numbers."""
        self.record["tile"][REGIONS.index(region)] = self.figures["tile_points"].index(points)
        return self

    def count_draw(self) -> Table:
        seen = [sum(h["chests"][k] for h in self.record["holding"]) for k in range(15)]
        for one in [
            *self.record["under"],
            *self.record["supply"],
            self.record["revealed"],
            self.record["taking"],
        ]:
            for kind in pile_to_kinds(one):
                seen[kind] += 1
        numbers = self.figures["chest_number"]
        self.record["draw"] = [numbers[k] - seen[k] - self.record["discard"][k] for k in range(15)]
        self.record["drawable"] = sum(self.record["draw"])
        return self

    def hold_back(self, *chests: str) -> Table:
        """These chests alone are left to be drawn; all others lie on the discard pile."""
        self.count_draw()
        left = [chests.count(name) for name in CHESTS]
        self.record["discard"] = [
            a + b - c for a, b, c in zip(self.record["draw"], self.record["discard"], left, strict=True)
        ]
        self.record["draw"], self.record["drawable"] = left, len(chests)
        return self

    def missing_envoys(self, seat: int) -> int:
        """Envoys in the province."""
        found: int = self.holding(seat)["province"]["envoys"]
        return found

    def draw_only(self, *chests: str, discards: tuple[str, ...] = ()) -> Table:
        """A draw pile of these chests; all others have left the table."""
        self.record["draw"] = [chests.count(name) for name in CHESTS]
        self.record["drawable"] = len(chests)
        self.record["discard"] = [discards.count(name) for name in CHESTS]
        return self

    # ---- acting and asking

    def play(self, *texts: str) -> Table:
        """A new table after these moves."""
        after = deepcopy_table(self)
        for text in texts:
            state = after.state
            move = FACE.find_move(after.kernel, state, text)
            after.record = after.kernel.unpack(after.kernel.play(state, move, after.stream))
        return after

    @property
    def state(self) -> bytes:
        for region, row in enumerate(self.record["weight"]):
            standing = [pieces_on(self.record, office) for office in region_range(self.kernel, region)]
            found = [(seat, 1 + noble) for pieces in standing for _, seat, noble in pieces]
            row[:] = [sum(weight for owner, weight in found if owner == seat) for seat in range(len(row))]
        return self.kernel.pack(self.record)

    @property
    def moves(self) -> list[str]:
        return [FACE.move_text(self.kernel, self.record, move) for move in self.kernel.moves(self.state)]

    @property
    def phase(self) -> str:
        return PHASES[self.record["phase"]]

    @property
    def actor(self) -> int:
        found: int = self.record["actor"]
        return found

    def office(self, text: str) -> int:
        """The number of an office such as pal1."""
        (region,) = [i for i, name in enumerate(REGIONS) if name.startswith(text[:3])]
        return first_office(self.kernel, region) + int(text[3:]) - 1

    def offices(self, region: str) -> list[int]:
        return list(region_range(self.kernel, REGIONS.index(region)))

    def court_of(self, seat: int) -> tuple[int, int]:
        court = self.holding(seat)["court"]
        return court["envoys"], court["nobles"]

    def province_of(self, seat: int) -> tuple[int, int]:
        province = self.holding(seat)["province"]
        return province["envoys"], province["nobles"]

    def paid(self, seat: int) -> list[tuple[int, int]]:
        """Figures in the payment areas by ring position."""
        return [(paid["envoys"], paid["nobles"]) for paid in self.holding(seat)["paid"]]

    def points(self, seat: int) -> int:
        found: int = self.holding(seat)["points"]
        return found

    def chests(self, seat: int) -> dict[str, int]:
        return {CHESTS[k]: n for k, n in enumerate(self.holding(seat)["chests"]) if n}

    def pile_under(self, office: str) -> list[str]:
        return [CHESTS[k] for k in pile_to_kinds(self.record["under"][self.office(office)])]

    def pile_at(self, space: int) -> list[str]:
        return [CHESTS[k] for k in pile_to_kinds(self.record["supply"][space])]

    def discards(self) -> dict[str, int]:
        return {CHESTS[k]: n for k, n in enumerate(self.record["discard"]) if n}

    def standing(self, office: str) -> list[str]:
        """Figures on an office, left to right, such as E0."""
        bit = self.office(office)
        return [
            f"{'EN'[self.record['noble'][slot] >> bit & 1]}{seat}"
            for slot in range(2)
            for seat in range(5)
            if self.record["own"][seat][slot] >> bit & 1
        ]

    def final(self, seat: int) -> list[int]:
        """Points for region, pattern and offices job, brown chests and other chests."""
        return self.kernel.final_points(self.state, seat)

    def ranking(self, region: str) -> list[int]:
        return self.kernel.ranking(self.state, REGIONS.index(region))


def deepcopy_table(table: Table) -> Table:
    twin = object.__new__(Table)
    twin.options, twin.kernel, twin.figures, twin.stream = (
        table.options,
        table.kernel,
        table.figures,
        table.stream,
    )
    twin.record = deepcopy(table.record)
    return twin


def pile(*chests: str) -> int:
    return kinds_to_pile([CHESTS.index(chest) for chest in chests])
