"""Every step that can be pending, by itself: views of it are understood, and only what the rules could bring about."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from games.staufer.table import Table

from eminence.bots import Game, State
from eminence.bots.game import read_view
from eminence.cext.core.errors import InvalidInput
from eminence.cext.games.staufer.reading_progress import NEXT

SUPPLY = {"privileges": [2, 3, 7, 8, 9]}


def short_of_envoys(table: Table, seat: int = 0) -> Table:
    """No envoy in the province, some in two payment areas."""
    envoys = table.missing_envoys(seat)
    return table.pay(seat, "aachen", envoys - 3).pay(seat, "milano", 3)


def short_of_nobles(table: Table, seat: int = 0) -> Table:
    """No noble in the province, one each in two payment areas."""
    return table.pay(seat, "aachen", 0, 1).pay(seat, "milano", 0, 1)


def without_nobles(table: Table, seat: int = 0) -> Table:
    """All nobles in the court, so that an envoy comes instead, and that from a payment area."""
    return short_of_envoys(table.court(seat, 4, 3), seat)


def later() -> Table:
    """Another seat has taken supplies in the third round, in which there may be piles of three chests."""
    return Table().row(number=3).tracks([0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3], [1])


def scoring(region: str, *seats: int) -> Table:
    """The last turn of the second round, in which a region is scored; these seats are there, in this order."""
    table = Table().row(region, number=2)
    for i, seat in enumerate(seats, 2):
        table.put(seat, f"{region[:3]}{i}")
    return table


PENDING: dict[str, Callable[[], Table]] = {
    "source, the track's envoy": lambda: short_of_envoys(Table()).play("place"),
    "source, an envoy of a space": lambda: short_of_envoys(Table()).play("supply", "s2"),
    "source, the second envoy of a space": lambda: short_of_envoys(Table()).play("supply", "s2", "from:aac"),
    "source, envoy before noble": lambda: short_of_envoys(Table()).play("supply", "s0"),
    "source, a noble of a space": lambda: short_of_nobles(Table()).play("supply", "s1"),
    "source, an envoy instead of a noble": lambda: without_nobles(Table()).play("supply", "s1"),
    "source, an envoy of a chest of a space": lambda: short_of_envoys(
        later().supply(4, "envoys_2", "brown")
    ).play("supply", "s4"),
    "source, a noble of a chest of a space": lambda: short_of_nobles(
        later().supply(4, "noble", "noble")
    ).play("supply", "s4"),
    "source, an envoy instead of a noble of a chest": lambda: without_nobles(Table().supply(4, "noble")).play(
        "supply", "s4"
    ),
    "source, the envoy of no. 7": lambda: short_of_envoys(Table(**SUPPLY).privilege(0, 7)).play(
        "supply", "s4"
    ),
    "source, a chest of no. 8": lambda: short_of_envoys(
        Table(**SUPPLY).privilege(0, 8).hold_back("envoys_3")
    ).play("supply", "s4"),
    "source, a chest under an office": lambda: short_of_envoys(
        Table().under("nij5", "envoys_3").turn_of(0).court(0, 4, 0)
    ).play("place", "nij5"),
    "source, the envoy of Nijmegen": lambda: short_of_envoys(scoring("nijmegen", 2, 1), 2).end_round(),
    "source, the second's envoy of Strasbourg": lambda: short_of_envoys(
        scoring("strasbourg", 2, 1), 1
    ).end_round(),
    "source, an envoys chest of Augsburg": lambda: short_of_envoys(
        scoring("augsburg", 2).hold_back("envoys_2", "envoys_2"), 2
    ).end_round(),
    "source, the noble chest of Aachen": lambda: (
        short_of_nobles(scoring("aachen", 2, 1).hold_back("noble", "brown", "brown", "violet"), 2)
        .end_round()
        .play("chest:noble")
    ),
    "source, the noble chest of Augsburg": lambda: (
        short_of_nobles(scoring("augsburg", 2, 1).hold_back("noble", "brown"), 1)
        .end_round()
        .play("chest:brown")
    ),
    "privilege, a chest of a space": lambda: (
        later().own(0, "violet").supply(3, "violet", "brown").play("supply", "s3")
    ),
    "privilege, a chest of no. 8": lambda: (
        Table(**SUPPLY).privilege(0, 8).own(0, "violet").hold_back("violet").play("supply", "s4")
    ),
    "privilege, a chest under an office": lambda: (
        Table().own(0, "violet").under("nij5", "violet").court(0, 4, 0).turn_of(0).play("place", "nij5")
    ),
    "privilege, a chest of a bonus": lambda: (
        scoring("augsburg", 2).own(2, "violet").hold_back("violet", "violet").end_round()
    ),
    "revealed chest": lambda: scoring("augsburg", 2).hold_back("violet", "brown").end_round(),
    "kept figure": lambda: scoring("milano", 1).own(1, "keep_figure").end_round(),
    "supply space": lambda: Table().play("supply"),
    "supply chests": lambda: Table().own(0, "other_supply").supply(1, "brown").play("supply", "s4"),
    "office": lambda: Table().play("place"),
    "saving": lambda: Table().own(0, "cheap_office").court(0, 9, 0).turn_of(0).play("place", "nij2"),
    "figure": lambda: Table().court(0, 9, 1).turn_of(0).play("place", "nij2"),
    "payment": lambda: Table().court(0, 9, 1).turn_of(0).play("place", "nij2", "E"),
    "second envoy": lambda: (
        Table(privileges=[2, 3, 4, 5, 6]).privilege(0, 3).court(0, 9, 0).turn_of(0).play("place", "nij2")
    ),
}
EVERY_STEP = pytest.mark.parametrize("name", PENDING)


def views(table: Table) -> list[dict[str, Any]]:
    """What every seat sees, the actor first."""
    game = Game("staufer", table.kernel.seats, table.options)
    state = State(game, table.state, 0, 0)
    seats = sorted(range(table.kernel.seats), key=lambda seat: seat != table.actor)
    return [deepcopy(state.view(seat).data) for seat in seats]


@EVERY_STEP
def test_views_of_every_step_are_understood(name: str) -> None:
    """S-4.9.2, S-6.5: whoever looks."""
    table = PENDING[name]()
    assert table.phase == name.partition(",")[0].replace(" ", "_")
    for data in views(table):
        packed = read_view("staufer", data).packed
        assert packed == table.kernel.hide(table.state, data["seat"])


def test_every_step_is_here() -> None:
    found: dict[str, set[str]] = {}
    for make in PENDING.values():
        data = views(make())[0]
        found.setdefault(data["phase"], set()).add(data["progress"]["next"])
    assert found == {phase: set(steps) for phase, steps in NEXT.items()}


@EVERY_STEP
@pytest.mark.parametrize("field", ["due_envoys", "due_nobles"])
def test_only_what_was_given_can_be_due(name: str, field: str) -> None:
    """S-4.1.3: any number of pieces but those that the pending step can leave is refused."""
    honest = views(PENDING[name]())[0]
    most = {"due_envoys": 15, "due_nobles": 3}[field]
    accepted = []
    for number in range(most + 1):
        data = deepcopy(honest)
        data["progress"][field] = number
        with suppress(InvalidInput):
            read_view("staufer", data)
            accepted.append(number)
    assert accepted == POSSIBLE.get((name, field), [honest["progress"][field]])


# Where the table alone does not say how many have been given already.
POSSIBLE = {
    ("source, an envoy of a space", "due_envoys"): [1, 2],
    ("source, the second envoy of a space", "due_envoys"): [1, 2],
    ("source, an envoy of a chest of a space", "due_envoys"): [1, 2],
    ("source, a chest of no. 8", "due_envoys"): [1, 2, 3],
    ("source, a chest under an office", "due_envoys"): [1, 2, 3],
    ("source, an envoys chest of Augsburg", "due_envoys"): [1, 2],
}


def test_orange_chest_is_discarded_after_its_pieces_are_taken() -> None:
    """S-4.1.5: effect, then the points of privilege 16, then the discard pile."""
    table = short_of_envoys(later().privilege(0, 16).supply(4, "envoys_2", "points_3", "brown"))
    asked = table.play("supply", "s4")
    assert (asked.phase, asked.points(0), asked.discards()) == ("source", 3 + 2, {"points_3": 1})
    assert views(asked)[0]["progress"]["taking"] == ["envoys_2", "brown"]
    again = asked.play("from:aac")
    assert (again.phase, again.points(0), again.discards()) == ("source", 5, {"points_3": 1})
    after = again.play("from:aac")
    assert (after.points(0), after.discards()) == (7, {"points_3": 1, "envoys_2": 1})
    assert after.chests(0) == {"brown": 1}


def lie(name: str, **progress: Any) -> str:
    """The path at which a view with other progress is refused."""
    data = views(PENDING[name]())[0]
    data["progress"].update(progress)
    with pytest.raises(InvalidInput) as error:
        read_view("staufer", data)
    return error.value.path


@pytest.mark.parametrize(
    ("name", "progress", "path"),
    [
        ("source, the track's envoy", {"taking": ["envoys_2"]}, "progress.taking"),
        ("source, an envoy of a chest of a space", {"taking": ["brown"]}, "progress.taking"),
        ("source, an envoy of a chest of a space", {"taking": []}, "progress.taking"),
        ("source, an envoy of a chest of a space", {"taking": ["points_2", "envoys_2"]}, "progress.taking"),
        ("source, an envoy of a chest of a space", {"next": "supply_draw"}, "progress.taking"),
        ("source, an envoy of a space", {"next": "supply_draw"}, "progress.next"),
        ("source, a chest of no. 8", {"taking": ["envoys_2", "brown"]}, "progress.taking"),
        ("source, the envoy of no. 7", {"next": "turn_end"}, "progress.taking"),
        ("source, an envoy of a chest of a space", {"next": "turn_end"}, "actor"),
        ("source, the envoy of Nijmegen", {"taking": ["noble"]}, "progress.current"),
        ("source, the noble chest of Aachen", {"taking": []}, "progress.current"),
        ("privilege, a chest of a space", {"next": "turn_end"}, "actor"),
        ("privilege, a chest of a bonus", {"taking": ["brown"]}, "progress.taking"),
    ],
)
def test_impossible_progress(name: str, progress: dict[str, Any], path: str) -> None:
    assert lie(name, **progress) == path


def test_no_share_no_choice() -> None:
    """S-2.4.1: the third of Augsburg gets nothing."""
    data = views(scoring("augsburg", 2, 1, 3).hold_back("violet", "brown").end_round())[0]
    data["actor"] = 3
    data["progress"] |= {"served": 3}
    with pytest.raises(InvalidInput) as error:
        read_view("staufer", data)
    assert error.value.path == "progress.served"


def test_a_bonus_of_points_leaves_nothing_to_fetch() -> None:
    """S-2.4.5: Palermo gives no envoys."""
    table = short_of_envoys(scoring("nijmegen", 2, 1).put(2, "pal2"), 2)
    data = views(table.end_round())[0]
    data["rows"][0]["region"] = data["progress"]["current"] = "palermo"
    data["progress"]["scored"] = ["palermo", "nijmegen"]
    with pytest.raises(InvalidInput) as error:
        read_view("staufer", data)
    assert error.value.path == "progress.current"
