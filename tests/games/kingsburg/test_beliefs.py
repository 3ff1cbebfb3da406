"""What a seat believes the others to have chosen in secret: troop tokens and governors."""

from __future__ import annotations

from collections import Counter

import pytest
from games.kingsburg.beliefs import ANY, chances
from games.kingsburg.table import Position, position
from scipy.stats import chisquare

from eminence.cext.core.stream import Stream
from eminence.cext.games.kingsburg.state import HAND, Phase
from tools.kingsburg_beliefs import fitted, likelihood, play

TOKENS = ("troops-0", "troops-1", "troops-2", "troops-3", "troops-4")


def winter(soldiers: int, year: int = 1, card: str = "I-e", **options: object) -> Position:
    """Seat 0 lays a token first, with so many soldiers; seat 1 comes after it."""
    table = position("troops", 0, seats=2, order=(0, 1), module5=True, year=year, **options).card(card)
    return table.give(0, soldiers=soldiers)


def believed(table: Position) -> dict[int, float]:
    return dict(zip(table.codes, chances(table.game.kernel, table.packed), strict=True))


def seen_by(table: Position, seat: int, count: int) -> list[dict[str, list[int]]]:
    kernel = table.game.kernel
    worlds = kernel.samples(kernel.hide(table.packed, seat), seat, Stream(seat, "worlds"), count)
    return [kernel.unpack(world) for world in worlds]


@pytest.mark.parametrize("year", [1, 3, 5])
@pytest.mark.parametrize("soldiers", [0, 3, 9])
def test_tokens_are_sampled_as_believed(soldiers: int, year: int) -> None:
    """K-4.14.1: from the values that are left, by the need of the seat that has chosen."""
    card = {1: "I-e", 3: "III-a", 5: "V-a"}[year]
    table = winter(soldiers, year, card)
    table.record["tokens"][0] = 0b110101
    likely = believed(table)
    counts = Counter(world["chosen"][0] - 1 for world in seen_by(table.play("troops-4"), 1, 4000))
    assert set(counts) <= set(likely)
    expected = [4000 * likely[token] for token in likely]
    assert chisquare([counts[token] for token in likely], expected).pvalue > 1e-4


@pytest.mark.parametrize(("soldiers", "token"), [(6, 3), (4, 5), (3, 5), (0, 3)])
def test_the_last_winter(soldiers: int, token: int) -> None:
    """Of tokens 2 and 4 the smaller one, whose points are lost (K-5.1), unless only the other wins or ties."""
    table = winter(soldiers, year=5, card="V-a")
    table.record["tokens"][0] = 0b101000
    likely = believed(table)
    assert table.game.kernel.lacks(table.packed)[0] == 7 - soldiers
    assert max(likely, key=likely.__getitem__) == token
    assert min(likely.values()) >= ANY / 2


def test_lacks_count_all_that_fights() -> None:
    """K-4.7.4, K-7.42: strength of the card less soldiers, buildings and what comes by itself."""
    table = winter(soldiers=1, module1=True)
    lacks = table.game.kernel.lacks
    assert lacks(table.packed) == [3, 4]
    table.build(0, "guard_tower")
    assert lacks(table.packed) == [2, 4]


@pytest.mark.parametrize(("fate", "change"), [("loyal_troops", -1), ("thin_ranks", 1), ("heavy_snow", 0)])
def test_lacks_count_what_fate_sends(fate: str, change: int) -> None:
    table = winter(soldiers=0, module4=True).fate(fate)
    assert table.game.kernel.lacks(table.packed) == [4 + change, 4 + change]


@pytest.mark.parametrize(("soldiers", "change"), [(1, -1), (2, 0), (3, 1)])
def test_lacks_agree_with_the_battle(soldiers: int, change: int) -> None:
    """Who lays exactly what he lacks neither wins nor loses."""
    table = winter(soldiers).give(0, vp=5)
    assert table.game.kernel.lacks(table.packed)[0] == 2 - change
    points = table.play("troops-2", "troops-4").vp(0) - 5
    assert (points > 0) - (points < 0) == change


def test_there_is_nothing_to_lack_before_the_winter() -> None:
    table = position("build", 0, year=2).give(0, gold=9)
    with pytest.raises(ValueError, match="no troop tokens"):
        table.game.kernel.lacks(table.packed)


def dealt() -> Position:
    """Three seats with three governors each; seat 0 keeps one first."""
    table = position("keep", 0, seats=3, order=(0, 1, 2), module3=True)
    for seat in range(3):
        table.record["hand"][seat] = [1 + HAND * seat + i for i in range(HAND)]
    return table


def test_hands_are_dealt_evenly_and_governors_kept_as_believed() -> None:
    """K-4.12.1: what is believed is the choice, not the deal."""
    table = dealt()
    worlds = seen_by(table.play(table.texts[0]), 1, 20000)
    unknown = [card for card in range(1, 25) if card not in table.record["hand"][1]]
    held = Counter(card for world in worlds for card in world["hand"][0])
    assert chisquare([held[card] for card in unknown]).pvalue > 1e-4
    expected: Counter[int] = Counter()
    for hand, times in Counter(tuple(world["hand"][0]) for world in worlds).items():
        table.record["hand"][0] = list(hand)
        for card, chance in believed(table).items():
            expected[card] += times * chance  # type: ignore[assignment]
    kept = Counter(world["governor"][0] for world in worlds)
    assert chisquare([kept[card] for card in unknown], [expected[card] for card in unknown]).pvalue > 1e-4
    assert {world["governor"][2] for world in worlds} == {0}


def test_the_poorest_governor_may_have_been_kept() -> None:
    """Beside the two best, too."""
    table = dealt()
    worth = table.game.kernel.figures.context["ruler"]
    ranked = sorted(range(1, 25), key=worth.__getitem__)
    table.record["hand"][0] = sorted([ranked[0], *ranked[-2:]])
    likely = believed(table)
    assert min(likely, key=likely.__getitem__) == ranked[0]
    assert likely[ranked[0]] >= ANY / HAND


def test_beliefs_come_from_the_view_alone() -> None:
    """Law 2: the tables are the same whatever was chosen."""
    kernel = winter(2).game.kernel
    tables = {kernel.prepare(winter(2).play(token).packed, 1) for token in TOKENS}
    assert len(tables) == 1
    governors = dealt().game.kernel
    assert len({governors.prepare(dealt().play(text).packed, 1) for text in dealt().texts}) == 1


@pytest.mark.parametrize("phase", [Phase.TROOPS, Phase.KEEP])
def test_the_fit_can_be_made_again(phase: Phase) -> None:
    """The same seed is the same game, and a fit foresees the choices it was made from."""
    picks = [pick for number in range(3) for pick in play(phase, 2, number)]
    assert play(phase, 2, 0) == picks[: len(play(phase, 2, 0))]
    assert likelihood(picks, fitted(picks)) > likelihood(picks, [0] * len(picks[0].rows[0])) + 0.05
