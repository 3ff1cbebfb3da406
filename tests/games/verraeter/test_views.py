"""Views from strangers: each kind of lie is refused by the path of the field that tells it."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
from games.verraeter.table import Table, fight, settled

from catalogue_cases import random_game
from eminence.bots import Game
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.stream import Stream

MISSING = object()


def supply() -> Table:
    return fight(hands=[[3, 4, 6], [5], [8], [2, 2]], discard=[2, 4])


def draft() -> Table:
    table = settled().play("0-1")
    return table.play(table.options[0])


def building() -> Table:
    return fight(kept=["F", "B", "S", "D2"]).play("stop", "estate")


def discarding() -> Table:
    table = fight(kept=["F", "D5", "S", "D2"], hands=[[2, 3, 4, 5], [], [], []])
    return table.play("stop")


def site() -> Table:
    return fight(kept=["F", "D5", "S", "D2"]).play("stop")


def doubtful() -> Table:
    """Seat 2 laid a card that may be old or new."""
    table = fight(
        kept=["S", "T", "F", "D5"],
        hands=[[4, 5], [3, 5, 5], [3, 4], [2, 4, 5, 6]],
        discard=[2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8],
        estates=[[1], [9], [10], [3]],
    )
    table.play("stop", "stop", "stop", "stop", "2-3")
    while table.now == "draft":
        table.play(table.options[0])
    return table.play("stop").play(table.options[-1])


def put(data: dict[str, Any], path: str, value: Any) -> None:
    """Sets a field by its path; MISSING takes it out."""
    *parents, last = re.findall(r"[a-z_0-9]+", path)
    place: Any = data
    for part in parents:
        place = place[int(part)] if part.isdigit() else place[part]
    if value is MISSING:
        del place[last]
    else:
        place[int(last) if last.isdigit() else last] = value


def lie(table: Table, seat: int, changes: dict[str, Any]) -> str:
    """The path that is complained about."""
    data = copy.deepcopy(table.view(seat))
    table.game.view(data)
    for path, value in changes.items():
        put(data, path, value)
    with pytest.raises(InvalidInput) as error:
        table.game.view(data)
    return error.value.path


FRAME = [
    ({"phase": "war"}, "phase"),
    ({"phase": MISSING}, "phase"),
    ({"round": 9}, "round"),
    ({"start_player": 4}, "start_player"),
    ({"strategist": MISSING}, "strategist"),
    ({"border": MISSING}, "border"),
    ({"border": 1}, "border"),
    ({"actor": MISSING}, "actor"),
    ({"weather": "fine"}, "weather"),
    ({"options.edition": "1999"}, "options.edition"),
]
RING = [
    ({"ring[0].land": "sea"}, "ring[0].land"),
    ({"ring[0].land": "city"}, "ring"),
    ({"ring[0].house": "rose", "ring[3].house": "rose"}, "ring"),
    ({"ring[5].owner": 1}, "ring[5].building"),
    ({"ring[5].owner": 7, "ring[5].building": "estate"}, "ring[5].owner"),
    ({"ring[5].owner": 0, "ring[5].building": "estate"}, "players[0].reserve"),
    ({"ring[6].building": "office", "ring[4].building": "office"}, "ring"),
    ({"ring": []}, "ring"),
]
PLAYERS = [
    ({"players[2].hand": [8]}, "players[2].hand"),
    ({"players[0].hand": [3, 4]}, "players[0].hand"),
    ({"players[0].hand": [3, 4, 7]}, "players[0].hand[2]"),
    ({"players[2].hand_size": 6}, "players[2].hand_size"),
    ({"players[2].hand_size": 2}, "deck_size"),
    ({"players[1].points": 60}, "players[1].points"),
    ({"players[1].points": -1}, "players[1].points"),
    ({"players[1].house": "wolf"}, "players[1].house"),
    ({"players[1].reserve": 3}, "players[1].reserve"),
    ({"players[1].laid": [3]}, "players[1].laid"),
    ({"players[1].has_action": False}, "players[1].has_action"),
    ({"players[1].action": "farmer"}, "players[1].action"),
    ({"players[0].action": MISSING}, "players[0].action"),
    ({"players[3].laid": [2, 2, 3, 3]}, "players[3].laid"),
    ({"players": []}, "players"),
]
CARDS = [
    ({"deck_size": 3}, "deck_size"),
    ({"discard": [2, 7]}, "discard[1]"),
    ({"discard": [8, 8]}, "discard"),
    ({"pack": ["traitor"]}, "pack"),
    ({"pack[0]": "diplomat_2", "pack[1]": "diplomat_2"}, "pack"),
    ({"memory.fresh": []}, "memory.fresh"),
    ({"memory.fixed_hands": True}, "memory.fixed_hands"),
    ({"memory.players": []}, "memory.players"),
    ({"memory.players[1].old": 1}, "memory.players[1].drawn"),
    ({"memory.players[1].old_values": [3]}, "memory.players[1].old_values"),
    ({"memory.players[1].drawn_values": [5]}, "memory.players[1].drawn_values"),
    ({"memory.players[0].drawn_values": [3, 4, 5]}, "memory.players[0].drawn_values"),
]


@pytest.mark.parametrize(("changes", "path"), FRAME + RING + PLAYERS + CARDS)
def test_lies_in_the_supply_phase(changes: dict[str, Any], path: str) -> None:
    assert lie(supply(), 0, changes) == path


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"pack": []}, "pack"),
        ({"players[0].has_action": False}, "players[0].has_action"),
        ({"players[2].has_action": True}, "players[2].has_action"),
        ({"players[0].hand_size": 2}, "players[0].hand_size"),
        ({"strategist": 2}, "strategist"),
        ({"players[1].house": "eagle"}, "players[1].house"),
        ({"players[1].points": 1}, "players[1].points"),
        ({"ring[0].house": "rose"}, "ring"),
        ({"discard": [2], "deck_size": 10}, "discard"),
    ],
)
def test_lies_in_the_first_draft(changes: dict[str, Any], path: str) -> None:
    """V-3: nothing but estates and hands has changed since the setup."""
    assert lie(draft(), 1, changes) == path


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"actor": 0}, "actor"),
        ({"building": MISSING}, "building"),
        ({"building": "nothing"}, "building"),
        ({"building": "turn"}, "building"),
        ({"players[0].action": "builder"}, "players"),
        ({"players[0].action": MISSING}, "players[0].action"),
    ],
)
def test_lies_of_the_builder(changes: dict[str, Any], path: str) -> None:
    assert lie(building(), 1, changes) == path


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"may_discard": MISSING}, "may_discard"),
        ({"may_discard": 3}, "may_discard"),
        ({"last_discard": 7}, "last_discard"),
        ({"last_discard": 5}, "last_discard"),
        ({"actor": 1}, "actor"),
        ({"strategist": 0}, "strategist"),
        ({"players[3].laid": [2]}, "players[3].laid"),
    ],
)
def test_lies_while_discarding(changes: dict[str, Any], path: str) -> None:
    assert lie(discarding(), 0, changes) == path


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"actor": 0}, "actor"),
        ({"border": 3}, "border"),
        ({"phase": "over"}, "border"),
        ({"phase": "over", "border": 0, "actor": MISSING, "round": 2}, "players[0].has_action"),
        ({"players[0].has_action": True}, "players[0].has_action"),
        ({f"ring[{i}].house": "eagle" for i in range(12)}, "ring"),
        ({"strategist": 1, "actor": 1}, "strategist"),
    ],
)
def test_lies_at_the_site(changes: dict[str, Any], path: str) -> None:
    assert lie(site(), 2, changes) == path


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"memory.players[2].revealed[0].value": 7}, "memory.players[2].revealed[0].value"),
        ({"memory.players[2].revealed[0].drawn_before": 4}, "memory.players[2].revealed[0].drawn_before"),
        ({"memory.players[2].revealed": []}, "memory.players[2].drawn"),
        ({"memory.players[2].drawn": 4}, "memory.players[2].drawn"),
        ({"memory.fresh[0]": 8}, "memory.fresh"),
        ({"memory.players[1].old": 2}, "memory.players[1].drawn"),
    ],
)
def test_lies_in_the_record(changes: dict[str, Any], path: str) -> None:
    """V-6.3: the record must agree with the table."""
    assert lie(doubtful(), 0, changes) == path


def test_impossible_arrangement() -> None:
    """V-6.3: seat 1, without old cards of that value and before his first draw of it, cannot have laid the 8."""
    table = fight(hands=[[3], [2, 5], [4], [2]], discard=[8])
    data = copy.deepcopy(table.view(0))
    memory = data["memory"]
    memory["fresh"].append(8)
    memory["players"][1] |= {"old": 1, "drawn": 2, "revealed": [{"value": 6, "drawn_before": 2}]}
    with pytest.raises(InvalidInput) as error:
        table.game.view(data)
    assert error.value.path.startswith("memory")


def test_revealed_by_one_who_cannot_have_had_it() -> None:
    """V-6.3: the 8 was not in the fresh deck, and seat 1 has drawn all his cards from there."""
    table = fight(hands=[[3], [2, 8], [4], [2]]).play("stop", "+8", "stop")
    data = copy.deepcopy(table.view(0))
    data["memory"]["players"][1] |= {"drawn": 2, "revealed": [{"value": 8, "drawn_before": 2}]}
    data["memory"]["players"][2] |= {"old": 1, "drawn": 0}
    with pytest.raises(InvalidInput) as error:
        table.game.view(data)
    assert error.value.path == "memory.players[1].revealed"


def test_settling_lies() -> None:
    table = Table().play("@6")
    assert lie(table, 1, {"ring[0].owner": 1, "ring[0].building": "estate"}) == "players[1].reserve"
    assert lie(table, 1, {"round": 2}) == "round"
    assert lie(table, 1, {"actor": 2}) == "ring"
    assert lie(table, 1, {"players[0].hand_size": 3, "deck_size": 20}) == "players[0].hand_size"
    own = Table(setup_estate_site="own_house_only").play("@6")
    changes = {
        "ring[6].owner": MISSING,
        "ring[6].building": MISSING,
        "ring[1].owner": 0,
        "ring[1].building": "estate",
    }
    assert lie(own, 1, changes) == "ring"


def test_over_lies() -> None:
    table = fight(round=8, kept=["F", "S", "D5", "D2"]).play("stop")
    assert table.now == "over"
    assert lie(table, 0, {"round": 7}) == "phase"
    assert lie(table, 0, {"actor": 0}) == "actor"


def test_full_record_means_the_same() -> None:
    """V-6.3: a front-end that keeps every revealed card in the record gets the same view."""
    # seat 1 laid a 5 before any draw: told in full, it is one more old card
    full = fight(
        kept=["S", "T", "F", "D5"],
        hands=[[4, 5], [3, 5, 5], [3, 4], [2, 4, 5, 6]],
        discard=[2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8],
        estates=[[1], [9], [10], [3]],
    ).play("stop", "stop", "stop", "stop", "2-3")
    while full.now == "draft":
        full.play(full.options[0])
    full.play("+5", "stop")
    data = copy.deepcopy(full.view(0))
    player = data["memory"]["players"][1]
    assert (player["old"], player["revealed"]) == (2, [])
    player |= {"old": 3, "revealed": [{"value": 5, "drawn_before": 0}]}
    assert full.game.view(data).packed == full.kernel.hide(full.packed, 0)


def test_full_record_of_a_seat_without_old_cards() -> None:
    """V-6.3: its revealed cards were all drawn."""
    table = fight(hands=[[3], [2, 5], [4], [2]]).play("stop", "+5", "stop")
    data = copy.deepcopy(table.view(0))
    memory = data["memory"]
    memory["players"][1] |= {"drawn": 2, "revealed": [{"value": 5, "drawn_before": 2}]}
    memory["fresh"].append(5)
    assert table.game.view(data).packed == table.kernel.hide(table.packed, 0)


def test_own_record_in_full() -> None:
    table = fight(hands=[[3, 5], [2, 5], [4], [2]]).play("+5", "stop")
    data = copy.deepcopy(table.view(0))
    memory = data["memory"]
    memory["players"][0] |= {
        "drawn": 2,
        "drawn_values": [3, 5],
        "revealed": [{"value": 5, "drawn_before": 2}],
    }
    memory["fresh"].append(5)
    assert table.game.view(data).packed == table.kernel.hide(table.packed, 0)


def paths(data: Any, path: str = "") -> list[str]:
    """Paths of all numbers and lists in a view that may be changed."""
    if isinstance(data, dict):
        parts = [(f"{path}.{key}" if path else key, value) for key, value in data.items()]
        skipped = ("seats", "seat", "options")
        return [one for key, value in parts if key not in skipped for one in paths(value, key)]
    if isinstance(data, list):
        return [path] + [one for i, value in enumerate(data) for one in paths(value, f"{path}[{i}]")]
    return [path] if isinstance(data, int) and not isinstance(data, bool) else []


def field(data: Any, path: str) -> Any:
    for part in re.findall(r"[a-z_0-9]+", path):
        data = data[int(part)] if part.isdigit() else data[part]
    return data


@pytest.mark.parametrize("seats", [3, 4])
def test_views_that_pass_can_be_played(seats: int) -> None:
    """Random changes are refused, or leave a view whose worlds are complete and play on to the end."""
    game = Game("verraeter", seats, {"edition": "1998"})
    kernel, stream = game.kernel, Stream(seats, "lies")
    passed = 0
    for state in list(random_game(game, 8, policy=True))[::2]:
        for seat in range(seats):
            data = copy.deepcopy(state.view(seat).data)
            candidates = paths(data)
            for _ in range(1 + stream.below(3)):
                path = candidates[stream.below(len(candidates))]
                value = field(data, path)
                if isinstance(value, int):
                    put(data, path, value + 1 - 2 * stream.below(2))
            try:
                view = game.view(data)
            except InvalidInput:
                continue
            passed += 1
            world = kernel.sample(view.packed, seat, stream)
            assert kernel.hide(world, seat) == view.packed
            while kernel.actor(world) is not None:
                moves = kernel.moves(world)
                assert len(moves) >= 2
                world = kernel.play(world, moves[stream.below(len(moves))], stream)
    assert passed
