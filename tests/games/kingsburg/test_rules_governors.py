"""Module 3: how governors come to the seats, and what they do."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from games.kingsburg.table import Position, battle, game, placing, position
from scipy.stats import chisquare

from eminence.cext.core.stream import Stream
from eminence.cext.games.kingsburg.words import bits


def _setup(seed: int, seats: int = 3, **options: object) -> Position:
    table = game(seats, module3=True, **options)
    return Position(table, table.kernel.unpack(table.kernel.setup(Stream(seed, "setup"))))


def _rolled(governor: str, dice: list[int], white: list[int] | None = None, **more: object) -> Position:
    """Seat 0 may change its dice; the others are done."""
    table = (
        position("modify", 0, module3=True, season="summer", **more).govern(0, governor).dice(0, dice, white)
    )
    for seat in range(1, table.game.seats):
        table.dice(seat, [6, 6, 6])
    return table


def _governors(table: Position) -> list[str]:
    return [table.game.kernel.figures.governors[number].id for number in table.record["governor"]]


# ---- K-4.12.1: deal


def test_deal() -> None:
    """K-2.6, K-4.12, K-4.12.1, K-7.57: three each, one kept in secret in turn order, then all are turned up."""
    table = _setup(1)
    assert table.phase == "keep"
    hands = table.record["hand"][:3]
    assert len({card for hand in hands for card in hand}) == 9
    assert all(hand == sorted(hand) for hand in hands)
    assert table.game.kernel.secret(table.packed)
    actors = []
    while table.phase == "keep":
        actors.append(table.actor)
        assert len(table.codes) == 3
        table = table.play(table.texts[0])
    assert actors == table.record["order"][:3]
    assert table.record["governor"][:3] == [hand[0] for hand in hands]
    assert not any(any(hand) for hand in table.record["hand"])


def test_deal_is_uniform() -> None:
    """K-3.7, K-4.12.1: every governor in every hand alike, and with every other; nobody has another's."""
    counts: Counter[int] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    for seed in range(2000):
        hands = _setup(seed).record["hand"][:3]
        assert len({card for hand in hands for card in hand}) == 9
        counts.update(hands[1])
        left_out = seed % 3
        pairs[tuple(card for place, card in enumerate(hands[2]) if place != left_out)] += 1
    assert set(counts) == set(range(1, 25))
    assert chisquare(list(counts.values())).pvalue > 1e-4
    every = list(itertools.combinations(range(1, 25), 2))
    assert chisquare([pairs[pair] for pair in every]).pvalue > 1e-4


def test_hidden_governors() -> None:
    """K-6: other hands come from the 21 cards one has not got; a commit is any card of its hand."""
    table = _setup(2)
    order = table.record["order"][:3]
    table = table.play(table.texts[1])
    kernel = table.game.kernel
    own = set(table.record["hand"][order[1]])
    view = kernel.hide(table.packed, order[1])
    assert kernel.unpack(view)["hand"][order[0]] == [0, 0, 0]
    assert kernel.unpack(view)["governor"] == [0] * 5
    places: Counter[int] = Counter()
    cards: Counter[int] = Counter()
    for seed in range(1500):
        world = kernel.unpack(kernel.sample(view, order[1], Stream(seed, "world")))
        hand = world["hand"][order[0]]
        assert hand == sorted(set(hand))
        assert not own & set(hand)
        assert not set(hand) & set(world["hand"][order[2]])
        places[hand.index(world["governor"][order[0]])] += 1
        cards.update(hand)
        assert world["governor"][order[2]] == 0
    assert set(cards) == set(range(1, 25)) - own
    assert chisquare(list(cards.values())).pvalue > 1e-4
    assert set(places) == {0, 1, 2}


# ---- K-4.12.2: auction


def test_auction() -> None:
    """K-4.12.2, K-4.12.3, K-7.17, K-7.48, K-7.58: card, opening bid, raises in turn, the last one alone for 0."""
    table = _setup(5, module3_method="auction")
    opener = table.actor
    assert len(bits(table.record["lots"])) == 4
    assert table.phase == "lot"
    assert opener == table.record["opener"]
    lot = table.texts[0]
    bidding = table.play(lot)
    assert bidding.texts == [f"bid-{bid}" for bid in range(16)]
    second = bidding.play("bid-2")
    assert second.actor == (opener + 1) % 3
    assert second.texts == ["pass", *(f"bid-{bid}" for bid in range(3, 18))]
    third = second.play("bid-4")
    assert third.actor == (opener + 2) % 3
    back = third.play("pass")
    assert back.actor == opener
    sold = back.play("pass")
    winner = (opener + 1) % 3
    assert _governors(sold)[winner] == lot
    assert (sold.phase, sold.actor) == ("lot", (opener + 2) % 3)
    last = sold.play(sold.texts[0], "bid-0", "pass")
    assert (last.phase, last.actor, len(last.codes)) == ("lot", opener, 2)
    done = last.play(last.texts[1])
    assert done.phase not in ("lot", "bid")
    assert done.record["lots"] == 0
    assert len(set(done.record["governor"][:3])) == 3


def test_bids_against_brute_force() -> None:
    """K-7.48: from every standing bid exactly pass and 1 to 15 more; nobody bids above 99."""
    table = _setup(5, module3_method="auction").play(_setup(5, module3_method="auction").texts[0], "bid-0")
    for bid in range(99):
        table.record["bid"] = bid
        assert table.texts == ["pass", *(f"bid-{more}" for more in range(bid + 1, bid + 16) if more <= 99)]


def test_thief_by_auction() -> None:
    """V28, K-2.6 GOV01, K-7.57: bought for 2 points he starts at -5."""
    table = _setup(1, module3_method="auction")
    numbers = {card.id: n for n, card in enumerate(table.game.kernel.figures.governors)}
    table.record["lots"] = sum(1 << numbers[name] for name in ("thief", "heiress", "fairy", "duke"))
    buyer = table.actor
    sold = table.play("thief", "bid-2", "pass", "pass")
    assert sold.vp(buyer) == -5
    heir = sold.actor
    assert sold.play("heiress", "bid-1", "pass").goods(heir) == (1, 1, 1)


# ---- one by one


def test_theft() -> None:
    """K-2.6 GOV01, K-7.65, K-7.66: before building, from somebody with more goods, victim then good."""
    table = (
        placing(3, module3=True).govern(0, "thief").dice(3, [6, 6, 6]).give(0, gold=1).give(1, gold=1, wood=2)
    )
    table.give(2, stone=1)
    turn = table.play("pass")
    assert (turn.phase, turn.texts) == ("rob", ["pass", "seat-1"])
    loot = turn.play("seat-1")
    assert loot.texts == ["gold", "wood"]
    assert loot.play("wood").goods(0) == (1, 1, 0)
    assert turn.play("pass").goods(1) == (1, 2, 0)


@pytest.mark.parametrize(("governor", "good"), [("miner", 0), ("carpenter", 1), ("sculptor", 2)])
def test_miner_carpenter_sculptor(governor: str, good: int) -> None:
    """K-2.6 GOV02 to GOV04, K-4.8.1, K-7.51: a good each year, in the fifth before the Cathedral; a discount a year."""
    end = (
        battle(9, module3=True, year=5).card("V-b").govern(0, governor).build(0, "cathedral").give(0, gold=1)
    )
    after = end.play("keep")
    assert sum(after.goods(0)) == 2
    assert after.vp(0) - after.vp(1) == 1  # two goods make a point
    table = (
        position("build", 0, module3=True)
        .govern(0, governor)
        .build(0, "palisade")
        .give(0, gold=1, wood=1, stone=1)
    )
    price = table.play("stables")
    assert len(price.texts) == 2
    used = price.play(price.texts[1])
    assert used.goods(0)[good] == 1
    assert used.record["yearly"] == 1
    table.set(yearly=1)
    assert table.play("stables").goods(0) == (0, 0, 0)


def test_minstrel() -> None:
    """K-2.6 GOV05, K-4.8.1, K-7.51, K-5.1: last of all; tied for last gives 2, tied above gives 1."""
    for points, gain in (((5, 5, 9, 9), 2), ((5, 9, 9, 9), 1), ((9, 9, 5, 5), 1), ((9, 8, 5, 5), 0)):
        table = battle(0, module3=True).card("I-e").govern(0, "minstrel")
        for seat, vp in enumerate(points):
            table.give(seat, vp=vp, soldiers=4)
        after = table.play("keep")  # a tie with the invaders: nothing else happens
        assert after.vp(0) == points[0] + gain


def test_politician() -> None:
    """K-2.6 GOV06, K-7.33, K-7.45, K-7.63, K-7.24: own spaces, printed help, after the board's groups; no Envoy."""
    table = position("place", 0, seats=3, module3=True, module6="standard").govern(0, "politician")
    table.dice(0, [4, 1]).dice(1, [6, 6, 6]).dice(2, [6, 6, 6]).group(5, 1).set(
        passed=0b110, whims=1 << 5, lucky=1
    )
    assert table.texts == ["pass", "#1", "#4", "#5p"]
    table.build(0, "stables")
    after = table.play("#5p")
    assert after.own(0)["soldiers"] == 2  # printed Sergeant and Stables; seat 1 took the tile's good first
    assert after.own(1)["gold"] == 1
    used = (
        position("place", 0, seats=3, module3=True)
        .govern(0, "politician")
        .dice(0, [5])
        .set(passed=0b110, envoy=1)
    )
    used.record["spaces"] = 1 << 5
    assert used.texts == ["pass", "#5"]


def test_architect() -> None:
    """K-2.6 GOV07, K-7.46, K-4.3.7.5: a good less while somebody has more buildings; 3 points at the end."""
    table = position("build", 0, module3=True, year=2).govern(0, "architect").build(1, "chapel")
    table.give(0, gold=3, wood=3, stone=1).set(envoy=1)
    first = table.play("inn")
    assert first.texts == ["pay-1g1w", "pay-1w", "pay-1g"]
    second = first.play("pay-1w")
    assert second.phase == "second"
    assert second.play("guard_tower").texts == ["pay-1g1s", "pay-1s", "pay-1g"]
    table.build(1, "inn")
    table.record["built"][1] = 0b1 << 4
    assert table.play("inn", "pay-1w").play("guard_tower").phase != "discount"
    end = battle(9, module3=True, year=5).card("V-b").govern(0, "architect").build(0, "inn").build(1, "inn")
    assert end.play("keep").vp(0) - end.play("keep").vp(1) == 3
    assert end.build(1, "market").play("keep").vp(0) == end.play("keep").vp(1)


def test_prince() -> None:
    """K-2.6 GOV08, K-7.67: total at most 8, white dice included; with two coloured dice any two of 3, 4, 6."""
    table = _rolled("prince", [1, 1, 2], [4])
    assert table.texts == ["stop", "use-prince"]
    after = table.play("use-prince")
    assert after.record["dice"][0][:4] == [3, 4, 6, 4]
    assert _rolled("prince", [1, 1, 2], [5]).texts == ["stop"]
    two = _rolled("prince", [1, 1], module4=True).fate("famine")
    assert two.play("use-prince").texts == ["turn-3+4", "turn-3+6", "turn-4+6"]
    assert two.play("use-prince", "turn-3+6").record["dice"][0][:3] == [3, 6, 0]


def test_philosopher() -> None:
    """V18, K-2.6 GOV09, K-7.18, K-4.3.3: a lower total is a point if no die is rolled afterwards."""
    table = _rolled("philosopher", [2, 2, 6]).build(0, "chapel").set(used=0b1)
    assert table.texts == ["stop", "use-philosopher"]
    lower = table.reaches(
        "use-philosopher", lambda one: sum(one.record["dice"][0]) == 7 and one.phase == "modify"
    )
    assert lower.texts == ["stop", "use-chapel"]
    assert lower.play("stop").vp(0) == 1
    assert lower.play("use-chapel").vp(0) == 0
    equal = table.reaches("use-philosopher", lambda one: sum(one.record["dice"][0]) == 10)
    assert equal.vp(0) == 0
    assert _rolled("philosopher", [2, 3, 6]).texts == ["stop"]


def test_preacher() -> None:
    """K-2.6 GOV10, K-4.3.8: one point a season if anybody, himself included, built nothing."""
    table = position("build", 3, module3=True, season="summer").govern(0, "preacher").give(3, gold=2)
    assert table.set(built_now=0b0111).play("pass").vp(0) == 1
    assert table.set(built_now=0b0111).play("statue").vp(0) == 0
    assert table.set(built_now=0b0110).play("statue").vp(0) == 1


def test_tax_collector() -> None:
    """K-2.6 GOV11, K-4.3.7.4, K-7.66: a good of choice at once when an opponent builds column IV; also twice."""
    table = position("build", 1, module3=True, year=2).govern(0, "tax_collector").build(1, "church", "farms")
    table.give(1, gold=9, wood=9, stone=9).set(envoy=2)
    first = table.play("cathedral")
    assert (first.phase, first.actor, first.texts) == ("take", 0, ["gold", "wood", "stone"])
    second = first.play("wood")
    assert (second.phase, second.actor) == ("second", 1)
    again = second.play("merchants_guild")
    assert (again.phase, again.actor) == ("take", 0)
    assert again.play("wood").own(0)["wood"] == 2
    own = (
        position("build", 0, module3=True)
        .govern(0, "tax_collector")
        .build(0, "church")
        .give(0, gold=9, stone=9)
    )
    assert own.play("cathedral").phase != "take"


def test_paladin() -> None:
    """K-2.6 GOV12: a point for every battle won, at the end."""
    table = battle(9, module3=True, year=5).card("V-b").govern(0, "paladin")
    table.record["wins"][0] = 2
    after = table.play("keep")
    assert after.vp(0) - after.vp(1) == 3


def test_fairy() -> None:
    """K-2.6 GOV13: a white die each Summer."""
    for season, white in (("spring", 1), ("summer", 0)):
        table = position("build", 3, module3=True, season=season).give(3, gold=2).govern(0, "fairy")
        assert sum(die > 0 for die in table.play("pass").record["dice"][0][3:]) == white


def test_priest() -> None:
    """K-2.6 GOV14, K-7.19, K-7.68: once a year a white die for who has none, a point for who has one."""
    table = (
        position("build", 3, module3=True, season="spring")
        .give(3, gold=2)
        .govern(2, "priest")
        .build(1, "farms")
    )
    ask = table.play("pass")
    assert (ask.phase, ask.actor, ask.texts) == ("bless", 2, ["wait", "bless"])
    before = [ask.vp(seat) for seat in range(4)]
    given = ask.play("bless")
    whites = [sum(die > 0 for die in given.record["dice"][seat][3:]) for seat in range(4)]
    assert whites == [1, 1, 1, 1]
    assert [given.vp(seat) - before[seat] for seat in range(4)] == [
        1,
        1,
        0,
        0,
    ]  # the Fairy and the Farms had one
    assert given.record["yearly"] == 0b100
    waited = ask.play("wait")
    assert sum(die > 0 for die in waited.record["dice"][3][3:]) == 0


def test_priest_and_good_year() -> None:
    """K-7.54, K-4.3.1, K-7.68: who has no white die picks the order: a point or a good of choice."""
    table = (
        position("build", 3, module3=True, module4=True, season="summer").give(3, gold=2).govern(0, "priest")
    )
    table.fate("good_year").build(1, "farms")
    ask = table.play("pass").play("bless")
    assert (ask.phase, ask.actor, ask.texts) == ("blessing", 0, ["governor-first", "fate-first"])
    point = ask.play("fate-first")
    assert point.vp(0) == 1
    assert (point.phase, point.actor) == ("take", 1)  # the Farms: a point and a good
    assert point.vp(1) == 1
    good = ask.play("governor-first")
    assert (good.phase, good.actor) == ("take", 0)
    end = point.play("gold")
    while end.phase in ("take", "blessing"):
        end = end.play(end.texts[-1])
    assert [sum(die > 0 for die in end.record["dice"][seat][3:]) for seat in range(4)] == [1, 1, 1, 1]


def test_sorcerer() -> None:
    """K-2.6 GOV15, K-7.41, K-4.1.2, K-7.62: year 3, rows ascending, up to three for nothing and without points."""
    table = battle(9, module3=True, year=2).card("II-e").govern(2, "sorcerer").build(2, "inn")
    ask = table.play("keep")
    assert (ask.phase, ask.actor, ask.record["year"]) == ("conjure", 2, 2)
    assert ask.texts == ["stop", "statue", "guard_tower", "palisade", "barricade"]
    points = ask.vp(2)
    after = ask.play("guard_tower")
    assert after.texts == ["stop", "palisade", "barricade"]
    done = after.play("palisade", "barricade")
    assert done.phase == "aid" or done.record["season"] == 0
    assert done.vp(2) == points
    assert done.buildings(2) == {"inn", "guard_tower", "palisade", "barricade"}
    fallen = battle(0, module3=True, year=3).card("III-b").govern(0, "sorcerer").only(0, "guard_tower")
    fallen.record["free_cells"][0] = 0b1000
    lost = fallen.give(0, vp=9).play("keep")
    assert lost.vp(0) == 9
    assert lost.record["free_cells"][0] == 0


def test_duke() -> None:
    """K-2.6 GOV16, K-4.3.5.7, K-7.34: from his highest advisor to a free #12, one of two groups."""
    table = (
        placing(1, module3=True).govern(0, "duke").dice(1, [6, 6, 6]).group(3, 0).group(15, 0).group(17, 1)
    )
    ask = table.play("pass")
    assert (ask.phase, ask.actor, ask.texts) == ("move", 0, ["stay", "move"])
    moved = ask.play("move")
    assert moved.phase == "gain"
    assert moved.record["group"][11] == 1
    assert moved.record["group"][14] == 0
    table.group(12, 2)
    assert table.play("pass").phase != "move"
    two = placing(1, module3=True, year=2).govern(0, "duke").dice(1, [6, 6, 6]).group(15, 2).group(15, 0)
    after = two.play("pass").play("move")
    assert after.record["group"][14] == 3
    assert after.record["second_owner"] == 0


def test_trickster() -> None:
    """K-2.6 GOV17, K-7.53, K-7.67: every way to turn 2s to 1 or 3, coloured and white apart, against brute force."""
    for coloured, white in itertools.product(range(4), range(3)):
        if coloured + white == 0:
            continue
        dice = [2] * coloured + [5] * (3 - coloured)
        table = _rolled("trickster", dice, [2] * white + [6] * (2 - white))
        choices = table.play("use-trickster")
        found = set()
        for text in choices.texts:
            after = choices.play(text)
            found.add(tuple(after.record["dice"][0]))
        expected = set()
        for ones in itertools.product((1, 2, 3), repeat=coloured):
            for others in itertools.product((1, 2, 3), repeat=white):
                if {*ones, *others} != {2}:
                    row = [
                        *sorted([*ones, *[5] * (3 - coloured)]),
                        *sorted([*others, *[6] * (2 - white)]),
                        0,
                        0,
                        0,
                    ]
                    expected.add(tuple(row))
        assert found == expected
        assert len(choices.texts) == len(expected) <= 59
    assert _rolled("trickster", [1, 3, 4]).texts == ["stop"]


def test_damsel_general_trader_captain() -> None:
    """K-2.6 GOV18 to GOV21, K-7.31, K-7.37: a soldier, +1 and a peek, an exchange, a cheaper soldier."""
    table = battle(1, module3=True, year=2).card("II-c").give(1, gold=2, wood=2).govern(0, "general")
    assert table.play("keep").record["combat"][:2] == [2, 1]
    winter = (
        position("recruit", 3, module3=True, module5=True).govern(0, "damsel").give(3, gold=2).play("stop")
    )
    assert winter.own(0)["soldiers"] == 1
    peek = (
        position("build", 3, module3=True, season="summer").govern(0, "general").give(3, gold=2).play("pass")
    )
    assert peek.record["seen"] == 1
    trade = placing(3, module3=True).govern(0, "trader").dice(3, [6, 6, 6]).give(0, gold=1).play("pass")
    assert (trade.phase, trade.texts) == ("trade", ["pass", "give-gold"])
    assert trade.play("give-gold").texts == ["wood", "stone"]
    assert trade.play("give-gold", "stone").goods(0) == (0, 0, 1)
    cheap = position("recruit", 0, module3=True, module5=True).govern(0, "captain").give(0, gold=3)
    assert cheap.play("gold").goods(0) == (2, 0, 0)
    assert cheap.play("gold", "gold").goods(0) == (0, 0, 0)
    free = position("recruit", 0, module3=True, module5=True).govern(0, "captain").build(0, "barracks")
    assert free.texts == ["stop", "recruit"]
    assert free.play("recruit").own(0)["soldiers"] == 1


def test_innkeeper_heiress_astrologer() -> None:
    """K-2.6 GOV22 to GOV24, K-9.10, K-4.3.5.2: a "+2" each Spring, goods at the start, two "+2" a season."""
    table = position("build", 3, module3=True, season="spring").govern(0, "innkeeper").give(3, gold=2)
    assert table.play("pass").own(0)["tokens"] == 1
    start = _setup(1)
    numbers = {card.id: n for n, card in enumerate(start.game.kernel.figures.governors)}
    first = start.record["order"][0]
    start.record["hand"][first] = sorted([numbers["heiress"], numbers["astrologer"], numbers["duke"]])
    others = [n for n in range(1, 25) if n not in start.record["hand"][first] and n != numbers["thief"]]
    for i, seat in enumerate(start.record["order"][1:3]):
        start.record["hand"][seat] = others[3 * i : 3 * i + 3]
    kept = start.play("heiress")
    while kept.phase == "keep":
        kept = kept.play(kept.texts[0])
    assert kept.goods(first) == (1, 1, 1)
    table = (
        placing(0, module3=True).govern(0, "astrologer").dice(0, [1, 6]).give(0, tokens=3).set(token_used=1)
    )
    assert "#3" in table.texts
    used = table.play("#3")
    assert used.record["token_twice"] == 1
    assert "#8" not in used.texts


def test_discounts_against_brute_force() -> None:
    """K-4.3.7.5, K-7.61: pairs of price and what is used up, none doubled, none better for less."""
    for governor, goods in itertools.product(
        ("carpenter", "sculptor", "architect"), ((1, 2, 1), (3, 3, 3), (0, 1, 1))
    ):
        table = position("build", 0, module1=True, module2=True, module3=True, module4=True).govern(
            0, governor
        )
        table.fate("great_builders").build(0, "scaffold", "palisade").build(1, "chapel", "inn", "palisade")
        table.give(0, gold=goods[0], wood=goods[1], stone=goods[2])
        if "stables" not in table.texts:
            continue
        after = table.play("stables")
        found = [
            dict(after.game.face.move_data(after.game.kernel, after.record, code)) for code in after.codes
        ]
        expected = _brute_force(governor, (1, 1, 1), goods)
        assert len(found) == len(expected)
        assert {
            (
                (one["gold"], one["wood"], one["stone"]),
                frozenset(key for key in ("building", "yearly") if key in one),
            )
            for one in found
        } == expected
        assert len(found) <= 22


def _brute_force(
    governor: str, price: tuple[int, int, int], goods: tuple[int, int, int]
) -> set[tuple[tuple[int, ...], frozenset[str]]]:
    kinds = {
        "carpenter": [(1, "yearly")],
        "sculptor": [(2, "yearly")],
        "architect": [(0, ""), (1, ""), (2, "")],
    }
    sources = [[(1, "building"), (2, "building")], kinds[governor], [(0, ""), (1, ""), (2, "")]]
    pairs = set()
    for uses in itertools.product(*([None, *source] for source in sources)):
        rest, used = list(price), set()
        for use in uses:
            if use is not None:
                rest[use[0]] -= 1
                used |= {use[1]} - {""}
        if min(rest) >= 0 and all(cost <= own for cost, own in zip(rest, goods, strict=True)):
            pairs.add((tuple(rest), frozenset(used)))
    return {pair for pair in pairs if not any(other[0] == pair[0] and other[1] < pair[1] for other in pairs)}
