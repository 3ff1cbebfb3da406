"""Setup, the King's gifts, dice, turn order and placement."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from games.kingsburg.table import Position, placing, position, season_end
from scipy.stats import chisquare

from eminence.bots import Game
from eminence.cext.core.stream import Stream

# ---- setup


def test_setup() -> None:
    """K-3.1, K-3.2, K-3.6: year I, Envoy on the board, nobody owns anything; tokens and tiles lie ready."""
    table = Game("kingsburg", 5, {"module5": True, "module6": "restoration"})
    record = table.kernel.unpack(table.new(1).packed)
    assert record["year"] == record["season"] == record["envoy"] == 0
    assert record["own"] == [[0] * 6] * 5
    assert record["built"] == [0] * 5
    assert record["tokens"] == [0b111111] * 5
    assert record["whims"] == (1 << 17) - 2
    assert record["stock"] == 7
    assert 1 <= record["lucky"] <= 3


def test_setup_chance_is_uniform() -> None:
    """K-3.3, K-3.4, K-3.7, V4: any turn order, any of the five cards of each year, each as likely."""
    table = Game("kingsburg", 3)
    records = [table.kernel.unpack(table.kernel.setup(Stream(seed))) for seed in range(3000)]
    orders = Counter(tuple(record["order"][:3]) for record in records)
    assert set(orders) == set(itertools.permutations(range(3)))
    assert chisquare(list(orders.values())).pvalue > 1e-4
    for year in range(5):
        cards = Counter(record["invaders"][year] for record in records)
        assert set(cards) == {1, 2, 3, 4, 5}
        assert chisquare(list(cards.values())).pvalue > 1e-4


def test_two_seats_have_neutral_dice_and_nothing_else() -> None:
    """K-3.5: only two players get neutral dice."""
    for seats in (2, 3, 4, 5):
        table = season_end(seats=seats).play("stop")
        assert bool(table.record["influenced"]) == (seats == 2)


# ---- phase 1


def test_aid_of_the_first_year() -> None:
    """K-4.2.3, V1: all tie, each takes a good in turn order, nobody gets a white die; K-4.1.1: Spring follows."""
    table = Game("kingsburg", 4)
    record = table.kernel.unpack(table.new(3).packed)
    start = Position(table, record | {"order": [2, 0, 3, 1, 0], "actor": 2, "turn": 0})
    after = start.play("gold", "wood", "gold", "stone")
    assert [after.goods(seat) for seat in range(4)] == [(0, 1, 0), (0, 0, 1), (1, 0, 0), (1, 0, 0)]
    assert all(after.record["dice"][seat][3] == 0 for seat in range(4))
    assert after.phase == "place"


def _year_begins(buildings: list[int], goods: list[int], **more: int) -> Position:
    """Battles without effect, then the King looks at buildings and goods."""
    rows = ("inn", "palisade", "barricade", "guard_tower", "statue", "crane")
    table = position("academy", 3, year=2, **more).card("II-e").set(die=9)
    table.record["reinforcement"] = [5, 5, 5, 5, 0]
    for seat, count in enumerate(buildings):
        table.only(seat, *rows[:count]).give(seat, wood=goods[seat])
    # Everybody ties with the zombies, whatever his buildings add.
    for seat in range(4):
        bonus = sum(1 for name in rows[: buildings[seat]] if name == "guard_tower")
        bonus += 2 * ("palisade" in rows[: buildings[seat]])
        table.record["reinforcement"][seat] = 5 - bonus
    return table


def test_aid_for_one_is_a_white_die() -> None:
    """K-4.2.1, K-4.2.2, V2: fewest buildings, then fewest goods; alone he rolls a white die this Spring."""
    spring = _year_begins([6, 5, 5, 6], [0, 2, 0, 1]).play("keep")
    assert (spring.record["year"], spring.season) == (2, "spring")
    whites = [sum(die > 0 for die in spring.record["dice"][seat][3:]) for seat in range(4)]
    assert whites == [0, 0, 1, 0]


def test_aid_for_several_is_a_good_each() -> None:
    """K-4.2.3: a tie in both buildings and goods gives goods, and no die."""
    aid = _year_begins([5, 4, 4, 5], [0, 1, 1, 0]).play("keep")
    assert aid.phase == "aid"
    assert aid.record["waiting"] == 0b0110
    spring = aid.play("gold", "stone")
    assert spring.goods(1) == (1, 1, 0)
    assert spring.goods(2) == (0, 1, 1)
    assert all(spring.record["dice"][seat][3] == 0 for seat in range(4))


def test_tokens_are_no_goods() -> None:
    """K-4.0.1: "+2" tokens do not count among the goods of the King's Aid."""
    table = _year_begins([5, 4, 4, 5], [0, 1, 1, 0])
    table.give(1, tokens=4)
    assert table.play("keep").record["waiting"] == 0b0110


# ---- phases 3 and 5


def test_kings_reward() -> None:
    """K-4.4.1: a point for everybody with the most buildings, also with none at all."""
    table = season_end(season="spring").only(0, "inn").only(2, "statue")
    assert [table.play("stop").vp(seat) for seat in range(4)] == [1, 0, 1, 0]
    assert [season_end(season="spring").play("stop").vp(seat) for seat in range(4)] == [1, 1, 1, 1]


def test_kings_envoy() -> None:
    """K-4.5.2, V9: single last by buildings, then goods; a tie leaves the Envoy on the board."""
    rows = ("inn", "palisade", "barricade", "guard_tower", "statue")
    table = season_end(season="summer", year=2)
    for seat, (count, goods) in enumerate([(5, 0), (4, 2), (4, 1), (4, 0)]):
        table.only(seat, *rows[:count]).give(seat, stone=goods)
    assert table.play("stop").record["envoy"] == 1 + 3
    assert table.give(2, stone=0).play("stop").record["envoy"] == 0


def test_unused_envoy_returns_first() -> None:
    """K-4.5.1, K-9.4: before he is sent again he comes back, so that a tie leaves him on the board."""
    table = season_end(season="summer").set(envoy=2)
    assert table.play("stop").record["envoy"] == 0


# ---- dice


def test_start_of_season() -> None:
    """K-4.3.1, V27: Guild gold before rolling; Farms and the King's Aid make two white dice in Spring."""
    table = _year_begins([5, 4, 5, 5], [0, 0, 0, 0])
    table.build(1, "merchants_guild")
    table.record["built"][1] |= 0
    for seat in (0, 2, 3):
        table.build(seat, "merchants_guild", "cathedral")
    table.give(1, wood=0)
    table.record["reinforcement"] = [5, 6, 5, 5, 0]
    spring = table.play("keep")
    assert sum(die > 0 for die in spring.record["dice"][1][3:]) == 2
    assert spring.goods(1)[0] == 1


def test_rolls_are_uniform() -> None:
    """K-4.3.2: three fair coloured dice, kept in ascending order."""
    start = season_end(seats=3)
    rolls = Counter(tuple(start.play("stop", seed=seed).record["dice"][0][:3]) for seed in range(4000))
    expected = Counter(tuple(sorted(roll)) for roll in itertools.product(range(1, 7), repeat=3))
    assert set(rolls) == set(expected)
    assert chisquare([rolls[k] for k in expected], [n * 4000 / 216 for n in expected.values()]).pvalue > 1e-4


def test_dice_return() -> None:
    """K-4.3.9: nothing of the old season lies on the board when the new one begins."""
    table = season_end(season="spring", module6="restoration").set(
        influenced=0b110, whims=(1 << 17) - 2, stock=7, lucky=1
    )
    after = table.play("stop")
    assert after.record["influenced"] == after.record["used"] == 0
    assert after.record["passed"] == after.record["token_used"] == after.record["market_used"] == 0


def _roll(coloured: list[int], white: list[int] | None = None, *buildings: str) -> Position:
    table = position("modify", 0, seats=3).build(0, *(buildings or ("chapel",))).dice(0, coloured, white)
    return table.dice(1, [1, 2, 3]).dice(2, [4, 5, 6])


def test_statue_then_chapel() -> None:
    """K-2.3 B1 and B2, K-4.3.3, V14: 2,2,2 and white 2: only the Statue; a 1 makes 7 and opens the Chapel."""
    table = _roll([2, 2, 2], [2])
    assert table.texts == ["stop", "use-statue"]
    die = table.play("use-statue")
    assert die.texts == ["coloured-2", "white-2"]
    seven = die.reaches("white-2", lambda p: p.record["dice"][0][3] == 1)
    assert seven.texts == ["stop", "use-chapel"]
    seen = set()
    for seed in range(300):
        rolled = seven.play("use-chapel", seed=seed)
        assert rolled.phase == "place"  # whatever comes must be accepted
        seen.add(tuple(sorted(rolled.record["dice"][0])))
    assert any(len({die for die in dice if die}) == 1 or sum(dice) <= 7 for dice in seen)


def test_statue_rerolls_a_coloured_die_too() -> None:
    """V14: the die may be coloured or white; without a white die there is no choice."""
    coloured = (
        _roll([2, 2, 2], [2]).play("use-statue").reaches("coloured-2", lambda p: p.record["dice"][0][0] == 1)
    )
    assert coloured.record["dice"][0][:4] == [1, 2, 2, 2]
    assert _roll([3, 3, 3]).reaches("use-statue", lambda p: p.record["dice"][0][0] == 1).phase == "modify"


def test_three_threes() -> None:
    """V16: total 9, so only the Statue; a 1 makes 7 and opens the Chapel."""
    table = _roll([3, 3, 3])
    assert table.texts == ["stop", "use-statue"]
    assert table.reaches("use-statue", lambda p: p.record["dice"][0][0] == 1).texts == ["stop", "use-chapel"]


def test_three_twos() -> None:
    """K-4.0.5, V17: both are free to use in any order; each only while its condition holds, and once."""
    table = _roll([2, 2, 2])
    assert table.texts == ["stop", "use-statue", "use-chapel"]
    unequal = table.reaches("use-chapel", lambda p: len(set(p.record["dice"][0][:3])) > 1)
    assert unequal.phase == "place"
    equal = table.reaches("use-chapel", lambda p: p.record["dice"][0][0] == p.record["dice"][0][2] > 2, 4000)
    assert equal.texts == ["stop", "use-statue"]
    for die in range(1, 7):
        rolled = table.reaches(
            "use-statue", lambda p, die=die: sorted([2, 2, die]) == p.record["dice"][0][:3]
        )
        assert (rolled.phase == "modify") == (die <= 3)


def test_modifiers_need_their_building_and_total() -> None:
    """K-4.3.3: Chapel at 7 but not at 8; white dice count; nothing without the building."""
    seven = position("modify", 0, seats=3).build(0, "chapel").dice(0, [1, 2, 4])
    assert "use-chapel" in seven.texts
    assert "use-chapel" not in seven.dice(0, [1, 2, 4], [1]).texts
    assert position("modify", 0, seats=3).build(0, "statue").dice(0, [1, 2, 4]).texts == ["stop"]


def test_modifiers_go_by_the_previous_order() -> None:
    """K-4.0.4, K-7.13: seats modify in the order of the season before, each finishing first; then the order is set."""
    table = position("modify", 2, seats=3, order=(2, 0, 1))
    for seat in range(3):
        table.build(seat, "chapel").dice(seat, [1, 1, 2])
    second = table.play("stop")
    assert (second.phase, second.actor) == ("modify", 0)
    third = second.play("stop")
    assert (third.phase, third.actor) == ("modify", 1)
    assert third.play("stop").phase == "place"


def test_chapel_probability() -> None:
    """The chance of the Chapel's condition after its reroll is that of three dice: 35 of 216 totals are 7 or less."""
    table = _roll([1, 2, 4], None, "chapel")
    trials = 4000
    low = sum(sum(table.play("use-chapel", seed=seed).record["dice"][0]) <= 7 for seed in range(trials))
    exact = sum(sum(roll) <= 7 for roll in itertools.product(range(1, 7), repeat=3)) / 216
    assert abs(low / trials - exact) < 4 * (exact * (1 - exact) / trials) ** 0.5


# ---- turn order


def test_turn_order() -> None:
    """K-4.3.4, K-9.7, V3: ascending totals, ties as before."""
    table = position("modify", 2, order=(2, 0, 3, 1)).build(2, "statue")
    table.dice(0, [1, 3, 5]).dice(1, [4, 4, 5]).dice(2, [2, 2, 6]).dice(3, [2, 3, 5])
    assert table.play("stop").record["order"][:4] == [0, 2, 3, 1]


def test_white_dice_count_for_the_order() -> None:
    """K-4.3.4: the total includes white dice."""
    table = position("modify", 0, seats=2, order=(0, 1)).build(0, "statue").group(3, None).group(10, None)
    after = table.dice(0, [1, 1, 1], [6]).dice(1, [2, 2, 3]).play("stop")
    assert after.record["order"][:2] == [1, 0]


# ---- placement


def test_influence_example() -> None:
    """K-4.3.5, K-4.3.5.6, K-7.21, V5: the rule book's season, with the forced pass at its end."""
    table = position("place", 0, order=(0, 2, 3, 1))
    table.dice(0, [1, 3, 5]).dice(1, [4, 4, 5]).dice(2, [2, 2, 6]).dice(3, [2, 3, 5])
    table = table.play("#8")
    assert "#8" not in table.texts  # 2+6, but somebody is there
    table = table.play("#4", "#7")
    assert "#8" not in table.texts
    assert "#13" in table.texts
    table = table.play("#9", "#1", "#6", "#3")
    # Seat 1's last 4 finds #4 taken: a forced pass ends the step, and the Merchant (#4) asks seat 2.
    assert (table.phase, table.record["advisor"], table.actor) == ("option", 4, 2)
    assert table.goods(3) == (0, 1, 0)


def test_groups_are_whole_dice_with_exact_sums() -> None:
    """K-4.3.5.1, K-9.2: every sum of at least one coloured die, nothing else; dice placed and unplaced add up."""
    table = placing().dice(0, [1, 3, 5])
    assert table.texts == ["pass", "#1", "#3", "#4", "#5", "#6", "#8", "#9"]
    after = table.play("#8")
    assert after.record["dice"][0][:3] == [1, 0, 0]
    assert after.record["group"][7] == 1


def test_white_dice_and_tokens_need_a_coloured_die() -> None:
    """K-4.3.5.5: with no coloured die left there is nothing to place, whatever white dice and tokens there are."""
    alone = position("place", 1, seats=2).group(3, None).group(10, None).give(0, tokens=3)
    alone.dice(0, [], [4, 5]).dice(1, [2])
    after = alone.play("#2")
    assert after.season == "summer"  # seat 0 never had a turn, and nobody could build
    mixed = placing().dice(0, [2], [4, 5])
    assert mixed.texts == ["pass", "#2", "#6", "#7", "#11"]


def test_one_token_a_season() -> None:
    """K-4.3.5.2, K-7.4, K-9.10: a "+2" adds two, is discarded, and only one may be placed each season."""
    table = placing().dice(0, [1, 4]).give(0, tokens=2)
    assert table.texts == ["pass", "#1", "#3", "#4", "#5", "#6", "#7"]
    after = table.play("#3")
    assert after.own(0)["tokens"] == 1
    assert after.texts == ["pass", "#4"]


def test_market() -> None:
    """K-2.3 C2, K-4.3.5.3, V21: a sum of 9 aims at 8, 9 or 10, once a season; there is no advisor 0 or 19."""
    table = placing().build(0, "market").dice(0, [3, 6, 6])
    nine = table.play("#8")
    assert nine.phase == "place"  # only 3+6 down reaches 8
    assert nine.texts == ["pass", "#6"]
    assert "#0" not in placing().build(0, "market").dice(0, [1]).texts
    assert placing().build(0, "market").dice(0, [1]).texts == ["pass", "#1", "#2"]
    high = placing().build(0, "market").dice(0, [6, 6, 6])
    assert "#18" in high.texts
    assert "#19" not in high.texts


def test_market_and_token_together() -> None:
    """K-4.3.5.3: both may act on the same group."""
    table = placing().build(0, "market").dice(0, [4]).give(0, tokens=1)
    assert table.texts == ["pass", "#3", "#4", "#5", "#6", "#7"]
    after = table.play("#7")
    assert after.own(0)["tokens"] == 0
    assert (after.phase, after.record["advisor"]) == ("gain", 7)


def test_payment_follows_the_advisor() -> None:
    """K-4.3.5.1, D4: several groups that reach the advisor are told apart; identical dice are one option."""
    table = placing().dice(0, [2, 2, 4]).give(0, tokens=1)
    pay = table.play("#4")
    assert pay.phase == "pay"
    assert pay.texts == ["2+2", "4", "2+t"]
    assert pay.play("2+t").own(0)["tokens"] == 0


def test_occupied_advisors_are_closed() -> None:
    """K-4.3.5.4, K-9.3: one group on an advisor, be it one's own, another's or neutral."""
    table = placing(seats=2).group(3, None).group(8, 1).group(5, 0).dice(0, [3, 5])
    assert table.texts == ["pass"]


def test_envoy_opens_an_occupied_advisor() -> None:
    """K-4.3.5.4, K-7.2, V11: he is spent exactly there, returns at once, and both groups are served."""
    table = placing(3).group(3, 1).dice(3, [3]).set(envoy=4)
    assert table.texts == ["pass", "#3"]
    after = table.play("#3")
    assert after.record["envoy"] == 0
    assert after.goods(1) == after.goods(3) == (0, 1, 0)


def test_envoy_is_kept_on_a_free_advisor() -> None:
    """K-4.3.5.4: a free advisor does not take the Envoy, and the holder may also pass."""
    table = placing(3).dice(3, [3, 4]).set(envoy=4)
    assert table.play("#3").record["envoy"] == 4
    assert table.play("pass").record["envoy"] == 4


def test_passing_is_final() -> None:
    """K-4.3.5.6: who passes places no more this season; the others go round."""
    table = position("place", 0, seats=3).dice(0, [1, 2]).dice(1, [3, 4]).dice(2, [5, 6])
    after = table.play("pass", "#3", "#5")
    assert after.actor == 1


# ---- neutral dice


def test_neutral_dice_on_two_sums() -> None:
    """K-4.9, K-4.9.1, K-4.9.3, K-9.12: two or three advisors are blocked for the season."""
    for seed in range(300):
        after = season_end(seats=2).play("stop", seed=seed)
        blocked = [a for a in range(1, 19) if after.record["group"][a - 1] == 6]
        assert len(blocked) in (2, 3)
        if len(blocked) == 3:
            low, middle, high = blocked
            assert low + middle == high


def test_neutral_dice_probabilities() -> None:
    """K-4.9.2: how often equal sums split the two dice agrees with the enumeration of all rolls."""
    counts: Counter[int] = Counter()
    for roll in itertools.product(range(1, 7), repeat=5):
        a, b, c, d, e = roll
        counts[2 if a + b + c != d + e or d == e else 3] += 1
    trials = 6000
    start = season_end(seats=2)
    split = sum(start.play("stop", seed=seed).record["group"].count(6) == 3 for seed in range(trials))
    exact = counts[3] / 6**5
    assert abs(split / trials - exact) < 4 * (exact / trials) ** 0.5


@pytest.mark.parametrize("season", ["spring", "summer"])
def test_neutral_dice_leave(season: str) -> None:
    """K-4.9.3: at the end of the season neutral dice are removed and rolled anew."""
    table = placing(1, seats=2, season=season).group(3, None).group(10, None).dice(1, [1])
    after = table.play("pass")
    assert after.record["season"] == table.record["season"] + 1
    assert 2 <= after.record["group"].count(6) <= 3
