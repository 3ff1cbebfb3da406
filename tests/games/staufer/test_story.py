"""What the journal tells of The Staufer Dynasty: every kind of event, its figures, its words, and who hears of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from games.staufer.table import RING, Table

from eminence.bots import Event, Game
from eminence.cext.core.stream import Stream
from eminence.cext.games.staufer import FACE
from eminence.cext.games.staufer.story import SOURCES
from eminence.cext.games.staufer.words import CHESTS, EVENTS

ROOT = Path(__file__).parents[3]
SEATS = 4
# Turns of seat 0: a supply space that gives figures, and one that gives none.
SUPPLY = ("supply", "s2")
NO_FIGURES = ("supply", "s4")


def told(table: Table, *moves: str) -> list[Event]:
    """All that happens while these moves are played."""
    game = Game("staufer", SEATS, table.options)
    events: list[Event] = []
    for text in moves:
        move = FACE.find_move(table.kernel, table.state, text)
        after, raw = table.kernel.play_told(table.state, move, table.stream)
        events += game.events(raw)
        table.record = table.kernel.unpack(after)
    return events


def played(*privileges: int) -> Table:
    """A table with these privileges, all of them seat 0's, that has its turn."""
    others = [kind for kind in range(2, 17) if kind not in privileges][: 5 - len(privileges)]
    return Table(privileges=[*privileges, *others]).privilege(0, *privileges).turn_of(0)


def scored(region: str = "palermo", second: str = "kings_region", number: int = 1) -> Table:
    """A table before the last turn of a round, after which a region is scored; nobody is anywhere."""
    return Table().row(region, second, number=number).last_turn()


def over() -> Table:
    return scored("milano", number=5).jobs(0, "palermo", "one_between", "pairs")


@dataclass(frozen=True)
class Case:
    """Moves that bring an event, and what it says."""

    table: Callable[[], Table]
    moves: tuple[str, ...]
    text: str
    figures: dict[str, Any]
    seat: int | None = 0
    points: int = 0


CASES: dict[str, tuple[Case, ...]] = {
    "chests_laid": (
        Case(
            lambda: scored("palermo").draw_only(*["violet"] * 30),
            NO_FIGURES,
            "Chests laid in Palermo: violet, violet, violet, violet.",
            {"region": "palermo", "chests": ["violet"] * 4},
            None,
        ),
        Case(
            lambda: scored("palermo").draw_only(*["envoys_2"] * 30),
            NO_FIGURES,
            "Chests laid on the supply spaces: 2 envoys, 2 envoys, 2 envoys, 2 envoys, 2 envoys.",
            {"chests": ["envoys_2"] * 5},
            None,
        ),
    ),
    "round_begins": (
        Case(
            scored,
            NO_FIGURES,
            "Round 2, which scores Strasbourg and the one with the fewest chests. "
            "Turn order: 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0.",
            {
                "round": 2,
                "region": "strasbourg",
                "second": "fewest_chests",
                "order": [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0],
            },
            None,
        ),
    ),
    "only_supply": (
        Case(
            lambda: Table().turn_of(0).court(1, 0, 0),
            NO_FIGURES,
            "Seat 1 can pay for no office and takes supplies.",
            {},
            1,
        ),
    ),
    "gained": (
        Case(
            lambda: Table().turn_of(0),
            SUPPLY,
            "Seat 0 gets 2 envoys from the supply space.",
            {"envoys": 2, "nobles": 0, "from": "space"},
        ),
        Case(
            Table,
            ("place",),
            "Seat 0 gets 1 envoy for its place on the placement track.",
            {"envoys": 1, "nobles": 0, "from": "track"},
        ),
        Case(
            lambda: Table().turn_of(0).supply(4, "noble"),
            NO_FIGURES,
            "Seat 0 gets 1 noble out of the chest.",
            {"envoys": 0, "nobles": 1, "from": "chest"},
        ),
        Case(
            lambda: played(7),
            NO_FIGURES,
            "Seat 0 gets 1 envoy by privilege 7.",
            {"envoys": 1, "nobles": 0, "from": "privilege"},
        ),
        Case(
            lambda: scored("strasbourg").put(2, "str2"),
            NO_FIGURES,
            "Seat 2 gets 2 envoys as the region's bonus.",
            {"envoys": 2, "nobles": 0, "from": "bonus"},
            2,
        ),
    ),
    "taken_back": (
        Case(
            lambda: Table().turn_of(0).court(0, 9, 1).pay(0, "milano", 6),
            SUPPLY,
            "Seat 0 has no envoy in the province and takes one back from Milano.",
            {"region": "milano", "figure": "envoy"},
        ),
        Case(
            lambda: Table().turn_of(0).court(0, 4, 2).pay(0, "aachen", 0, 1),
            ("supply", "s1"),
            "Seat 0 has no noble in the province and takes one back from Aachen.",
            {"region": "aachen", "figure": "noble"},
        ),
    ),
    "noble_replaced": (
        Case(
            lambda: Table().turn_of(0).court(0, 4, 3),
            ("supply", "s1"),
            "Seat 0 has no noble left to take: an envoy instead.",
            {},
        ),
    ),
    "none_left": (
        Case(
            lambda: Table().turn_of(0).court(0, 15, 1),
            SUPPLY,
            "Seat 0 has no envoy left to take, and loses 2.",
            {"envoys": 2},
        ),
    ),
    "chest_taken": (
        Case(
            lambda: Table().turn_of(0).supply(2, "other_supply"),
            SUPPLY,
            "Seat 0 takes an other-supply chest.",
            {"chest": "other_supply"},
        ),
        Case(
            lambda: scored("augsburg").put(1, "aug2").draw_only(*["brown"] * 30),
            NO_FIGURES,
            "Seat 1 takes a brown chest.",
            {"chest": "brown"},
            1,
        ),
    ),
    "chest_opened": (
        Case(
            lambda: Table().turn_of(0).supply(2, "points_3"),
            SUPPLY,
            "Seat 0 opens an orange chest: 3 points (+3).",
            {"chest": "points_3"},
            points=3,
        ),
        Case(
            lambda: Table().turn_of(0).supply(2, "envoys_1"),
            SUPPLY,
            "Seat 0 opens an orange chest: 1 envoy.",
            {"chest": "envoys_1"},
        ),
    ),
    "chest_spent": (
        Case(
            lambda: Table().turn_of(0).own(0, "no_movement").court(0, 3, 0),
            ("place", "str5"),
            "Seat 0 uses a no-movement chest.",
            {"chest": "no_movement"},
        ),
        Case(
            lambda: Table().turn_of(0).own(0, "cheap_office").court(0, 1, 0),
            ("place", "nij5"),
            "Seat 0 uses a cheap-office chest.",
            {"chest": "cheap_office"},
        ),
        Case(
            lambda: Table().turn_of(0).own(0, "first_space"),
            ("supply+first",),
            "Seat 0 uses a first-space chest.",
            {"chest": "first_space"},
        ),
        Case(
            lambda: Table().turn_of(0).own(0, "other_supply").supply(1, "brown"),
            (*SUPPLY, "chests:s1"),
            "Seat 0 uses an other-supply chest.",
            {"chest": "other_supply"},
        ),
        Case(
            lambda: scored("palermo").put(0, "pal2").own(0, "keep_figure"),
            (*NO_FIGURES, "keep:pal2"),
            "Seat 0 uses a keep-figure chest.",
            {"chest": "keep_figure"},
        ),
    ),
    "chest_drawn": (
        Case(
            lambda: played(8).draw_only("points_5"),
            NO_FIGURES,
            "Seat 0 draws a chest by privilege 8: 5 points.",
            {"chest": "points_5"},
        ),
    ),
    "reshuffled": (
        Case(
            lambda: played(8).draw_only(discards=("brown", "violet", "violet")),
            NO_FIGURES,
            "The discard pile becomes the draw pile of 3 chests.",
            {"number": 3},
            None,
        ),
    ),
    "piles_empty": (
        Case(lambda: played(8).draw_only(), NO_FIGURES, "No chest is left to be drawn.", {}, None),
        Case(lambda: scored().draw_only("violet"), NO_FIGURES, "No chest is left to be drawn.", {}, None),
        Case(
            lambda: scored("augsburg").put(1, "aug2").draw_only("violet"),
            NO_FIGURES,
            "No chest is left to be drawn.",
            {},
            None,
        ),
    ),
    "privilege_bought": (
        Case(
            lambda: Table().turn_of(0).own(0, "violet").supply(4, "violet"),
            (*NO_FIGURES, "p7"),
            "Seat 0 pays two violet chests for privilege 7: supply: 1 envoy more.",
            {"privilege": 7},
        ),
        Case(
            lambda: Table().turn_of(0).own(0, "violet").supply(4, "violet"),
            (*NO_FIGURES, "p1"),
            "Seat 0 pays two violet chests for privilege 1: points at once (+8).",
            {"privilege": 1},
            points=8,
        ),
    ),
    "privilege_scored": (
        Case(
            lambda: played(6).court(0, 5, 0),
            ("place", "nij3"),
            "Seat 0 scores privilege 6: 3 points in the king's region (+3).",
            {"privilege": 6},
            points=3,
        ),
        Case(
            lambda: played(9),
            NO_FIGURES,
            "Seat 0 scores privilege 9: supply: 2 points (+2).",
            {"privilege": 9},
            points=2,
        ),
        Case(
            lambda: scored().privilege(1, 14).put(1, "pal2"),
            NO_FIGURES,
            "Seat 1 scores privilege 14: 3/2/1 points when scored (+3).",
            {"privilege": 14},
            1,
            3,
        ),
        Case(
            lambda: scored().privilege(1, 15).put(1, "pal2"),
            NO_FIGURES,
            "Seat 1 scores privilege 15: 2 points when present (+2).",
            {"privilege": 15},
            1,
            2,
        ),
        Case(
            lambda: played(16).supply(4, "noble"),
            NO_FIGURES,
            "Seat 0 scores privilege 16: 2 points per orange chest (+2).",
            {"privilege": 16},
            points=2,
        ),
    ),
    "office_taken": (
        Case(
            lambda: Table().turn_of(0),
            ("place", "nij3", "N"),
            "Seat 0 puts a noble on office 3 of Nijmegen.",
            {"region": "nijmegen", "number": 3, "figure": "noble", "second": 0},
        ),
        Case(
            lambda: played(3).court(0, 5, 0),
            ("place", "nij3", "two"),
            "Seat 0 puts a second envoy on office 3 of Nijmegen.",
            {"region": "nijmegen", "number": 3, "figure": "envoy", "second": 1},
        ),
    ),
    "paid": (
        Case(
            lambda: Table().turn_of(0).court(0, 8, 0),
            ("place", "aac2"),
            "Seat 0 pays 2 envoys into Strasbourg; 1 envoy each into Palermo, Aachen, Augsburg, Milano, Nijmegen.",
            {
                "regions": ["strasbourg", "palermo", "aachen", "augsburg", "milano", "nijmegen"],
                "envoys": [2, 1, 1, 1, 1, 1],
                "nobles": [0] * 6,
            },
        ),
        Case(
            lambda: Table().turn_of(0).court(0, 3, 2),
            ("place", "nij3", "E", "N"),
            "Seat 0 pays 1 noble into Strasbourg.",
            {"regions": ["strasbourg"], "envoys": [0], "nobles": [1]},
        ),
    ),
    "second_region": (
        Case(
            scored,
            NO_FIGURES,
            "The second region is Nijmegen: the king's region.",
            {"region": "nijmegen", "second": "kings_region", "equal": 0, "again": 0},
            None,
        ),
        Case(
            lambda: scored("nijmegen"),
            NO_FIGURES,
            "The second region is Nijmegen: the king's region. It is scored only once.",
            {"region": "nijmegen", "second": "kings_region", "equal": 0, "again": 1},
            None,
        ),
        Case(
            lambda: scored("palermo", "most_figures").put(1, "aac2").put(2, "mil2"),
            NO_FIGURES,
            "The second region is Aachen: the one with the most figures, of 2 alike the first clockwise from the king.",
            {"region": "aachen", "second": "most_figures", "equal": 1, "again": 0},
            None,
        ),
    ),
    "region_scored": (
        Case(
            lambda: scored().put(1, "pal2").put(2, "pal3"),
            NO_FIGURES,
            "Palermo is scored: 2 seats present.",
            {"region": "palermo", "present": 2},
            None,
        ),
        Case(
            scored,
            NO_FIGURES,
            "Palermo is scored: nobody is there.",
            {"region": "palermo", "present": 0},
            None,
        ),
    ),
    "ranked": (
        Case(
            lambda: scored().tile("palermo", [7, 4, 1]).put(1, "pal3").put(2, "pal2").put(3, "pal1", "N"),
            NO_FIGURES,
            "Seat 2 is second in Palermo with weight 1, further left than seat 1 (+4).",
            {"region": "palermo", "rank": 2, "weight": 1, "further_left_than": 1},
            2,
            4,
        ),
        Case(
            lambda: scored().tile("palermo", [7, 4, 1]).put(1, "pal3").put(2, "pal2").put(3, "pal1", "N"),
            NO_FIGURES,
            "Seat 3 is first in Palermo with weight 2 (+7).",
            {"region": "palermo", "rank": 1, "weight": 2},
            3,
            7,
        ),
        Case(
            lambda: scored().put(0, "pal1", "N").put(1, "pal2").put(2, "pal3").put(3, "pal4"),
            NO_FIGURES,
            "Seat 3 is fourth in Palermo with weight 1.",
            {"region": "palermo", "rank": 4, "weight": 1},
            3,
        ),
    ),
    "bonus_scored": (
        Case(
            lambda: scored().put(1, "pal2"),
            NO_FIGURES,
            "Seat 1 scores the bonus of Palermo (+3).",
            {"region": "palermo"},
            1,
            3,
        ),
    ),
    "revealed": (
        Case(
            lambda: scored("augsburg").put(1, "aug2").draw_only("violet", "points_4"),
            NO_FIGURES,
            "Chests for those in Augsburg: violet, 4 points.",
            {"region": "augsburg", "chests": ["violet", "points_4"]},
            None,
        ),
    ),
    "discarded": (
        Case(
            lambda: scored("augsburg").put(1, "aug2").draw_only("violet", "points_4"),
            (*NO_FIGURES, "chest:points_4"),
            "Chests that nobody takes: violet.",
            {"chests": ["violet"]},
            None,
        ),
    ),
    "cleared": (
        Case(
            lambda: scored().put(1, "pal1", "N").put(1, "pal2").put(1, "pal3"),
            NO_FIGURES,
            "Seat 1 takes 2 envoys, 1 noble from Palermo to the province.",
            {"region": "palermo", "envoys": 2, "nobles": 1, "court": 0},
            1,
        ),
        Case(
            lambda: scored().privilege(1, 13).put(1, "pal2"),
            NO_FIGURES,
            "Seat 1 takes 1 envoy from Palermo to the court.",
            {"region": "palermo", "envoys": 1, "nobles": 0, "court": 1},
            1,
        ),
    ),
    "king_moved": (
        Case(
            scored,
            NO_FIGURES,
            "The king goes 1 step to Strasbourg.",
            {"steps": 1, "region": "strasbourg"},
            None,
        ),
    ),
    "returned": (
        Case(
            lambda: scored().pay(2, "strasbourg", 2, 1).pay(2, "palermo", 3),
            NO_FIGURES,
            "Seat 2 takes 2 envoys, 1 noble from the payment areas to the court.",
            {"envoys": 2, "nobles": 1, "court": 1},
            2,
        ),
        Case(
            lambda: over().pay(2, "strasbourg", 2, 1).pay(2, "nijmegen", 3),
            NO_FIGURES,
            "Seat 2 puts 5 envoys, 1 noble from the payment areas to the province.",
            {"envoys": 5, "nobles": 1, "court": 0},
            2,
        ),
    ),
    "game_ends": (Case(over, NO_FIGURES, "The last round is over: jobs and chests are scored.", {}, None),),
    "region_job": (
        Case(
            lambda: over().put(0, "pal2"),
            NO_FIGURES,
            "Seat 0 shows its region job Palermo (+12).",
            {"job": "palermo"},
            points=12,
        ),
        Case(over, NO_FIGURES, "Seat 0 shows its region job Palermo: no points.", {"job": "palermo"}),
    ),
    "pattern_job": (
        Case(
            lambda: over().put(0, "nij2").put(0, "pal2"),
            NO_FIGURES,
            "Seat 0 shows its pattern job one between (+7).",
            {"job": "one_between"},
            points=7,
        ),
    ),
    "offices_job": (
        Case(
            lambda: over().put(0, "nij3").put(0, "pal3"),
            NO_FIGURES,
            "Seat 0 shows its offices job pairs (+8).",
            {"job": "pairs"},
            points=8,
        ),
    ),
    "brown_scored": (
        Case(
            lambda: over().own(0, *["brown"] * 7),
            NO_FIGURES,
            "Seat 0 scores 7 brown chests (+25).",
            {"number": 7},
            points=25,
        ),
    ),
    "chests_scored": (
        Case(
            lambda: over().own(0, "brown", "violet", "keep_figure"),
            NO_FIGURES,
            "Seat 0 scores 2 other chests (+2).",
            {"number": 2},
            points=2,
        ),
    ),
    "tied": (
        Case(
            lambda: over().court(1, 5, 2),
            NO_FIGURES,
            "Seat 1 is level on points with another: 7 figures in its court decide.",
            {"court": 7},
            1,
        ),
    ),
}
SETUP = ("board_laid", "rows_laid", "privileges_laid", "jobs_dealt")


def test_every_kind_has_a_case() -> None:
    assert sorted([*CASES, *SETUP]) == sorted(EVENTS)


@pytest.mark.parametrize(("kind", "case"), [(kind, case) for kind in CASES for case in CASES[kind]])
def test_what_is_told(kind: str, case: Case) -> None:
    """Everybody sees all that happens after the setup."""
    expected = Event(kind, case.seat, case.points, case.figures, case.text, frozenset(range(SEATS)))
    assert expected in told(case.table(), *case.moves)


def new_game(**options: Any) -> dict[str, list[Event]]:
    """What is told of a setup, by kind."""
    given = {"ring_order": list(RING), "privilege_set": "first"} | options
    found: dict[str, list[Event]] = {}
    for event in Game("staufer", SEATS, given).new_told(4)[1]:
        found.setdefault(event.kind, []).append(event)
    return found


ROWS = {
    "a": ["palermo", "aachen", "milano", "augsburg", "strasbourg", "nijmegen"],
    "b": ["kings_region", "fewest_chests", "most_figures", "kings_region", "most_figures"],
    "c": [3, 1, 2, 2],
}


def test_the_table_is_told_to_all() -> None:
    """S-3.2 to S-3.5, S-3.9: what lies open."""
    tiles = ["t6", "t5", "t4", "t3", "t2", "t1"]
    events = new_game(round_tiles=ROWS, score_tile_assignment=tiles)
    (board,), (rows,), (privileges,) = (
        events[kind] for kind in ("board_laid", "rows_laid", "privileges_laid")
    )
    assert board.text == (
        "The ring is Nijmegen, Strasbourg, Palermo, Aachen, Augsburg, Milano. The king begins in Nijmegen."
    )
    assert board.figures == {"ring": list(RING), "tiles": tiles, "king": "nijmegen"}
    assert rows.text == (
        "The rounds score Palermo and the king's region; Aachen and the one with the fewest chests; "
        "Milano and the one with the most figures; Augsburg and the king's region; "
        "Strasbourg and the one with the most figures."
    )
    assert rows.figures == {"regions": ROWS["a"][:-1], "seconds": ROWS["b"], "steps": ROWS["c"]}
    assert privileges.text == "Privileges in play: 1, 4, 7, 10, 13, 16."
    assert privileges.figures == {"privileges": [1, 4, 7, 10, 13, 16]}
    assert all(one.seen_by == frozenset(range(SEATS)) for one in (board, rows, privileges))
    laid = events["chests_laid"]
    assert [one.figures.get("region") for one in laid] == [*RING, None]
    assert {chest for one in laid for chest in one.figures["chests"]} <= set(CHESTS)
    assert sum(len(one.figures["chests"]) for one in laid) == 29 + 5
    assert [one.kind for one in events["round_begins"]] == ["round_begins"]


def test_jobs_are_told_to_their_owner_alone() -> None:
    """S-6.1."""
    game = Game("staufer", SEATS)
    state, events = game.new_told(4)
    dealt = [event for event in events if event.kind == "jobs_dealt"]
    assert [event.seen_by for event in dealt] == [{seat} for seat in range(SEATS)]
    for seat, event in enumerate(dealt):
        assert event.seat == seat
        assert event.figures == state.view(seat).data["players"][seat]["jobs"]


def test_jobs_of_an_option_are_told_to_all() -> None:
    names = (
        ("palermo", "aachen", "milano", "nijmegen"),
        ("adjacent", "opposite", "one_between", "two_and_one"),
    )
    jobs = [
        {"region": region, "pattern": pattern, "offices": offices}
        for region, pattern, offices in zip(*names, ("cost_3", "pairs", "all", "series"), strict=True)
    ]
    dealt = new_game(jobs=jobs)["jobs_dealt"]
    assert dealt[0].text == "Seat 0 is dealt its jobs: region Palermo, pattern adjacent, offices cost 3."
    assert [event.figures for event in dealt] == jobs
    assert all(event.seen_by == frozenset(range(SEATS)) for event in dealt)


def test_sources_are_of_events_with_points() -> None:
    """The journal's law has found that these bring all points."""
    with_points = {kind for kind, cases in CASES.items() for case in cases if case.points}
    assert set(SOURCES) == with_points
    assert len(set(SOURCES.values())) == 8


def test_figures_that_move_are_told() -> None:
    """Courts change by nothing but what is told, over whole games."""
    for seed in range(6):
        game = Game("staufer", 2 + seed % 4)
        stream, state = Stream(seed, "story"), game.new(seed)
        courts = _courts(state.view(0).data)
        while state.actor is not None:
            codes = state.codes
            state, events = state.play_told(codes[stream.below(len(codes))])
            for event in events:
                if event.seat is not None:
                    _follow(courts[event.seat], event)
            assert courts == _courts(state.view(0).data)


def _courts(view: dict[str, Any]) -> list[list[int]]:
    return [[player["court"]["envoys"], player["court"]["nobles"]] for player in view["players"]]


def _follow(court: list[int], event: Event) -> None:
    """What an event does to its seat's court."""
    figures = event.figures
    if event.kind == "gained" or (event.kind in ("cleared", "returned") and figures["court"]):
        court[0] += figures["envoys"]
        court[1] += figures["nobles"]
    elif event.kind == "paid":
        court[0] -= sum(figures["envoys"])
        court[1] -= sum(figures["nobles"])
    elif event.kind in ("taken_back", "office_taken"):
        court[figures["figure"] == "noble"] += 1 if event.kind == "taken_back" else -1


def test_the_rules_list_every_kind_and_source() -> None:
    text = (ROOT / "docs" / "rules" / "staufer.md").read_text(encoding="utf-8")
    assert [word for word in (*EVENTS, *SOURCES.values()) if f"`{word}`" not in text] == []
