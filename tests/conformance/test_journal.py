"""The journal of every game: true to the points, and never more than a seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

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
    """Two worlds that a seat cannot tell apart, before and after a move, are told alike.

    A card that is laid open for everybody tells worlds apart from then on, even if nobody can see it any more when the
    move is over. Up to there the journals agree in every pair, to the end where the open cards agree.
    """
    game, compared = case.game, 0
    kernel = game.kernel
    choices = Stream(1, "choices")
    for state in some_states(game, 32, 120):
        for seat in range(case.seats):
            world = kernel.sample(kernel.hide(state.packed, seat), seat, choices)
            other = State(game, world, state.seed, state.ply)
            move = state.codes[choices.below(len(state.codes))]
            if move not in other.codes:
                continue
            here, told = state.play_told(move)
            there, also_told = other.play_told(move)
            if here.view(seat).packed == there.view(seat).packed:
                compared += 1
                difference = first_difference(told, also_told, seat)
                assert not difference or all(is_open_card(case, one) for one in difference)
    assert compared


def first_difference(one: Sequence[Event], other: Sequence[Event], seat: int) -> tuple[Event | None, ...]:
    """The first events shown to a seat in which two journals differ; nothing if there are none."""
    shown, also_shown = ([event for event in events if seat in event.seen_by] for events in (one, other))
    return next((pair for pair in zip_longest(shown, also_shown) if pair[0] != pair[1]), ())


def is_open_card(case: Case, event: Event | None) -> bool:
    """Whether an event lays a card open that was hidden, and does so for every seat."""
    return event is not None and event.kind in case.uncovers and set(event.seen_by) == set(range(case.seats))
