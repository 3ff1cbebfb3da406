"""Sections 1 to 3: options, components and setup; and the rulings of section 7 that are about them."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from games.staufer.cases import CASES, PILE
from games.staufer.table import RING, Table

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.fields import Reader
from eminence.cext.core.stream import Stream
from eminence.cext.games.staufer import FACE
from eminence.cext.games.staufer.words import CHESTS, REGIONS, pile_to_kinds

FIXED = CASES[-1][1]


def deal(seats: int, seed: object = 0, **options: Any) -> dict[str, Any]:
    kernel = FACE.kernel(seats, options)
    found: dict[str, Any] = kernel.unpack(kernel.setup(Stream(seed)))
    return found


def read(seats: int = 4, **options: Any) -> dict[str, Any]:
    return FACE.read_options(Reader(options, "options"), seats)


# ---- section 1


def test_seats() -> None:
    """S-1.1, S-1.4: two to five."""
    for seats in (1, 6):
        with pytest.raises(InvalidInput, match="2 to 5"):
            FACE.kernel(seats)
    assert FACE.seats == (2, 3, 4, 5)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_length(seats: int) -> None:
    """S-1.2, S-1.3, S-9.9: five rounds of three turns each, hence the playing time: 15 turns per seat."""
    kernel = FACE.kernel(seats)
    stream = Stream(1, seats)
    state = kernel.setup(stream)
    turns, left, rounds = 0, 3 * seats, {0}
    while kernel.actor(state) is not None:
        state = kernel.play(state, kernel.moves(state)[stream.below(len(kernel.moves(state)))], stream)
        record = kernel.unpack(state)
        waiting = record["waiting"]
        if record["round"] not in rounds:
            turns += left
            left = 3 * seats
            rounds.add(record["round"])
        turns += left - waiting
        left = waiting
    assert turns == 15 * seats
    assert rounds == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("first", {1, 4, 7, 10, 13, 16}),
        ("alternative", {1, 2, 5, 8, 11, 14}),
        ("synergies", {1, 3, 5, 8, 10, 16}),
        ("point_rain", {1, 2, 6, 9, 13, 16}),
        ("quantity", {1, 3, 4, 7, 8, 12}),
    ],
)
def test_published_sets(name: str, kinds: set[int]) -> None:
    """S-1.5, S-2.7.3, S-2.7.4, S-2.7.5, S-2.7.6, S-2.7.7, S-3.5."""
    assert {i + 1 for i, cards in enumerate(deal(4, privilege_set=name)["display"]) if cards} == kinds


@pytest.mark.parametrize(("name", "always"), [("publisher_random", {1, 2}), ("random", {1})])
def test_random_sets(name: str, always: set[int]) -> None:
    """S-1.5, S-2.7.8, S-3.5, S-6.6: six kinds without repetition, every one of the others possible."""
    seen = set()
    for seed in range(80):
        kinds = {i + 1 for i, cards in enumerate(deal(4, seed, privilege_set=name)["display"]) if cards}
        assert len(kinds) == 6
        assert always <= kinds
        seen |= kinds
    assert seen == set(range(1, 17))


def test_own_set() -> None:
    """S-1.5: five different numbers; they make the set `custom`."""
    assert read(privileges=[2, 3, 4, 5, 16])["privilege_set"] == "custom"
    for bad in ([2, 3, 4, 5], [2, 2, 3, 4, 5], [1, 2, 3, 4, 5], [2, 3, 4, 5, 17]):
        with pytest.raises(InvalidInput, match=r"options\.privileges"):
            read(privileges=bad)
    with pytest.raises(InvalidInput, match="custom"):
        read(privileges=[2, 3, 4, 5, 6], privilege_set="first")
    with pytest.raises(InvalidInput, match=r"options\.privileges"):
        read(privilege_set="custom")


@pytest.mark.parametrize(("mix", "brown", "violet"), [("hig", 10, 18), ("zman", 18, 10)])
def test_chest_mix(mix: str, brown: int, violet: int) -> None:
    """S-1.6, S-7.1."""
    figures = FACE.kernel(4, {"chest_mix": mix}).figures
    number = dict(zip(CHESTS, figures["chest_number"], strict=True))
    assert (number["brown"], number["violet"]) == (brown, violet)
    assert sum(figures["chest_number"]) == 72
    assert sum(figures["chest_number"][1:9]) == 16
    assert sum(figures["chest_number"][9:14]) == 28


def test_option_defaults() -> None:
    """S-1.5 to S-1.11."""
    options = read()
    assert options["privilege_set"] == "first"
    assert options["chest_mix"] == "hig"
    assert options["two_player_second_scores_tile"] is False
    assert options["pattern_mirror"] is False
    assert options["start_player"] is None
    assert read(**options) == options


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("options.score_tile_low", {"score_tile_low": 2}),
        ("options.start_player", {"start_player": 4}),
        ("options.ring_order", {"ring_order": ["aachen"] * 6}),
        ("options.ring_order[1]", {"ring_order": ["aachen", "rome"]}),
        ("options.score_tile_assignment", {"score_tile_assignment": ["t1", "t2"]}),
        ("options.round_tiles.a", {"round_tiles": {"a": [], "b": ["kings_region"] * 5, "c": [1, 1, 2, 2]}}),
        ("options.round_tiles.c", {"round_tiles": FIXED["round_tiles"] | {"c": [1, 1, 2, 2, 3]}}),
        ("options.round_tiles.c", {"round_tiles": FIXED["round_tiles"] | {"c": [1, 1, 1, 2]}}),
        ("options.round_tiles.b", {"round_tiles": FIXED["round_tiles"] | {"b": ["kings_region"] * 5}}),
        ("options.jobs", {"jobs": FIXED["jobs"]}),
        ("options.jobs", {"jobs": [FIXED["jobs"][0]] * 4}),
        ("options.chest_order", {"chest_order": ["brown"] * 72}),
        ("options.dragons", {"dragons": 3}),
    ],
)
def test_bad_options(path: str, options: dict[str, Any]) -> None:
    """S-1.5 to S-1.11: impossible values are named."""
    with pytest.raises(InvalidInput) as error:
        FACE.kernel(4, options)
    assert error.value.path == path


def test_start_player() -> None:
    """S-1.10, S-3.7: given or drawn."""
    assert deal(5, start_player=3)["order"][:5] == [3, 4, 0, 1, 2]
    assert {deal(5, seed)["start"] for seed in range(60)} == {0, 1, 2, 3, 4}


def test_setup_from_options() -> None:
    """S-1.11: ring, tiles, rows, jobs and the pile as given."""
    record = deal(3, **FIXED)
    assert [REGIONS[r] for r in record["ring"]] == FIXED["ring_order"]
    assert [record["tile"][r] for r in record["ring"]] == [0, 1, 2, 3, 4, 5]
    assert [REGIONS[r] for r in record["row_region"]] == FIXED["round_tiles"]["a"][:5]
    assert record["row_second"] == [0, 1, 2, 1, 0]
    assert record["row_steps"] == [1, 3, 2, 3, 0]
    assert record["ring"][record["king"]] == REGIONS.index("nijmegen")
    assert record["jobs"][0] == [5, 2, 2]
    order = FIXED["chest_order"]
    assert [CHESTS[pile_to_kinds(pile)[0]] for pile in record["supply"][:4]] == order[:4]
    first = Table(3, **FIXED).office("nij1")
    assert CHESTS[pile_to_kinds(record["under"][first])[0]] == order[4]


def test_known_pile_is_drawn_in_its_order() -> None:
    """S-1.11: until the discards are reshuffled."""
    table = Table(3, **FIXED | {"privileges": [8, 2, 3, 4, 5]})
    table.record.update(deal(3, **FIXED | {"privileges": [8, 2, 3, 4, 5]}))
    used = 72 - table.record["drawable"]
    before = Counter(table.chests(table.actor))
    asked = table.privilege(table.actor, 8).play("supply", "s3")
    assert asked.record["drawable"] == 72 - used - 1
    left = Counter(CHESTS[k] for k, n in enumerate(table.record["draw"]) for _ in range(n))
    left.subtract(CHESTS[k] for k, n in enumerate(asked.record["draw"]) for _ in range(n))
    assert [name for name, n in left.items() if n] == [FIXED["chest_order"][used]]
    assert before == Counter()


def test_component_file() -> None:
    """S-1.12: another file changes the figures, a wrong one is refused with its path."""
    data = deepcopy(FACE.components.data)
    data["tables"]["region_jobs"]["records"][0]["points"] = [20, 10]
    assert FACE.kernel(4, {}, Components(data, "mine")).figures["region_job"] == [20, 10]


@pytest.mark.parametrize(
    ("table", "field", "value", "path"),
    [
        ("regions", "offices_3_5", [8, 5], "bad: tables.regions.records[0].offices_3_5[0]"),
        ("regions", "bonus", "gold", "bad: tables.regions.records[0].bonus"),
        ("regions", "offices_3_5", [3] * 8, "bad: tables.regions"),
        ("score_tiles", "points_4_5", [1, 2], "bad: tables.score_tiles.records[0].points_4_5"),
        ("chests", "number_hig", 90, "bad: tables.chests.records[0].number_hig"),
        ("chests", "id", "golden", "bad: tables.chests"),
        ("supply_spaces", "used_4_5", "yes", "bad: tables.supply_spaces.records[0].used_4_5"),
        ("privileges", "points", [8, 7, 6, 5, 400], "bad: tables.privileges.records[0].points[4]"),
        ("privilege_sets", "kinds", [2, 2, 3, 4, 5], "bad: tables.privilege_sets"),
        ("pattern_jobs", "steps", [0, 0], "bad: tables.pattern_jobs.records[0].steps"),
        ("office_jobs", "kind", "magic", "bad: tables.office_jobs.records[0].kind"),
        ("second_tiles", "number", -1, "bad: tables.second_tiles.records[0].number"),
        ("step_tiles", "steps", 6, "bad: tables.step_tiles.records[0].steps"),
        ("material", "court", 16, "bad: tables.material.records[0].court"),
    ],
)
def test_component_files_that_do_not_fit(table: str, field: str, value: Any, path: str) -> None:
    """S-1.12."""
    data = deepcopy(FACE.components.data)
    records = data["tables"][table]["records"]
    records[0][field] = value
    if value == [3] * 8:
        for record in records:
            record[field] = value
    with pytest.raises(InvalidInput) as error:
        FACE.kernel(4, {}, Components(data, "bad"))
    assert error.value.path == path


# ---- section 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tracks_have_room_for_all_members(seats: int) -> None:
    """S-2.2.1: 3n spaces."""
    record = deal(seats)
    assert record["waiting"] == 3 * seats
    assert Counter(record["order"][: 3 * seats]) == {seat: 3 for seat in range(seats)}


@pytest.mark.parametrize(("seats", "number", "dealt"), [(2, 2, 23), (3, 2, 33), (4, 3, 34), (5, 3, 34)])
def test_sides_by_number_of_seats(seats: int, number: int, dealt: int) -> None:
    """S-3.1, S-2.2.2, S-7.5, S-3.4: envoy spaces, supply spaces and offices."""
    figures = FACE.kernel(seats).figures
    assert figures["envoy_spaces"] == number
    assert figures["spaces"] == (4 if seats <= 3 else 5)
    assert figures["offices"] + figures["spaces"] == dealt
    assert deal(seats)["drawable"] == 72 - dealt


def test_region_boards() -> None:
    """S-2.3: costs left to right, the leftmost for nobles."""
    table = Table(4)
    costs = {region: [table.figures["office_cost"][o] for o in table.offices(region)] for region in REGIONS}
    assert costs["aachen"] == [6, 5, 5, 4, 4, 3]
    assert costs["nijmegen"] == [7, 5, 4, 3, 3]
    assert sum(len(row) for row in costs.values()) == 29
    assert all(table.figures["noble_offices"] >> table.offices(region)[0] & 1 for region in REGIONS)
    assert table.figures["noble_offices"].bit_count() == 6
    assert Table(2).figures["offices"] == 19


@pytest.mark.parametrize(
    ("seats", "points"), [(2, [8, 7]), (3, [8, 7, 6]), (4, [8, 7, 6, 5]), (5, [8, 7, 6, 5, 4])]
)
def test_privilege_1_cards(seats: int, points: list[int]) -> None:
    """S-2.7.1, S-2.7.2: as many as seats, the highest ones."""
    kernel = FACE.kernel(seats)
    assert deal(seats)["display"][0] == seats
    assert kernel.figures["first_points"][:seats] == points


@pytest.mark.parametrize(("seats", "copies"), [(2, 1), (3, 2), (5, 2)])
def test_copies_of_the_other_kinds(seats: int, copies: int) -> None:
    """S-2.7.9, S-7.27."""
    assert {cards for cards in deal(seats)["display"][1:] if cards} == {copies}


# ---- section 3


def test_ring_and_tiles_are_shuffled() -> None:
    """S-3.2, S-3.3, S-6.6: permutations, every region anywhere."""
    deals = [deal(4, seed) for seed in range(60)]
    assert all(sorted(record["ring"]) == sorted(record["tile"]) == list(range(6)) for record in deals)
    assert {record["ring"][0] for record in deals} == set(range(6))
    assert {record["tile"][0] for record in deals} == set(range(6))
    assert all(record["ring"][record["place"][r]] == r for record in deals for r in range(6))


def test_one_chest_everywhere() -> None:
    """S-3.4: under each office and each supply space."""
    record = deal(4)
    assert [len(pile_to_kinds(pile)) for pile in record["under"]] == [1] * 29 + [0] * 3
    assert [len(pile_to_kinds(pile)) for pile in record["supply"]] == [1] * 5 + [0]


def test_courts_at_the_start() -> None:
    """S-3.6."""
    for holding in deal(5)["holding"]:
        assert holding["court"] == {"envoys": 4, "nobles": 1}
        assert holding["province"] == {"envoys": 11, "nobles": 2}
        assert holding["points"] == 0


@pytest.mark.parametrize(
    ("seats", "order"),
    [
        (2, [0, 1, 1, 0, 1, 0]),
        (3, [0, 1, 2, 2, 1, 0, 2, 1, 0]),
        (4, [0, 1, 2, 3, 3, 2, 1, 0, 3, 2, 1, 0]),
        (5, [0, 1, 2, 3, 4, 4, 3, 2, 1, 0, 4, 3, 2, 1, 0]),
    ],
)
def test_first_turn_order(seats: int, order: list[int]) -> None:
    """S-3.7: the second and the third lap both run backwards."""
    assert deal(seats, start_player=0)["order"][: 3 * seats] == order


def test_jobs_are_dealt() -> None:
    """S-3.8, S-9.5: one card of each category, no card twice."""
    for seed in range(20):
        jobs = deal(5, seed)["jobs"]
        for category in range(3):
            cards = [job[category] for job in jobs]
            assert len(set(cards)) == 5
            assert set(cards) <= set(range(1, 7))


def test_round_tiles() -> None:
    """S-3.9, S-3.10, S-7.28: five A and B, four C; the king in the region of the sixth A tile."""
    for seed in range(30):
        record = deal(4, seed)
        regions = record["row_region"]
        assert len(set(regions)) == 5
        assert record["ring"][record["king"]] == (set(range(6)) - set(regions)).pop()
        assert max(Counter(record["row_second"]).values()) <= 2
        assert max(Counter(record["row_steps"][:4]).values()) <= 2
        assert set(record["row_steps"][:4]) <= {1, 2, 3}
        assert record["row_steps"][4] == 0


def test_markers_are_display_only() -> None:
    """S-3.11: the first region is that of the row's A tile, the second is not known before the scoring."""
    record = deal(4)
    assert record["scored"] == [0, 0]


def test_same_stream_same_setup() -> None:
    """S-3.12: chance in a fixed order; a given ring does not disturb what is drawn after it."""
    assert deal(4, 5) == deal(4, 5)
    free, fixed = deal(4, 5), deal(4, 5, ring_order=list(RING))
    assert free["jobs"] == fixed["jobs"]
    assert free["row_region"] == fixed["row_region"]


def test_pile_of_the_cases_is_complete() -> None:
    """S-1.11: the list used above has all 72 chests of its edition."""
    assert len(PILE) == 72
