"""Scope, components and setup (rules sections 1 to 3)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from games.royals.table import cards, outcome, play, position, table, texts, world

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.stream import Stream
from eminence.cext.games.royals import FACE


def new(seats: int, seed: int = 1, **options: Any) -> tuple[Any, dict[str, Any]]:
    kernel = table(seats, **options)
    return kernel, kernel.unpack(kernel.setup(Stream(seed)))


def in_play(kernel: Any) -> list[int]:
    return list(kernel.figures["cards"][:4])


@pytest.mark.parametrize(
    ("seats", "cards_in_play", "deck", "house", "cubes", "first"),
    [
        (2, [20, 17, 14, 14], 62, [8], 46, [2, 3]),  # V-1
        (3, [22, 18, 15, 14], 66, [16, 12, 8], 36, [1, 2, 3]),  # V-2
        (4, [25, 21, 17, 16], 76, [16, 12, 8], 36, [1, 1, 2, 3]),  # V-3
        (5, [31, 26, 22, 20], 96, [16, 12, 8], 36, [1, 1, 2, 2, 3]),  # V-4
    ],
)
def test_setup_by_seats(
    seats: int, cards_in_play: list[int], deck: int, house: list[int], cubes: int, first: list[int]
) -> None:
    """R-1.1, R-2.5, R-3.1, R-3.3, R-3.5, R-3.6, R-3.8, R-7.14, R-7.22."""
    kernel, record = new(seats)
    assert in_play(kernel) == cards_in_play
    assert sum(record["display"]) == 3
    assert record["deck_size"][0] == deck
    assert kernel.figures["house"][: kernel.figures["house_count"]] == house
    assert kernel.figures["cubes"] == cubes
    assert kernel.figures["first_draw"][:seats] == first
    assert record["draws_left"] == first[0]


def test_intrigue_deck_and_empty_table() -> None:
    """R-3.2, R-3.4, R-3.7, R-3.9: four of each intrigue card; nothing taken, nothing scored."""
    _, record = new(4)
    assert record["deck"][4:] == [4] * 6
    assert record["discards"] == [0] * 10
    assert record["held"] == [0] * 5
    assert record["country_taken"] == [0] * 4
    assert record["house"] == [0] * 5
    assert (record["period"], record["final_round"], record["turn"]) == (0, 0, 0)
    assert sum(map(sum, record["hand"])) == 0


def test_setup_is_shuffled() -> None:
    """R-3.6: all displays of three cards appear about as often as drawing says."""
    kernel = table(2)
    french = sum(kernel.unpack(kernel.setup(Stream(seed)))["display"][0] for seed in range(2000))
    assert abs(french / 6000 - 20 / 65) < 0.025


def test_seat_numbers_are_limited() -> None:
    """R-1.1."""
    for seats in (1, 6):
        with pytest.raises(InvalidInput, match="2 to 5"):
            FACE.kernel(seats)


def test_three_periods_and_title_scoring() -> None:
    """R-1.2: a game scores three periods and ends after the third."""
    kernel = table(3)
    stream = Stream(4)
    state = kernel.setup(stream)
    periods = []
    while kernel.actor(state) is not None:
        state = kernel.play(state, kernel.playout_move(state, stream), stream)
        periods.append(kernel.unpack(state)["period"])
    assert sorted(set(periods)) == [0, 1, 2]
    assert kernel.unpack(state)["final_round"] == 1


def test_start_player() -> None:
    """R-1.4, V-22: first draws of seats 0..3 with start player 2 are 2, 3, 1, 1."""
    kernel, record = new(4, start_player=2)
    assert record["active"] == 2
    first = [kernel.figures["first_draw"][(seat - 2) % 4] for seat in range(4)]
    assert first == [2, 3, 1, 1]
    with pytest.raises(InvalidInput, match="start_player"):
        FACE.kernel(3, {"start_player": 3})


def test_king_intrigue() -> None:
    """R-1.5, R-7.1: a King takes 2 intrigue cards, or 3 by option."""
    for needed in (2, 3):
        kernel = table(3, king_intrigue=needed)
        king = position(kernel, "madrid", "king")
        record = world(kernel, {0: f"S8 FS{needed}"}, held={king: 1})
        assert "madrid-king" in texts(kernel, record)
        record = world(kernel, {0: f"S8 FS{needed - 1}"}, held={king: 1})
        assert "madrid-king" not in texts(kernel, record)


def test_cube_supply() -> None:
    """R-1.6, R-4.3.5, R-7.2: without two cubes no target is legal, unless the supply is unlimited."""
    for supply, legal in (("strict", False), ("unlimited", True)):
        kernel = table(3, cube_supply=supply)
        record = world(kernel, {0: "S3"}, titles={(0, 0): 18})
        assert record["placements"][0] == 18
        assert ("barcelona-countess" in texts(kernel, record)) is legal


def test_noble_house_sets() -> None:
    """R-1.7."""
    sizes = {seats: table(seats, noble_house_set="arcane").figures["house"] for seats in (2, 3, 4, 5)}
    assert sizes == {2: [8, 0, 0], 3: [12, 8, 0], 4: [16, 12, 8], 5: [16, 12, 8]}


def test_full_first_turn() -> None:
    """R-1.8: with `full` the first turn begins with the choice of the mode."""
    kernel, record = new(4, first_turn="full")
    assert texts(kernel, record) == ["3c", "1c1i"]


def test_britain_cards() -> None:
    """R-1.9: 25 British cards with five seats only."""
    kernel, record = new(5, britain_cards=25)
    assert in_play(kernel) == [31, 26, 25, 20]
    assert record["deck_size"][0] == 99
    for seats, number in ((4, 25), (5, 23)):
        with pytest.raises(InvalidInput, match="britain_cards"):
            FACE.kernel(seats, {"britain_cards": number})


def changed(table: str, index: int, **fields: Any) -> Components:
    data = json.loads(json.dumps(FACE.components.data))
    data["tables"][table]["records"][index].update(fields)
    return Components(data, "mine.json")


def test_the_board_is_data() -> None:
    """R-1.3: another components file changes costs and points without touching code."""
    kernel = FACE.kernel(3, components=changed("titles", 2, cost=4))
    record = world(kernel, {0: "S3 F1"})  # type: ignore[arg-type]
    assert "barcelona-countess" not in texts(kernel, record)  # type: ignore[arg-type]
    kernel = FACE.kernel(3, components=changed("cities", 13, points=9))
    after = play(kernel, world(kernel, {0: "S3"}), "barcelona-countess")  # type: ignore[arg-type]
    assert after["score"][0] == 9


@pytest.mark.parametrize(
    ("table", "index", "fields", "path"),
    [
        ("titles", 0, {"cost": 0}, "tables.titles.records[0].cost"),
        ("titles", 0, {"id": "page"}, "tables.titles"),
        ("countries", 1, {"bonus": [3, 4]}, "tables.countries.records[1].bonus"),
        ("countries", 0, {"removed": [40, 0, 0, 0]}, "tables.countries.records[0].removed"),
        ("countries", 0, {"cards": 11}, "tables.countries"),
        ("intrigue", 0, {"countries": ["france", "italy"]}, "tables.intrigue.records[0].countries[1]"),
        ("cities", 3, {"country": "italy"}, "tables.cities.records[3].country"),
        ("cities", 3, {"id": "paris"}, "tables.cities"),
        ("positions", 2, {"title": "cardinal"}, "tables.positions.records[2].title"),
        ("positions", 5, {"city": "lyon"}, "tables.positions.records[3].city"),
        ("positions", 5, {"influence": 99}, "tables.positions.records[5].influence"),
        ("setup", 0, {"cubes": 1}, "tables.setup.records[0].cubes"),
        ("setup", 0, {"noble_house_abacus": [8, 9]}, "tables.setup.records[0].noble_house_abacus"),
    ],
)
def test_bad_components_are_named(table: str, index: int, fields: dict[str, Any], path: str) -> None:
    provenance = FACE.components.data["tables"][table]["records"][index]["provenance"]
    if isinstance(provenance, dict):
        fields = fields | {"provenance": provenance | dict.fromkeys(set(fields) - {"id"}, "public")}
    with pytest.raises(InvalidInput) as error:
        FACE.kernel(2, components=changed(table, index, **fields))
    assert error.value.path == f"mine.json: {path}"


def test_board_totals() -> None:
    """The sums the rules give for the shipped board."""
    figures = table(4).figures
    count = figures["positions"]
    costs, influence = [0] * 4, [0] * 4
    for p in range(count):
        costs[figures["position_country"][p]] += figures["position_cost"][p]
        influence[figures["position_country"][p]] += figures["position_influence"][p]
    assert count == 28
    assert costs == [40, 29, 24, 23]
    assert influence == [16, 12, 10, 10]
    assert sum(figures["city_points"]) == 61
    assert sum(map(sum, figures["country_points"])) == 48
    assert sum(sum(map(sum, period)) for period in figures["period_points"]) == 120
    assert sum(whole for whole, _ in figures["title_points"]) == 70


def test_countries_have_at_most_seven_titles() -> None:
    """R-7.19: France and the German States have all titles, Britain no Cardinal, Spain no Princess."""
    figures = table(4).figures
    missing = [
        {t for t in range(7)}
        - {figures["position_title"][p] for p in range(28) if figures["position_country"][p] == country}
        for country in range(4)
    ]
    assert missing == [set(), set(), {4}, {5}]


def test_black_and_white_have_no_more_cubes() -> None:
    """R-7.22: 36 cubes for everybody with three seats or more."""
    assert [table(seats).figures["cubes"] for seats in (2, 3, 4, 5)] == [46, 36, 36, 36]


def test_builders_agree_with_the_rules() -> None:
    kernel = table(3)
    record = world(kernel, {0: "S3 FG1"}, deck="F3")
    assert record["hand"][0] == cards("S3 FG1")
    assert record["deck_size"] == [3, 23]
    with pytest.raises(ValueError, match="not over"):
        outcome(kernel, record)
