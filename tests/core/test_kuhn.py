"""Kuhn's poker keeps the laws of the contract, and what can be won from the search in it is known exactly."""

from __future__ import annotations

from itertools import permutations

import pytest

from eminence.cext.core.errors import UnknownName
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue
from tools.kuhn import BET, CARDS, KERNEL, PASS, Strategy, exploitability, state, strategies, turns, value

PLAYED = [(), (PASS,), (BET,), (PASS, BET)]
ENDS = {
    (PASS, PASS): 1,
    (BET, PASS): 1,
    (BET, BET): 2,
    (PASS, BET, PASS): 1,
    (PASS, BET, BET): 2,
}
UNIFORM: Strategy = {turn: 0.5 for seat in (0, 1) for turn in turns(seat)}


def equilibrium(bluffs: float) -> Strategy:
    """One of Kuhn's: the first seat bluffs so often, up to a third of the time."""
    bets = {(3, ()): 3 * bluffs, (1, ()): bluffs, (2, (PASS, BET)): bluffs + 1 / 3}
    bets |= {(1, (PASS,)): 1 / 3, (2, (BET,)): 1 / 3}
    sure = {(3, (PASS, BET)): 1.0, (3, (PASS,)): 1.0, (3, (BET,)): 1.0}
    return dict.fromkeys(UNIFORM, 0.0) | bets | sure


def test_it_is_for_tests_of_the_core_alone() -> None:
    assert "_kuhn" not in catalogue.names()
    with pytest.raises(UnknownName, match="no game '_kuhn'"):
        catalogue.face("_kuhn")


@pytest.mark.parametrize("moves", ENDS)
@pytest.mark.parametrize("cards", list(permutations(CARDS, 2)))
def test_the_higher_card_wins_unless_it_folds(cards: tuple[int, int], moves: tuple[int, ...]) -> None:
    packed = state(cards, moves)
    assert KERNEL.actor(packed) is None
    folded = (len(moves) - 1) % 2 if moves[-2:] == (BET, PASS) else None
    winner = cards.index(max(cards)) if folded is None else 1 - folded
    chips = ENDS[moves]
    assert KERNEL.result(packed)["score"] == [chips if seat == winner else -chips for seat in (0, 1)]


@pytest.mark.parametrize("moves", PLAYED)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_knows_its_card_and_samples_the_other_two(seat: int, moves: tuple[int, ...]) -> None:
    for cards in permutations(CARDS, 2):
        view = KERNEL.hide(state(cards, moves), seat)
        worlds = KERNEL.samples(view, seat, Stream(1), 40)
        assert {KERNEL.hide(world, seat) for world in worlds} == {view}
        others = set(CARDS) - {cards[seat]}
        assert {KERNEL.unpack(world)["card"][1 - seat] for world in worlds} == others


def test_exploitability_of_known_strategies() -> None:
    assert exploitability(UNIFORM) == pytest.approx(11 / 24)
    for bluffs in (0.0, 0.2, 1 / 3):
        best = equilibrium(bluffs)
        assert exploitability(best) == pytest.approx(0)
        assert value(best, best) == pytest.approx(-1 / 18)
    honest = equilibrium(0.0) | {(1, (PASS,)): 0.0}
    assert exploitability(honest) > 0.02


def test_choices_drawn_from_visits_are_harder_to_exploit_than_the_best_looking_move() -> None:
    played = strategies(100, 20)
    lost = {name: exploitability(strategy) for name, strategy in played.items()}
    assert lost["by visits"] < lost["as it plays"] < lost["most visited"] < 0.2
