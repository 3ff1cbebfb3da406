"""Module 2: how alternative rows are handed out, and what their buildings do."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from games.kingsburg.table import Position, battle, game, placing, position
from scipy.stats import chisquare

from eminence.cext.core.stream import Stream
from eminence.cext.games.kingsburg.words import PHASES, ROWS, bits


def _setup(seed: int, seats: int, **options: object) -> Position:
    table = game(seats, module2=True, **options)
    return Position(table, table.kernel.unpack(table.kernel.setup(Stream(seed, "setup"))))


# ---- K-4.11


@pytest.mark.parametrize(("module1", "letters"), [(False, "bcdef"), (True, "abcdefg")])
def test_random_strips(module1: bool, letters: str) -> None:
    """K-4.11, K-4.11.1, K-4.11.2, K-7.16, K-7.56: two different letters each, A and G only with module 1."""
    seen: set[str] = set()
    for seed, seats in itertools.product(range(40), (2, 5)):
        table = _setup(seed, seats, module1=module1)
        assert table.phase == "strips"
        offered = [bits(mask) for mask in table.record["offered"][:seats]]
        assert all(len(rows) == 2 for rows in offered)
        counts = Counter(ROWS[row] for rows in offered for row in rows)
        assert max(counts.values()) <= 2
        seen |= set(counts)
        assert table.actor == table.record["order"][0]  # K-7.32
    assert seen == set(letters)


def test_random_strips_are_uniform() -> None:
    """K-4.11.2, K-7.56: deals of ten physical strips to two seats, drawn again if somebody has a pair."""
    strips = [letter for letter in range(1, 6) for _ in range(2)]
    expected: Counter[tuple[int, int]] = Counter()
    for a, b, c, d in itertools.permutations(range(10), 4):
        if strips[a] != strips[b] and strips[c] != strips[d]:
            expected[1 << strips[a] | 1 << strips[b], 1 << strips[c] | 1 << strips[d]] += 1
    count = 4000
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(count):
        found[tuple(_setup(seed, 2).record["offered"][:2])] += 1
    assert set(found) <= set(expected)
    total = sum(expected.values())
    keys = sorted(expected)
    assert (
        chisquare([found[key] for key in keys], [expected[key] * count / total for key in keys]).pvalue > 1e-4
    )


def test_draft() -> None:
    """K-4.11.3, K-7.56: clockwise one each, then back from the last one, another letter."""
    openers = set()
    for seed in range(20):
        table = _setup(seed, 3, module2_method="draft")
        first = table.record["opener"]
        openers.add(first)
        actors = []
        while table.phase == "draft":
            actors.append(table.actor)
            assert len(table.texts) == len(set(table.texts)) <= 7
            held = table.record["offered"][table.actor]
            assert not any(held >> ROWS.index(text[-1]) & 1 for text in table.texts)
            table = table.play(table.texts[seed % len(table.texts)])
        order = [(first + i) % 3 for i in range(3)]
        assert actors == order + order[::-1]
        assert table.actor == first
    assert openers == {0, 1, 2}


def test_only_an_equal_letter_is_left() -> None:
    """K-4.11.3, K-7.16: who could only take the letter he has gets none."""
    table = _setup(1, 5, module2_method="draft")
    record = table.record
    record["opener"], record["actor"], record["turn"] = 0, 1, 8
    record["offered"] = [1 << 1, 1 << 2, 0b11000, 0b101000, 0b110000]
    after = table.play("strip-b")
    assert after.phase == "strips"  # b, c: seat 0 had one strip b left, c is gone to nobody else
    assert bits(after.record["offered"][1]) == [1, 2]
    assert bits(after.record["offered"][0]) == [1, 2]


def test_use_of_strips() -> None:
    """K-4.11.4: none, either or both; from the first player on; for the whole game and this seat alone."""
    table = _setup(3, 2)
    seat = table.actor
    rows = [ROWS[row] for row in bits(table.record["offered"][seat])]
    assert table.texts == ["rows-none", f"rows-{rows[0]}", f"rows-{rows[1]}", f"rows-{rows[0]}+{rows[1]}"]
    after = table.play(f"rows-{rows[1]}")
    assert after.record["strips"][seat] == 0b1111 << 4 * ROWS.index(rows[1])
    assert after.actor == (seat + 1) % 2
    assert after.record["strips"][after.actor] == 0
    assert after.play("rows-none").phase == "aid"


# ---- roll and placement


def test_altar() -> None:
    """K-2.5, B2': total at most 9: one die of choice; K-7.67: each distinct die."""
    table = position("modify", 0, module2=True, season="summer").build(0, "altar").dice(0, [2, 2, 3], [1])
    for seat in (1, 2, 3):
        table.dice(seat, [6, 6, 6])
    assert table.texts == ["stop", "use-altar"]
    assert table.play("use-altar").texts == ["coloured-2", "coloured-3", "white-1"]
    assert table.dice(0, [3, 3, 3], [1]).texts == ["stop"]


@pytest.mark.parametrize(
    ("dice", "vp", "soldiers"), [([1, 2, 3], 2, 1), ([2, 3, 4], 2, 0), ([2, 4, 4], 0, 0)]
)
def test_rewards_of_the_roll(dice: list[int], vp: int, soldiers: int) -> None:
    """V20, V19, K-2.5: Griffin Breeding (8) and University (9) on the final total, also without a modifier at hand."""
    table = position("modify", 0, module2=True, season="summer").build(0, "chapel")
    table.build(1, "griffin_breeding", "university").dice(0, [1, 1, 1]).dice(1, dice)
    table.dice(2, [6, 6, 6]).dice(3, [6, 6, 6])
    after = table.play("stop")
    assert (after.vp(1), after.own(1)["soldiers"]) == (vp, soldiers)


def test_university_waits_for_the_chapel() -> None:
    """V19: stop scores the University; the Chapel rolls first and only then the total counts."""
    table = (
        position("modify", 0, module2=True, season="summer")
        .build(0, "chapel", "university")
        .dice(0, [1, 2, 3])
    )
    for seat in (1, 2, 3):
        table.dice(seat, [6, 6, 6])
    assert table.play("stop").vp(0) == 2
    high = table.reaches("use-chapel", lambda one: sum(one.record["dice"][0]) > 9)
    assert high.vp(0) == 0
    low = table.reaches("use-chapel", lambda one: sum(one.record["dice"][0]) <= 9 and one.phase == "place")
    assert low.vp(0) == 2


def test_travelling_market() -> None:
    """K-4.3.5.1, K-4.3.5.3, C2': exactly 2 beside the sum, once a season."""
    table = placing(0, module2=True).build(0, "travelling_market").dice(0, [5])
    assert table.texts == ["pass", "#3", "#5", "#7"]


def test_vineyard() -> None:
    """K-2.5, C3': a white die in Summer and Autumn."""
    for season, white in (("spring", 1), ("summer", 1), ("autumn", 0)):
        table = position("build", 3, module2=True, season=season).only(0, "vineyard").give(3, gold=2)
        after = table.play("pass")
        assert sum(die > 0 for die in after.record["dice"][0][3:]) == white


# ---- building


def test_scaffold() -> None:
    """K-4.3.7.5, K-7.61, F2': one building a season costs 1 wood or 1 stone less, or it is saved."""
    table = position("build", 0, module2=True).build(0, "scaffold").give(0, gold=2, wood=2, stone=2)
    assert "guard_tower" in table.texts
    table.give(0, gold=1, stone=0)
    assert {"guard_tower", "inn"} <= set(table.texts)  # 1 gold and 1 stone less 1
    assert table.play("guard_tower").goods(0) == (0, 2, 0)
    table.build(0, "palisade").give(0, gold=1, wood=2, stone=1)
    prices = table.play("stables")
    assert prices.phase == "discount"
    assert prices.texts == ["pay-1g1w1s", "pay-1g1s+scaffold", "pay-1g1w+scaffold"]


def test_scaffold_once_a_turn() -> None:
    """K-7.66, F2': the second building of the Envoy has no scaffold any more."""
    table = position("build", 0, module2=True, year=2).build(0, "scaffold").give(0, wood=3, gold=2, stone=2)
    table.set(envoy=1)
    second = table.play("palisade", "pay-1w+scaffold")
    assert second.phase == "second"
    assert second.play("guard_tower").phase != "discount"
    saved = table.play("palisade", "pay-2w")
    assert saved.play("guard_tower").texts == ["pay-1g1s", "pay-1g+scaffold"]


def test_architects_guild() -> None:
    """K-2.5, K-7.71, C4': a point for later buildings, not for itself; never lost; the end counts column IV."""
    table = (
        position("build", 0, module2=True, season="autumn")
        .build(0, "vineyard")
        .give(0, gold=9, wood=9, stone=9)
    )
    itself = table.play("architects_guild")
    assert itself.vp(0) == 4
    table = position("build", 0, module2=True, season="autumn").build(0, "architects_guild")
    table.give(0, gold=9, wood=9, stone=9)
    assert table.play("statue").vp(0) == 3 + 1
    end = battle(9, module2=True, year=5).card("V-a").build(0, "architects_guild", "fortress")
    assert end.play("keep").vp(0) == 1 + 1 + 1 + 2  # reward, Fortress, highest value, two of column IV


def test_dome() -> None:
    """K-5.1, K-7.71, B4': a point for each row of three, its own included."""
    end = battle(9, module2=True, year=5).card("V-b").build(0, "dome", "farms", "palisade", "barracks")
    end.build(1, "farms", "barracks", "stone_wall", "town_hall")
    after = end.play("keep")
    assert after.vp(0) - after.vp(2) == 3
    lost = battle(0, module2=True, year=5).card("V-b").build(0, "dome", "farms")
    assert lost.play("keep").vp(0) == -9  # the Dome has fallen


# ---- season end


def _end(season: str, *buildings: str, **own: int) -> Position:
    """The end of a season of a seat that builds nothing."""
    table = (
        position("build", 3, module2=True, module1=True, season=season).build(3, *buildings).give(3, **own)
    )
    return table.play("pass") if len(table.codes) > 1 else table


def test_riding_ring_gardens_fountain() -> None:
    """K-7.40, K-7.60, A1' to A3': points in Summer; what is automatic holds up the stop."""
    table = _end("summer", "fountain", gold=3, wood=3)
    assert table.phase == "effect"
    assert table.texts == ["use-gardens", "use-riding_ring", "use-fountain"]
    done = table.play("use-riding_ring")
    assert done.texts == ["stop", "use-gardens", "use-fountain"]
    assert done.play("use-gardens", "use-fountain").vp(3) == 1 + 1 + 2


def test_royal_park() -> None:
    """A4': the row works at the end of Spring and Autumn too."""
    without = _end("autumn", "fountain", gold=3, wood=3)
    assert without.phase == "recruit"
    assert _end("autumn", "royal_park", gold=3, wood=3).phase == "effect"


def test_bridge() -> None:
    """B1': a good of choice after a season without a building; K-7.72: three options."""
    table = _end("spring", "bridge", wood=2)
    assert (table.phase, table.texts) == ("take", ["gold", "wood", "stone"])
    assert table.play("stone").record["own"][3][2] == 1
    none = position("build", 3, module2=True).build(3, "bridge").give(3, wood=2).play("palisade")
    assert none.phase != "take"


def test_monastery() -> None:
    """K-7.40, K-7.60, K-4.0.1, B3': a point without goods, also after the last good was paid; "+2" are none."""
    table = (
        position("build", 2, module2=True, season="summer").build(3, "town_hall", "monastery").give(3, gold=1)
    )
    after = table.give(2, gold=2).set(built_now=0b1000).play("pass")
    assert after.texts == ["stop", "use-town_hall"]
    assert after.play("stop").vp(3) == 0
    assert after.play("use-town_hall").vp(3) == 2  # the last good buys a point, then the Monastery gives one
    tokens = (
        position("build", 2, module2=True, season="summer")
        .give(2, gold=2)
        .build(3, "monastery")
        .give(3, tokens=2)
    )
    assert tokens.set(built_now=0b1000).play("pass").vp(3) == 1


def test_brewery() -> None:
    """K-7.60, C1': all soldiers leave for a "+2" and a good; also without soldiers."""
    table = _end("summer", "brewery", gold=2, soldiers=4)
    assert table.phase == "take"
    assert (table.own(3)["soldiers"], table.own(3)["tokens"]) == (0, 1)
    assert _end("summer", "brewery", gold=2).phase == "take"


def test_messengers() -> None:
    """G2', K-7.60: a peek at the end of each Autumn."""
    assert _end("autumn", "messengers", gold=2).record["seen"] == 0b1000
    assert _end("spring", "messengers", gold=2).record["seen"] == 0


# ---- phase 7 and winter


def test_war_camp() -> None:
    """K-7.37, K-7.62, D3': the first two soldiers of the winter cost one good."""
    table = position("recruit", 0, module2=True).build(0, "war_camp").give(0, gold=5)
    two = table.play("gold", "gold")
    assert two.own(0)["soldiers"] == 2
    assert two.play("gold").goods(0) == (1, 0, 0)


def test_school_and_drill_ground() -> None:
    """K-4.6.2, F3' and G3': soldiers counted after and before recruiting."""
    table = position("recruit", 3, module2=True, module5=True).build(0, "school").give(0, soldiers=2)
    after = table.build(1, "school").give(1, soldiers=1).give(3, gold=2).play("stop")
    assert (after.phase, after.vp(0), after.vp(1)) == ("troops", 1, 0)
    drill = position("build", 3, module1=True, module2=True, season="autumn").build(0, "drill_ground")
    drill.build(1, "drill_ground").give(0, soldiers=3).give(1, soldiers=2).give(3, gold=2)
    end = drill.play("pass")
    assert (end.own(0)["soldiers"], end.own(1)["soldiers"]) == (4, 2)


def _combat(table: Position) -> list[int]:
    """Combat values, seen while seat 0 loses a good of choice."""
    after = table.play("keep") if table.phase == "academy" else table
    assert after.phase in ("loss", "reward")
    return [int(value) for value in after.record["combat"][: table.game.seats]]


def test_battle_values() -> None:
    """K-2.5, K-7.31, K-7.70, K-7.42: Small Palisade asks for soldiers of one's own, Ditch for strength 7, Citadel."""
    table = battle(1, module2=True, module1=True, year=4).card("IV-d").give(0, gold=2, wood=2)
    table.only(0, "small_palisade").only(1, "small_palisade").give(1, soldiers=1)
    table.only(2, "ditch").build(3, "citadel")
    assert _combat(table) == [
        1,
        3,
        2,
        1 + 1 + 2,
    ]  # Outer Wall +1 and Citadel +2; Small Palisade without soldiers 0
    weaker = (
        battle(1, module2=True, module1=True, year=2).card("II-c").give(0, gold=2, wood=2).only(2, "ditch")
    )
    assert _combat(weaker)[2] == 1


def test_war_college() -> None:
    """K-7.42, G4': reinforcement and one more."""
    table = (
        battle(1, module2=True, module1=True, year=2)
        .card("II-c")
        .give(0, gold=2, wood=2)
        .build(1, "war_college")
    )
    assert _combat(table)[1] == 2


def test_paying_in_battle() -> None:
    """K-7.64, K-4.7.4, D1' and D2': in turn order, each payment by itself, before the values are fixed."""
    table = battle(1, module2=True, year=2, order=(2, 1, 0, 3)).card("II-e")
    table.build(1, "armory").build(2, "watch_post").give(1, gold=2, stone=1).give(2, wood=1)
    first = table.play("keep")
    assert (first.phase, first.actor, first.texts) == ("arm", 2, ["pass", "wood"])
    second = first.play("wood")
    assert (second.actor, second.texts) == (1, ["pass", "gold", "stone"])
    third = second.play("stone")
    assert third.texts == ["pass", "gold"]
    end = third.play("gold")
    assert end.vp(1) == 0  # 1 + 2 + 2 ties with 5
    assert end.goods(1) == (1, 0, 0)
    assert second.play("pass", "pass").goods(1) == (2, 0, 1)


def test_dragon_tower() -> None:
    """K-7.30, K-2.5, D4': +3; lost in addition, its points with it, even behind an Outer Wall."""
    table = battle(0, module2=True, year=2).card("II-e").build(0, "dragon_tower", "outer_wall").give(0, vp=20)
    after = table.play("keep")  # 3 + 1 + 0 of strength 5
    assert "dragon_tower" not in after.buildings(0)
    assert after.vp(0) == 20 - 6 - 2


def test_outer_wall_and_refuge() -> None:
    """K-7.69, K-2.5, E3' and F1': no building lost, no points of the card lost; points of buildings still are."""
    table = (
        battle(0, module2=True, year=2)
        .card("II-a")
        .build(0, "outer_wall")
        .build(1, "hidden_refuge", "statue")
    )
    table.give(0, vp=9).give(1, vp=9)
    after = table.play("keep")
    assert "outer_wall" in after.buildings(0)
    assert after.vp(0) == 9 - 1
    assert "statue" not in after.buildings(1)
    assert after.vp(1) == 9 - 3  # the Statue's, not the card's


def test_records_of_the_strips() -> None:
    """K-2.5: 28 records, one for each cell, with the cost and the points of the building they replace."""
    figures = game(3, module1=True, module2=True).kernel.figures
    for cell in range(28):
        printed, other = figures.buildings[0, cell], figures.buildings[1, cell]
        assert (printed.cost, printed.vp) == (other.cost, other.vp)
        assert other.id == printed.id + "'"
    assert len({building.name for building in figures.buildings.values()}) == 56


def test_phases_come_in_their_order() -> None:
    """K-3.6, K-7.55: strips before governors, and nothing of the governors is drawn before."""
    table = _setup(1, 3, module3=True)
    assert table.phase == "strips"
    assert not any(any(hand) for hand in table.record["hand"])
    while table.phase == "strips":
        table = table.play(table.texts[0])
    assert table.phase == "keep"
    assert PHASES.index("draft") < PHASES.index("strips") < PHASES.index("keep")
