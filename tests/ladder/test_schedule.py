from __future__ import annotations

from collections import Counter

import pytest

from eminence.bots.ladder.plan import Category, Contestant, Plan
from eminence.bots.ladder.records import GameRecord, GameTask
from eminence.bots.ladder.schedule import SprtFollower, lineups, most_games, seatings, sprt_pair, tasks
from eminence.bots.ladder.sprt import Bounds
from eminence.cext.core.errors import InvalidInput, UnknownName
from ladder_tools import TINY, made_up, plan


def many(bots: int, seats: int, kind: str = "round_robin", **settings: int) -> Plan:
    """A plan for tables no real game of these tests has."""
    contestants = tuple(Contestant(f"bot{i}", "random") for i in range(bots))
    bounds = Bounds(0, 50) if kind == "sprt" else None
    return Plan(kind, contestants, (Category("made-up", seats),), **({"deals": 1} | settings), bounds=bounds)


def win(task: GameTask, order: list[str]) -> GameRecord:
    names = sorted({c.name for c in task.seating}, key=order.index)
    return made_up(task.key, {c.name: names.index(c.name) + 1 for c in task.seating}, pair=task.pair)


def run(plan: Plan, order: list[str]) -> list[GameTask]:
    """Plays a schedule with fixed strengths, one game at a time."""
    results: dict[str, GameRecord] = {}
    played = []
    for task in tasks(plan, results):
        assert task is not None, "a schedule that is up to date never waits"
        results[task.key] = win(task, order)
        played.append(task)
    return played


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (4, 2), (5, 3), (2, 3), (3, 4), (3, 5), (2, 4)])
def test_every_contestant_holds_every_seat_as_often(bots: int, seats: int) -> None:
    held = Counter(
        (c.name, seat) for t in run(many(bots, seats), names(bots)) for seat, c in enumerate(t.seating)
    )
    assert len(held) == bots * seats
    assert len(set(held.values())) == 1


def names(bots: int) -> list[str]:
    return [f"bot{i}" for i in range(bots)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_sprt_pair_swaps_every_seat(seats: int) -> None:
    planned = many(2, seats, "sprt", deals=8)
    for deal in range(8):
        first, second = sprt_pair(planned, deal)
        assert first.seed == second.seed
        assert first.key != second.key
        assert all(a != b for a, b in zip(first.seating, second.seating, strict=True))
    alone = {
        seat
        for deal in range(8)
        for task in sprt_pair(planned, deal)
        for seat, c in enumerate(task.seating)
        if sum(other == c for other in task.seating) < seats / 2
    }
    assert alone == (set(range(seats)) if seats % 2 else set())


def test_games_of_a_deal_share_its_seed_and_no_other() -> None:
    planned = plan(deals=3)
    seeds: dict[str, set[str]] = {}
    for task in tasks(planned, {}):
        assert task
        seeds.setdefault(task.pair, set()).add(task.seed)
    assert all(len(found) == 1 for found in seeds.values())
    assert len(set.union(*seeds.values())) == len(seeds) == 9


def test_keys_are_unique_and_counted() -> None:
    for planned in (many(5, 3, deals=2), many(6, 2, "swiss", rounds=3, deals=2), many(2, 3, "sprt", deals=9)):
        keys = [task.key for task in run(planned, names(6))]
        assert len(set(keys)) == len(keys) <= most_games(planned)


def test_lineups_and_seatings() -> None:
    assert lineups(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert lineups(2, 4) == [(0, 1, 0, 1)]
    assert seatings((0, 1, 0, 1)) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_swiss_waits_for_its_round_and_seats_equals_together() -> None:
    planned = many(8, 2, "swiss", rounds=3)
    results: dict[str, GameRecord] = {}
    schedule = tasks(planned, results)
    first = [next(schedule) for _ in range(8)]
    assert next(schedule) is None
    for task in first:
        assert task
        results[task.key] = win(task, names(8))
    second = [next(schedule) for _ in range(8)]
    winners = {
        results[t.key].chairs[[c.rank for c in results[t.key].chairs].index(1)].contestant for t in first if t
    }
    for task in second:
        assert task
        assert len({c.name in winners for c in task.seating}) == 1


def test_swiss_does_not_repeat_itself_and_leaves_nobody_out() -> None:
    played = run(many(7, 2, "swiss", rounds=4), names(7))
    for number in range(4):
        seated = {c.name for t in played if f"/round-{number}/" in t.key for c in t.seating}
        assert seated == set(names(7))
    meetings = Counter(frozenset(c.name for c in t.seating) for t in played)
    assert max(meetings.values()) == 2  # one deal, both seatings


def test_the_sprt_ends_at_its_verdict() -> None:
    played = run(many(2, 2, "sprt", deals=500), names(2))
    assert 10 < len(played) < 200


def test_a_quick_pair_does_not_overtake_a_slow_one() -> None:
    planned = many(2, 2, "sprt", deals=50)
    results = {t.key: win(t, names(2)) for deal in range(1, 50) for t in sprt_pair(planned, deal)}
    follower = SprtFollower(planned, results)
    assert follower.verdict.pairs == 0
    results |= {t.key: win(t, names(2)) for t in sprt_pair(planned, 0)}
    assert follower.verdict.decision == "better"


def test_void_pairs_are_passed_over() -> None:
    planned = many(2, 2, "sprt", deals=3)
    results = {t.key: win(t, names(2)) for deal in range(3) for t in sprt_pair(planned, deal)}
    spoilt = sprt_pair(planned, 1)[0]
    results[spoilt.key] = GameRecord(
        spoilt.key, spoilt.pair, "c", "s", (), 0.0, 0.0, "w", void="its worker died"
    )
    assert SprtFollower(planned, results).verdict.pairs == 2


def test_plans_survive_json() -> None:
    planned = plan(["a=random", "greedy"], "sprt", bounds=Bounds(0, 10), deadline_ms=500)
    assert Plan.from_json(planned.to_json()) == planned


def test_only_the_length_of_a_ladder_may_change() -> None:
    assert plan(deals=9).continues(plan(deals=2))
    assert not plan(seed="other").continues(plan())
    assert not plan(kind="swiss", deals=9).continues(plan(kind="swiss", deals=2))
    assert plan(kind="swiss", rounds=9).continues(plan(kind="swiss", rounds=2))


@pytest.mark.parametrize(
    ("bots", "settings", "error", "complaint"),
    [
        (["random", "random"], {}, InvalidInput, "enters twice"),
        (["random"], {}, InvalidInput, "at least two"),
        (["random", "greedy", "policy"], {"kind": "sprt"}, InvalidInput, "exactly two"),
        (["random", "alphazero"], {}, UnknownName, "no bot 'alphazero'"),
        (["random", "mcts:depth"], {}, InvalidInput, "name=value"),
        (["random", "mcts:iterations=many"], {}, InvalidInput, "not a number"),
        (["random", "greedy"], {"deals": 0}, InvalidInput, "at least 1"),
        (["random", "greedy"], {"categories": ()}, InvalidInput, "at least one game"),
    ],
)
def test_bad_plans_are_explained(
    bots: list[str], settings: dict[str, int], error: type[Exception], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        plan(bots, **settings)


def test_a_name_in_front_of_a_spec() -> None:
    assert Contestant.parse("new=mcts:level=3") == Contestant("new", "mcts:level=3")
    assert Contestant.parse("prefer:move=safe").name == "prefer:move=safe"
    assert TINY.key == "_template-2[rounds=5,safe_percent=50]"
