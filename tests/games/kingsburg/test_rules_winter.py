"""Mercenaries, the battle, the end of a year and of the game."""

from __future__ import annotations

from collections import Counter

import pytest
from games.kingsburg.table import Position, battle, position, season_end

# ---- phase 7


def test_soldiers_cost_two_goods() -> None:
    """K-4.6.1: any two goods, any number of times, in turn order."""
    table = position("recruit", 0, seats=3).give(0, gold=3, stone=1).give(1, wood=2)
    assert table.texts == ["stop", "gold"]
    after = table.play("gold", "gold")
    assert after.own(0)["soldiers"] == 1
    assert after.texts == ["stop", "gold"]
    done = after.play("gold")  # the stone follows by itself
    assert done.own(0)["soldiers"] == 2
    assert done.goods(0) == (0, 0, 0)
    assert done.actor == 1


def test_barracks() -> None:
    """K-2.3 D3, K-7.12, V22: three goods of any type make three soldiers."""
    table = position("recruit", 0, seats=3).build(0, "barracks").give(0, gold=1, wood=1, stone=1)
    assert table.texts == ["stop", "gold", "wood", "stone"]
    after = table.play("gold", "wood", "stone")
    assert after.record["year"] == 1  # nobody else could recruit; the battle is over
    assert table.play("gold", "wood").own(0)["soldiers"] == 2


def test_recruiting_payments_are_unique() -> None:
    """K-4.17.2, K-4.17.3, D9: types never descend over the whole phase; every payment is reachable once."""
    paths: Counter[tuple[int, ...]] = Counter()

    def walk(table: Position) -> None:
        for text in table.texts:
            if text == "stop":
                paths[table.goods(0)] += 1
                continue
            after = table.play(text)
            if after.phase in ("recruit", "hire") and after.actor == 0:
                walk(after)
            else:
                paths[after.goods(0)] += 1  # too little is left for another soldier

    walk(position("recruit", 0, seats=3).give(0, gold=2, wood=1, stone=2).give(1, gold=2))
    assert set(paths.values()) == {1}
    assert len(paths) == 1 + 5 + 3  # nothing; two of five goods; four of five


def test_payments_never_dead_end() -> None:
    """K-4.17.2: a type is offered only if the rest can come from types not before it."""
    table = position("recruit", 0, seats=3).give(0, gold=1, stone=1)
    assert table.texts == ["stop", "gold"]


def test_recruiting_center() -> None:
    """K-2.4 G2, K-4.0.1, K-7.11: "+2" tokens pay like goods."""
    table = (
        position("recruit", 0, seats=3, module1=True).build(0, "recruiting_center").give(0, gold=1, tokens=2)
    )
    assert table.texts == ["stop", "gold", "token"]
    assert position("recruit", 0, seats=3).give(0, gold=1, tokens=2).texts == ["stop"]
    both = (
        position("recruit", 0, seats=3, module1=True)
        .build(0, "recruiting_center", "barracks")
        .give(0, tokens=2)
    )
    assert both.give(1, gold=2).play("token", "token").own(0)["soldiers"] == 2


def test_training_camp() -> None:
    """K-2.4 G3, K-4.6.1: before anybody recruits, with fewer than two soldiers."""
    table = season_end(season="autumn", module1=True).give(0, gold=2)
    for seat, soldiers in ((0, 0), (1, 1), (2, 2)):
        table.build(seat, "training_camp").give(seat, soldiers=soldiers)
    after = table.play("stop")
    assert [after.own(seat)["soldiers"] for seat in range(4)] == [1, 2, 2, 0]


def test_stables_do_not_recruit() -> None:
    """K-4.6.1: Stables add nothing to mercenaries."""
    table = position("recruit", 0, seats=3).build(0, "stables").give(0, gold=2).give(1, gold=2)
    assert table.play("gold").own(0)["soldiers"] == 1


# ---- reinforcements


def test_kings_die_is_for_all() -> None:
    """K-4.7.1, K-4.7.2: one fair die, added to everybody's soldiers, after the card is revealed."""
    table = position("recruit", 3, module1=True).give(3, gold=2).build(3, "military_academy").card("I-e")
    seen: Counter[int] = Counter()
    for seed in range(600):
        after = table.play("stop", seed=seed)
        if after.phase == "academy":
            values = set(after.record["reinforcement"][:4])
            assert len(values) == 1
            seen |= Counter(values)
    assert set(seen) == {1, 2, 3, 4, 5, 6}


def test_military_academy() -> None:
    """K-2.4 G4, K-4.7.3, K-7.10: a die of one's own instead of the King's, if it differs; a lower one may be used."""
    table = position("academy", 3, module1=True).build(3, "military_academy").card("I-e").set(die=6)
    table.record["reinforcement"] = [2, 2, 2, 2, 0]
    assert table.texts == ["keep", "take-6"]
    assert table.play("keep").vp(3) == -2
    assert table.play("take-6").vp(3) == 2  # reward and highest combat value


def test_academies_in_turn_order() -> None:
    """K-4.7.3: each owner rolls and decides before the next; equal values are no decision."""
    table = position("recruit", 2, seats=3, order=(1, 0, 2), module1=True).give(2, gold=2)
    for seat in range(3):
        table.build(seat, "military_academy")
    decisions = Counter()
    for seed in range(300):
        after = table.play("stop", seed=seed)
        while after.phase == "academy":
            assert after.record["die"] != after.record["reinforcement"][after.actor]
            decisions[after.actor] += 1
            after = after.play("keep", seed=seed)
    assert set(decisions) == {0, 1, 2}
    assert all(200 < count < 290 for count in decisions.values())  # five times out of six


# ---- combat


def _outcome(table: Position, card: str) -> list[int]:
    """Points won and lost against a card."""
    before = [table.vp(seat) for seat in range(4)]
    after = table.card(card).play("keep")
    return [after.vp(seat) - before[seat] for seat in range(4)]


def test_battle_example() -> None:
    """K-4.7, K-4.7.4, K-4.7.5, V12: the rule book's first winter."""
    table = battle(1).card("I-c").only(0, "statue", "palisade", "barricade").only(1, "inn", "guard_tower")
    table.only(2, "guard_tower", "blacksmith", "barricade").only(3, "inn", "barricade", "crane")
    table.give(1, soldiers=1, wood=1, stone=1).give(3, wood=1, vp=1)
    after = table.play("keep")
    assert [after.vp(seat) for seat in range(4)] == [0, 0, 1, 0]
    assert after.goods(2) == (0, 0, 1)
    assert after.goods(3) == (0, 1, 0)
    assert after.buildings(3) == {"inn", "barricade"}
    assert [after.own(seat)["soldiers"] for seat in range(4)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("owned", "left"),
    [
        (("inn", "barricade"), {"barricade"}),
        (("inn", "market", "barricade", "crane"), {"inn", "barricade", "crane"}),
        (("statue", "chapel", "inn", "market", "farms"), {"statue", "chapel", "inn", "market"}),
        ((), set()),
    ],
)
def test_destruction(owned: tuple[str, ...], left: set[str]) -> None:
    """K-4.7.7, K-9.1, V13: rightmost column, topmost row; its points go; nothing to destroy is nothing."""
    after = battle(0).card("I-c").only(3, *owned).play("keep")
    assert after.buildings(3) == left


def test_destruction_in_module_1() -> None:
    """K-4.10.1: row A is the top one, row G the last."""
    after = (
        battle(0, module1=True)
        .card("I-c")
        .only(3, "sawmill", "statue", "improvised_fortifications")
        .play("keep")
    )
    assert after.buildings(3) == {"statue", "improvised_fortifications"}


def test_destroyed_points_are_taken_back() -> None:
    """K-4.7.7, K-9.6: exactly the points the building gave; it can be built again."""
    table = battle(0).card("I-c").build(3, "church").give(3, vp=15)
    after = table.play("keep")
    assert after.vp(3) == 15 - 7
    again = (
        position("build", 0)
        .set(built=[after.record["built"][3], 0, 0, 0, 0])
        .give(0, gold=3, wood=1, stone=2)
    )
    assert "church" in again.texts
    assert again.play("church").vp(0) >= 7


def test_race_bonuses() -> None:
    """K-2.3 B3, E1 and F1, V26: Palisade +2 against Zombies only, Barricade against Goblins, Church against Demons."""

    def combat(name: str, card: str, year: int) -> int:
        """The least reinforcement that does not lose."""
        for reinforcement in range(12):
            table = battle(reinforcement, year=year).only(3, name).give(3, vp=50)
            if table.card(card).play("keep").vp(3) >= 50:
                strength = table.game.kernel.figures.invaders[card]["strength"]
                return int(strength) - reinforcement
        raise AssertionError

    assert [combat("palisade", card, 2) for card in ("II-e", "II-d", "II-a")] == [2, 1, 1]
    assert [combat("barricade", card, 2) for card in ("II-e", "II-d", "II-a")] == [0, 0, 1]
    assert [combat("church", card, 3) for card in ("III-d", "III-e", "III-a")] == [1, 0, 0]
    assert [combat(name, "II-d", 2) for name in ("guard_tower", "blacksmith", "wizards_guild")] == [1, 1, 2]
    assert [combat(name, "II-d", 2) for name in ("farms", "fortress", "statue")] == [-1, 1, 0]


def test_improvised_fortifications() -> None:
    """K-2.4 G1, K-7.5: +1 up to a printed strength of 5."""
    for card, year, points in (("II-e", 2, 0), ("III-e", 3, -2)):
        table = battle(4 if year == 2 else 5, year=year, module1=True).only(3, "improvised_fortifications")
        assert _outcome(table, card)[3] == points


def test_stone_wall_wins_ties() -> None:
    """K-2.3 E3, K-4.7.5, K-7.26: its owner wins a tie and may be the best; an equal seat without it may not."""
    table = battle(3).only(3, "stone_wall").give(0, soldiers=1)
    assert _outcome(table, "I-e") == [0, -2, -2, 2]


def test_fortress() -> None:
    """K-4.7.8, K-7.6, K-7.29: +1 point for each won battle on top of the reward."""
    table = battle(4).only(3, "fortress")
    assert _outcome(table, "I-e") == [0, 0, 0, 3]
    gold = battle(4).only(3, "fortress").card("I-a").play("keep")
    assert gold.goods(3) == (1, 0, 0)
    assert gold.vp(3) == 2


def test_highest_combat_value() -> None:
    """K-4.7.9: every seat with the highest value that has won gets a point; without a winner nobody does."""
    table = battle(4).give(0, soldiers=2).give(1, soldiers=2).give(2, soldiers=1)
    assert _outcome(table, "I-e") == [2, 2, 1, 0]
    assert _outcome(battle(4).give(1, soldiers=-1), "I-e") == [0, -2, 0, 0]


def test_values_are_fixed_before_losses() -> None:
    """K-4.7.10: a building destroyed in this battle still counted; soldiers count without a limit (K-7.20)."""
    table = battle(1).only(0, "guard_tower").give(1, soldiers=30)
    after = table.card("I-c").play("keep")
    assert after.buildings(0) == set()
    assert after.vp(1) == 1


def test_fixed_losses_first_missing_goods_ignored() -> None:
    """K-4.7.6: gold, wood, stone by type; what is not there is not owed."""
    after = battle(0, year=3).card("III-d").give(3, gold=5, wood=0, stone=3, vp=9).play("keep")
    assert after.goods(3) == (3, 0, 2)
    assert after.vp(3) == 8


def test_goods_of_choice_lost() -> None:
    """K-4.7.6, K-4.17.2, D10: the loser chooses, type by type; who owns no more than that loses all by itself."""
    table = battle(0, year=2).card("II-c").give(0, gold=1, stone=2).give(1, wood=2).only(0, "inn")
    loss = table.play("keep")
    assert (loss.phase, loss.actor) == ("loss", 0)
    assert loss.texts == ["gold", "stone"]
    assert loss.buildings(0) == {"inn"}
    after = loss.play("gold")
    assert after.goods(0) == (0, 0, 1)  # the second one can only be stone
    assert after.goods(1) == (0, 0, 0)
    assert after.buildings(0) == set()


def test_reward_of_choice() -> None:
    """D12: card IV-d gives a good of choice."""
    table = battle(8, year=4).card("IV-d").play("keep")
    assert (table.phase, table.actor) == ("reward", 0)
    after = table.play("gold", "wood", "stone", "wood")
    assert [after.goods(seat) for seat in range(4)] == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 0)]


def test_disputed_card() -> None:
    """K-7.8: IV-c costs four goods and a point, and gives a gold and a point."""
    after = battle(7, year=4).card("IV-c").play("keep")
    assert all((after.goods(seat), after.vp(seat)) == ((1, 0, 0), 2) for seat in range(4))


def test_after_the_battle() -> None:
    """K-4.7.11, K-4.8.1, K-4.8.2, K-9.5: the card leaves, soldiers go home, the next year begins with phase 1."""
    table = battle(2, year=2).set(seen=0b0101).give(0, soldiers=3)
    after = table.card("II-e").play("keep")
    assert after.record["year"] == 2
    assert after.phase == "aid"
    assert after.record["seen"] == after.record["invaders"][1] == 0
    assert all(after.own(seat)["soldiers"] == 0 for seat in range(4))


# ---- module 5


def test_troop_tokens() -> None:
    """K-4.14, K-4.14.1, K-9.9: hidden commits in turn order, then all are added and leave the game."""
    table = position("troops", 1, seats=3, order=(1, 0, 2), module5=True).card("I-e")
    assert table.texts == ["troops-0", "troops-1", "troops-2", "troops-3", "troops-4"]
    second = table.play("troops-4")
    assert second.actor == 0
    assert second.record["tokens"][1] == 0b111111
    after = second.play("troops-1", "troops-3")
    assert [bin(mask).count("1") for mask in after.record["tokens"][:3]] == [5, 5, 5]
    assert [after.vp(seat) for seat in range(3)] == [-2, 0, -2]


def test_equal_tokens_are_one_option() -> None:
    """K-4.14.1: two tokens of 1; the first used leaves the other; a single value left is no decision."""
    table = position("troops", 0, seats=2, module5=True, year=5).card("V-e")
    table.record["tokens"] = [0b000110, 0b110000, 0, 0, 0]
    assert len(table.codes) == 1
    ends = position("troops", 1, seats=2, order=(1, 0), module5=True, year=5).card("V-e")
    ends.record["tokens"] = [0b000110, 0b110000, 0, 0, 0]
    over = ends.play("troops-3")
    assert over.phase == "ended"
    assert over.vp(0) == -5 + 1
    assert over.vp(1) == -5 + 4


def test_last_token_is_points() -> None:
    """K-4.14.2, K-5.1: after the fifth battle the token left is worth its value."""
    table = battle(9, year=5, seats=4, module5=True).card("V-b")
    table.record["tokens"] = [0b000001, 0b000010, 0b100000, 0b010000, 0]
    after = table.play("keep")
    assert [after.vp(seat) for seat in range(4)] == [2, 3, 6, 5]


def test_academy_with_tokens() -> None:
    """K-4.7.3: in module 5 the die is halved, rounded up, after the token was chosen; the token is gone anyway."""
    table = (
        position("troops", 0, seats=2, module1=True, module5=True)
        .build(0, "military_academy")
        .build(1, "inn")
    )
    rolled: Counter[int] = Counter()
    for seed in range(300):
        after = table.play("troops-4", "troops-0", seed=seed)
        assert after.phase == "academy"
        rolled[after.record["die"]] += 1
        assert bin(after.record["tokens"][0]).count("1") == 5
    assert set(rolled) == {1, 2, 3}


# ---- end of game


def test_five_years() -> None:
    """K-4.8.2, K-7.1: the fourth year does not end the game, the fifth does."""
    assert battle(9, year=4).card("IV-e").play("keep").phase != "ended"
    assert battle(9, year=5).card("V-a").play("keep").phase == "ended"


def test_cathedral() -> None:
    """K-2.3 B4, K-5.1, K-5.3, K-7.22: a point per two goods, which stay."""
    table = battle(9, year=5).card("V-e").build(0, "cathedral").give(0, gold=2, wood=2, stone=1, tokens=9)
    after = table.play("keep")
    assert after.vp(0) == 2
    assert after.goods(0) == (2, 2, 1)


def test_winner_and_ranks() -> None:
    """K-5.2: points, then goods, then buildings; equal seats share the better rank."""
    table = position("ended", seats=5, season="winter", year=5)
    for seat, (vp, gold, buildings) in enumerate([(9, 1, 2), (9, 1, 2), (9, 1, 1), (9, 2, 0), (10, 0, 0)]):
        table.give(seat, vp=vp, gold=gold).only(seat, *("inn", "statue")[:buildings])
    result = table.game.kernel.result(table.packed)
    assert result["rank"] == [3, 3, 5, 2, 1]
    assert result["win"] == [0, 0, 0, 0, 1]
    shared = table.give(4, vp=0).give(3, gold=1)
    assert table.game.kernel.result(shared.packed)["win"][:2] == [0.5, 0.5]
