"""Step d: building; the end of a season."""

from __future__ import annotations

import pytest
from games.kingsburg.table import Position, position, season_end


def _builder(seat: int = 0, **more: object) -> Position:
    return position("build", seat, **more)


def test_building_costs_and_points() -> None:
    """K-4.3.7, K-4.3.7.1, K-7.3, V7: each of the rule book's four builds."""
    table = _builder(0, order=(0, 1, 2, 3)).give(0, gold=2, wood=1).give(1, gold=1, wood=1, stone=1)
    table.give(2, gold=2, stone=1).give(3, gold=1, wood=2, tokens=1)
    after = table.play("statue", "inn", "guard_tower")
    assert (after.vp(0), after.goods(0)) == (3, (0, 1, 0))
    assert (after.vp(1), after.goods(1)) == (0, (0, 0, 1))
    assert (after.vp(2), after.goods(2)) == (1, (1, 0, 0))
    assert after.actor == 3
    assert "palisade" in after.texts
    last = after.play("palisade")
    assert last.goods(3) == (1, 0, 0)
    assert last.vp(3) == 1  # nothing for the Palisade, one as all have one building


def test_left_neighbours_first() -> None:
    """K-4.3.7.1, K-9.1, V8: the Church needs Statue and Chapel."""
    rich = _builder().give(0, gold=20, wood=20, stone=20)
    assert rich.texts == ["pass", "statue", "inn", "guard_tower", "palisade", "barricade"]
    rich.build(0, "statue")
    assert "church" not in rich.texts
    assert "chapel" in rich.texts
    assert "church" in rich.build(0, "chapel").texts


def test_rows_of_module_1() -> None:
    """K-2.4, K-4.10.1: with module 1 rows A and G are there, without it they are not."""
    rich = _builder(module1=True).give(0, gold=20, wood=20, stone=20)
    assert {"sawmill", "improvised_fortifications"} <= set(rich.texts)
    assert len(rich.texts) == 8


def test_one_building_a_turn() -> None:
    """K-4.3.7: one building, then the next seat in turn order; passing is allowed."""
    table = _builder(1, seats=3, order=(1, 0, 2)).give(1, wood=9).give(0, wood=9)
    assert table.play("palisade").actor == 0
    assert table.play("pass").actor == 0


def test_unaffordable_buildings_are_not_offered() -> None:
    """K-4.3.7.1, K-4.17.1: who can pay for nothing is passed over."""
    table = _builder(0, seats=3).give(0, wood=1)
    assert table.texts == ["pass", "barricade"]
    assert table.play("barricade").season == "summer"


def test_crane() -> None:
    """K-2.3 F2, K-4.0.8, V24: columns III and IV cost a gold less, columns I and II do not."""
    table = _builder().build(0, "crane", "market").give(0, gold=1, wood=3, stone=1)
    assert "farms" in table.texts
    assert table.play("farms").goods(0) == (0, 0, 0)
    assert "farms" not in _builder().build(0, "market").give(0, gold=1, wood=3, stone=1).texts
    assert "statue" not in _builder().build(0, "crane").give(0, gold=1).texts


def test_effects_of_a_row_stay() -> None:
    """K-4.3.7.3: a later building of the row leaves the earlier ones at work."""
    table = (
        position("modify", 0, seats=3)
        .build(0, "cathedral")
        .dice(0, [1, 1, 1])
        .dice(1, [1, 2, 3])
        .dice(2, [1, 2, 3])
    )
    assert table.texts == ["stop", "use-statue", "use-chapel"]


def test_envoy_builds_twice() -> None:
    """K-4.3.7.2, K-7.14, K-7.25, V10: right after the first building, at full cost; then he goes home."""
    table = _builder(3).set(envoy=4).give(3, gold=1, wood=3).build(3, "guard_tower")
    second = table.play("barricade")
    assert (second.phase, second.actor) == ("second", 3)
    after = second.play("blacksmith")
    assert after.goods(3) == (0, 0, 0)
    assert after.record["envoy"] == 0


def test_envoy_may_be_kept() -> None:
    """K-4.3.7.2: not sending him keeps him; without a first building he is not asked."""
    table = _builder(3).set(envoy=4).give(3, wood=3)
    assert table.play("barricade", "pass").record["envoy"] == 4
    assert table.play("pass").record["envoy"] == 4


def test_second_building_sees_the_first() -> None:
    """K-4.3.7.2, K-7.29: next in the same row, and with a Crane just built; the Crane works twice."""
    table = _builder(0).set(envoy=1).give(0, wood=4).build(0, "inn")
    assert table.play("palisade").texts == ["pass", "barricade"]
    crane = (
        _builder(0)
        .set(envoy=1)
        .build(0, "barricade", "market")
        .give(0, gold=1, wood=4, stone=2)
        .play("crane")
    )
    assert "farms" in crane.texts
    row = _builder(0).set(envoy=1).give(0, gold=5, stone=1).play("statue")
    assert "chapel" in row.texts


# ---- end of season


def test_inn_in_summer_only() -> None:
    """K-2.3 C1, K-4.0.6: a "+2" at the end of Summer, also if just built."""
    for season, tokens in (("spring", 0), ("summer", 1), ("autumn", 0)):
        table = position("build", 3, season=season).give(3, gold=1, wood=1)
        assert table.play("inn").own(3)["tokens"] == tokens


def test_embassy_every_season() -> None:
    """K-2.3 F4, K-4.3.8: a point at the end of each productive season."""
    for season in ("spring", "summer", "autumn"):
        table = position("build", 3, season=season).build(3, "embassy").build(0, "cathedral", "fortress")
        table.give(3, gold=2)
        assert table.play("pass").vp(3) == 1


def test_town_hall_with_the_inns_token() -> None:
    """K-4.3.8, V15: the Inn's token pays the Town Hall at once."""
    table = position("build", 3, season="summer").build(3, "town_hall", "inn").give(3, wood=2)
    effect = table.play("pass")
    assert effect.texts == ["stop", "use-town_hall"]
    price = effect.play("use-town_hall")
    assert price.texts == ["wood", "token"]
    after = price.play("token")
    assert (after.vp(3), after.own(3)["tokens"]) == (1, 0)


def test_town_hall_once_a_season() -> None:
    """K-2.3 F3, K-4.0.5, K-9.10, V25: never two points in one season; refusing is allowed."""
    table = position("build", 3, season="summer").build(3, "town_hall").give(3, gold=2)
    effect = table.play("pass")
    assert effect.play("use-town_hall").season == "autumn"
    assert effect.play("use-town_hall").vp(3) == 1
    assert effect.play("stop").vp(3) == 0


def test_row_a_in_summer() -> None:
    """K-2.4 A1 to A3, V29: one piece each, once."""
    table = (
        position("build", 3, season="summer", module1=True)
        .build(3, "goldsmith")
        .give(3, gold=2, wood=2, stone=2)
    )
    effect = table.play("pass")
    assert effect.texts == ["stop", "use-sawmill", "use-quarry", "use-goldsmith"]
    after = effect.play("use-sawmill", "use-quarry")
    assert after.goods(3) == (7, 1, 1)
    assert after.texts == ["stop", "use-goldsmith"]
    done = after.play("use-goldsmith")
    assert (done.goods(3), done.own(3)["soldiers"], done.vp(3)) == ((6, 1, 1), 1, 1)
    spring = position("build", 3, season="spring", module1=True).build(3, "goldsmith").give(3, gold=1, wood=1)
    assert spring.play("pass").season == "summer"


def test_gold_of_the_sawmill_pays_the_goldsmith() -> None:
    """K-4.3.8: effects in any order, conditions checked anew."""
    table = position("build", 3, season="summer", module1=True).build(3, "goldsmith").give(3, wood=2)
    effect = table.play("pass")
    assert effect.texts == ["stop", "use-sawmill"]
    assert effect.play("use-sawmill").texts == ["stop", "use-goldsmith"]


def test_mint() -> None:
    """K-2.4 A4: the row works in Spring and Autumn too."""
    for season in ("spring", "autumn"):
        table = position("build", 3, season=season, module1=True).build(3, "mint").give(3, wood=2)
        assert table.play("pass").texts == ["stop", "use-sawmill"]


def test_season_ends_in_turn_order() -> None:
    """K-4.3.8: seats one after the other."""
    table = position("build", 2, seats=3, order=(1, 0, 2)).set(actor=2)
    for seat in range(3):
        table.build(seat, "town_hall").give(seat, gold=1)
    first = table.give(2, wood=1).play("pass")
    assert first.actor == 1
    assert first.play("stop").actor == 0


@pytest.mark.parametrize(
    ("season", "then"), [("spring", "summer"), ("summer", "autumn"), ("autumn", "winter")]
)
def test_calendar(season: str, then: str) -> None:
    """K-4.1.1: the seasons follow each other."""
    table = season_end(season=season).give(0, gold=2)
    assert table.play("stop").season == then
