"""The laws of the game contract (cext/core/game.pxd), for every game, from random positions."""

from __future__ import annotations

import re

import pytest

from catalogue_cases import Case, cases, random_game, some_states
from eminence.bots import Budget, State, View, suggest
from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream

ALL = pytest.mark.parametrize("case", cases(), ids=repr)


@ALL
@pytest.mark.parametrize("policy", [False, True], ids=["random", "policy"])
def test_play_is_orderly_and_ends(case: Case, policy: bool) -> None:
    game = case.game
    kernel = game.kernel
    for seed in range(3):
        rounds = -1
        for state in random_game(game, seed, policy=policy):
            assert kernel.round(state.packed) >= rounds
            rounds = kernel.round(state.packed)
            moves = kernel.moves(state.packed)
            if state.actor is None:
                assert moves == []
            else:
                assert 0 <= state.actor < case.seats
                assert 2 <= len(moves) <= 64
                assert moves == sorted(set(moves))
        result = kernel.result(state.packed)
        assert sum(result["win"]) == pytest.approx(1)
        assert all(
            (share > 0) == (rank == 1) for share, rank in zip(result["win"], result["rank"], strict=True)
        )
        assert all(0 <= value <= 1 for value in result["utility"])


@ALL
def test_round_trip(case: Case) -> None:
    """Law 1: hide(sample(hide(s, p)), p) == hide(s, p), and law 2: what a seat knows is the same in all three."""
    game = case.game
    kernel = game.kernel
    stream = Stream(1, "law")
    for state in some_states(game, 11, 60):
        for seat in range(case.seats):
            view = kernel.hide(state.packed, seat)
            world = kernel.sample(view, seat, stream)
            assert kernel.hide(view, seat) == view
            assert kernel.hide(world, seat) == view
            assert (
                kernel.infoset(view, seat)
                == kernel.infoset(state.packed, seat)
                == kernel.infoset(world, seat)
            )
            assert kernel.actor(view) == kernel.actor(world) == state.actor
            assert kernel.round(view) == kernel.round(world) == kernel.round(state.packed)
            if seat == state.actor:
                assert kernel.moves(view) == kernel.moves(world) == kernel.moves(state.packed)
                assert kernel.secret(view) == kernel.secret(state.packed)


@ALL
def test_sampling_forgets_the_truth(case: Case) -> None:
    """Sampling from the complete state and from the view draw the same world: nothing hidden is ever read."""
    game = case.game
    kernel = game.kernel
    for state in some_states(game, 12, 40):
        for seat in range(case.seats):
            from_state = kernel.sample(state.packed, seat, Stream(5, state.ply))
            from_view = kernel.sample(kernel.hide(state.packed, seat), seat, Stream(5, state.ply))
            assert from_state == from_view


@ALL
def test_sampled_worlds_play_on(case: Case) -> None:
    game = case.game
    kernel = game.kernel
    stream = Stream(2, "law")
    for state in some_states(game, 13, 16):
        for seat in range(case.seats):
            world = kernel.sample(kernel.hide(state.packed, seat), seat, stream)
            while kernel.actor(world) is not None:
                world = kernel.play(world, kernel.playout_move(world, stream), stream)
            kernel.result(world)


@ALL
def test_infoset_key_is_the_knowledge(case: Case) -> None:
    """Equal keys iff equal hidden states."""
    game = case.game
    kernel = game.kernel
    known: dict[int, bytes] = {}
    keys: dict[bytes, int] = {}
    for state in some_states(game, 14, 80):
        for seat in range(case.seats):
            view = bytes([seat]) + kernel.hide(state.packed, seat)
            key = hash((seat, kernel.infoset(state.packed, seat)))
            assert known.setdefault(key, view) == view
            assert keys.setdefault(view, key) == key


@ALL
def test_worlds_apart_same_answer(case: Case) -> None:
    """No peeking: worlds that differ only in what the seat cannot see give byte-identical suggestions."""
    game = case.game
    kernel = game.kernel
    for state in some_states(game, 15, 4):
        assert state.actor is not None
        view = state.view(state.actor)
        other = State(game, kernel.sample(view.packed, view.seat, Stream(9, state.ply)), 0, 0).view(view.seat)
        budget = Budget(iterations=60)
        mine, theirs = (suggest(v, budget, seed=3) for v in (view, other))
        assert (mine.move, mine.alternatives) == (theirs.move, theirs.alternatives)


@ALL
def test_views_are_plain_data(case: Case) -> None:
    game = case.game
    for state in some_states(game, 16, 40):
        for seat in range(case.seats):
            view = state.view(seat)
            again = game.view(view.data)
            assert again.packed == view.packed
            assert again.data == view.data


@ALL
def test_moves_have_texts_and_data(case: Case) -> None:
    game = case.game
    for state in some_states(game, 17, 60):
        assert state.actor is not None
        view = state.view(state.actor)
        assert [move.text for move in view.moves] == [move.text for move in state.moves]
        texts = [move.text for move in view.moves]
        assert len(set(texts)) == len(texts)
        for move in view.moves:
            assert move.text
            assert not set(move.text) & set(" \t\n")
            assert view.find(move.text) == move
            assert view.find(move.data) == move


@ALL
def test_moves_have_names_in_words(case: Case) -> None:
    """As far as its first colon what a move does is unlike every other move, and nothing of it is notation."""
    for state in random_game(case.game, 18):
        effects = [move.effect for move in state.moves]
        assert len({move.name for move in state.moves}) == len(effects), effects
        assert not re.search(r"[@#_>|]|\d[gws]\b", " ".join(effects)), effects


@ALL
def test_rendering_fits_a_terminal(case: Case) -> None:
    game = case.game
    for state in some_states(game, 18, 20):
        for seat in range(case.seats):
            for width in (80, 100):
                lines = state.view(seat).render(width).splitlines()
                assert lines
                assert max(len(line) for line in lines) <= width


@ALL
def test_states_are_values(case: Case) -> None:
    """Playing, hiding and sampling never change the state they start from."""
    game = case.game
    kernel = game.kernel
    for state in some_states(game, 19, 10):
        before = bytes(bytearray(state.packed))
        kernel.play(state.packed, kernel.moves(state.packed)[0], Stream(1))
        kernel.hide(state.packed, 0)
        kernel.sample(state.packed, 0, Stream(1))
        assert state.packed == before
        assert kernel.pack(kernel.unpack(state.packed)) == state.packed


@ALL
def test_same_seed_same_game(case: Case) -> None:
    game = case.game
    first = [state.packed for state in random_game(game, 21)]
    assert first == [state.packed for state in random_game(game, 21)]


@ALL
def test_search_repeats_itself(case: Case) -> None:
    game = case.game
    state = some_states(game, 23, 8)[3]
    view = state.view(state.actor or 0)
    for threads in (1, 2):
        first = suggest(view, Budget(iterations=101), seed=4, threads=threads)
        second = suggest(view, Budget(iterations=101), seed=4, threads=threads)
        assert first.iterations == 101
        assert first.alternatives == second.alternatives
        assert first.move == second.move


@ALL
def test_sliced_search_is_the_same_search(case: Case) -> None:
    game = case.game
    state = some_states(game, 24, 8)[3]
    view: View = state.view(state.actor or 0)
    whole, sliced = (Search(game.kernel, view.packed, view.seat, 1) for _ in range(2))
    whole.run(iterations=90)
    for limit in (20, 55, 90):
        sliced.run(iterations=limit)
    assert whole.report() == sliced.report()


@ALL
def test_estimates_are_sane(case: Case) -> None:
    game = case.game
    for state in some_states(game, 25, 40):
        estimate = game.kernel.estimate(state.packed)
        assert sum(estimate["win"]) == pytest.approx(1, abs=1e-3)
        assert all(0 <= value <= 1 for value in estimate["utility"])
        weights = game.kernel.prior(state.packed)
        assert len(weights) == len(state.moves)
        assert all(weight > 0 for weight in weights)


@ALL
def test_priors_know_what_their_seat_knows(case: Case) -> None:
    game = case.game
    for state in some_states(game, 27, 30):
        view = state.view(state.actor or 0)
        weights = [game.kernel.prior(view.sample(seed).packed) for seed in range(3)]
        assert weights[0] == weights[1] == weights[2]


@ALL
def test_full_arena_degrades(case: Case) -> None:
    """With room for three nodes the search goes on without adding more."""
    game = case.game
    state = some_states(game, 26, 8)[2]
    view = state.view(state.actor or 0)
    search = Search(game.kernel, view.packed, view.seat, 1, nodes=3)
    assert search.run(iterations=200) == "iterations"
    report = search.report()
    assert report["nodes"] <= 3
    assert sum(move["visits"] for move in report["moves"]) == 200
