"""What the journal of Verräter tells, of whom, to whom and in which words."""

from __future__ import annotations

from typing import Any

import pytest
from games.verraeter.table import Table, fight, settled
from games.verraeter.test_end import last_land
from story_scenes import Scene, Told, each

from eminence.cext.games.verraeter.words import EVENTS


def others(seat: int) -> frozenset[int]:
    return frozenset(range(4)) - {seat}


def drawing(deck: list[int]) -> Table:
    """The Builder decides, then seats 0 and 3 draw a card each; what is not in the deck is discarded."""
    table = Table()
    discard = [
        value
        for value, count in zip(table.figures.value, table.figures.count, strict=True)
        for _ in range(count)
    ]
    for value in [2, *deck]:
        discard.remove(value)
    return fight(kept=["B", "S", "T", "D5"], discard=discard).play("stop")


def builder(**fields: Any) -> Table:
    """Seat 1 builds."""
    return fight(kept=["F", "B", "S", "D2"], **fields).play("stop")


FIGHT = fight().state
LAST = {"kept": ["F", "S", "D5", "D2"], "round": 8}

SCENES = {
    "round_begins": [
        Scene(builder().state, "nothing", [Told(1, 0, {"round": 3}, "Round 3: seat 1 is Start player.")])
    ],
    "card_aside": [
        Scene(settled().state, "0-1", [Told(None, 0, {}, "One action card is put aside unseen.")])
    ],
    "revealed": [
        Scene(
            FIGHT,
            "stop",
            [
                Told(0, 0, {"action": "builder"}, "Seat 0 shows the Builder."),
                Told(1, 0, {"action": "strategist"}, "Seat 1 shows the Strategist."),
                Told(2, 0, {"action": "farmer"}, "Seat 2 shows the Farmer."),
                Told(3, 0, {"action": "diplomat_2"}, "Seat 3 shows the Diplomat +2."),
            ],
        )
    ],
    "switched": [
        Scene(
            fight(kept=["S", "F", "T", "D5"], houses="ERRR").state,
            "stop",
            [Told(2, 0, {"house": "eagle"}, "Seat 2 switches to Eagle.")],
        ),
        Scene(FIGHT, "stop", []),
    ],
    "forces": [
        Scene(
            FIGHT,
            "+2",
            [
                Told(
                    None,
                    0,
                    {"house": "eagle", "land": 5, "actions": 0, "supply": 0},
                    "Eagle: land 5, action cards 0, supply 0 = 5.",
                ),
                Told(
                    None,
                    0,
                    {"house": "rose", "land": 15, "actions": 2, "supply": 2},
                    "Rose: land 15, action cards 2, supply 2 = 19.",
                ),
            ],
        )
    ],
    "tied": [
        Scene(
            fight(kept=["B", "S", "F", "D5"], houses="RREE", hands=[[], [], [], [5]]).state,
            "+5",
            [Told(None, 0, {}, "The conflict is a tie: nothing changes.")],
        ),
        Scene(FIGHT, "stop", []),
    ],
    "conquered": [
        Scene(FIGHT, "stop", [Told(None, 0, {"position": 0, "house": "rose"}, "Rose wins the land at 0.")])
    ],
    "action_scored": [
        Scene(
            fight(kept=["S", "F", "T", "D5"], houses="ERRR").state,
            "stop",
            [
                Told(0, 2, {"action": "strategist"}, "Seat 0 scores the Strategist (+2)."),
                Told(2, 1, {"action": "traitor"}, "Seat 2 scores the Traitor (+1)."),
            ],
        )
    ],
    "conflict_scored": [
        Scene(
            FIGHT,
            "stop",
            [
                Told(
                    seat,
                    4,
                    {"land": "river", "winners": 2},
                    f"Seat {seat} scores the river, as one of 2 in the winning house (+4).",
                )
                for seat in (1, 3)
            ],
        )
    ],
    "built": [
        Scene(
            builder().state,
            "turn",
            [
                Told(
                    1,
                    0,
                    {"building": "turn", "position": 3},
                    "Seat 1 turns the building at 3, the only one it may.",
                )
            ],
        ),
        *(
            Scene(
                builder(estates=[[0, 1, 2], [3], [4, 5, 6], [7, 8, 9]], offices=[[10], [], [], []]).state,
                what,
                [
                    Told(
                        1,
                        0,
                        {"building": f"place_{what}", "position": 11},
                        f"Seat 1 places an {what} at 11, the only free land.",
                    )
                ],
            )
            for what in ("estate", "office")
        ),
        Scene(builder().state, "estate", []),
    ],
    "strategy_taken": [
        Scene(builder().state, "nothing", [Told(2, 0, {}, "Seat 2 takes the Strategy card.")])
    ],
    "reshuffled": [
        Scene(
            drawing([]).state,
            "nothing",
            [Told(None, 0, {"cards": 22}, "The discard pile becomes the deck of 22 cards.")],
        ),
        Scene(drawing([5, 5]).state, "nothing", []),
    ],
    "drawn": [
        Scene(
            drawing([5, 5]).state,
            "nothing",
            [
                told
                for seat in (0, 3)
                for told in (
                    Told(
                        seat,
                        0,
                        {"count": 1, "values": [5]},
                        f"Seat {seat} draws 1 supply card: 5.",
                        frozenset({seat}),
                    ),
                    Told(seat, 0, {"count": 1}, f"Seat {seat} draws 1 supply card.", others(seat)),
                )
            ],
        ),
        Scene(
            Table(4, start_hands="fixed345").play("@6", "@0", "@4").state,
            "@7",
            [
                Told(seat, 0, {"count": 3, "values": [3, 4, 5]}, f"Seat {seat} draws 3 supply cards: 3 4 5.")
                for seat in range(4)
            ],
        ),
    ],
    "offices_scored": [
        Scene(
            fight(offices=[[1], [], [], []], **LAST).state,
            "stop",
            [Told(0, 3, {"offices": 1, "cards": 3}, "Seat 0 scores 1 office, 3 cards each (+3).")],
        )
    ],
    "game_ends": [
        Scene(fight(**LAST).state, "stop", [Told(None, 0, {"one_house": 0}, "The last round is over.")]),
        Scene(
            last_land(kept=["F", "S", "D5", "D2"]).state,
            "stop",
            [Told(None, 0, {"one_house": 1}, "All lands belong to one house: the game ends.")],
        ),
        Scene(builder().state, "nothing", []),
    ],
}


def test_every_kind_has_a_scene() -> None:
    assert tuple(SCENES) == EVENTS


@pytest.mark.parametrize(("kind", "scene"), each(SCENES))
def test_scene(kind: str, scene: Scene) -> None:
    scene.check(kind)
