"""The journal of every game: true to the points, and never more than a seat knows."""

from __future__ import annotations

import pytest

from catalogue_cases import PLAYERS, Case, Player, by_policy, cases, some_states
from eminence.bots import Event, Game, State
from eminence.cext.core.stream import Stream

ALL = pytest.mark.parametrize("case", cases(), ids=repr)


def told_game(game: Game, seed: int, choose: Player) -> tuple[State, list[Event]]:
    """The end of one game and everything that happened in it."""
    stream = Stream(seed, "journal")
    state, found = game.new_told(seed)
    events = list(found)
    while state.actor is not None:
        state, found = state.play_told(choose(state, stream))
        events += found
    return state, events


@ALL
@pytest.mark.parametrize("choose", PLAYERS)
def test_points_add_up_to_the_final_scores(case: Case, choose: Player) -> None:
    game = case.game
    for seed in range(5):
        state, events = told_game(game, seed, choose)
        points = [0] * case.seats
        for event in events:
            if event.points:
                assert event.seat is not None
                assert event.kind in game.face.sources
                points[event.seat] += event.points
        assert points == list(state.result.scores)


@ALL
def test_every_event_has_words_for_each_of_its_seats(case: Case) -> None:
    _, events = told_game(case.game, 7, by_policy)
    for event in events:
        assert event.text
        assert event.seen_by
        assert event.seat is None or str(event.seat) in event.text


@ALL
def test_telling_changes_nothing(case: Case) -> None:
    game = case.game
    assert game.new_told(3)[0].packed == game.new(3).packed
    for state in some_states(game, 31, 20):
        for code in state.codes:
            assert state.play_told(code)[0].packed == state.play(code).packed


@ALL
def test_a_seat_is_told_no_more_than_it_knows(case: Case) -> None:
    """Two worlds a seat cannot tell apart, before and after a move, give it the same journal.

    Some events uncover to all what nobody can see any more when the move is over: worlds that differ in them are
    worlds that can be told apart.
    """
    game, compared = case.game, 0
    kernel = game.kernel
    choices = Stream(1, "choices")
    for state in some_states(game, 32, 60):
        for seat in range(case.seats):
            world = kernel.sample(kernel.hide(state.packed, seat), seat, choices)
            other = State(game, world, state.seed, state.ply)
            move = state.codes[choices.below(len(state.codes))]
            if move not in other.codes:
                continue
            here, told = state.play_told(move)
            there, also_told = other.play_told(move)
            uncovered, also_uncovered = (
                [e for e in one if e.kind in case.uncovers] for one in (told, also_told)
            )
            if here.view(seat).packed == there.view(seat).packed and uncovered == also_uncovered:
                compared += 1
                assert [e for e in told if seat in e.seen_by] == [e for e in also_told if seat in e.seen_by]
    assert compared
