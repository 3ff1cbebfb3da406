from __future__ import annotations

import math

import pytest

from eminence.bots.ladder.ratings import (
    BASE_POINTS,
    Rating,
    Skills,
    finishing_order,
    rate,
    seat_bias,
    standings,
    timeline,
    win_matrix,
)
from eminence.bots.ladder.referee import play
from eminence.bots.ladder.schedule import tasks
from ladder_tools import contest, made_up, plan


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_total_of_equal_players_stays_flat(seats: int) -> None:
    names = [f"bot{i}" for i in range(seats)]
    skills = Skills(names)
    for record in contest(dict.fromkeys(names, 0.0), 400, seed=1):
        skills.add(record)
    ratings = skills.ratings().values()
    assert sum(rating.points for rating in ratings) == pytest.approx(seats * BASE_POINTS)
    assert all(abs(rating.points - BASE_POINTS) < 1.5 * rating.interval for rating in ratings)


@pytest.mark.parametrize("seats", [2, 4])
def test_points_mean_the_same_at_every_table(seats: int) -> None:
    names = [f"bot{i}" for i in range(seats)]
    strengths = dict.fromkeys(names, 0.0) | {"bot0": 1.0}
    ratings = rate(names, contest(strengths, 600, seed=2))
    gap = ratings["bot0"].points - ratings["bot1"].points
    assert gap == pytest.approx(400 / math.log(10), abs=2 * math.hypot(ratings["bot0"].interval, 30))


@pytest.mark.parametrize("seats", [2, 4])
def test_intervals_hold_for_identical_players(seats: int) -> None:
    names = [f"bot{i}" for i in range(seats)]
    wrong = 0
    for seed in range(20):
        ratings = rate(names, contest(dict.fromkeys(names, 0.0), 100, seed))
        wrong += ratings["bot0"].differs_from(ratings["bot1"])
    assert wrong <= 3


def test_identical_bots_are_rated_alike_in_nine_of_ten_runs() -> None:
    alike = 0
    for seed in range(10):
        planned = plan(["a=mcts:iterations=10", "b=mcts:iterations=10"], deals=15, seed=str(seed))
        ratings = rate(["a", "b"], [play(task) for task in tasks(planned, {}) if task])
        alike += not ratings["a"].differs_from(ratings["b"])
    assert alike >= 9


def test_ratings_do_not_depend_on_the_order_of_games() -> None:
    strengths = {f"bot{i}": 0.4 * i for i in range(5)}
    records = contest(strengths, 300, seed=3)
    forwards, backwards = rate(list(strengths), records), rate(list(strengths), records[::-1])
    for name in strengths:
        assert forwards[name].points == pytest.approx(backwards[name].points, abs=forwards[name].interval / 2)


def test_ties_hold_ratings_together() -> None:
    ratings = rate(["a", "b"], [made_up(str(i), {"a": 1, "b": 1}) for i in range(50)])
    assert ratings["a"].points == pytest.approx(ratings["b"].points)
    assert not ratings["a"].differs_from(ratings["b"])
    assert ratings["a"].interval < 150


def test_difference_beyond_chance() -> None:
    assert Rating(1600, 30).differs_from(Rating(1500, 30))
    assert not Rating(1540, 30).differs_from(Rating(1500, 30))


def test_a_contestant_on_several_seats_is_placed_once() -> None:
    chairs = [
        made_up("x", {"a": 1, "b": 2}).chairs[0],
        made_up("x", {"b": 2}).chairs[0],
        made_up("x", {"a": 3}).chairs[0],
    ]
    record = made_up("x", {"a": 1, "b": 2})
    record = type(record)("x", "x", "c", "s", tuple(chairs), 0.0, 1.0, "w")
    assert finishing_order(record) == {"a": 2.0, "b": 2.0}


def test_void_games_count_for_nobody() -> None:
    void = made_up("v", {})
    assert rate(["a"], [void])["a"].points == BASE_POINTS
    assert standings(["a"], [void]) == []
    assert seat_bias([void]) == []


def test_table_matrix_and_seats_add_up() -> None:
    records = contest({"strong": 2.0, "weak": 0.0}, 100, seed=4)
    first, second = standings(["weak", "strong"], records)
    assert (first.contestant, second.contestant) == ("strong", "weak")
    assert first.times_fair + second.times_fair == pytest.approx(2)
    assert first.ms_per_move == 10.0
    matrix = win_matrix(records)
    assert matrix["strong", "weak"].ahead + matrix["weak", "strong"].ahead == pytest.approx(1)
    assert matrix["strong", "weak"].games == 100
    assert sum(bias.win_share for bias in seat_bias(records)) == pytest.approx(1)


def test_the_timeline_ends_with_the_last_game() -> None:
    lines = timeline(["a", "b"], contest({"a": 1.0, "b": 0.0}, 130, seed=5))
    assert lines["a"][0] == (0, BASE_POINTS)
    assert lines["a"][-1][0] == 130
    assert lines["a"][-1][1] > lines["b"][-1][1]
