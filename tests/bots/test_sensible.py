"""The player of rules of thumb: legal everywhere, blind to what it may not see, better than chance."""

from __future__ import annotations

import pytest

from catalogue_cases import Case, cases, some_states
from eminence.bots import Game, make_bot, match
from eminence.cext.games import catalogue


@pytest.mark.parametrize("case", cases(), ids=repr)
def test_it_plays_on_from_any_position_and_goes_by_the_view(case: Case) -> None:
    """Positions it would not get into itself included; another world behind the same view changes nothing."""
    for state in some_states(case.game, 5, 40):
        assert state.actor is not None
        view = state.view(state.actor)
        move = make_bot("sensible", 1).choose(view)
        assert move in view.moves
        other = view.sample(2).view(view.seat)
        assert make_bot("sensible", 1).choose(other) == move


@pytest.mark.parametrize("case", cases(), ids=repr)
def test_it_plays_whole_games(case: Case) -> None:
    bots = [make_bot("sensible", seat) for seat in range(case.seats)]
    state = case.game.new(3)
    while state.actor is not None:
        state = state.play(bots[state.actor].choose(state.view(state.actor)))
    assert sum(state.result.win_shares) == pytest.approx(1)


def test_without_rules_of_thumb_the_policy_serves() -> None:
    game = Game("_template")
    view = game.new(0).view(1)
    assert game.face.sensible(game.components, view.data, [move.data for move in view.moves]) is None
    assert make_bot("sensible", 4).choose(view) == make_bot("policy", 4).choose(view)


@pytest.mark.parametrize("name", catalogue.names())
def test_it_beats_random_play(name: str) -> None:
    sensible, rest = match(["sensible", "random"], name, 12, seats=3, seed=1, jobs=1).bots
    assert sensible.win_share > 0.6
    assert sensible.mean_score > rest.mean_score
