"""Section 4.4: movement and placement, and every way of paying for them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any

import pytest
from games.staufer.table import RING, Table

from eminence.cext.core.components import Components
from eminence.cext.games.staufer import FACE

PAYING = {"privileges": [4, 5, 10, 11, 12]}


def place(table: Table, *texts: str) -> Table:
    return table.play("place", *texts)


def positions_paid(table: Table, seat: int = 0) -> list[int]:
    """Figures paid by ring position, whatever their kind."""
    return [envoys + nobles for envoys, nobles in table.paid(seat)]


# ---- availability


def test_occupied_offices_are_not_available() -> None:
    """S-4.4.1."""
    table = Table().court(0, 9, 0).put(1, "nij3").turn_of(0)
    assert "nij3" not in place(table).moves
    assert "nij4" in place(table).moves


def test_privilege_2_shares_an_office() -> None:
    """S-4.4.1, S-4.4.8, S-9.6: one figure there already: the own one goes to its right; never a third."""
    table = Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 2).court(0, 9, 0).put(1, "nij3").put(1, "nij4")
    table = table.put(2, "nij4", slot=1).turn_of(0)
    assert "nij4" not in place(table).moves
    after = place(table, "nij3")
    assert after.standing("nij3") == ["E1", "E0"]


def test_privilege_2_works_beside_an_own_figure() -> None:
    """S-4.4.1: own or foreign."""
    table = Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 2).court(0, 9, 0).put(0, "nij3").turn_of(0)
    assert place(table, "nij3").standing("nij3") == ["E0", "E0"]


def test_office_must_be_paid_completely() -> None:
    """S-4.4.9: figures for movement and office together."""
    table = Table().court(0, 4, 0).turn_of(0)
    assert place(table).moves == ["nij3", "nij4", "nij5", "str5"]


# ---- movement


@pytest.mark.parametrize(
    ("privileges", "paid_regions"),
    [
        ([], [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]]),
        ([10], [[], [1], [2], [3], [4], [5]]),
        ([11], [[], [], [], [3], [3, 4], [3, 4, 5]]),
        ([12], [[], [], [1, 2], [1, 2, 3], [1, 2, 3, 4], []]),
        ([10, 11], [[], [], [], [], [], []]),
        ([10, 12], [[], [], [2], [3], [4], []]),
        ([11, 12], [[], [], [], [3], [3, 4], []]),
    ],
)
def test_movement_slots(privileges: list[int], paid_regions: list[list[int]]) -> None:
    """S-4.4.2, V20, V22, S-7.6: king at 0, target 0..5; the seat figure and a cheap-office chest pay for the office."""
    for target, expected in enumerate(paid_regions):
        table = Table(**PAYING).privilege(0, *privileges).own(0, "cheap_office").court(0, 6, 0).turn_of(0)
        after = place(table, f"{RING[target][:3]}2")
        after = after.play("cheap") if after.phase == "saving" else after
        assert [p for p, n in enumerate(positions_paid(after)) if n] == expected


def test_movement_starts_behind_the_king() -> None:
    """S-4.4.2: always clockwise from the king's region, around the ring."""
    table = Table().court(0, 15, 0).turn_of(0)
    table.record["king"] = 4
    after = place(table, "str5")  # d = 3: Milano, Nijmegen, Strasbourg; then two regions further
    assert positions_paid(after) == [1, 1, 1, 1, 0, 1]


def test_no_movement_chest() -> None:
    """S-4.4.2, S-4.5.3, S-7.26: any region, no figure for the way; the chest is discarded."""
    table = Table().own(0, "no_movement").court(0, 3, 0).turn_of(0)
    after = place(table, "mil5")
    assert positions_paid(after) == [1, 1, 0, 0, 0, 0]
    assert after.discards() == {"no_movement": 1}


# ---- placement cost


@pytest.mark.parametrize(
    ("privileges", "costs"),
    [([], [7, 5, 4, 3]), ([4], [3, 3, 3, 3]), ([5], [6, 4, 3, 2]), ([4, 5], [2, 2, 2, 2])],
)
def test_placement_cost(privileges: list[int], costs: list[int]) -> None:
    """S-4.4.3, V21: offices 7N 5 4 3 of Nijmegen."""
    for number, cost in enumerate(costs, 1):
        table = Table(**PAYING).privilege(0, *privileges).court(0, 9, 1).turn_of(0)
        after = place(table, f"nij{number}")
        while after.actor == 0 and after.phase in ("figure", "payment"):
            after = after.play(after.moves[0])
        assert 10 - sum(after.court_of(0)) == cost


def test_cheap_office_leaves_one_figure() -> None:
    """S-4.4.3, S-7.18: with the chest the cost is 1, also with privilege 5."""
    table = Table(**PAYING).privilege(0, 5).own(0, "cheap_office").court(0, 1, 0).turn_of(0)
    after = place(table, "nij2")
    assert after.court_of(0) == (0, 0)
    assert positions_paid(after) == [0] * 6


def test_cost_never_falls_below_one() -> None:
    """S-4.4.3: privilege 5 on an office of cost 1 still takes the seat figure."""
    table = Table(**PAYING)
    table.kernel = table_with_cost_one(table)
    table = table.privilege(0, 5).court(0, 1, 0).turn_of(0)
    assert "nij5" in place(table).moves
    assert place(table, "nij5").standing("nij5") == ["E0"]


def table_with_cost_one(table: Table) -> Any:
    """The same rules with Nijmegen's last two offices costing 1."""
    data = deepcopy(FACE.components.data)
    for record in data["tables"]["regions"]["records"]:
        if record["id"] == "nijmegen":
            record["offices_3_5"] = [7, 5, 4, 1, 1]
    return FACE.kernel(4, {"ring_order": list(RING), "start_player": 0} | PAYING, Components(data, "test"))


def test_v5_movement_and_placement() -> None:
    """V5; S-4.4.2, S-4.4.4, S-4.4.7, S-4.4.12."""
    table = Table().court(3, 8, 1).under("aac2", "brown").turn_of(3)
    after = place(table, "aac2", "E", "EE", "E", "E", "E", "E", "E")
    assert positions_paid(after, 3) == [1, 2, 1, 1, 1, 1]
    assert after.paid(3)[1] == (2, 0)
    assert after.standing("aac2") == ["E3"]
    assert after.court_of(3) == (0, 1)
    assert after.chests(3) == {"brown": 1}


def test_v6_noble_office() -> None:
    """V6; S-4.4.5, S-4.1.5: the noble goes on the office without asking; one violet chest, no exchange."""
    table = Table().court(0, 7, 1).under("pal1", "violet").turn_of(0)
    after = place(table, "pal1")
    assert after.paid(0) == [(1, 0), (2, 0), (1, 0), (1, 0), (1, 0), (1, 0)]
    assert after.standing("pal1") == ["N0"]
    assert after.court_of(0) == (0, 0)
    assert after.chests(0) == {"violet": 1}


def test_v7_no_noble_no_noble_office() -> None:
    """V7; S-4.4.5."""
    table = Table().court(0, 8, 0).turn_of(0)
    assert "pal1" not in place(table).moves
    assert "pal2" in place(table).moves


def test_noble_office_stays_for_nobles() -> None:
    """S-4.4.5, S-7.16: with a cheap-office chest or privilege 2 too."""
    table = (
        Table(privileges=[2, 3, 4, 5, 6])
        .privilege(0, 2)
        .own(0, "cheap_office")
        .put(1, "pal1", "N")
        .turn_of(0)
    )
    assert "pal1" not in place(table.court(0, 9, 0)).moves
    after = place(table.court(0, 9, 1), "pal1", "cheap")
    assert after.standing("pal1") == ["N1", "N0"]


def test_cost_seven_wraps_into_the_target() -> None:
    """S-4.4.4: the last of seven figures falls into the region itself."""
    table = Table().court(0, 6, 1).turn_of(0)
    assert positions_paid(place(table, "nij1")) == [1, 1, 1, 1, 1, 1]


def test_longest_payment() -> None:
    """S-4.4.4, S-9.8: five steps and an office of cost 7: eleven slots, five regions twice."""
    table = Table().court(0, 11, 1).turn_of(0)
    table.record["king"] = 1
    after = place(table, "nij1")  # d = 5
    assert positions_paid(after) == [2, 1, 2, 2, 2, 2]
    assert after.court_of(0) == (0, 0)


# ---- which figures pay


def test_figure_and_payment_are_free_choices() -> None:
    """S-4.4.5, S-4.4.6, S-4.8.6, S-4.8.7: noble on a normal office, nobles as payment."""
    table = Table().court(0, 3, 2).turn_of(0)
    asked = place(table, "nij3")
    assert (asked.phase, asked.moves) == ("figure", ["E", "N"])
    asked = asked.play("N")
    assert (asked.phase, asked.moves) == ("payment", ["E", "N"])
    after = asked.play("E", "N")
    assert after.paid(0) == [(0, 0), (1, 0), (0, 1), (1, 0), (0, 0), (0, 0)]
    assert after.standing("nij3") == ["N0"]


def test_payment_of_two_figures_in_one_region() -> None:
    """N8: a region with two slots asks once, for the number of nobles."""
    table = Table().court(0, 6, 2).turn_of(0)
    asked = place(table, "pal2", "E")  # Strasbourg and Palermo, then Aachen .. Nijmegen
    assert asked.moves == ["E", "N"]
    table = Table().court(0, 9, 3).turn_of(0)
    asked = place(table, "pal1")  # Strasbourg twice
    assert asked.moves == ["EE", "EN", "NN"]


def test_payment_is_forced_when_kinds_run_out() -> None:
    """S-4.9.1: no question where only one kind is left or all must go."""
    table = Table().court(0, 2, 1).turn_of(0)
    asked = place(table, "nij4", "E")
    assert asked.moves == ["E", "N"]
    assert asked.play("N").phase != "payment"


# ---- chests that save


def test_v24_both_chests() -> None:
    """V24; S-4.4.13: one figure in all, on any normal office."""
    table = Table().own(0, "no_movement", "cheap_office").court(0, 1, 0).turn_of(0)
    asked = place(table)
    assert len(asked.moves) == 29 - 6
    after = asked.play("mil3")
    assert after.court_of(0) == (0, 0)
    assert after.discards() == {"no_movement": 1, "cheap_office": 1}


def test_chests_are_offered_where_they_save() -> None:
    """S-4.4.13, N6: payable sets in which each chest saves a figure."""
    table = Table().own(0, "no_movement", "cheap_office").court(0, 9, 0).turn_of(0)
    assert place(table, "nij2").moves == ["pay", "cheap"]
    assert place(table, "str2").moves == ["pay", "nomove", "cheap", "nomove+cheap"]
    poor = Table().own(0, "no_movement", "cheap_office").court(0, 4, 0).turn_of(0)
    assert place(poor, "aac6").moves == ["nomove", "cheap", "nomove+cheap"]


def test_free_movement_needs_no_chest() -> None:
    """S-4.4.13: privilege 12 has made the way free already."""
    table = Table(**PAYING).privilege(0, 12).own(0, "no_movement").court(0, 9, 0).turn_of(0)
    after = place(table, "str2")
    assert after.actor == 1
    assert after.chests(0) == {"no_movement": 1}


# ---- privileges 3 and 6


def test_second_envoy() -> None:
    """S-4.4.10: free, from the court, to the right; optional."""
    table = Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 3).court(0, 4, 0).turn_of(0)
    asked = place(table, "nij4")
    assert (asked.phase, asked.moves) == ("second_envoy", ["one", "two"])
    assert asked.play("one").standing("nij4") == ["E0"]
    after = asked.play("two")
    assert after.standing("nij4") == ["E0", "E0"]
    assert after.court_of(0) == (0, 0)


@pytest.mark.parametrize(
    ("court", "office", "answers"),
    [((3, 0), "nij4", []), ((3, 1), "nij4", ["N", "E", "E"]), ((9, 1), "nij1", ["E"] * 6)],
    ids=["no envoy left", "noble", "noble office"],
)
def test_no_second_envoy(court: tuple[int, int], office: str, answers: list[str]) -> None:
    """S-4.4.10: it needs an envoy on the office and one in the court."""
    table = Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 3).court(0, *court).turn_of(0)
    after = place(table, office)
    for answer in answers:
        after = after.play(answer) if after.phase in ("figure", "payment") else after
    assert after.phase != "second_envoy"


def test_no_third_figure() -> None:
    """S-7.17, S-4.4.10: privileges 2 and 3 on an office that held a figure."""
    table = Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 2, 3).court(0, 9, 0).put(1, "nij4").turn_of(0)
    after = place(table, "nij4")
    assert after.standing("nij4") == ["E1", "E0"]


def test_v23_privilege_6() -> None:
    """V23; S-4.4.11: 3 points in the king's region, 6 with a second envoy."""
    table = Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 3, 6).court(0, 9, 0)
    table = table.tracks([0, 0, 1, 1, 2, 2, 2, 3, 3, 3], [], [0, 1])
    assert place(table, "nij4", "one").points(0) == 3
    assert place(table, "nij4", "two").points(0) == 6


def test_privilege_6_needs_the_kings_region() -> None:
    """S-4.4.11: free movement elsewhere does not count."""
    table = Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 6).own(0, "no_movement").court(0, 9, 0)
    assert place(table, "str5", "nomove").points(0) == 0


def test_points_come_before_the_chests() -> None:
    """S-4.4.11, S-4.4.12, S-4.9.2: the exchange is asked after everything else of the placement."""
    table = Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 3, 6).own(0, "violet").court(0, 9, 0)
    asked = place(table.under("nij4", "violet"), "nij4", "two")
    assert (asked.phase, asked.points(0)) == ("privilege", 6)


def test_privilege_bought_now_does_not_help_this_placement() -> None:
    """S-4.4.12: no. 6 comes too late for the office just taken."""
    table = Table(privileges=[2, 3, 4, 5, 6]).own(0, "violet").court(0, 9, 0).under("nij4", "violet")
    assert place(table, "nij4", "p6").points(0) == 0


def test_all_chests_under_an_office_are_taken() -> None:
    """S-4.4.12, S-4.8.5."""
    table = Table().court(0, 9, 0).under("nij4", "brown", "points_2", "violet")
    after = place(table, "nij4")
    assert after.chests(0) == {"brown": 1, "violet": 1}
    assert after.points(0) == 2
    assert after.pile_under("nij4") == []


# ---- everything against brute force


def outcome(table: Table) -> tuple[Any, ...]:
    """What a placement changes."""
    holding, record = table.holding(0), table.record
    return (
        tuple(record["own"][0]),
        tuple(record["noble"]),
        table.court_of(0),
        tuple(table.paid(0)),
        tuple(holding["chests"]),
    )


def reachable(table: Table) -> Iterator[tuple[Any, ...]]:
    """Every way through the small decisions of seat 0's place action."""
    for text in table.moves:
        after = table.play(text)
        if after.actor == 0 and after.phase in ("saving", "figure", "payment", "second_envoy"):
            yield from reachable(after)
        else:
            yield outcome(after)


def brute_force(table: Table) -> set[tuple[Any, ...]]:
    """The same by the wording of S-4.4, slot by slot, without any cleverness."""
    figures, record = table.figures, table.record
    owned = {n for n in range(1, 17) if table.holding(0)["privileges"] >> (n - 1) & 1}
    chests = table.chests(0)
    found = set()
    for office in range(figures["offices"]):
        present = [s for slot in range(2) for s in range(5) if record["own"][s][slot] >> office & 1]
        if len(present) > (1 if 2 in owned else 0):
            continue
        target = record["place"][figures["office_region"][office]]
        way = movement(owned, record["king"], target)
        cost = figures["office_cost"][office]
        cost = 3 if 4 in owned else cost
        cost = max(1, cost - 1) if 5 in owned else cost
        for walk_free, cheap in product((False, True), repeat=2):
            if walk_free and not (chests.get("no_movement") and way):
                continue
            if cheap and not (chests.get("cheap_office") and cost > 1):
                continue
            slots = ([] if walk_free else way) + [(target + i) % 6 for i in range(1, 1 if cheap else cost)]
            found |= pay_all_ways(table, office, len(present), slots, (walk_free, cheap), owned)
    return found


def movement(owned: set[int], king: int, target: int) -> list[int]:
    """S-4.4.2, rule by rule."""
    d = (target - king) % 6
    if d == 0 or (12 in owned and d in (1, 5)) or {10, 11} <= owned:
        return []
    if 10 in owned:
        return [target]
    return [(king + i) % 6 for i in range(3 if 11 in owned else 1, d + 1)]


def pay_all_ways(
    table: Table, office: int, slot: int, slots: list[int], used: tuple[bool, bool], owned: set[int]
) -> set[tuple[Any, ...]]:
    found = set()
    noble_only = table.figures["noble_offices"] >> office & 1
    envoys, nobles = table.court_of(0)
    for kinds in product("EN", repeat=len(slots) + 1):
        left = (envoys - kinds.count("E"), nobles - kinds.count("N"))
        if min(left) < 0 or (noble_only and kinds[0] == "E"):
            continue
        paid = [list(pair) for pair in table.paid(0)]
        for kind, position in zip(kinds[1:], slots, strict=True):
            paid[position]["EN".index(kind)] += 1
        chests = list(table.holding(0)["chests"])
        chests[11] -= used[0]
        chests[12] -= used[1]
        for second in (False, True):
            if second and not (3 in owned and slot == 0 and kinds[0] == "E" and left[0]):
                continue
            own = list(table.record["own"][0])
            noble = list(table.record["noble"])
            own[slot] |= 1 << office
            noble[slot] |= (1 << office) * (kinds[0] == "N")
            own[1] |= (1 << office) * second
            court = (left[0] - second, left[1])
            found.add((tuple(own), tuple(noble), court, tuple(tuple(p) for p in paid), tuple(chests)))
    return found


@pytest.mark.parametrize("seed", range(24))
def test_every_payment_once_and_no_other(seed: int) -> None:
    """S-4.4.1 to S-4.4.13, S-9.8, N5 to N9: all compound choices are reached, none twice, nothing illegal."""
    rng = random.Random(seed)
    kinds = rng.sample([2, 3, 4, 5, 10, 11, 12], 5)
    table = Table(2, privileges=sorted(kinds)).privilege(0, *rng.sample(kinds, rng.randint(0, 4)))
    table.record["king"] = rng.randrange(6)
    for office in rng.sample(range(table.figures["offices"]), 8):
        noble = table.figures["noble_offices"] >> office & 1
        table.record["own"][1][0] |= 1 << office
        table.record["noble"][0] |= noble << office
    for chest in ("no_movement", "cheap_office"):
        if rng.random() < 0.5:
            table.own(0, chest)
    table.holding(0)["court"] = {"envoys": rng.randint(0, 8), "nobles": rng.randint(0, 3)}
    table.settle(0)
    table.tracks([0, 1, 1, 1], [], [0, 0])
    expected = brute_force(table)
    if not expected:
        assert not table.kernel.has_choice(table.state)
        return
    start = table.play("place")
    if start.phase == "office" and start.actor == 0:
        found = list(reachable(start))
        assert len(found) == len(set(found))
        assert set(found) == expected
    else:
        assert len({tuple(entry[0]) for entry in expected}) == 1
