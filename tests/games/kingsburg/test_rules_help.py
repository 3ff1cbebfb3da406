"""Step c: what advisors and whims give."""

from __future__ import annotations

from collections import Counter

import pytest
from games.kingsburg.table import Position, helped, placing, position


def _help(advisor: int, *, whims: tuple[int, ...] = (), seats: int = 4, **amounts: int) -> Position:
    """Seat 0 is served by an advisor; it owns the amounts."""
    options = {"module6": "standard"} if whims else {}
    table = helped(advisor, seats=seats, **options).give(0, **amounts)
    for tile in whims:
        table.record["whims"] |= 1 << tile
    if 4 in whims:
        table.record["stock"] = 7
    if 5 in whims:
        table.record["lucky"] = 2
    if seats == 2:
        table.group(17, None).group(18, None)
    return table


def _gains(table: Position, *texts: str, seat: int = 0) -> dict[str, int]:
    """What a seat has gained when the help has come to its end, without what the King gives afterwards."""
    before = table.own(seat)
    after = table.play("pass", *texts)
    gains = {kind: after.own(seat)[kind] - before[kind] for kind in before}
    if after.season == "summer":
        gains["vp"] -= 1  # King's Reward, all being equal
    return {kind: amount for kind, amount in gains.items() if amount}


@pytest.mark.parametrize(
    ("advisor", "texts", "gains"),
    [
        (1, [], {"vp": 1}),
        (2, [], {"gold": 1}),
        (3, [], {"wood": 1}),
        (4, ["gold"], {"gold": 1}),
        (4, ["wood"], {"wood": 1}),
        (5, [], {"soldiers": 1}),
        (7, ["stone"], {"stone": 1, "tokens": 1}),
        (8, [], {"gold": 2}),
        (9, ["gold+wood"], {"gold": 1, "wood": 1}),
        (9, ["wood+stone"], {"wood": 1, "stone": 1}),
        (10, [], {"soldiers": 2}),
        (11, ["gold+stone"], {"gold": 1, "stone": 1}),
        (11, ["wood+stone"], {"wood": 1, "stone": 1}),
        (12, ["gold", "wood"], {"gold": 1, "wood": 1, "tokens": 1}),
        (13, [], {"stone": 3}),
        (14, ["decline"], {}),
        (14, ["vp>3good", "gold", "gold", "wood"], {"gold": 2, "wood": 1, "vp": -1}),
        (15, [], {"gold": 1, "wood": 1, "stone": 1}),
        (16, [], {"gold": 4}),
        (17, ["wood", "wood"], {"wood": 2, "vp": 3}),
        (18, [], {"gold": 1, "wood": 1, "stone": 1, "soldiers": 1}),
    ],
)
def test_advisors(advisor: int, texts: list[str], gains: dict[str, int]) -> None:
    """K-4.3.6: the help of every advisor."""
    assert _gains(_help(advisor), *texts) == gains


def test_alchemist() -> None:
    """K-4.17.1: paying is optional; what is not owned cannot be paid; with nothing at all there is no decision."""
    assert _help(6, wood=1, stone=2).play("pass").texts == ["decline", "wood>gold+stone", "stone>gold+wood"]
    assert _gains(_help(6, wood=1), "wood>gold+stone") == {"gold": 1, "wood": -1, "stone": 1}
    assert _gains(_help(6)) == {}


def test_spy_below_zero() -> None:
    """K-4.0.2, K-4.0.7: the Spy may be paid at 0 points or less, and the score may be negative."""
    table = _help(14, vp=-3)
    assert table.play("pass", "vp>3good").vp(0) == -4


def test_goods_of_choice_ascend() -> None:
    """K-4.17.2, K-4.17.3: every multiset of goods is reachable exactly once; only stone left is no decision."""
    paths: Counter[tuple[int, int, int]] = Counter()

    def walk(table: Position) -> None:
        if table.phase != "gain":
            paths[table.goods(0)] += 1
            return
        for text in table.texts:
            walk(table.play(text))

    walk(_help(14).play("pass", "vp>3good"))
    assert len(paths) == 10
    assert set(paths.values()) == {1}
    assert {sum(goods) for goods in paths} == {3}


def test_numeric_order_with_everything_gained() -> None:
    """K-4.3.6, V6: #1 to #18; wood from #4 pays at #6; the rule book's season to its end."""
    table = placing(1, order=(0, 2, 3, 1))
    for seat, goods in enumerate([{"wood": 1}, {"stone": 1}, {"gold": 1}, {"gold": 1}]):
        table.give(seat, **goods)
    for advisor, seat in ((8, 0), (4, 2), (7, 3), (9, 1), (1, 0), (6, 2), (3, 3)):
        table.group(advisor, seat)
    table.dice(1, [1, 1, 5])
    after = table.play("pass", "wood", "wood>gold+stone", "wood", "gold+wood")
    assert after.phase == "build"
    assert [after.goods(seat) for seat in range(4)] == [(2, 1, 0), (1, 1, 1), (2, 0, 1), (1, 2, 0)]
    assert after.own(3)["tokens"] == 1
    assert after.vp(0) == 1


def test_two_groups_are_served_in_turn_order() -> None:
    """K-4.3.6: the Envoy's group comes by turn order; two groups of one seat are served twice."""
    table = placing(1, seats=3, order=(2, 1, 0)).group(4, 0).group(4, 1).dice(1, [6, 6, 6])
    first = table.play("pass")
    assert first.actor == 1
    second = first.play("gold")
    assert second.actor == 0
    twice = placing(0, seats=3).group(8, 0).group(8, 0).dice(0, [6, 6, 6]).play("pass")
    assert twice.goods(0)[0] == 4


def test_neutral_dice_receive_nothing() -> None:
    """K-4.3.6: neutral dice give nothing; the Envoy's group beside them is served."""
    table = placing(0, seats=2).group(8, None).group(3, None).group(8, 0).dice(0, [1]).play("pass")
    assert table.goods(0)[0] == 2
    assert table.goods(1) == (0, 0, 0)


def test_stables() -> None:
    """K-2.3 E2, K-7.7, K-7.29, V23: one soldier more for every help with soldiers, also twice in a season."""
    for advisor, soldiers in ((5, 2), (10, 3), (18, 2)):
        table = helped(advisor).build(0, "stables")
        assert table.play("pass").own(0)["soldiers"] == soldiers
    both = helped(5).group(5, 0).build(0, "stables")
    assert both.play("pass").own(0)["soldiers"] == 4
    assert helped(8).build(0, "stables").play("pass").own(0)["soldiers"] == 0


@pytest.mark.parametrize(
    ("advisor", "whims", "texts"), [(10, (), []), (17, (), ["gold", "gold"]), (13, (13,), ["gold"])]
)
def test_peek_comes_last_and_by_itself(advisor: int, whims: tuple[int, ...], texts: list[str]) -> None:
    """K-4.3.6.1, K-7.23, K-7.28: after the goods of choice of the same help, and always taken."""
    table = _help(advisor, whims=whims).play("pass")
    for text in texts:
        assert table.record["seen"] == 0
        table = table.play(text)
    assert table.record["seen"] == 0b0001


def test_supply_is_unlimited() -> None:
    """K-4.0.3: goods and tokens beyond the printed pieces are simply taken."""
    assert _gains(_help(16, gold=99)) == {"gold": 4}
    assert _gains(_help(7, tokens=30), "gold") == {"gold": 1, "tokens": 1}


# ---- whims


@pytest.mark.parametrize(
    ("tile", "owned", "texts", "gains"),
    [
        (2, {"tokens": 1}, ["2token"], {"tokens": 2}),
        (2, {"tokens": 1}, ["token>gold+soldier"], {"tokens": -1, "gold": 1, "soldiers": 1}),
        (2, {}, [], {"tokens": 2}),
        (3, {}, ["stone"], {"stone": 1}),
        (4, {}, ["wood"], {"wood": 1}),
        (5, {}, [], {"wood": 1}),
        (6, {"wood": 1}, ["wood>soldier+vp"], {"wood": -1, "soldiers": 1, "vp": 1}),
        (6, {"vp": 1}, ["vp>soldier+good", "gold"], {"vp": -1, "soldiers": 1, "gold": 1}),
        (6, {"soldiers": 1}, ["soldier>vp+good", "gold"], {"soldiers": -1, "vp": 1, "gold": 1}),
        (6, {"soldiers": 1}, ["decline"], {}),
        (7, {}, ["seat-2", "stone"], {"stone": 2}),
        (8, {}, ["gold", "wood"], {"gold": 1, "wood": 1}),
        (9, {}, ["gold", "vp"], {"gold": 1, "vp": 1}),
        (9, {}, ["vp"], {"vp": 1, "tokens": 1, "soldiers": 1}),
        (10, {}, ["2stone"], {"stone": 2}),
        (12, {}, ["3gold/vp"], {"gold": 3}),
        (12, {}, ["3vp/gold"], {"vp": 3}),
        (13, {}, ["wood"], {"wood": 1, "tokens": 1, "vp": 1, "soldiers": 1}),
        (14, {}, ["seat-1", "soldier"], {"gold": 1, "wood": 1, "stone": 1, "tokens": 1}),
        (15, {}, ["gold>seat-1", "wood>seat-3"], {"gold": 1, "wood": 1, "stone": 2}),
        (16, {}, [], {"vp": 5}),
    ],
)
def test_whims(tile: int, owned: dict[str, int], texts: list[str], gains: dict[str, int]) -> None:
    """K-2.9, K-4.15: the help of every tile but 1 and 11."""
    table = _help(tile, whims=(tile,), **owned)
    assert _gains(table, *texts) == gains


def test_whim_1_copies_the_lowest_left_alone() -> None:
    """K-2.9, K-4.15.5: #2 and #3 being influenced, #4 is copied, with its tile if it has one."""
    table = _help(1, whims=(1,)).group(2, 1).group(3, 1)
    assert table.play("pass").texts == ["gold", "wood"]
    tiled = _help(1, whims=(1, 4)).group(2, 1).group(3, 1)
    assert tiled.play("pass").phase == "stock"
    assert tiled.play("pass", "gold").record["stock"] == 0b110


def test_copying_does_not_influence() -> None:
    """K-4.15.5: in Restoration the copied advisor counts as left alone."""
    table = helped(1, module6="restoration").set(whims=(1 << 17) - 2, stock=7, lucky=1)
    after = table.play("pass")
    while after.season == "spring":
        after = after.play(after.texts[0])
    assert after.record["whims"] == (1 << 17) - 2 - 2


def test_whim_3_and_8_neighbours() -> None:
    """K-4.15.4, K-4.15.7: left is the next seat, right the one before; with two the opponent names twice."""
    named = _help(8, whims=(8,)).play("pass")
    assert named.actor == 1
    assert named.play("stone").actor == 3
    assert named.play("stone").texts == ["gold", "wood", "stone"]
    pair = _help(8, whims=(8,), seats=2).play("pass")
    assert (pair.actor, pair.play("gold").actor) == (1, 1)


def test_whim_4_is_refilled_at_once() -> None:
    """K-2.9, K-4.15.4, K-9.14: the last good taken brings all three back, also between two groups."""
    table = _help(4, whims=(4,)).group(4, 0)
    table.record["stock"] = 0b010
    after = table.play("pass")  # the only good is taken by itself, then the tile is full again
    assert after.goods(0) == (0, 1, 0)
    assert after.texts == ["gold", "wood", "stone"]


def test_whim_5_is_redrawn() -> None:
    """K-2.9, K-3.7: after each taking one of three goods, each as likely."""
    table = _help(5, whims=(5,))
    drawn = Counter(table.play("pass", seed=seed).record["lucky"] for seed in range(900))
    assert set(drawn) == {1, 2, 3}
    assert all(230 < count < 370 for count in drawn.values())


def test_whim_6_needs_what_it_takes() -> None:
    """K-7.15: no payment of points one does not have, unlike the Spy; nothing to pay is no decision."""
    assert _help(6, whims=(6,), gold=1, vp=0).play("pass").texts == ["decline", "gold>soldier+vp"]
    assert "vp>soldier+good" in _help(6, whims=(6,), gold=1, vp=1).play("pass").texts
    assert _gains(_help(6, whims=(6,))) == {}


def test_whim_7_and_14_partners() -> None:
    """K-4.15.7: another seat, then its choice; with two players there is nobody to choose."""
    table = _help(14, whims=(14,)).play("pass")
    assert table.texts == ["seat-1", "seat-2", "seat-3"]
    share = table.play("seat-2")
    assert share.actor == 2
    assert share.texts == ["gold", "wood", "stone", "token", "soldier"]
    assert share.play("token").own(2)["tokens"] == 1
    pair = _help(7, whims=(7,), seats=2).play("pass")
    assert (pair.phase, pair.actor) == ("share", 1)


def test_whim_9_pairs_once() -> None:
    """K-4.15.7: six pairs, each reachable once."""
    ends = Counter()
    first = _help(9, whims=(9,)).play("pass")
    assert first.texts == ["gold", "wood", "vp"]
    for one in first.texts:
        second = first.play(one)
        for two in second.texts if second.phase == "option" else ["token+soldier"]:
            ends[one, two] += 1
    assert len(ends) == 6
    assert set(ends.values()) == {1}


def test_whim_11_conversions() -> None:
    """K-4.15.5: fewest of anything, ties included, before the tile's own gains; at most one conversion."""
    everything = _help(11, whims=(11,)).play("pass")
    assert len(everything.texts) == 7
    table = _help(11, whims=(11,), gold=1, soldiers=1, vp=0)
    assert table.play("pass").texts == ["stone+soldier+vp", "stone+2vp", "soldier+2vp"]
    rich = _help(11, whims=(11,), gold=1, soldiers=1, vp=1)
    assert _gains(rich) | {"vp": 1} == {"stone": 1, "soldiers": 1, "vp": 1}


def test_whim_11_twice() -> None:
    """K-4.15.5: the second group is tested after the first one's gains."""
    table = _help(11, whims=(11,)).group(11, 0).play("pass", "stone+soldier+vp")
    assert table.phase != "option"


def test_whim_12_gives_to_all_others() -> None:
    """K-2.9: every other seat gets a point, or a gold."""
    table = _help(12, whims=(12,)).play("pass")
    assert [table.play("3vp/gold").goods(seat)[0] for seat in range(4)] == [0, 1, 1, 1]
    assert [table.play("3gold/vp").vp(seat) - 1 for seat in range(1, 4)] in ([0, 0, 0], [1, 1, 1])


def test_whim_15_gifts() -> None:
    """K-4.15.7: two gifts in the order type, then seat: every pair once; the receiver keeps four."""
    table = _help(15, whims=(15,)).play("pass")
    assert len(table.texts) == 9
    seen = Counter()
    for one in table.texts:
        second = table.play(one)
        for two in second.texts if second.phase == "gift" else [one]:
            seen[tuple(sorted((one, two)))] += 1
    assert len(seen) == 9 * 10 // 2
    assert set(seen.values()) == {1}
    pair = _help(15, whims=(15,), seats=2).play("pass")
    assert pair.texts == ["gold>seat-1", "wood>seat-1", "stone>seat-1"]
    after = pair.play("gold>seat-1", "stone>seat-1")
    assert after.goods(1) == (1, 0, 1)
    assert after.goods(0) == (1, 2, 1)


def test_stables_and_whims() -> None:
    """K-4.15.6: only for the owner, and only if the help gives him a soldier."""
    for tile, texts, soldiers in (
        (9, ["vp"], 2),
        (13, ["gold"], 2),
        (14, ["seat-1", "gold"], 2),
        (14, ["seat-1", "soldier"], 0),
        (11, ["stone+2vp"], 0),
        (11, ["stone+soldier+vp"], 2),
        (11, ["stone+2soldier"], 3),
    ):
        table = _help(tile, whims=(tile,)).build(0, "stables").build(1, "stables")
        table.give(2, vp=5)
        assert table.play("pass", *texts).own(0)["soldiers"] == soldiers
    given = _help(14, whims=(14,)).build(1, "stables").play("pass", "seat-1", "soldier")
    assert given.own(1)["soldiers"] == 1
    copied = _help(1, whims=(1,)).build(0, "stables").group(2, 1).group(3, 1).group(4, 1)
    assert copied.play("pass", "gold").own(0)["soldiers"] == 2


def test_standard_tiles_come_one_a_season() -> None:
    """K-4.15.1, K-9.8: a tile not yet there, each as likely, before the dice are rolled; it stays."""
    table = position("effect", 3, season="spring", module6="standard").set(used=128, whims=0b10)
    tiles = Counter(table.play("stop", seed=seed).record["whims"] ^ 0b10 for seed in range(1500))
    assert set(tiles) == {1 << tile for tile in range(2, 17)}
    assert all(60 < count < 145 for count in tiles.values())


def test_restoration_removes_the_highest_influenced() -> None:
    """K-4.15.2, K-4.15.3: else the lowest; neutral dice count; the goods go with the tile (K-4.15.4)."""
    full = (1 << 17) - 2
    table = position("effect", 3, season="spring", module6="restoration")
    table.set(used=128, whims=full, stock=7, lucky=1, influenced=1 << 4 | 1 << 2 | 1 << 17)
    after = table.play("stop")
    assert after.record["whims"] == full ^ 1 << 4
    assert after.record["stock"] == 0
    assert table.set(influenced=1 << 17).play("stop").record["whims"] == full ^ 1 << 1
    pair = placing(1, seats=2, module6="restoration").set(whims=full, stock=7, lucky=1)
    pair.group(5, None).group(3, None).dice(1, [1])
    gone = pair.play("pass")
    assert gone.record["whims"] == full ^ 1 << 5
    assert gone.record["lucky"] == 0
