"""Placements and their bonuses (rules section 4.6)."""

from __future__ import annotations

from games.royals.table import play, position, table, world

DUKE, CARDINAL = 3, 4


def test_occupying_a_vacant_position() -> None:
    """R-4.6.2, R-4.6.3, R-7.3, V-6: two cubes, the City marker, cards to the discards."""
    kernel = table(3)
    record = play(kernel, world(kernel, {0: "S3"}), "barcelona-countess")
    assert record["held"][0] == 1 << position(kernel, "barcelona", "countess")
    assert record["title_cubes"][0][2] == 1
    assert kernel.figures["cubes"] - 2 * record["placements"][0] == 34
    assert record["score"][0] == 4
    assert sum(record["hand"][0]) == 0
    assert record["discards"][:4] == [0, 0, 0, 3]


def test_taking_over() -> None:
    """R-4.6.1, R-7.18, V-9: the old cube goes to the city space, its title cube stays, influence changes hands."""
    kernel = table(3)
    duke = position(kernel, "edinburgh", "duke")
    edinburgh = kernel.board.cities.index("edinburgh")
    record = play(kernel, world(kernel, {0: "B4 GB1"}, held={duke: 1}), "edinburgh-duke")
    assert record["displaced"][1][edinburgh] == 1
    assert (record["title_cubes"][1][DUKE], record["title_cubes"][0][DUKE]) == (1, 1)
    assert (record["held"][0], record["held"][1]) == (1 << duke, 0)
    assert record["score"][0] == 0  # the City marker went to the first
    assert record["discards"][4:] == [0, 0, 0, 1, 0, 0]
    assert (record["influence"][0][2], record["influence"][1][2]) == (2, 0)


def test_city_spaces_hold_any_number() -> None:
    """R-4.6.1: several cubes of several seats."""
    kernel = table(3)
    duke = position(kernel, "edinburgh", "duke")
    edinburgh = kernel.board.cities.index("edinburgh")
    displaced = {(1, edinburgh): 2, (0, edinburgh): 1}
    record = world(kernel, {0: "B4 GB1"}, held={duke: 1}, displaced=displaced)
    record = play(kernel, record, "edinburgh-duke")
    assert [record["displaced"][seat][edinburgh] for seat in range(3)] == [1, 3, 0]


def test_country_bonus() -> None:
    """R-4.6.4, V-12: presence in every city counts, city spaces too; the higher marker first."""
    kernel = table(3)
    held = {position(kernel, "london", "princess"): 0}
    displaced = {(0, kernel.board.cities.index("edinburgh")): 1}
    record = play(kernel, world(kernel, {0: "B1"}, held=held, displaced=displaced), "dublin-marshal")
    assert record["score"][0] == 2 + 6
    assert record["country_marker"][0] == [0, 0, 1, 0]
    assert record["country_taken"] == [0, 0, 1, 0]


def test_second_country_bonus_and_no_third() -> None:
    """R-4.6.4: the second takes the lower marker, the third nothing; one per seat and country."""
    kernel = table(3)
    held = {position(kernel, "london", "princess"): 0}
    displaced = {(0, kernel.board.cities.index("edinburgh")): 1}
    for taken, gain in ((1, 3), (2, 0)):
        record = world(kernel, {0: "B1"}, held=held, displaced=displaced, country_taken=[0, 0, taken, 0])
        assert play(kernel, record, "dublin-marshal")["score"][0] == 2 + gain
    markers = [[0, 0, 1, 0], *[[0] * 4] * 4]
    record = world(
        kernel, {0: "B1"}, held=held, displaced=displaced, country_taken=[0, 0, 1, 0], country_marker=markers
    )
    assert play(kernel, record, "dublin-marshal")["score"][0] == 2


def test_noble_house_bonus() -> None:
    """R-4.6.5, V-13: the last of the seven titles brings 16 (8 with two seats)."""
    for seats, points in ((2, 8), (3, 16), (4, 16)):
        kernel = table(seats)
        titles = {(0, title): 1 for title in range(1, 7)}
        held = {position(kernel, "marseille", "princess"): 1}
        record = world(kernel, {0: "F1"}, titles=titles, held=held)
        record = play(kernel, record, "marseille-marshal")
        assert record["score"][0] == points
        assert record["house"][0] == 1


def test_noble_house_markers_run_out() -> None:
    """R-4.6.5: 16, 12, 8, then none; one per seat."""
    kernel = table(5)
    titles = {(0, title): 1 for title in range(1, 7)}
    held = {position(kernel, "marseille", "princess"): 1}
    for house, gain in (
        ([0, 1, 0, 0, 0], 12),
        ([0, 1, 2, 0, 0], 8),
        ([0, 1, 2, 3, 0], 0),
        ([1, 0, 0, 0, 0], 0),
    ):
        record = world(kernel, {0: "F1"}, titles=titles, held=held, house=house)
        assert play(kernel, record, "marseille-marshal")["score"][0] == gain


def test_one_placement_may_earn_all_three() -> None:
    """R-4.6.6, R-4.6.7, R-7.21: City, Country and Noble House marker at once, openly."""
    kernel = table(3)
    titles = {(0, title): 1 for title in range(1, 7)}
    displaced = {(0, kernel.board.cities.index(city)): 1 for city in ("london", "edinburgh")}
    record = play(kernel, world(kernel, {0: "B1"}, titles=titles, displaced=displaced), "dublin-marshal")
    assert record["score"][0] == 2 + 6 + 16
    view = kernel.unpack(kernel.hide(kernel.pack(record), 1))
    assert view["score"][0] == 24


def test_presence_is_never_lost() -> None:
    """R-4.6.6: the displaced seat keeps its presence and its title cube."""
    kernel = table(3)
    duke = position(kernel, "edinburgh", "duke")
    record = world(kernel, {0: "B4 GB1"}, held={duke: 1})
    after = play(kernel, record, "edinburgh-duke")
    assert after["present"][1] == record["present"][1]
    assert after["title_cubes"][1] == record["title_cubes"][1]
