"""What good players do without thinking twice, asked of short searches at fixed seeds and iterations."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from games.verraeter.table import fight

from eminence.bots import Game, State, make_bot

BOT = "mcts:iterations=2000"
SHARE = 0.95  # of the positions a check applies to


def positions(seats: int, phase: str, games: int) -> Iterator[State]:
    """Every decision of a phase in games of short searches."""
    for seed in range(games):
        state = Game("verraeter", seats).new(seed)
        bots = [make_bot("mcts:iterations=60", f"{seed}/{seat}") for seat in range(seats)]
        while state.actor is not None:
            view = state.view(state.actor)
            if view.data["phase"] == phase:
                yield state
            state = state.play(bots[state.actor].choose(view))


@pytest.mark.parametrize("seats", [3, 4])
def test_settles_in_its_own_house(seats: int) -> None:
    """An estate elsewhere gives nothing (V-4.10.2)."""
    own = []
    for state in positions(seats, "settle", 12):
        data = state.view(state.actor).data  # type: ignore[arg-type]
        move = make_bot(BOT, 1).choose(state.view(data["seat"]))
        own.append(data["ring"][move.data["position"]]["house"] == data["players"][data["seat"]]["house"])
    assert sum(own) >= SHARE * len(own)


def test_lays_nothing_where_nothing_can_be_changed() -> None:
    """All action cards but the own one would have to help: 5 + 2 against 15 + 16."""
    table = fight(
        kept=["B", "S", "F", "D2"], houses="RRRE", laid=[[5, 5], [6], [], []], hands=[[], [], [], [2]]
    )
    assert make_bot(BOT, 1).choose(table.state.view(3)).text == "stop"


def test_keeps_cards_for_offices_in_the_last_round() -> None:
    """V-5.3: two offices and three cards are six points, more than the conflict."""
    table = fight(
        round=8,
        kept=["S", "F", "D2", "B"],
        houses="ERRR",
        hands=[[], [], [], [2, 2, 3]],
        offices=[[], [], [], [8, 9]],
        estates=[[6], [3], [4], []],
    )
    assert make_bot(BOT, 1).choose(table.state.view(3)).text == "stop"


def test_the_traitor_lays_for_his_new_side() -> None:
    """Brown, the Traitor, alone can win the river for Rose: 15 + 5 against 5 + 14 (V-4.5.1)."""
    table = fight(
        kept=["S", "B", "F", "T"], houses="ERRE", laid=[[6, 8], [], [], []], hands=[[], [], [], [5]]
    )
    assert make_bot(BOT, 1).choose(table.state.view(3)).text == "+5"
