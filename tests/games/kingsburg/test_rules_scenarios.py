"""The four scenarios."""

from __future__ import annotations

from collections import Counter

import pytest
from games.kingsburg.table import Position, battle, game, placing, position
from scipy.stats import chisquare

from eminence.bots import Game, State
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.stream import Stream

VALLEY = "goblin_valley"


# ---- Goblin Valley


def test_valley_deck() -> None:
    """K-4.16.1, K-3.7, K-6: a second card of each year, never the same, all pairs alike."""
    table = game(2, scenario=VALLEY)
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(1500):
        record = table.kernel.unpack(table.kernel.setup(Stream(seed)))
        assert all(a != b for a, b in zip(record["invaders"], record["valley"], strict=True))
        pairs[record["invaders"][2], record["valley"][2]] += 1
    assert len(pairs) == 20
    assert chisquare(list(pairs.values())).pvalue > 1e-4


def test_valley_is_hidden() -> None:
    """K-6: unknown pairs are uniform over 20; who knows one card has the other uniform over 4."""
    base = position("build", 0, scenario=VALLEY, year=3).give(0, gold=9).card("III-b").valley("III-d")
    kernel = base.game.kernel
    for seen, valley, size in ((0, 0, 20), (1, 0, 4), (0, 1, 4), (1, 1, 1)):
        table = base.set(seen=seen, seen_valley=valley)
        view = kernel.hide(table.packed, 0)
        worlds = [kernel.unpack(kernel.sample(view, 0, Stream(n, "world"))) for n in range(1200)]
        for year in (2, 3):
            pairs = Counter((world["invaders"][year], world["valley"][year]) for world in worlds)
            assert len(pairs) == (size if year == 2 else 20)
            if len(pairs) > 1:
                assert chisquare(list(pairs.values())).pvalue > 1e-4
        data = State(table.game, table.packed, 0, 0).view(0).data
        assert ("valley" in data["scenario"]) == bool(valley)


def test_peek_at_either_deck() -> None:
    """K-4.16.1, K-7.59: a choice while neither is known, else the unknown one; who peeked at which is public."""
    table = placing(0, scenario=VALLEY).group(10, 0).dice(0, [6, 6, 6]).give(0, gold=2)
    ask = table.play("pass")
    assert (ask.phase, ask.texts) == ("peek", ["peek-invaders", "peek-valley"])
    assert ask.own(0)["soldiers"] == 2  # K-4.3.6.1: the peek comes last
    after = ask.play("peek-valley")
    assert (after.record["seen"], after.record["seen_valley"]) == (0, 1)
    second = table.set(seen_valley=1).play("pass")
    assert (second.record["seen"], second.record["seen_valley"]) == (1, 1)
    assert table.set(seen=1, seen_valley=1).play("pass").phase != "peek"
    data = State(after.game, after.packed, 0, 0).view(1).data
    assert data["players"][0]["peeked_valley"]
    assert not data["players"][0]["peeked"]


def test_peeks_at_the_end_of_a_season() -> None:
    """K-7.59, K-7.60: Messengers ask too."""
    table = position("build", 3, scenario=VALLEY, module1=True, module2=True, season="autumn").build(
        0, "messengers"
    )
    ask = table.give(3, gold=2).play("pass")
    assert (ask.phase, ask.actor) == ("peek", 0)
    assert ask.play("peek-invaders").record["seen"] == 1


def _fought(card: str, valley: str, year: int, **own: int) -> Position:
    table = battle(1, scenario=VALLEY, year=year).card(card).valley(valley)
    return table.give(0, **own) if own else table


def test_goblins_join() -> None:
    """K-4.16.1, K-7.44: strengths add, reinforcements grow by the year, both losses and both rewards."""
    lost = _fought("II-c", "II-b", 2, gold=5, wood=1, stone=1)  # 4 + 4 against 1 + 2
    after = lost.build(0, "statue", "inn").play("keep")
    assert after.phase == "loss"
    assert after.goods(0) == (3, 1, 1)  # 2 gold of II-b, then 2 of choice of II-c
    assert after.record["combat"][0] == 3
    done = after.play("gold", "gold")
    assert done.buildings(0) == set()  # K-7.27: one building for each card
    won = _fought("II-d", "II-a", 2, soldiers=20)
    after = won.play("keep")
    assert after.goods(0)[:2] == (1, 1)


def test_other_races_stay_away() -> None:
    """K-4.16.1: a Valley card that is not Goblins is ignored, but in the last year every card counts as Goblins."""
    ignored = _fought("II-c", "II-e", 2, soldiers=4)
    assert ignored.play("keep").goods(0) == (1, 0, 0)
    tie = (
        _fought("V-b", "V-d", 5, soldiers=10).only(0, "barricade").play("keep")
    )  # 1 + 5 + 10 + 1 against 8 + 9
    assert (tie.vp(0), tie.buildings(0)) == (0, {"barricade"})
    won = _fought("V-b", "V-d", 5, soldiers=11).only(0, "barricade").play("keep")
    assert won.vp(0) == 1 + 2 + 1  # both rewards and the highest value


def test_race_bonuses_once() -> None:
    """K-4.16.1, K-7.38: the Barricade is not doubled, each race present counts, Fortress and highest value once."""
    table = _fought("I-c", "I-b", 1).only(0, "barricade").only(1, "palisade").build(2, "fortress")
    table.give(2, soldiers=9)
    after = table.play("keep")
    assert after.vp(2) == 1 + 1
    two = battle(0, scenario=VALLEY, year=2).card("II-e").valley("II-a").only(0, "barricade", "palisade")
    two.give(0, gold=1, wood=9, stone=9)
    combat = two.give(1, soldiers=99).play("keep")
    assert combat.vp(1) == 1 + 1
    assert combat.record["year"] == 2


def test_once_per_battle() -> None:
    """K-7.38: Hard Winter takes one good for the battle; strength changes count once."""
    table = battle(0, scenario=VALLEY, module4=True, year=2).card("II-c").valley("II-b").fate("hard_winter")
    assert table.give(0, gold=9, wood=9).play("keep").record["left"] == 2 + 1
    fierce = battle(0, scenario=VALLEY, module4=True, year=1).card("I-c").valley("I-b").fate("fierce_enemies")
    assert fierce.give(0, soldiers=5).play("keep").vp(0) == 0  # 5 + 1 ties with 3 + 2 + 1


# ---- Bargains


def test_people() -> None:
    """K-4.16.2, K-7.72: in turn order, each year another group."""
    table = game(3, scenario="bargains")
    first = Position(table, table.kernel.unpack(table.kernel.setup(Stream(1))))
    assert first.phase == "side"
    assert first.texts == ["nobles", "artisans", "soldiers", "peasants"]
    actors = []
    while first.phase == "side":
        actors.append(first.actor)
        first = first.play("nobles")
    assert actors == first.record["order"][:3]
    year = battle(9, scenario="bargains").card("I-e")
    for seat in range(4):
        year.side(seat, "nobles")
    after = year.play("keep")
    assert after.vp(0) == 1 + 1 + 1  # reward, highest value, Nobles
    assert after.texts == ["artisans", "soldiers", "peasants"]


def test_artisans_soldiers_peasants() -> None:
    """K-4.16.2, K-7.61, K-7.31, K-7.68: a discount a year, a soldier in Winter, a good in Spring."""
    table = position("build", 0, scenario="bargains").side(0, "artisans").give(0, gold=1, wood=1)
    assert table.play("inn").texts == ["pay-1g1w", "pay-1w+yearly", "pay-1g+yearly"]
    assert "statue" not in table.set(yearly=1).texts
    winter = position("recruit", 3, scenario="bargains", module5=True).side(0, "soldiers").give(3, gold=2)
    assert winter.play("stop").own(0)["soldiers"] == 1
    spring = position("aid", 3, scenario="bargains").side(1, "peasants").set(waiting=0b1000)
    assert (spring.play("gold").phase, spring.play("gold").actor) == ("take", 1)


def test_bargains_exclude_governors() -> None:
    """K-4.16.2: not with module 3, and the reason is told."""
    with pytest.raises(InvalidInput, match="excludes") as error:
        Game("kingsburg", 3, {"scenario": "bargains", "module3": True})
    assert error.value.path == "options.scenario"


# ---- Long Winter and Tournament


def test_long_winter() -> None:
    """K-4.16.3, K-7.69: invaders one stronger, a good of choice more for winners."""
    table = battle(4, scenario="long_winter").card("I-e").give(0, soldiers=2)
    after = table.play("keep")
    assert (after.phase, after.actor, after.record["left"]) == ("reward", 0, 1)
    assert battle(4, scenario="long_winter").card("I-e").play("keep").vp(0) == -2
    more = battle(4, scenario="long_winter", year=4).card("IV-d").give(0, soldiers=9).play("keep")
    assert more.record["left"] == 2


def test_tournament() -> None:
    """K-4.16.4, K-7.39: a point for the highest totals after all changes, in Summer alone."""
    for season, gain in (("summer", 1), ("autumn", 0)):
        table = (
            position("modify", 0, scenario="tournament", season=season).only(0, "chapel").dice(0, [1, 1, 2])
        )
        table.dice(1, [6, 6, 5]).dice(2, [5, 6, 6]).dice(3, [1, 6, 6])
        assert [table.play("stop").vp(seat) for seat in range(4)] == [0, gain, gain, 0]
        higher = table.reaches("use-chapel", lambda one: sum(one.record["dice"][0]) == 18)
        assert [higher.vp(seat) for seat in range(4)] == [gain, 0, 0, 0]
