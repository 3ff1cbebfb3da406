"""Turns read out of a search tree."""

from __future__ import annotations

from eminence.bots import Game, State
from eminence.cext.core.lines import turns
from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream

SAFE, GUESS = 1, 2


def searched(state: State, iterations: int = 1000) -> Search:
    assert state.actor is not None
    view = state.view(state.actor)
    search = Search(view.game.kernel, view.packed, view.seat, 1)
    search.run(iterations=iterations)
    return search


def test_a_turn_is_what_a_seat_decides_in_a_row() -> None:
    """The guesser chooses, names a hand, and is then the hider: what comes after the draw of a coin is not foreseen."""
    game = Game("_template", options={"rounds": 3, "safe_percent": 50})
    found = turns(searched(game.new(0).play("left")), GUESS, most=4)
    assert found[0].moves[0] == GUESS
    assert {turn.moves for turn in found} == {(GUESS, 1), (GUESS, 2), (SAFE,)}
    assert not any(turn.whole for turn in found)  # the next coin is this seat's to hide


def test_a_turn_that_ends_is_whole() -> None:
    game = Game("_template", options={"rounds": 1})
    found = turns(searched(game.new(0).play("left")), GUESS)
    assert all(turn.whole for turn in found)


def test_visits_and_shares_are_those_of_the_tree() -> None:
    game = Game("_template", options={"rounds": 1, "safe_percent": 70})
    search = searched(game.new(0).play("left"))
    roots = {move["move"]: move for move in search.report()["moves"]}
    for turn in turns(search, SAFE):
        assert turn.visits <= roots[turn.moves[0]]["visits"]
        if turn.moves == (SAFE,):
            assert turn.visits == roots[SAFE]["visits"]
            assert abs(turn.win - roots[SAFE]["win"][0]) < 1e-4


def test_every_step_of_a_turn_can_be_played() -> None:
    game = Game("staufer", 3)
    state, stream = game.new(5), Stream(5)
    longest = 0
    for _ in range(30):
        assert state.actor is not None
        search = searched(state, 300)
        codes = game.kernel.moves(state.packed)
        for turn in turns(search, codes[0]):
            at = state
            for packed, move in turn.steps:
                assert at.actor == search.seat
                assert at.view(search.seat).packed == packed
                at = at.play(move)
            assert not turn.whole or at.actor != search.seat
            longest = max(longest, len(turn.steps))
        state = state.play(game.kernel.playout_move(state.packed, stream))
    assert longest > 2
