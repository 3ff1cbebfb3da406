"""Ratings from finishing orders: `openskill`'s Plackett-Luce model, set up for players that do not change.

Three settings differ from the model's defaults, which are made for people. Bots do not improve, so nothing is added to
the uncertainty between games (tau = 0) and every game counts in full (gamma = 1): the sigma that comes out is then a
standard error. And beta shrinks with the number of seats, so that a difference in rating means the same at every table.
Results hardly depend on the order of the games, and that little is averaged away over several orders.

Points are on the scale of Elo: 100 more mean finishing ahead in 64 of 100 games. Only differences mean anything, so the
mean of all who have played is held at 1500, and the total cannot drift.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from eminence.bots.ladder.records import Chair, GameRecord
from eminence.bots.ladder.sprt import Z95
from eminence.bots.playout import mean_and_error

BASE_POINTS = 1500.0
MOST_ORDERS = 8
MOST_UPDATES = 40_000  # games times orders: the more games, the less their order matters
TIMELINE_STEPS = 60
_MU = 25.0
_SIGMA = _MU / 3
_BETA = 25 / 6
_POINTS_PER_MU = 400 / math.log(10) / (_BETA * math.sqrt(2))


@dataclass(frozen=True)
class Rating:
    """Points and half the width of their 95 % interval."""

    points: float
    interval: float

    def differs_from(self, other: Rating) -> bool:
        """Whether the difference is beyond chance, at 95 %."""
        return abs(self.points - other.points) > math.hypot(self.interval, other.interval)


@dataclass(frozen=True)
class Row:
    """One contestant's line in the table."""

    contestant: str
    rating: Rating
    games: int
    times_fair: float  # its win share over the fair one, 1/seats: 1 is average
    mean_rank: float
    ms_per_move: float
    slowest_ms: float
    forfeits: int


@dataclass(frozen=True)
class Meeting:
    """How often one contestant finished ahead of another, ties by half."""

    games: int
    ahead: float


@dataclass(frozen=True)
class SeatBias:
    """The part of the wins that a seat took, over all contestants; fair is one over the number of seats."""

    seat: int
    win_share: float
    interval: float


class Skills:
    """Ratings in the making: takes games one by one."""

    def __init__(self, contestants: Iterable[str]) -> None:
        self._models: dict[int, PlackettLuce] = {}
        fresh = PlackettLuce(mu=_MU, sigma=_SIGMA)
        self._ratings: dict[str, PlackettLuceRating] = {name: fresh.rating() for name in contestants}

    def add(self, record: GameRecord) -> None:
        places = finishing_order(record)
        if len(places) < 2:
            return
        model = self._model(len(places))
        teams = [[self._ratings[name]] for name in places]
        for name, (rating,) in zip(places, model.rate(teams, ranks=list(places.values())), strict=True):
            self._ratings[name] = rating

    def ratings(self) -> dict[str, Rating]:
        played = [rating.mu for rating in self._ratings.values() if rating.sigma < _SIGMA]
        middle = sum(played) / len(played) if played else _MU
        return {
            name: Rating(
                BASE_POINTS + _POINTS_PER_MU * (r.mu - (middle if r.sigma < _SIGMA else _MU)),
                Z95 * _POINTS_PER_MU * r.sigma,
            )
            for name, r in self._ratings.items()
        }

    def _model(self, seats: int) -> PlackettLuce:
        if seats not in self._models:
            beta = _BETA * math.sqrt(2 / seats)
            self._models[seats] = PlackettLuce(mu=_MU, sigma=_SIGMA, beta=beta, tau=0.0, gamma=_in_full)
        return self._models[seats]


def _in_full(*_: object, **__: object) -> float:
    return 1.0


def finishing_order(record: GameRecord) -> dict[str, float]:
    """The place of every contestant; one that held several seats is placed by the mean of them."""
    places: dict[str, list[int]] = {}
    for chair in record.chairs:
        places.setdefault(chair.contestant, []).append(chair.rank)
    return {name: sum(ranks) / len(ranks) for name, ranks in places.items()}


def rate(contestants: Sequence[str], records: Sequence[GameRecord]) -> dict[str, Rating]:
    """Ratings by all games, the mean over several orders of them."""
    shuffler = random.Random(0)
    orders = max(1, min(MOST_ORDERS, MOST_UPDATES // max(len(records), 1)))
    runs = []
    for _ in range(orders):
        skills = Skills(contestants)
        for record in shuffler.sample(records, len(records)):
            skills.add(record)
        runs.append(skills.ratings())
    return {
        name: Rating(
            sum(run[name].points for run in runs) / orders, sum(run[name].interval for run in runs) / orders
        )
        for name in contestants
    }


def timeline(contestants: Sequence[str], records: Sequence[GameRecord]) -> dict[str, list[tuple[int, float]]]:
    """Points after so many games, in the order they were played."""
    skills = Skills(contestants)
    step = max(1, len(records) // TIMELINE_STEPS)
    lines: dict[str, list[tuple[int, float]]] = {name: [(0, BASE_POINTS)] for name in contestants}
    for number, record in enumerate(records, 1):
        skills.add(record)
        if number % step == 0 or number == len(records):
            for name, rating in skills.ratings().items():
                lines[name].append((number, rating.points))
    return lines


def standings(contestants: Sequence[str], records: Sequence[GameRecord]) -> list[Row]:
    """The table, best first."""
    ratings = rate(contestants, records)
    chairs: dict[str, list[tuple[Chair, int]]] = {name: [] for name in contestants}
    for record in records:
        for chair in record.chairs:
            chairs[chair.contestant].append((chair, len(record.chairs)))
    games = Counter(name for record in records for name in finishing_order(record))
    rows = [_row(name, ratings[name], games[name], mine) for name, mine in chairs.items() if mine]
    return sorted(rows, key=lambda row: -row.rating.points)


def _row(name: str, rating: Rating, games: int, chairs: Sequence[tuple[Chair, int]]) -> Row:
    moves = sum(chair.moves for chair, _ in chairs)
    return Row(
        contestant=name,
        rating=rating,
        games=games,
        times_fair=sum(chair.win_share * seats for chair, seats in chairs) / len(chairs),
        mean_rank=sum(chair.rank for chair, _ in chairs) / len(chairs),
        ms_per_move=sum(chair.think_ms for chair, _ in chairs) / max(moves, 1),
        slowest_ms=max(chair.slowest_ms for chair, _ in chairs),
        forfeits=sum(bool(chair.forfeit) for chair, _ in chairs),
    )


def win_matrix(records: Iterable[GameRecord]) -> dict[tuple[str, str], Meeting]:
    games: dict[tuple[str, str], list[float]] = {}
    for record in records:
        places = finishing_order(record)
        for one, place in places.items():
            for other, behind in places.items():
                if one != other:
                    ahead = 1.0 if place < behind else 0.5 if place == behind else 0.0
                    games.setdefault((one, other), []).append(ahead)
    return {pair: Meeting(len(ahead), sum(ahead) / len(ahead)) for pair, ahead in games.items()}


def seat_bias(records: Sequence[GameRecord]) -> list[SeatBias]:
    """The advantage of each seat. Pairs are one observation each, since their games share a deal."""
    pairs: dict[str, list[GameRecord]] = {}
    for record in records:
        if record.chairs:
            pairs.setdefault(record.pair, []).append(record)
    seats = max((len(record.chairs) for record in records), default=0)
    found = []
    for seat in range(seats):
        shares = [mean_and_error(r.chairs[seat].win_share for r in games)[0] for games in pairs.values()]
        mean, error = mean_and_error(shares)
        found.append(SeatBias(seat, mean, Z95 * error))
    return found
