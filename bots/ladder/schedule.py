"""Who plays whom: every deal once in each seating that turns luck into a wash.

A schedule is a generator of tasks. It looks at the results so far whenever it is asked for the next task, and yields
None while it has to wait for one of them. It depends on nothing but the plan and the results, so a ladder that was
killed goes on exactly where it stopped: tasks whose results are there are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from eminence.bots.ladder.plan import ROUND_ROBIN, SPRT, SWISS, Category, Plan
from eminence.bots.ladder.ratings import Skills
from eminence.bots.ladder.records import GameRecord, GameTask
from eminence.bots.ladder.sprt import SequentialTest, Verdict

Results = Mapping[str, GameRecord]  # by key of the task
Lineup = tuple[int, ...]  # contestants around the table, by their number in the plan


def tasks(plan: Plan, results: Results) -> Iterator[GameTask | None]:
    return {ROUND_ROBIN: round_robin, SWISS: swiss, SPRT: sprt}[plan.kind](plan, results)


def most_games(plan: Plan) -> int:
    """How many games the ladder plays if no verdict ends it early."""
    contestants = len(plan.contestants)
    if plan.kind == SPRT:
        return 2 * plan.deals
    if plan.kind == SWISS:
        each = [
            sum(len(seatings(group)) for group in _groups(range(contestants), category.seats, ()))
            for category in plan.categories
        ]
        return plan.rounds * plan.deals * sum(each)
    return plan.deals * sum(
        len(seatings(lineup))
        for category in plan.categories
        for lineup in lineups(contestants, category.seats)
    )


def round_robin(plan: Plan, results: Results) -> Iterator[GameTask | None]:
    """Every lineup meets once per deal; deal by deal, so that a ladder stopped early is still balanced."""
    for deal in range(plan.deals):
        for category in plan.categories:
            for lineup in lineups(len(plan.contestants), category.seats):
                yield from _games(plan, category, seatings(lineup), f"{category.key}/{_text(lineup)}/{deal}")


def swiss(plan: Plan, results: Results) -> Iterator[GameTask | None]:
    """Each round seats neighbours in the standings together, those who have met the least first among equals."""
    met: dict[str, list[Lineup]] = {category.key: [] for category in plan.categories}
    played: dict[str, list[GameTask]] = {category.key: [] for category in plan.categories}
    for number in range(plan.rounds):
        current: list[GameTask] = []
        for category in plan.categories:
            order = _standings(plan, [results[task.key] for task in played[category.key]])
            for group in _groups(order, category.seats, met[category.key]):
                met[category.key].append(group)
                for deal in range(plan.deals):
                    pair = f"{category.key}/round-{number}/{_text(group)}/{deal}"
                    games = list(_games(plan, category, seatings(group), pair))
                    played[category.key] += games
                    current += games
        yield from current
        while not all(task.key in results for task in current):
            yield None


def sprt(plan: Plan, results: Results) -> Iterator[GameTask | None]:
    """Pairs of games until the test is decided; the categories take turns."""
    follower = SprtFollower(plan, results)
    for deal in range(plan.deals):
        if follower.verdict.decided:
            return
        yield from sprt_pair(plan, deal)


class SprtFollower:
    """The test over the pairs that are complete *in the order of the schedule*.

    A quick pair never overtakes a slow one, so the verdict owes nothing to which games end first, nor to the number of
    workers; pairs finished after the deciding one are kept, but not counted.
    """

    def __init__(self, plan: Plan, results: Results) -> None:
        assert plan.bounds
        self.plan, self.results = plan, results
        self.test = SequentialTest(plan.bounds)
        self.deal = 0

    @property
    def verdict(self) -> Verdict:
        while self.deal < self.plan.deals:
            records = [self.results.get(task.key) for task in sprt_pair(self.plan, self.deal)]
            if None in records:
                break
            if not any(record.void for record in records if record):
                self.test.add(pair_score(self.plan.contestants[0].name, [r for r in records if r]))
            self.deal += 1
        return self.test.verdict


def sprt_pair(plan: Plan, deal: int) -> list[GameTask]:
    """One deal twice: A on every other seat and B on the rest, then the other way round. Deals begin on other seats."""
    category = plan.categories[deal % len(plan.categories)]
    first = tuple((seat + deal) % category.seats % 2 for seat in range(category.seats))
    second = tuple(1 - contestant for contestant in first)
    return list(_games(plan, category, [first, second], f"{category.key}/sprt/{deal}"))


def pair_score(contestant: str, records: Sequence[GameRecord]) -> float:
    """A contestant's part of all wins of a pair, whatever the number of seats it held."""
    shares = [c.win_share for record in records for c in record.chairs if c.contestant == contestant]
    return sum(shares) / len(records)


def lineups(contestants: int, seats: int) -> list[Lineup]:
    """Every set of contestants that fills the seats. Too few fill them in turn, each beginning once."""
    if contestants >= seats:
        return list(combinations(range(contestants), seats))
    starts = [0] if seats % contestants == 0 else range(contestants)
    return [tuple((start + seat) % contestants for seat in range(seats)) for start in starts]


def seatings(lineup: Lineup) -> list[Lineup]:
    """The different rotations of a lineup."""
    turned = [lineup[shift:] + lineup[:shift] for shift in range(len(lineup))]
    return list(dict.fromkeys(turned))


def _games(plan: Plan, category: Category, seated: Iterable[Lineup], pair: str) -> Iterator[GameTask]:
    for number, seating in enumerate(seated):
        yield GameTask(
            key=f"{pair}/{number}",
            pair=pair,
            category=category,
            seating=tuple(plan.contestants[contestant] for contestant in seating),
            seed=f"{plan.seed}/{pair}",
            deadline_ms=plan.deadline_ms,
        )


def _standings(plan: Plan, records: Sequence[GameRecord]) -> list[int]:
    """Contestants by rating so far, best first; equals in the order of the plan."""
    skills = Skills(contestant.name for contestant in plan.contestants)
    for record in records:
        skills.add(record)
    points = [rating.points for rating in skills.ratings().values()]
    return sorted(range(len(points)), key=lambda contestant: -points[contestant])


def _groups(order: Sequence[int], seats: int, met: Sequence[Lineup]) -> list[Lineup]:
    """Neighbours in the standings, each group filled up by those its members have met the least.

    Contestants left over at the end are joined by some ranked above them, who then play twice.
    """
    left = list(order)
    if len(left) < seats:
        return lineups(len(left), seats)
    groups = []
    while left:
        above = [c for c in reversed(order) if c not in left]
        above.sort(key=lambda c: _meetings(c, left, met))
        left += above[: max(seats - len(left), 0)]
        group = [left.pop(0)]
        while len(group) < seats:
            nearest = min(left, key=lambda c: (_meetings(c, group, met), left.index(c)))
            left.remove(nearest)
            group.append(nearest)
        groups.append(tuple(group))
    return groups


def _meetings(contestant: int, group: Sequence[int], met: Sequence[Lineup]) -> int:
    return sum(contestant in lineup and other in lineup for lineup in met for other in group)


def _text(lineup: Lineup) -> str:
    return "-".join(map(str, lineup))
