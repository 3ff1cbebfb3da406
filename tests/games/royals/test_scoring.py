"""Period scoring, title scoring and places (rules section 5)."""

from __future__ import annotations

from typing import Any

from games.royals.table import outcome, play, position, table, world
from games.royals.test_setup import changed

from eminence.cext.games.royals import FACE


def score_period(kernel: Any, held: dict[tuple[str, str], int], period: int, **fields: Any) -> list[int]:
    """Points of a period scoring at the end of seat 0's turn."""
    places = {position(kernel, *place): seat for place, seat in held.items()}
    record = world(kernel, {0: "S3"}, display="F", deck="", held=places, period=period, **fields)
    after = play(kernel, record, "end")
    return [after["score"][seat] - record["score"][seat] for seat in range(kernel.seats)]


def test_influence_and_tie_break() -> None:
    """R-5.1.1, R-5.1.2, R-5.1.3, R-7.4, V-14: 1680, Germany: the Cardinal outranks the Duke."""
    held = {
        ("berlin", "duke"): 0,
        ("munich", "marshal"): 0,
        ("cologne", "cardinal"): 1,
        ("cologne", "baron"): 1,
        ("berlin", "countess"): 2,
    }
    assert score_period(table(3), held, 1) == [3, 7, 0]


def test_single_seat_with_influence() -> None:
    """R-5.1.1, R-5.1.4, R-7.18, V-15: cubes on city spaces count nothing; the lower marker leaves the game."""
    kernel = table(3)
    displaced = {(0, kernel.board.cities.index("seville")): 1, (0, kernel.board.cities.index("madrid")): 1}
    assert score_period(kernel, {("barcelona", "countess"): 1}, 0, displaced=displaced) == [0, 4, 0]


def test_nobody_with_influence() -> None:
    """R-5.1.4, R-7.6: both markers leave the game."""
    assert score_period(table(3), {}, 0) == [0, 0, 0]


def test_city_value_decides_between_equal_titles() -> None:
    """R-5.1.2: Bordeaux (3) and Marseille (2) both have a Princess; the bonus marker may be gone."""
    held = {("bordeaux", "princess"): 0, ("marseille", "princess"): 1}
    assert score_period(table(3), held, 2)[:2] == [0, 0]  # period 3 is scored at the end of the round
    assert score_period(table(3), held, 1)[:2] == [8, 4]


def test_best_title_counts_with_its_better_city() -> None:
    """R-5.1.2: of two equal titles the city of the higher value."""
    held = {
        ("nantes", "cardinal"): 0,
        ("lyon", "countess"): 0,
        ("lyon", "cardinal"): 1,
        ("bordeaux", "baron"): 1,
    }
    assert score_period(table(3), held, 0)[:2] == [6, 3]


def test_three_way_tie() -> None:
    """R-5.1.3, R-7.5: the chain ranks everybody; first and second get markers, the third nothing."""
    held = {
        ("berlin", "duke"): 0,
        ("cologne", "cardinal"): 1,
        ("munich", "princess"): 2,
    }
    assert score_period(table(3), held, 0) == [0, 2, 5]


def test_remaining_ties_go_to_the_lower_turn_index() -> None:
    """R-5.1.5: on another board with equal cities the turn order decides."""
    for start, winner in ((0, 0), (1, 1)):
        kernel = FACE.kernel(3, {"start_player": start}, components=changed("cities", 4, points=3))
        held = {("bordeaux", "princess"): 0, ("marseille", "princess"): 1}
        places = {position(kernel, *place): seat for place, seat in held.items()}  # type: ignore[arg-type]
        record = world(kernel, {0: "S3"}, display="F", deck="", held=places)  # type: ignore[arg-type]
        after = play(kernel, record, "end")  # type: ignore[arg-type]
        assert (after["score"][winner], after["score"][1 - winner]) == (6, 3)


def end_game(kernel: Any, titles: dict[tuple[int, int], int], score: list[int]) -> dict[str, Any]:
    """The end of the game after the last seat's last turn."""
    last = (kernel.figures["start"] - 1) % kernel.seats
    score = score + [0] * (5 - len(score))
    record = world(kernel, {last: "S3"}, active=last, titles=titles, score=score, period=2, final_round=1)
    return play(kernel, record, "end")


KING, PRINCESS, CARDINAL, DUKE, MARSHAL = 6, 5, 4, 3, 0


def test_title_scoring() -> None:
    """R-5.2.1, R-5.2.2, R-7.7, V-18: whole, halves, nothing for three, nothing without cubes."""
    titles = {
        (0, KING): 3,
        (1, KING): 3,
        (2, KING): 1,
        (0, PRINCESS): 2,
        (1, PRINCESS): 2,
        (2, PRINCESS): 2,
        (0, DUKE): 4,
        (1, DUKE): 1,
    }
    record = end_game(table(4), titles, [])
    assert record["score"][:4] == [18, 8, 0, 0]


def test_two_seats_split_a_tie() -> None:
    """R-5.2.1: with two seats a tie is always a split; without cubes there is nothing."""
    record = end_game(table(2), {(0, KING): 1, (1, KING): 1}, [])
    assert record["score"][:2] == [8, 8]


def test_points_are_markers_only() -> None:
    """R-5.3.1: cards and cubes are worth nothing."""
    record = end_game(table(3), {}, [5, 4, 3])
    assert outcome(table(3), record)["score"] == [5, 4, 3]
    assert outcome(table(3), record)["rank"] == [1, 2, 3]


def test_best_title_breaks_a_tie() -> None:
    """R-5.3.2, R-7.13, V-19: a half Princess beats a whole Cardinal."""
    kernel = table(4)
    titles = {(0, CARDINAL): 1, (1, PRINCESS): 1, (2, PRINCESS): 1}
    record = end_game(kernel, titles, [20, 25, 0, 0])  # 12 for p0, 7 for p1 and p2
    assert record["score"][:4] == [32, 32, 7, 0]
    assert outcome(kernel, record)["rank"] == [2, 1, 3, 4]
    assert outcome(kernel, record)["win"] == [0, 1, 0, 0]


def test_shared_victory() -> None:
    """R-5.3.2, R-5.3.3, R-7.23, V-23: half King, half King, whole Princess, tied on points: places 1, 1, 3."""
    kernel = table(3)
    titles = {(0, KING): 1, (1, KING): 1, (2, PRINCESS): 1}
    record = end_game(kernel, titles, [20, 20, 14])
    assert record["score"][:3] == [28, 28, 28]
    assert outcome(kernel, record)["rank"] == [1, 1, 3]
    assert outcome(kernel, record)["win"] == [0.5, 0.5, 0]


def test_tie_without_titles_is_shared() -> None:
    """R-5.3.2, R-5.3.3: no title at all: equal pairs share the place."""
    kernel = table(3)
    record = end_game(kernel, {(0, KING): 1}, [2, 10, 10])
    assert outcome(kernel, record)["rank"] == [1, 2, 2]
