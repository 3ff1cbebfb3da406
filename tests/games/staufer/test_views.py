"""Views from strangers: honest ones are understood in every phase, each kind of lie is named by its path."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from typing import Any

import pytest
from games.staufer.cases import CASES

from catalogue_cases import random_game
from eminence.bots import Game, State
from eminence.bots.game import read_view
from eminence.cext.core.errors import InvalidInput
from eminence.cext.games.staufer.words import PHASES

TABLES = [
    *CASES,
    (4, {"privileges": [2, 3, 7, 8, 9]}),
    (5, {"privileges": [3, 4, 5, 13, 16]}),
]


@lru_cache
def positions() -> dict[tuple[str, str], State]:
    """A state of every phase and continuation, found in games by the policy and at random."""
    found: dict[tuple[str, str], State] = {}
    for number, (seats, options) in enumerate(TABLES):
        game = Game("staufer", seats, options)
        for seed in range(2):
            for state in random_game(game, (number, seed), policy=seed == 1):
                step = "" if state.actor is None else state.view(0).data.get("progress", {}).get("next", "")
                phase = PHASES[game.kernel.unpack(state.packed)["phase"]]
                found.setdefault((phase, step), state)
    return found


def position(phase: str, step: str = "") -> State:
    return next(s for (p, n), s in positions().items() if p == phase and (not step or n == step))


def data_of(phase: str, step: str = "") -> dict[str, Any]:
    state = position(phase, step)
    found: dict[str, Any] = deepcopy(state.view(state.actor or 0).data)
    return found


def test_every_phase_is_found() -> None:
    assert {phase for phase, _ in positions()} == set(PHASES)


def test_honest_views_are_understood() -> None:
    """Every phase with every continuation, for every seat."""
    for state in positions().values():
        for seat in range(state.game.seats):
            view = state.view(seat)
            assert read_view("staufer", view.data).packed == view.packed


def test_redundant_fields_may_be_left_out() -> None:
    data = data_of("action")
    packed = read_view("staufer", data).packed
    for board in data["regions"]:
        del board["points"]
        for office in board["offices"]:
            del office["cost"], office["noble_only"]
    for space in data["supply"]:
        del space["envoys"], space["nobles"]
    for stack in data["privileges"]:
        stack.pop("points", None)
    assert read_view("staufer", data).packed == packed


def path_of(data: dict[str, Any]) -> str:
    with pytest.raises(InvalidInput) as error:
        read_view("staufer", data)
    return error.value.path


def put(*keys: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    """A lie: one field gets another value."""

    def change(data: Any) -> None:
        for key in keys[:-1]:
            data = data[key]
        data[keys[-1]] = value

    return change


def more(*keys: Any, by: int = 1) -> Callable[[dict[str, Any]], None]:
    """A lie: one number is changed."""

    def change(data: Any) -> None:
        for key in keys[:-1]:
            data = data[key]
        data[keys[-1]] += by

    return change


def other_jobs(data: dict[str, Any]) -> None:
    stranger = (data["seat"] + 1) % data["seats"]
    data["players"][stranger]["jobs"] = {"region": "aachen", "pattern": "adjacent", "offices": "all"}


def drop_own_jobs(data: dict[str, Any]) -> None:
    del data["players"][data["seat"]]["jobs"]


def next_actor(data: dict[str, Any]) -> None:
    data["actor"] = (data["actor"] + 1) % data["seats"]


def second_figure(data: dict[str, Any]) -> None:
    """Somebody without privilege 2 or 3 stands second."""
    for player in data["players"]:
        assert not {2, 3} & set(player["privileges"])
    office = data["regions"][0]["offices"][1]
    office["figures"] = [{"seat": 0, "kind": "envoy", "kept": False}] * 2
    for standing in [f for b in data["regions"] for o in b["offices"] for f in o["figures"]]:
        assert standing["kind"] in ("envoy", "noble")
    count = sum(
        f["seat"] == 0 and f["kind"] == "envoy"
        for b in data["regions"]
        for o in b["offices"]
        for f in o["figures"]
    )
    paid = sum(b["payments"][0]["envoys"] for b in data["regions"])
    me = data["players"][0]
    me["province"]["envoys"] = 15 - count - paid - me["court"]["envoys"]


@pytest.mark.parametrize(
    ("lie", "path"),
    [
        (put("round", value=6), "round"),
        (put("phase", value="lunch"), "phase"),
        (put("start_player", value=9), "start_player"),
        (put("king", value="rome"), "king"),
        (put("regions", 0, "region", value="rome"), "regions[0].region"),
        (put("regions", 1, "tile", value="t7"), "regions[1].tile"),
        (put("regions", 0, "points", value=[1, 1, 1]), "regions[0].points"),
        (put("regions", 0, "offices", value=[]), "regions[0].offices"),
        (put("regions", 0, "offices", 0, "cost", value=2), "regions[0].offices[0].cost"),
        (put("regions", 0, "offices", 0, "noble_only", value=False), "regions[0].offices[0].noble_only"),
        (put("regions", 0, "offices", 1, "chests", value=["gold"]), "regions[0].offices[1].chests[0]"),
        (put("regions", 0, "offices", 1, "chests", value=["brown"] * 9), "regions[0].offices[1].chests"),
        (
            put("regions", 0, "offices", 0, "figures", value=[{"seat": 0, "kind": "envoy", "kept": False}]),
            "regions[0].offices[0].figures[0].kind",
        ),
        (
            put("regions", 0, "offices", 0, "figures", value=[{"seat": 7, "kind": "noble", "kept": False}]),
            "regions[0].offices[0].figures[0].seat",
        ),
        (more("regions", 0, "payments", 0, "envoys"), "players[0].province"),
        (put("regions", 0, "payments", value=[]), "regions[0].payments"),
        (put("supply", value=[]), "supply"),
        (put("supply", 0, "envoys", value=7), "supply[0].envoys"),
        (put("turn_order", value=[]), "turn_order"),
        (put("turn_order", value=[0] * 4), "turn_order"),
        (put("supply_track", value=[9]), "supply_track[0]"),
        (put("rows", value=[]), "rows"),
        (put("rows", 0, "steps", value=9), "rows[0].steps"),
        (put("players", value=[]), "players"),
        (put("players", 0, "points", value=-1), "players[0].points"),
        (more("players", 0, "court", "envoys"), "players[0].province"),
        (more("players", 0, "province", "nobles"), "players[0].province"),
        (put("players", 0, "chests", value=["points_2"]), "players[0].chests"),
        (put("players", 0, "privileges", value=[1, 1]), "players[0].privileges"),
        (put("privileges", 0, "cards", value=0), "privileges[0].cards"),
        (put("privileges", 1, "privilege", value=1), "privileges[1].privilege"),
        (put("privileges", 0, "points", value=3), "privileges[0].points"),
        (more("draw_pile"), "draw_pile"),
        (put("discard_pile", value=[{"chest": "brown", "number": 99}]), "discard_pile"),
        (put("discard_pile", value=[{"chest": "brown", "number": 0}]), "discard_pile[0].number"),
        (other_jobs, "players"),
        (drop_own_jobs, "players"),
        (next_actor, "actor"),
        (put("progress", value={"next": "turn_end"}), "progress"),
        (put("dragons", value=1), "dragons"),
        (put("players", 0, "final", value={"region": 1}), "players[0].final"),
        (second_figure, "regions[0].offices"),
    ],
)
def test_lies_about_the_table(lie: Callable[[dict[str, Any]], None], path: str) -> None:
    state = next(
        s for s in random_game(Game("staufer", 4), 1) if "action" in s.view(0).data["phase"] and s.ply == 0
    )
    data = deepcopy(state.view(state.actor or 0).data)
    lie(data)
    assert path_of(data).startswith(path)


def kept_somewhere(data: dict[str, Any]) -> None:
    for board in data["regions"]:
        for office in board["offices"]:
            for figure in office["figures"]:
                figure["kept"] = True


@pytest.mark.parametrize(
    ("phase", "step", "lie", "path"),
    [
        ("supply_space", "", put("progress", "next", value="keeping"), "progress.next"),
        ("supply_space", "", more("progress", "due_envoys"), "progress.due_envoys"),
        ("supply_space", "", put("progress", "taking", value=["brown"]), "progress.taking"),
        (
            "supply_space",
            "",
            put("progress", "payment", value=[{"region": "aachen", "figures": 1}]),
            "progress.payment",
        ),
        ("supply_space", "", put("progress", "scored", value=["aachen"]), "progress.scored"),
        ("supply_space", "", put("progress", "served", value=1), "progress.served"),
        ("supply_space", "", put("progress", "revealed", value=["brown"]), "progress.revealed"),
        ("supply_space", "", put("progress", value=None), "progress"),
        (
            "supply_space",
            "",
            put("progress", "office", value={"region": "aachen", "number": 1}),
            "progress.office",
        ),
        ("supply_chests", "", put("progress", "supply_space", value=9), "progress.supply_space"),
        ("privilege", "", put("phase", value="office"), ""),
        ("revealed_chest", "", kept_somewhere, "regions"),
        ("saving", "", put("progress", "office", "number", value=9), "progress.office.number"),
        (
            "figure",
            "",
            put("progress", "payment", value=[{"region": "aachen", "figures": 2}]),
            "progress.payment",
        ),
        ("payment", "", put("progress", "payment", value=[]), "progress.payment"),
        ("second_envoy", "", put("progress", "office", "number", value=1), "progress.office"),
        ("source", "", put("progress", "due_envoys", value=0), "progress.due_envoys"),
        ("revealed_chest", "", put("progress", "served", value=5), "progress.served"),
        ("revealed_chest", "", put("progress", "scored", value=["aachen", "aachen"]), "progress.scored"),
        ("revealed_chest", "", put("progress", "revealed", value=["brown"]), ""),
        ("kept_figure", "", put("progress", "current", value="rome"), "progress.current"),
        ("kept_figure", "", kept_somewhere, "regions"),
        ("over", "", put("actor", value=0), "actor"),
        ("over", "", put("round", value=4), ""),
        ("over", "", more("players", 0, "final", "brown"), "players[0].final.brown"),
    ],
)
def test_lies_about_what_is_under_way(
    phase: str, step: str, lie: Callable[[dict[str, Any]], None], path: str
) -> None:
    data = data_of(phase, step)
    lie(data)
    assert path_of(data).startswith(path)


def test_lies_about_the_options() -> None:
    """A view must agree with the parts of the setup that its options give."""
    seats, options = CASES[-1]
    state = Game("staufer", seats, options).new(0)
    for name, value, path in (
        ("ring_order", list(reversed(options["ring_order"])), "regions"),
        ("score_tile_assignment", ["t2", "t1", "t3", "t4", "t5", "t6"], "regions"),
        ("start_player", (state.view(0).data["start_player"] + 1) % 3, "start_player"),
        ("jobs", [options["jobs"][1], options["jobs"][0], options["jobs"][2]], "players[0].jobs"),
        ("round_tiles", options["round_tiles"] | {"c": [3, 1, 2, 3]}, "rows"),
        ("chest_order", options["chest_order"][36:] + options["chest_order"][:36], "draw_pile"),
    ):
        data = deepcopy(state.view(0).data)
        data["options"] = data["options"] | {name: value}
        assert path_of(data) == path


def test_random_damage_never_breaks_the_rules() -> None:
    """Whatever number or list of a view is changed: it is refused, or play goes on from it to the end."""
    rng = random.Random(1)
    for (_, _), state in sorted(positions().items(), key=lambda item: item[0]):
        for _ in range(12):
            data = deepcopy(state.view(state.actor or 0).data)
            damage(data, rng)
            try:
                view = read_view("staufer", data)
            except InvalidInput:
                continue
            world = view.sample(1)
            while world.actor is not None:
                world = world.play(rng.choice(world.game.kernel.moves(world.packed)))


def damage(data: Any, rng: Any) -> None:
    """Changes one leaf somewhere below."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = rng.choice([k for k in keys if k not in ("seats", "seat", "options")])
        value = data[key]
        if isinstance(value, bool):
            data[key] = not value
            return
        if isinstance(value, int):
            data[key] = max(0, value + rng.choice((-1, 1)))
            return
        if isinstance(value, str):
            data[key] = rng.choice(
                ["aachen", "brown", "violet", "turn_end", "envoy", "noble", "office", "action"]
            )
            return
        if isinstance(value, list) and value and rng.random() < 0.3:
            value.pop(rng.randrange(len(value)))
            return
        if value is None:
            return
        data = value
