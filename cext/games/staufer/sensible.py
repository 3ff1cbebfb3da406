"""Rules of thumb of The Staufer Dynasty: figures first, seats where it is scored soon, chests on the way."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.face import Data

FIGURE = 1.1  # what a figure in the court is worth
NOBLE = 1.8
PAID = 0.55  # a figure that comes back with the king
SEATED = 0.9
JOB = 3.0  # a seat that a job asks for
LATER = 0.45  # a region that is scored in another round
CHESTS = {"violet": 2.2, "brown": 1.5, "envoys_1": 1.0, "envoys_2": 2.0, "envoys_3": 3.0, "noble": 1.8}
OTHER_CHEST = 1.2


def sensible(view: Data, moves: Sequence[Data]) -> list[float] | None:
    """What each legal move is worth to a decent player, in points or thereabouts."""
    table = _Table(view)
    if view["phase"] == "action":
        return [table.action(move) for move in moves]
    if view["phase"] == "supply_space":
        return [table.supply(view["supply"][move["supply_space"]]) for move in moves]
    if view["phase"] == "office":
        return [table.office(move["office"]["region"], move["office"]["number"]) for move in moves]
    return None


class _Table:
    """A view, as the seat looks at it."""

    def __init__(self, view: Data) -> None:
        self.view = view
        self.seat: int = view["seat"]
        self.me: Data = view["players"][self.seat]
        self.regions = {region["region"]: region for region in view["regions"]}
        self.order = list(self.regions)
        self.figures: int = self.me["court"]["envoys"] + self.me["court"]["nobles"]

    def _chests(self, chests: Sequence[str]) -> float:
        return sum(
            float(chest[-1]) if chest.startswith("points") else CHESTS.get(chest, OTHER_CHEST)
            for chest in chests
        )

    def supply(self, space: Data) -> float:
        return float(FIGURE * space["envoys"] + NOBLE * space["nobles"]) + self._chests(space["chests"])

    def action(self, move: Data) -> float:
        """To place pays if a seat is worth more than figures and chests from the supply."""
        first = -1.0 if move["first_space"] else 0.0
        if move["action"] == "supply":
            return first + max(self.supply(space) for space in self.view["supply"])
        return first + max((self.office(*seat) for seat in self._seats()), default=-10.0)

    def _seats(self) -> list[tuple[str, int]]:
        """Free seats that the court can pay for."""
        found = []
        for name, region in self.regions.items():
            for number, office in enumerate(region["offices"], 1):
                is_open = not office["figures"] and (not office["noble_only"] or self.me["court"]["nobles"])
                if is_open and self._steps(name) + office["cost"] <= self.figures:
                    found.append((name, number))
        return found

    def _steps(self, region: str) -> int:
        return (self.order.index(region) - self.order.index(self.view["king"])) % len(self.order)

    def office(self, name: str, number: int) -> float:
        """Points of the region when it is scored, chests, less the figures it takes."""
        region = self.regions[name]
        office = region["offices"][number - 1]
        weight = [0] * len(self.view["players"])
        for seat in region["offices"]:
            for figure in seat["figures"]:
                weight[figure["seat"]] += 2 if figure["kind"] == "noble" else 1
        before, after = self._place(weight, 0), self._place(weight, 2 if office["noble_only"] else 1)
        points = [*region["points"], 0, 0, 0]
        gain: float = points[after] - (points[before] if weight[self.seat] else 0)
        worth = (
            self._soon(name) * (gain + 0.6) + self._chests(office["chests"]) + self._job(name, office["cost"])
        )
        paid: int = self._steps(name) + office["cost"] - 1
        return worth - PAID * paid - SEATED

    def _job(self, region: str, cost: int) -> float:
        """A figure that is not sent home again serves the own jobs at the end."""
        jobs = self.me["jobs"]
        stays = (1.0 - self._soon(region)) if len(self.view["rows"]) > 1 else 1.0
        return stays * JOB * sum((bool(jobs["region"] == region), bool(jobs["offices"] == f"cost_{cost}")))

    def _place(self, weight: Sequence[int], more: int) -> int:
        """The place in a region, 0 for the first."""
        mine = weight[self.seat] + more
        return sum(other >= mine for seat, other in enumerate(weight) if seat != self.seat)

    def _soon(self, region: str) -> float:
        """How surely a region is scored this round, or in the rounds that are left."""
        rows = self.view["rows"]
        if rows and (rows[0]["region"] == region):
            return 1.0
        if rows and rows[0]["second"] == "kings_region" and region == self.view["king"]:
            return 1.0
        return LATER if any(row["region"] == region for row in rows[1:]) else 0.2
