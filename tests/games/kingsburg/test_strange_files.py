"""Component files of strangers: whatever they write is played by its word, under the laws of the core, or refused."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from games.kingsburg.cases import EVERYTHING

from eminence.bots import Game, State
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.stream import Stream
from eminence.cext.games.kingsburg import FACE
from eminence.cext.games.kingsburg.figures_hooks import HOOKS, MARKS, RACES, RANGES

Tables = dict[str, list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def _laws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMINENCE_DEBUG", "1")


# ---- one thing at a time


def _refusal(change: Callable[[Tables], Any], **options: Any) -> InvalidInput:
    """What is said of a file in which something was changed."""
    data = copy.deepcopy(FACE.components.data)
    change({name: table["records"] for name, table in data["tables"].items()})
    with pytest.raises(InvalidInput) as error:
        FACE.kernel(4, EVERYTHING | options, Components(data, "mine.json"))
    return error.value


def _effects(table: str, number: int, *effects: dict[str, Any]) -> Callable[[Tables], Any]:
    return lambda tables: tables[table][number].update(effects=list(effects))


def _set(table: str, number: int, **fields: Any) -> Callable[[Tables], Any]:
    return lambda tables: tables[table][number].update(fields)


def _again(table: str, number: int) -> Callable[[Tables], Any]:
    return lambda tables: tables[table].append(dict(tables[table][number]))


def _every(effect: dict[str, Any], table: str = "buildings") -> Callable[[Tables], Any]:
    """One effect more for every record of a table."""
    return lambda tables: [record.update(effects=[*record["effects"], effect]) for record in tables[table]]


REFUSED: list[tuple[Callable[[Tables], Any], str, str]] = [
    # the same record twice, and fields nobody asked for
    (_again("buildings", 4), "buildings.records[28].id", "already there"),
    (_again("strips", 4), "strips.records[28].id", "already there"),
    (_again("governors", 4), "governors.records[24].id", "of its own"),
    (_again("rules", 0), "rules.records[10].id", "already there"),
    (_again("scenarios", 0), "scenarios.records[4].id", "already there"),
    (_again("advisors", 4), "tables.advisors", "once each"),
    (_again("whims", 4), "tables.whims", "once each"),
    (_again("invaders", 4), "tables.invaders", "different cards"),
    (_set("rules", 0, colour="red"), "records[0].colour", "belongs here"),
    (_set("invaders", 4, reward=None), "records[4].reward", "missing"),
    (_set("rules", 1, value=None), "records[1].value", "missing"),
    (_set("advisors", 0, colour="red"), "records[0].colour", "belongs here"),
    (_set("whims", 0, name="x"), "records[0].name", "belongs here"),
    (_set("scenarios", 0, colour="red", provenance="public"), "records[0].colour", "belongs here"),
    # words and names
    (_set("buildings", 4, name=7), "records[4].name", "must be text"),
    (_set("buildings", 4, name=" "), "records[4].name", "missing"),
    (_set("buildings", 4, name="a\nb"), "records[4].name", "control"),
    (_set("advisors", 4, name="x" * 100), "records[4].name", "longer"),
    (_set("governors", 4, id=True), "records[4].id", "must be text"),
    (_set("governors", 4, id="x" * 100), "records[4].id", "longer"),
    (_set("invaders", 4, id=["I-e"]), "records[4].id", "must be text"),
    (_set("invaders", 4, id="I e"), "records[4].id", "must be a word"),
    # lists that are no lists, and sets that name something twice
    (_set("buildings", 4, effects=5), "records[4].effects", "must be a list"),
    (_set("governors", 4, effects={}), "records[4].effects", "must be a list"),
    (
        _effects("buildings", 4, {"hook": "season_end", "gain": {"vp": 1}, "seasons": ["spring"] * 2}),
        "seasons",
        "must be different",
    ),
    (
        _effects("buildings", 4, {"hook": "season_end", "gain": {"vp": 1}, "pay": ["gold"] * 2}),
        "pay",
        "must be different",
    ),
    (
        _effects("buildings", 4, {"hook": "build_cost", "gain": {"gold": 1}, "columns": [2, 2]}),
        "columns",
        "must be different",
    ),
    (
        _effects("buildings", 4, {"hook": "battle_bonus", "value": 1, "races": ["orcs"] * 2}),
        "races",
        "must be different",
    ),
    (
        _effects("buildings", 4, {"hook": "season_end", "gain": {"vp": 1}, "seasons": []}),
        "seasons",
        "must have 1 to 3",
    ),
    # what cannot come twice
    (
        _effects(
            "governors",
            4,
            {"hook": "year_start", "year": 1, "free_buildings": 1},
            {"hook": "year_start", "year": 2, "free_buildings": 1},
        ),
        "tables",
        "year_start",
    ),
    (
        _effects(
            "governors",
            4,
            {"hook": "after_all_passed", "advisor": 3},
            {"hook": "after_all_passed", "advisor": 4},
        ),
        "tables",
        "after_all_passed",
    ),
    (
        _effects("fates", 4, {"hook": "reinforcement", "fixed": 1}, {"hook": "reinforcement", "fixed": 2}),
        "tables",
        "reinforcement",
    ),
    (
        _effects("fates", 4, {"hook": "coloured_dice", "fewer": 1}, {"hook": "coloured_dice", "fewer": 2}),
        "tables",
        "without coloured dice",
    ),
    (
        _effects(
            "buildings", 7, {"hook": "loss_shield", "falls": True}, {"hook": "loss_shield", "falls": True}
        ),
        "tables",
        "fall twice",
    ),
    (
        _effects("buildings", 4, {"hook": "reinforcement", "die": True}),
        "tables",
        "reinforcement at once",
    ),
    # more than there is room for
    (
        _effects("governors", 4, {"hook": "setup", "gain": {"gold": -1}}),
        "effects[0].gain",
        "only take vp away",
    ),
    (_every({"hook": "recruit_cost", "change": 9}), "tables", "recruit_cost that add up"),
    (_every({"hook": "reinforcement", "value": 9}), "tables", "reinforcement that add up"),
    (_every({"hook": "strength", "value": 9}, "fates"), "tables", "strength that add up"),
    (_every({"hook": "on_win", "gain": {"good": 9}}), "tables", "goods of choice"),
    (_every({"hook": "help_bonus", "gain": {"soldier": 20}}), "tables", "too much soldier"),
    (_every({"hook": "on_build", "gain": {"gold": 20}}), "tables", "too much gold"),
    (_every({"hook": "game_end", "per_goods": 1, "gain": {"vp": 20}}), "tables", "too much vp"),
    (_set("advisors", 4, help={"gain": {"wood": 20}}), "tables", "too much wood"),
]


@pytest.mark.parametrize(("change", "path", "reason"), REFUSED)
def test_what_makes_no_sense_is_refused(change: Callable[[Tables], Any], path: str, reason: str) -> None:
    """K-4.0.9: with the path of the record, or of the tables that do not go together, and the reason."""
    error = _refusal(change)
    assert error.path.startswith("mine.json: tables")
    assert path in error.path
    assert reason in str(error)


def test_sides_to_choose_each_year() -> None:
    """K-4.16.2: with two groups of people the second year would leave one, and no choice."""
    error = _refusal(
        lambda tables: [tables["people"].pop() for _ in range(2)], scenario="bargains", module3=False
    )
    assert (error.path, "must have 3 to 31 records" in str(error)) == ("mine.json: tables.people", True)


def test_an_effect_is_extended_once() -> None:
    """K-2.4: two Mints for one Sawmill are one too many."""
    mint = next(
        (number, effect)
        for number, record in enumerate(FACE.components.records("buildings"))
        for effect in record["effects"]
        if "extends" in effect
    )
    error = _refusal(_effects("buildings", mint[0], mint[1], mint[1]))
    assert "extended already" in str(error)


def test_provenance_of_what_is_in_play() -> None:
    """A reconstructed figure matters where its record is in play, whatever the table."""
    cases = [
        ("rules", 0, {}, "allow_reconstructed"),
        ("buildings", 4, {}, "allow_reconstructed"),
        ("buildings", 0, {"module1": True}, "module1"),
        ("whims", 3, {"module6": "standard"}, "module6"),
        ("advisors", 3, {}, "allow_reconstructed"),
    ]
    for table, number, options, named in cases:
        data = copy.deepcopy(FACE.components.data)
        data["tables"][table]["records"][number]["provenance"] = "reconstructed"
        components = Components(data, "mine.json")
        with pytest.raises(InvalidInput, match="reconstructed") as error:
            FACE.kernel(3, options | {"allow_reconstructed": False}, components)
        assert error.value.path == f"options.{named}"
        if options:
            FACE.kernel(3, {"allow_reconstructed": False}, components)
    data = copy.deepcopy(FACE.components.data)
    tournament = data["tables"]["scenarios"]["records"][3]
    tournament |= {"people": True, "provenance": "rulebook"}
    with pytest.raises(InvalidInput, match="reconstructed"):
        FACE.kernel(
            3, {"scenario": "tournament", "allow_reconstructed": False}, Components(data, "mine.json")
        )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "is not JSON"),
        ("1" * 5000, "is not JSON"),
        ('{"tables": []}', "an object with `tables`"),
        ('{"tables": {"rules": []}}', "is missing"),
        ('{"tables": {"rules": {"records": 7}}}', "is missing"),
        ('{"tables": {"rules": {"records": [7]}}}', "must be an object"),
        ('{"tables": {}, "name": 7}', "must be text"),
        (
            '{"tables": {"rules": {"records": [{"id": "x", "value": 7, "provenance": {"value": ["public"]}}]}}}',
            "needs one word",
        ),
        (
            '{"tables": {"rules": {"records": [{"id": "x", "provenance": "public", "source": 7}]}}}',
            "must be text",
        ),
    ],
)
def test_files_that_are_no_component_files(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(InvalidInput, match=reason):
        Components.load(path)


# ---- effects that somebody made up


def _some(source: random.Random, field: str) -> Any:
    """Some value of a field, now and then an odd one."""
    if field in MARKS:
        return source.random() < 0.95
    if field in RANGES:
        low, high = RANGES[field]
        return source.randint(low, min(high, low + 8))
    if field == "value":
        return source.randint(-2, 3)
    if field == "seasons":
        return source.sample(("spring", "summer", "autumn"), source.randint(1, 3))
    if field in ("gain", "if_none", "blesses", "if_lower"):
        return {
            source.choice((*KIND_WORDS, "good")): source.choice((1, 1, 2, -1))
            for _ in range(source.randint(1, 2))
        }
    if field == "pay":
        return source.sample(KIND_WORDS[:4], source.randint(1, 3))
    if field == "one_of":
        return source.sample(KIND_WORDS[:3], source.randint(1, 3))
    if field == "columns":
        return source.sample((1, 2, 3, 4), source.randint(1, 3))
    if field == "races":
        return source.sample(RACES, 2)
    if field == "advisors":
        return source.sample(range(1, 19), source.randint(1, 4))
    if field == "turn_to":
        return sorted(source.sample(range(1, 7), source.randint(2, 3)))
    words = {
        "reroll": ("one", "all"),
        "limit": ("season", "year"),
        "keeps": ("buildings", "vp"),
        "extends": (["A1"],),
    }
    return source.choice(words[field])


KIND_WORDS = ("gold", "wood", "stone", "token", "soldier", "vp")
TABLES = {"buildings": 28, "strips": 28, "governors": 24, "fates": 29, "people": 4, "scenarios": 4}


def _strange(source: random.Random) -> Components:
    """A file in which some records have effects that somebody made up."""
    data = copy.deepcopy(FACE.components.data)
    for _ in range(source.randint(1, 4)):
        hook = source.choice(tuple(HOOKS))
        variant = source.choice(HOOKS[hook])
        fields = [*variant.need, *(field for field in variant.may if source.random() < 0.5)]
        effect = {"hook": hook} | {field: _some(source, field) for field in fields}
        table = source.choice(tuple(TABLES))
        record = data["tables"][table]["records"][source.randrange(TABLES[table])]
        record["effects"] = [*(record["effects"] if source.random() < 0.3 else []), effect]
    return Components(data, "strange.json")


def _table(components: Components, source: random.Random) -> Game:
    """A table with everything on that the rules allow together."""
    scenario = source.choice(("bargains", "goblin_valley", "long_winter", "tournament"))
    options = EVERYTHING | {
        "scenario": scenario,
        "module3": scenario != "bargains",
        "module5": source.random() < 0.5,
        "module6": source.choice(("standard", "restoration")),
    }
    return Game("kingsburg", source.choice((2, 3, 5)), options, components=components)


def test_strange_files_are_played_or_refused() -> None:
    """Whatever loads is played to the end: at most 64 moves, each with its own text, views that are read back."""
    source = random.Random(11)
    played = refused = 0
    while played < 40:
        try:
            table = _table(_strange(source), source)
        except InvalidInput as error:
            refused += "strange.json" in error.path
            continue
        _play(table, source)
        played += 1
    assert refused > 20


def _play(table: Game, source: random.Random) -> None:
    kernel, stream = table.kernel, Stream("strange", source.random())
    state = kernel.setup(stream)
    for ply in itertools.count():
        assert ply < 4000
        if kernel.actor(state) is None:
            break
        moves = kernel.moves(state)
        assert 2 <= len(moves) <= 64
        if ply % 9 == 0:
            record = kernel.unpack(state)
            texts = [table.face.move_text(kernel, record, move) for move in moves]
            assert len(set(texts)) == len(texts)
            for move in moves:
                table.face.move_effect(kernel, record, move)
            seat = source.randrange(table.seats)
            view = State(table, state, 0, 0).view(seat)
            assert table.view(view.data).packed == kernel.hide(state, seat)
            view.render()
        move = kernel.playout_move(state, stream) if source.random() < 0.5 else source.choice(moves)
        state = kernel.play(state, move, stream)
    kernel.result(state)


# ---- files with odd values anywhere

ODD = (
    *(None, -1, 0, 1, 2, 7, 20, 21, 99, 255, 256, 32768, 10**9, 1.5, float("nan"), True, False),
    *("", "x", "gold", "a" * 200, "\n", [], {}, [1], ["gold"], [1, 1], {"gold": 1}, {"vp": 20}, {"good": 9}),
)


def _places(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of every value in a file's tables."""
    yield here
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from _places(data[key], (*here, key))


def _spoil(data: Any, place: tuple[Any, ...], source: random.Random) -> None:
    """Puts something odd there: another value, the same again, nothing, a little more or less, one field more."""
    *way, last = place
    for key in way:
        data = data[key]
    what = source.random()
    if what < 0.5:
        data[last] = copy.deepcopy(source.choice(ODD))
    elif what < 0.6:
        del data[last]
    elif what < 0.75 and isinstance(data, list):
        data.append(copy.deepcopy(data[last]))
    elif isinstance(data[last], int):
        data[last] += source.choice((-2, -1, 1, 2, 5))
    elif isinstance(data, dict):
        data[source.choice(("gain", "pay", "seasons", "value", "name"))] = copy.deepcopy(source.choice(ODD))


def test_odd_files_are_played_or_refused() -> None:
    """Nothing else than a complaint that names the file ever comes of it, or a game that keeps the laws to its end."""
    source = random.Random(5)
    tables = FACE.components.data["tables"]
    places = [
        place for place in _places(tables) if len(place) > 2 and place[-1] not in ("source", "provenance")
    ]
    played = 0
    refused = []
    for _ in range(300):
        data = copy.deepcopy(FACE.components.data)
        _spoil(data["tables"], source.choice(places), source)
        try:
            table = _table(Components(data, "odd.json"), source)
        except InvalidInput as error:
            refused.append(error.path)
            continue
        if played < 20:
            _play(table, source)
            played += 1
    assert played == 20
    assert len(refused) > 100
    assert all("odd.json: tables" in path for path in refused)
