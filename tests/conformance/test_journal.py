"""The journal of every game: true to the points, and never more than a seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import pytest

from catalogue_cases import PLAYERS, Case, Player, by_policy, cases, some_states
from eminence.bots import Event, Game, State
from eminence.cext.core.stream import Stream

GAMES = 100  # at every table, by every kind of player
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


def ledger(game: Game, seed: int, choose: Player) -> tuple[bytes, list[int], set[int]]:
    """The end of one game, the points that events have brought, and the kinds of these. Without words it is quick."""
    kernel, stream = game.kernel, Stream(seed, "ledger")
    points, kinds = [0] * game.seats, set()
    packed, told = kernel.setup_told(stream)
    ply = 0
    while True:
        for kind, seat, _, gain, _ in told:
            if gain:
                assert seat is not None
                points[seat] += gain
                kinds.add(kind)
        if kernel.actor(packed) is None:
            return packed, points, kinds
        packed, told = kernel.play_told(packed, choose(State(game, packed, seed, ply), stream), stream)
        ply += 1


@ALL
@pytest.mark.parametrize("choose", PLAYERS)
def test_points_add_up_to_the_final_scores(case: Case, choose: Player) -> None:
    game, found = case.game, set[int]()
    for seed in range(GAMES):
        end, points, kinds = ledger(game, seed, choose)
        assert points == game.kernel.result(end)["score"], f"seed {seed}"
        found |= kinds
    assert {game.face.events[kind] for kind in found} <= game.face.sources.keys()


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
