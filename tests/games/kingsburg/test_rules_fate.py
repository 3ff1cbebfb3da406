"""Module 4: fate cards, one by one."""

from __future__ import annotations

from collections import Counter

from games.kingsburg.table import Position, battle, game, placing, position
from scipy.stats import chisquare

from eminence.bots import State
from eminence.cext.core.stream import Stream
from eminence.cext.games.kingsburg.words import bits


def _next_season(fate: str, season: str = "spring", **more: object) -> Position:
    """The start of the season after this one: the last seat builds nothing."""
    return position("build", 3, module4=True, season=season, **more).fate(fate).give(3, gold=2)


def _new_year(fate: str, seats: int = 4, **more: object) -> Position:
    """The first position of a year with this card."""
    table = battle(9, module4=True, seats=seats, **more).card("I-e").fate("quiet_year")
    number = [card.id for card in table.game.kernel.figures.fates].index(fate)
    return table.reaches("keep", lambda one: one.record["fate"] == number, seeds=4000)


def test_cards_are_drawn_uniformly() -> None:
    """K-2.7, K-4.13, K-4.13.1, K-3.7, K-9.8: each card not yet seen alike; one a year; 29 records."""
    table = battle(9, module4=True).card("I-e").fate("fog")
    counts = Counter(table.play("keep", seed=seed).record["fate"] for seed in range(1400))
    fog = table.record["fate"]
    assert set(counts) == set(range(1, 30)) - {fog}
    assert chisquare(list(counts.values())).pvalue > 1e-4
    after = table.play("keep")
    assert bits(after.record["fates"]) == sorted({fog, after.record["fate"]})
    first = game(3, module4=True)
    assert first.kernel.unpack(first.kernel.setup(Stream(1)))["fate"] > 0


def test_the_card_goes_after_the_battle() -> None:
    """K-4.8.1, K-4.13.1: it holds to the end of Phase 8 and is gone at the end of the game."""
    end = battle(9, module4=True, year=5).card("V-b").fate("heroes_songs").play("keep")
    assert end.record["fate"] == 0
    assert len(bits(end.record["fates"])) == 5


def test_famine() -> None:
    """F01: one coloured die fewer, for everybody."""
    after = _next_season("famine").play("pass")
    assert all(sum(die > 0 for die in after.record["dice"][seat][:3]) == 2 for seat in range(4))


def test_good_year() -> None:
    """F02, K-7.68: a white die for who has none, else a good of choice."""
    after = _next_season("good_year").build(1, "farms").play("pass")
    assert (after.phase, after.actor, after.texts) == ("take", 1, ["gold", "wood", "stone"])
    rolled = after.play("wood")
    assert [sum(die > 0 for die in rolled.record["dice"][seat][3:]) for seat in range(4)] == [1, 1, 1, 1]


def test_strength_of_enemies() -> None:
    """F03 and F09: invaders one stronger or weaker; K-7.70: Improvised Fortifications by the printed one, or not."""
    for fate, vp in (("quiet_year", 0), ("fierce_enemies", -2), ("weak_enemies", 2)):
        table = battle(4, module4=True).card("I-e").fate(fate)
        assert table.play("keep").vp(0) == vp
    for fort, gain in (("printed", 1), ("final", 0)):
        table = (
            battle(4, module4=True, module1=True, improvised_fort=fort, year=2)
            .card("II-d")
            .fate("fierce_enemies")
        )
        table.only(0, "improvised_fortifications").give(1, gold=4, wood=4).give(0, gold=4, wood=4)
        assert table.play("keep").record["combat"][0] == 4 + gain


def test_reinforcements() -> None:
    """F04, F10, F11, K-7.42: fixed at 2 (not with troop tokens), one more, one less but not below 0."""
    table = (
        position("recruit", 3, module4=True, year=2)
        .fate("heavy_snow")
        .give(3, gold=2)
        .card("II-c")
        .all_goods(2)
    )
    for seed in range(5):
        after = table.play("stop", seed=seed)
        assert after.phase == "loss"
        assert after.record["combat"][:4] == [2, 2, 2, 2]
    for fate, value in (("loyal_troops", 2), ("thin_ranks", 0)):
        lost = battle(1, module4=True, year=2).card("II-c").fate(fate).all_goods(2).play("keep")
        assert lost.record["combat"][0] == value
    none = battle(0, module4=True, year=2).card("II-c").fate("thin_ranks").all_goods(2).play("keep")
    assert none.record["combat"][0] == 0
    tokens = position("recruit", 3, module4=True, module5=True).fate("heavy_snow").give(3, gold=2)
    assert tokens.play("stop").phase == "troops"


def test_rising_stars() -> None:
    """F05, K-7.35: a gift for the first group of a player, at once; neutral dice take none; each season anew."""
    after = _next_season("rising_stars").play("pass")
    assert bits(after.record["gifts"]) == [1, 2, 3, 4, 5]
    table = placing(0, module4=True).fate("rising_stars").dice(0, [1, 4]).set(gifts=0b111110)
    taken = table.play("#4")
    assert taken.own(0)["tokens"] == 1
    assert bits(taken.record["gifts"]) == [1, 2, 3, 5]
    assert "#3" in taken.texts  # the "+2" can be used at once
    pair = placing(0, seats=2, module4=True, year=2).fate("rising_stars").group(3, None).group(9, None)
    late = pair.dice(0, [3, 6]).set(gifts=1 << 3, envoy=1)
    assert late.play("#3").own(0)["stone"] == 1


def test_secret_deals() -> None:
    """F06, K-7.36, K-7.52, K-7.63: once a year, on another player's advisor; a turn that helps after the groups."""
    table = (
        position("place", 0, module4=True)
        .fate("secret_deals")
        .dice(0, [6])
        .dice(1, [1])
        .group(8, 1)
        .group(6, 2)
    )
    table.group(7, 0).set(passed=0b1100)
    assert table.texts == ["pass", "deal-#6", "deal-#8"]  # no forced pass, and not on one's own
    laid = table.play("deal-#8")
    assert (laid.record["deal"][0], laid.record["dealt"]) == (8, 1)
    assert laid.actor == 1
    served = laid.play("pass")
    while served.phase in ("place", "option", "gain"):
        served = served.play(served.texts[0])
    assert served.own(0)["gold"] == 2 + 1  # the deal, and a good of choice of #7
    assert served.own(1)["gold"] == 2
    assert served.record["deal"] == [0] * 5
    table.set(dealt=1)  # used this year
    assert table.texts == ["pass", *(text for text in table.texts[1:] if not text.startswith("deal"))]


def test_secret_deal_on_a_space() -> None:
    """K-7.52, K-7.63: also on the Politician's own space, with the printed help."""
    table = position("place", 1, module3=True, module4=True).govern(0, "politician").fate("secret_deals")
    table.dice(1, [6, 6, 6]).set(passed=0b1101, spaces=1 << 10)
    table.group(18, 1)
    assert "deal-#10p" in table.texts
    after = table.play("deal-#10p")
    while after.phase == "place":
        after = after.play("pass")
    assert (after.own(0)["soldiers"], after.own(1)["soldiers"]) == (2, 2 + 1)
    assert after.record["seen"] == 0b11


def test_closed_advisors() -> None:
    """F07, F08, K-7.47: nobody goes there, the Envoy neither; neutral dice are put aside."""
    for fate, number in (("the_king_is_ill", 18), ("the_queen_travels", 17)):
        table = placing(0, module4=True, year=2).fate(fate).dice(0, [6, 6, number - 12]).set(envoy=1)
        assert f"#{number}" not in table.texts
    rolls = [
        position("build", 1, seats=2, module4=True)
        .fate("the_king_is_ill")
        .give(1, gold=2)
        .play("pass", seed=seed)
        for seed in range(300)
    ]
    assert {roll.record["group"].count(6) for roll in rolls} >= {1, 2}
    assert not any(roll.record["group"][17] for roll in rolls)


def test_spring_gifts() -> None:
    """F12 to F15: a gold, a wood, a stone or a "+2" for everybody at the start of Spring, of no other season."""
    for fate, kind in (
        ("rich_vein", "gold"),
        ("tall_forests", "wood"),
        ("good_stone", "stone"),
        ("lucky_stars", "tokens"),
    ):
        year = _new_year(fate)
        spring = year
        before = year.own(0)[kind]
        while spring.phase == "aid":
            spring = spring.play("gold" if kind != "gold" else "wood")
        assert spring.own(0)[kind] == before + 1
        summer = _next_season(fate).play("pass")
        assert summer.own(0)[kind] == 0


def test_patient_court_and_closed_market() -> None:
    """F16, F17, K-4.3.5.2: two "+2" a season; no Market works."""
    table = placing(0, module4=True).fate("patient_court").dice(0, [1, 6]).give(0, tokens=2).set(token_used=1)
    assert "#3" in table.texts
    assert "#3" not in table.fate("quiet_year").texts
    market = placing(0, module4=True).fate("closed_market").build(0, "market").dice(0, [6])
    assert market.texts == ["pass", "#6"]


def test_price_of_soldiers() -> None:
    """F18, F19, K-7.37, K-7.62: one good more for each, one less for the first; free with Barracks."""
    table = position("recruit", 0, module4=True, module5=True).give(0, gold=4)
    assert table.fate("costly_mercenaries").play("gold").goods(0) == (1, 0, 0)
    eager = table.fate("eager_recruits").play("gold")
    assert eager.goods(0) == (3, 0, 0)
    assert eager.play("gold").goods(0) == (1, 0, 0)
    assert table.build(0, "barracks").texts == ["stop", "recruit"]


def test_what_the_king_gives() -> None:
    """F20 to F22, K-7.50, K-7.71, K-4.5.1: 2 points in Phase 3, a good for all in Phase 1, no Envoy."""
    assert _next_season("royal_favour").build(0, "chapel").play("pass").vp(0) == 2
    year = _new_year("generous_king")
    assert (year.phase, year.record["waiting"]) == ("aid", 0b1111)
    assert year.record["favoured"] == 0
    away = _next_season("envoy_abroad", "summer").build(0, "inn").build(1, "inn").build(2, "inn").set(envoy=2)
    assert away.play("pass").record["envoy"] == 0
    assert (
        _next_season("quiet_year", "summer")
        .build(0, "inn")
        .build(1, "inn")
        .build(2, "inn")
        .play("pass")
        .record["envoy"]
        == 4
    )


def test_fog_and_open_secret() -> None:
    """F23, F24, K-7.49, K-7.59: peeks show nothing and nobody has peeked; an open card is known to all."""
    table = placing(0, module4=True).fate("fog").group(10, 0).dice(0, [6, 6, 6]).give(0, gold=2)
    assert table.play("pass").record["seen"] == 0
    year = _new_year("open_secret")
    spring = year
    while spring.phase == "aid":
        spring = spring.play("gold")
    assert spring.record["opened"] == 1
    for seat in range(4):
        data = State(spring.game, spring.packed, 0, 0).view(seat).data
        assert "invader" in data
        assert not any(player["peeked"] for player in data["players"])
    later = (
        placing(0, module4=True)
        .fate("open_secret")
        .set(opened=1)
        .group(10, 0)
        .dice(0, [6, 6, 6])
        .give(0, gold=2)
    )
    assert later.play("pass").record["seen"] == 0


def test_prices_of_buildings() -> None:
    """F25, F26, K-7.62, K-4.3.7.5, K-4.0.8: the first building of the year a good less; column IV a wood more."""
    table = position("build", 0, module4=True).fate("great_builders").give(0, gold=1, wood=1)
    assert table.play("inn").texts == ["pay-1g1w", "pay-1w", "pay-1g"]
    assert "statue" in table.texts
    table.set(built_year=1)
    assert "statue" not in table.texts
    roads = position("build", 0, module4=True).fate("bad_roads").build(0, "church").give(0, gold=5, stone=3)
    assert "cathedral" not in roads.texts
    assert roads.give(0, gold=5, stone=3, wood=1).play("cathedral").goods(0) == (0, 0, 0)


def test_heroes_and_hard_winter() -> None:
    """F27, F28, K-7.43: two points for the highest value; one more good lost, with those of choice."""
    table = battle(4, module4=True).card("I-e").fate("heroes_songs").give(0, soldiers=1)
    assert table.play("keep").vp(0) == 1 + 2
    hard = battle(0, module4=True, year=2).card("II-c").fate("hard_winter").give(0, gold=4, wood=4)
    assert hard.play("keep").record["left"] == 3
    fixed = battle(0, module4=True, year=2).card("II-b").fate("hard_winter").give(0, gold=2, wood=1, stone=1)
    assert fixed.play("keep").record["left"] == 1


def test_quiet_year() -> None:
    """F29: nothing at all."""
    assert game(3, module4=True).kernel.figures.fates[29].effects == ()
