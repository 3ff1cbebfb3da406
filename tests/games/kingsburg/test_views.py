"""Views from strangers: each kind of lie is found, with its path. Notation and rendering."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from games.kingsburg.cases import CASES
from games.kingsburg.table import KINDS, Position, battle, game, helped, placing, position

from catalogue_cases import random_game, some_states
from eminence.bots import Game, State
from eminence.cext.core.errors import IllegalMove, InvalidInput
from eminence.cext.core.stream import Stream
from eminence.cext.games.kingsburg.words import PHASES


def _data(table: Position, seat: int = 0) -> dict[str, Any]:
    """The view as a front-end would send it."""
    return copy.deepcopy(State(table.game, table.packed, 0, 0).view(seat).data)


def _building() -> Position:
    return position("build", 0, year=2).give(0, gold=5, wood=2).build(1, "chapel")


def _placing() -> Position:
    table = position("place", 0, season="summer").dice(0, [1, 3]).dice(1, [2, 3, 5]).group(4, 0).group(9, 2)
    return table.dice(2, [1]).dice(3, [2, 2, 2]).set(passed=0b1100)


def _pair() -> Position:
    return position("place", 0, seats=2).dice(0, [1, 3, 5]).dice(1, [2, 3, 5]).group(4, None).group(9, None)


def _option() -> Position:
    return helped(9).group(12, 2).play("pass")


def _loss() -> Position:
    return battle(0, year=2).card("II-c").give(0, gold=2, stone=2).play("keep")


def _troops() -> Position:
    return position("troops", 2, order=(2, 0, 1, 3), module5=True).card("I-e").play("troops-3")


def _academy() -> Position:
    table = position("academy", 3, module1=True).build(3, "military_academy").set(die=5)
    table.record["reinforcement"] = [2, 2, 2, 2, 0]
    return table


def _whims() -> Position:
    table = position("build", 0, season="summer", module6="standard").give(0, gold=5)
    return table.set(whims=1 << 4 | 1 << 5, stock=0b101, lucky=2)


def _gift() -> Position:
    table = helped(15, module6="standard").set(whims=1 << 15)
    return table.play("pass")


def _effect() -> Position:
    return (
        position("build", 3, season="summer", module1=True)
        .build(3, "quarry")
        .give(3, wood=2, stone=2)
        .play("pass")
    )


def _played(phase: str, seats: int, **options: Any) -> Position:
    """The first position of a game with this phase, by the policy and several seeds."""
    table = game(seats, **options)
    for seed in range(60):
        for state in random_game(table, (phase, seed), policy=True):
            record = table.kernel.unpack(state.packed)
            if PHASES[record["phase"]] == phase:
                return Position(table, record)
    raise AssertionError(f"{phase} never comes")


def _draft() -> Position:
    return _played("draft", 3, module2=True, module2_method="draft").play("strip-b")


def _strips() -> Position:
    return _played("strips", 3, module2=True)


def _keep() -> Position:
    table = _played("keep", 3, module3=True)
    return table.play(table.texts[0])


def _bid() -> Position:
    table = _played("lot", 3, module3=True, module3_method="auction")
    return table.play(table.texts[0], "bid-1")


def _side() -> Position:
    return _played("side", 3, scenario="bargains").play("nobles")


def _discount() -> Position:
    table = (
        position("build", 0, module2=True).build(0, "scaffold", "palisade").give(0, gold=1, wood=1, stone=1)
    )
    return table.play("stables")


def _take() -> Position:
    table = position("build", 1, module3=True, year=2).govern(0, "tax_collector").build(1, "church")
    return table.give(1, gold=9, stone=9).play("cathedral")


def _peek() -> Position:
    table = placing(0, scenario="goblin_valley").group(10, 0).dice(0, [6, 6]).give(0, gold=2)
    return table.play("pass")


def _arm() -> Position:
    table = battle(3, module2=True, year=2).card("II-e").build(1, "armory").give(1, gold=2)
    return table.play("keep")


def _deal() -> Position:
    table = (
        position("place", 0, module4=True)
        .fate("secret_deals")
        .dice(0, [6, 6])
        .dice(1, [1, 1])
        .dice(2, [2, 2])
    )
    table.dice(3, [6, 6, 6]).group(8, 1).group(4, 2).group(6, 0).set(passed=0b1000)
    return table.play("deal-#8")


def _conjure() -> Position:
    return battle(9, module3=True, year=2).card("II-e").govern(2, "sorcerer").play("keep").play("guard_tower")


def _space() -> Position:
    table = position("place", 0, module3=True).govern(0, "politician").dice(0, [4, 5]).set(spaces=1 << 10)
    return table.dice(1, [6, 6, 6]).dice(2, [6, 6, 6]).dice(3, [6, 6, 6]).set(passed=0b1110)


def _loot() -> Position:
    table = placing(3, module3=True).govern(0, "thief").dice(3, [6, 6, 6]).give(1, gold=1, wood=2)
    return table.play("pass").play("seat-1")


def _aid() -> Position:
    return position("aid", 0, year=2).set(waiting=0b0011).build(2, "inn").build(3, "inn")


def _won() -> Position:
    return battle(9, year=4).card("IV-d").play("keep")


def _spring() -> Position:
    table = (
        position("build", 3, season="spring", module1=True)
        .build(3, "town_hall", "sawmill")
        .give(3, gold=1, wood=2)
    )
    return table.play("pass")


GOOD = [
    *(_draft, _strips, _keep, _bid, _side, _discount, _take, _peek, _arm, _deal, _conjure, _space, _loot),
    *(_aid, _won, _spring),
    *(_building, _placing, _pair, _option, _loss, _troops, _academy, _whims, _gift, _effect),
]


@pytest.mark.parametrize("arrange", GOOD, ids=lambda arrange: arrange.__name__)
def test_true_views_are_read(arrange: Any) -> None:
    table = arrange()
    for seat in range(table.game.seats):
        data = _data(table, seat)
        assert table.game.view(data).packed == table.game.kernel.hide(table.packed, seat)


LIES: list[tuple[Any, Any, str]] = [
    (_building, lambda d: d.update(phase="party"), "phase"),
    (_building, lambda d: d.update(phase="recruit"), "season"),
    (_building, lambda d: d.update(season="winter"), "season"),
    (_building, lambda d: d.update(year=6), "year"),
    (_building, lambda d: d.update(order=[0, 1, 1, 2]), "order"),
    (_building, lambda d: d.update(actor=4), "actor"),
    (_building, lambda d: d.update(actor=3), "phase"),
    (_building, lambda d: d.pop("actor"), "actor"),
    (_building, lambda d: d["players"].pop(), "players"),
    (_building, lambda d: d["players"][2].update(gold=-1), "players[2].gold"),
    (_building, lambda d: d["players"][2].update(gold=1.5), "players[2].gold"),
    (_building, lambda d: d["players"][2].update(vp=5000), "players[2].vp"),
    (_building, lambda d: d["players"][1].update(buildings=["chapel"]), "players[1].buildings[0]"),
    (_building, lambda d: d["players"][1].update(buildings=["inn", "inn"]), "players[1].buildings[1]"),
    (_building, lambda d: d["players"][1].update(buildings=["sawmill"]), "players[1].buildings[0]"),
    (_building, lambda d: d["players"][1].update(buildings=["castle"]), "players[1].buildings[0]"),
    (_building, lambda d: d["players"][1].update(coloured=[3]), "players[1].coloured"),
    (_building, lambda d: d["players"][1].update(passed=True), "players[1].passed"),
    (_building, lambda d: d["players"][1].update(waiting=True), "players[1].waiting"),
    (_building, lambda d: d["players"][1].update(troops=[1]), "players[1].troops"),
    (_building, lambda d: d["players"][1].update(combat=1), "players[1].combat"),
    (_building, lambda d: d["players"][1].update(crown=True), "players[1].crown"),
    (_building, lambda d: d.update(envoy=4), "envoy"),
    (_building, lambda d: d.update(groups=[{"advisor": 3, "seat": 1}]), "groups"),
    (_building, lambda d: d.update(influenced=[3]), "influenced"),
    (_building, lambda d: d.update(invader="II-a"), "invader"),
    (_building, lambda d: d.update(whims=[3]), "whims"),
    (_building, lambda d: d.update(left=2), "left"),
    (_building, lambda d: d.update(weather="rain"), "weather"),
    (_placing, lambda d: d.update(envoy=1), "envoy"),
    (_placing, lambda d: d["players"][0].update(coloured=[1, 3, 3]), "groups"),
    (_placing, lambda d: d["players"][0].update(coloured=[1, 7]), "players[0].coloured[1]"),
    (_placing, lambda d: d["players"][0].update(white=[2]), "players[0].white"),
    (_placing, lambda d: d["players"][0].update(passed=True), "actor"),
    (_placing, lambda d: d["players"][0].update(market_used=True), "players[0].market_used"),
    (_placing, lambda d: d["groups"].append({"advisor": 9, "seat": 2}), "groups"),
    (_placing, lambda d: d["groups"].append({"advisor": 19, "seat": 2}), "groups[2].advisor"),
    (_placing, lambda d: d["groups"].append({"advisor": 18}), "groups"),
    (_placing, lambda d: d.update(phase="pay", advisor=4), "advisor"),
    (_placing, lambda d: d.update(phase="pay", advisor=3), "phase"),
    (_pair, lambda d: d["groups"].pop(), "groups"),
    (_pair, lambda d: d["groups"].append({"advisor": 10}), "groups"),
    (_pair, lambda d: d["groups"].__setitem__(0, {"advisor": 1}), "groups"),
    (_option, lambda d: d.update(receiver=2), "receiver"),
    (_option, lambda d: d.update(group=2), "receiver"),
    (_option, lambda d: d.update(advisor=12), "receiver"),
    (_option, lambda d: d.update(actor=1), "actor"),
    (_option, lambda d: d.update(phase="gain", left=1), "phase"),
    (_option, lambda d: d.update(taken=[0]), "taken"),
    (_loss, lambda d: d.pop("invader"), "invader"),
    (_loss, lambda d: d.update(invader="III-a"), "invader"),
    (_loss, lambda d: d.update(invader="II-e"), "phase"),
    (_loss, lambda d: d.update(left=3), "left"),
    (_loss, lambda d: d.update(least="token"), "least"),
    (_loss, lambda d: d["players"][0].update(combat=9), "players[0].combat"),
    (_loss, lambda d: d["players"][2].update(won=True), "players[2].won"),
    (_troops, lambda d: d["players"][1].update(troops=[0, 1, 1, 2, 3, 3]), "players[1].troops"),
    (_troops, lambda d: d["players"][1].update(troops=[0, 1, 1, 2, 3]), "players[1].troops"),
    (_troops, lambda d: d["players"][2].update(committed=3), "players[2].committed"),
    (_academy, lambda d: d.update(rolled=2), "rolled"),
    (_academy, lambda d: d.update(rolled=7), "rolled"),
    (_academy, lambda d: d.update(actor=1), "actor"),
    (_academy, lambda d: d["players"][1].pop("reinforcement"), "players[1].reinforcement"),
    (_whims, lambda d: d.update(whims=[4]), "whims"),
    (_whims, lambda d: d.update(whims=[4, 4]), "whims"),
    (_whims, lambda d: d.update(stock=[]), "stock"),
    (_whims, lambda d: d.update(stock=["gold", "gold"]), "stock"),
    (_whims, lambda d: d.pop("lucky"), "lucky"),
    (_gift, lambda d: d["players"][0].update(stone=0), "players[0]"),
    (_gift, lambda d: d.update(left=3), "left"),
    (_effect, lambda d: d.update(used=["sawmill", "quarry"]), "phase"),
    (_effect, lambda d: d.update(used=["goldsmith"]), "used[0]"),
    (_effect, lambda d: d.update(used=["statue"]), "used[0]"),
    (_effect, lambda d: d.update(phase="price", effect="inn"), "effect"),
    # What cannot come about.
    (_placing, lambda d: d["groups"].pop(0), "groups"),
    (_pair, lambda d: d.update(order=[1, 0]), "order"),
    (_spring, lambda d: d.update(used=["sawmill"]), "used[0]"),
    (_aid, lambda d: d["players"][2].update(buildings=[]), "players[2].waiting"),
    (_aid, lambda d: d["players"][1].update(waiting=False), "players"),
    (
        _academy,
        lambda d: [player.update(reinforcement=0) for player in d["players"]],
        "players[0].reinforcement",
    ),
    (_academy, lambda d: d["players"][1].update(reinforcement=4), "players"),
    (_won, lambda d: d["players"][0].update(combat=500), "players[0].combat"),
    (_won, lambda d: d["players"][0].update(soldiers=7, combat=7), "players[0].won"),
    (_won, lambda d: d["players"][0].update(soldiers=2, combat=2, won=False), "actor"),
    (_loss, lambda d: d.update(phase="reward"), "actor"),
    # Modules.
    (_draft, lambda d: d["players"][d["actor"]]["rows"].update(offered=["b", "c"]), "players"),
    (_draft, lambda d: d.update(opener=(d["opener"] + 1) % 3), "players"),
    (_draft, lambda d: d["players"][d["actor"]].update(gold=1), "players"),
    (_strips, lambda d: d["players"][0]["rows"].update(offered=["a", "b"]), "players[0].rows"),
    (_strips, lambda d: d["players"][d["actor"]]["rows"].update(offered=["b"]), "players"),
    (_keep, lambda d: d["governors"].update(hand=d["governors"]["hand"][:2]), "governors.hand"),
    (_keep, lambda d: d["governors"].update(hand=["duke", "duke", "duke"]), "governors.hand"),
    (_keep, lambda d: d["players"][0].update(rows=None), "players[0].rows"),
    (_bid, lambda d: d["governors"].update(lot="nobody"), "governors.lot"),
    (_bid, lambda d: d["governors"].update(bidder=d["actor"]), "actor"),
    (_bid, lambda d: d["governors"].update(out=[d["actor"]]), "actor"),
    (_bid, lambda d: d["governors"].update(lots=d["governors"]["lots"][:2]), "governors.lots"),
    (_side, lambda d: d["players"][d["order"][0]].pop("people"), "players"),
    (_side, lambda d: d["players"][d["actor"]].update(people="nobles"), "players"),
    (_discount, lambda d: d.update(target="cathedral"), "target"),
    (_discount, lambda d: d.update(target="gardens"), "target"),
    (_discount, lambda d: d["players"][0].update(wood=0, stone=0), "target"),
    (_discount, lambda d: d["players"][0]["rows"].update(replaced=["b"]), "players[0].buildings"),
    (_take, lambda d: d.update(next="roll"), "next"),
    (_take, lambda d: d["players"][0].update(due=2), "players[0].due"),
    (_building, lambda d: d.update(phase="peek", next="peeks", turn=0), "phase"),
    (_building, lambda d: d.update(phase="side"), "phase"),
    (_building, lambda d: d.update(phase="rob"), "phase"),
    (_building, lambda d: d.update(phase="keep"), "year"),
    (_building, lambda d: d.update(phase="discount", target="statue", second_building=False), "phase"),
    (_take, lambda d: d.update(actor=2), "actor"),
    (_take, lambda d: d["players"][0].pop("due"), "actor"),
    (_take, lambda d: d["players"][1].update(governor="tax_collector"), "players"),
    (_peek, lambda d: d.update(advisor=8), "receiver"),
    (_peek, lambda d: d["players"][0].update(peeked=True) or d.update(invader="I-a"), "phase"),
    (_peek, lambda d: d["scenario"].update(valley="I-a"), "scenario.valley"),
    (_arm, lambda d: d["players"][1].update(combat=1), "players[1].combat"),
    (_arm, lambda d: d["players"][0].update(reinforcement=9), "players[0].reinforcement"),
    (_arm, lambda d: d.update(actor=0), "phase"),
    (_deal, lambda d: d["fate"].update(card="famine"), "players[0]"),
    (_deal, lambda d: d["fate"].update(gifts=[3]), "fate.gifts"),
    (_deal, lambda d: d["fate"].update(gone=["fog"]), "fate.gone"),
    (_deal, lambda d: d["players"][0].update(dealt=False), "players[0].dealt"),
    (_conjure, lambda d: d.update(left=4), "left"),
    (_conjure, lambda d: d.update(least_row="b"), "least_row"),
    (_conjure, lambda d: d["players"][0]["rows"].update(conjured=["d"]), "players[0].rows.conjured"),
    (_space, lambda d: d["governors"].update(spaces=[6]), "governors.spaces"),
    (_space, lambda d: d["players"][0].update(coloured=[4, 5, 6]), "groups"),
    (_loot, lambda d: d.update(victim=2), "victim"),
    (_loot, lambda d: d["players"][0].update(governor="duke"), "phase"),
]


@pytest.mark.parametrize(("arrange", "lie", "path"), LIES)
def test_lies_are_found(arrange: Any, lie: Any, path: str) -> None:
    table = arrange()
    data = _data(table)
    lie(data)
    with pytest.raises(InvalidInput) as error:
        table.game.view(data)
    assert error.value.path.startswith(path)


def test_own_commit_is_required() -> None:
    """A seat that has committed knows its own token."""
    table = _troops()
    data = _data(table, 2)
    del data["players"][2]["committed"]
    with pytest.raises(InvalidInput, match=r"players\[2\].committed"):
        table.game.view(data)


# ---- notation


@pytest.mark.parametrize(
    ("table", "text", "data"),
    [
        (_building(), "statue", {"action": "build", "building": "statue"}),
        (_building(), "pass", {"action": "pass"}),
        (_placing(), "#3", {"action": "aim", "advisor": 3}),
        (_option(), "gold+wood", {"action": "option", "option": 0}),
        (_loss(), "stone", {"action": "lose", "kind": "stone"}),
        (_troops(), "troops-4", {"action": "commit", "value": 4}),
        (_academy(), "take-5", {"action": "replace", "value": 5}),
        (_gift(), "wood>seat-2", {"action": "give", "kind": "wood", "seat": 2}),
        (_effect(), "use-quarry", {"action": "use", "building": "quarry"}),
    ],
)
def test_notation(table: Position, text: str, data: dict[str, Any]) -> None:
    state = State(table.game, table.packed, 0, 0)
    assert state.find(text).data == {"coloured": [], "white": []} | data


def test_dice_notation() -> None:
    """White dice with w, a "+2" as t, the Market as up and down."""
    table = placing().build(0, "market").dice(0, [2, 4], [3]).give(0, tokens=1)
    texts = table.play("#8").texts
    assert {"2+4+t", "4+w3+up", "2+4+w3+down", "2+w3+t+up", "4+w3+t+down"} == set(texts)
    state = State(table.game, table.play("#8").packed, 0, 0)
    assert state.find("2+w3+t+up").data == {
        "action": "place",
        "coloured": [2],
        "white": [3],
        "plus_two": True,
        "market": 1,
    }


def test_illegal_moves_are_refused() -> None:
    table = _building()
    with pytest.raises(IllegalMove, match="legal: pass"):
        State(table.game, table.packed, 0, 0).find("cathedral")


def test_effects_in_words() -> None:
    table = _placing()
    face, kernel = table.game.face, table.game.kernel
    assert face.move_effect(kernel, table.record, 3) == "influence the Architect (3): 1 wood"
    assert face.move_effect(kernel, table.record, 0) == "place no more dice this season"
    building = _building()
    assert face.move_effect(kernel, building.record, 5) == (
        "build the Statue for 2 gold: 3 VP, all dice equal: may roll one die again"
    )


def test_every_move_has_words() -> None:
    """Whatever can be chosen says what it does, in every phase of every module."""
    seen = set()
    for seats, options in CASES:
        table = Game("kingsburg", seats, options)
        for state in some_states(table, 17, 60):
            record = table.kernel.unpack(state.packed)
            seen.add(PHASES[record["phase"]])
            for move in table.kernel.moves(state.packed):
                assert table.face.move_effect(table.kernel, record, move), PHASES[record["phase"]]
    assert len(seen) > 25


def test_helps_and_prices_are_whole() -> None:
    """The Alchemist shows all three trades; a Crane is taken off the prices of its columns."""
    table = _placing().build(0, "crane")
    text = State(table.game, table.packed, 0, 0).view(0).render()
    for trade in ("gold>wood+stone", "wood>gold+stone", "stone>gold+wood"):
        assert trade in text
    assert "Farms 1g3w1s=2" in text
    assert "Chapel 3g1s=5" in text
    paying = _effect()
    paying.record |= {"phase": PHASES.index("price"), "choice": 1 + _season_end(paying, "town_hall")}
    paying.build(3, "town_hall").give(3, wood=1, stone=1)
    assert "price of Town Hall" in State(paying.game, paying.packed, 0, 0).view(0).render()


def _season_end(table: Position, name: str) -> int:
    return [source.word for source in table.game.kernel.figures.effects.sources["season_end"]].index(name)


def test_rendering_shows_the_essentials() -> None:
    table = _placing().set(seen=1).card("I-c")
    text = State(table.game, table.packed, 0, 0).view(0).render()
    assert "year I, summer" in text
    assert "I-c goblins 3" in text
    assert "[2]   9 Master Hunter" in text
    other = State(table.game, table.packed, 0, 0).view(1).render()
    assert "I (2 to 4)" in other


# ---- fuzz


def _mutate(data: Any, source: random.Random) -> None:
    """Changes one number, word, flag or list somewhere in the view."""
    spots = list(_spots(data))
    holder, key = source.choice(spots)
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = max(0, value + source.choice((-2, -1, 1, 2, 5)))
    elif isinstance(value, str):
        holder[key] = source.choice((*PHASES, *KINDS[:3], "statue", "I-a"))
    elif isinstance(value, list) and value and source.random() < 0.5:
        value.pop(source.randrange(len(value)))
    elif isinstance(value, list):
        value.append(copy.deepcopy(value[0]) if value else source.randint(1, 6))


def _spots(data: Any) -> Iterator[tuple[Any, Any]]:
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in list(pairs):
        if key in ("options", "seats", "seat"):
            continue
        yield data, key
        if isinstance(value, dict | list):
            yield from _spots(value)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whatever_is_accepted_can_be_played(case: tuple[int, dict[str, Any]]) -> None:
    """Views with random changes are either refused or play on to the end of the game."""
    seats, options = case
    table = Game("kingsburg", seats, options)
    source = random.Random(str(case))
    stream = Stream("fuzz", str(case))
    accepted = 0
    for state in some_states(table, 31, 60):
        for _ in range(4):
            seat = source.randrange(seats)
            data = copy.deepcopy(state.view(seat).data)
            for _ in range(source.randint(1, 3)):
                _mutate(data, source)
            try:
                view = table.view(data)
            except InvalidInput:
                continue
            accepted += 1
            world = view.sample(1).packed
            for _ in range(2000):
                if table.kernel.actor(world) is None:
                    break
                assert len(table.kernel.moves(world)) >= 2
                world = table.kernel.play(world, table.kernel.playout_move(world, stream), stream)
            table.kernel.result(world)
    assert accepted
