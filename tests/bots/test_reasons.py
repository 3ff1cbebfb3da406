"""Reasons say no more than their figures, and speak of the move that is advised."""

from __future__ import annotations

import os
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from eminence.bots import Alternative, Budget, EventChance, Game, Move, SourcePoints, make_bot, suggest
from eminence.bots.reasons import LEAST_VISITS, REST, because, explain, standard_error
from eminence.bots.suggest import Thinking
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue


def alternative(
    text: str, win: float, *, visits: int = 1000, error: float = 0.005, score: float = 10.0, effect: str = ""
) -> Alternative:
    return Alternative(
        move=cast(Move, SimpleNamespace(text=text, effect=effect, name=effect.split(":")[0] or text)),
        visits=visits,
        win_probability=(win, 1 - win),
        expected_score=(score, 9.0),
        expected_rank=(1.5, 1.5),
        uncertainty=0.5,  # of the utility: not what winning shares are compared by
        win_error=error,
    )


def test_the_move_is_named_with_what_it_does() -> None:
    other = alternative("b", 0.4, effect="draw a card: it is hidden")
    said = explain(0, alternative("a", 0.6, effect="draw two cards"), [other])
    assert said == (
        'Draw two cards. Clearly ahead: wins 60% against 40% for "draw a card", with 10.0 points expected (+0.0).'
    )


def test_a_close_call_is_one_within_the_noise_of_the_winning_share() -> None:
    close = explain(0, alternative("a", 0.60, error=0.05), [alternative("b", 0.52, error=0.05)])
    assert "A close call" in close
    sure = explain(0, alternative("a", 0.604, error=0.001), [alternative("b", 0.6, error=0.001)])
    assert 'Slightly ahead: wins 60.4% against 60.0% for "b"' in sure


@pytest.mark.parametrize("score", [9.0, 11.0])
def test_no_move_is_ahead_that_wins_less(score: float) -> None:
    first, other = alternative("a", 0.5, visits=1200, score=score), alternative("b", 0.6)
    said = explain(0, first, [first, other])
    assert "head" not in said
    assert "close call" not in said
    assert ("For the points" in said) == (score > 10)


def test_a_move_that_was_hardly_looked_at_is_not_compared_with() -> None:
    first, other = alternative("a", 0.6), alternative("b", 0.1, visits=LEAST_VISITS - 1)
    assert explain(0, first, [first, other]).endswith(
        'Preferred by the search: wins 60%, with 10.0 points expected; "b" was hardly looked at.'
    )
    assert explain(0, first, [first]).endswith("no other move was tried.")


def test_a_search_of_a_few_iterations_claims_nothing() -> None:
    first = alternative("a", 0.9, visits=3)
    assert (
        explain(0, first, [first, alternative("b", 0.1, visits=2)]) == "A. Hardly looked at: 3 times tried."
    )


def test_the_error_of_a_few_equal_results_is_great() -> None:
    assert standard_error(0.0, 1) > 0.3
    assert standard_error(0.0, 4) > 0.1
    assert standard_error(0.5, 10_000) == pytest.approx(0.005, rel=1e-3)


def test_reason_line_and_plan_belong_to_the_advised_move() -> None:
    """Below full strength the move is drawn from the good ones."""
    game = Game("verraeter", 4)
    state, bot = game.new(4), make_bot("policy", 4)
    drawn = 0
    for _ in range(40):
        assert state.actor is not None
        view = state.view(state.actor)
        if len(view.codes) > 1:
            found = suggest(view, Budget(iterations=300), level=6, seed=state.ply)
            drawn += found.move != found.alternatives[0].move
            assert found.reason.lower().startswith(f"{found.move.effect.lower()}. ")
            assert found.principal_variation[0] == (view.seat, found.move.text)
            assert found.plans[0].steps[0].text == found.move.text
        state = state.play(bot.choose(view))
    assert drawn


def with_sources(text: str, **points: tuple[float, float]) -> Alternative:
    """A move whose points come from named sources, for this seat and its rival."""
    made = alternative(text, 0.6 if text == "a" else 0.5)
    sources = tuple(SourcePoints(name, both, (0.05, 0.05)) for name, both in points.items())
    return replace(made, sources=sources)


def test_the_sources_that_make_the_difference_are_named_and_no_others() -> None:
    first = with_sources("a", battles=(4.0, 3.0), advisors=(2.0, 2.0), buildings=(1.0, 1.0), rest=(3.0, 1.0))
    other = with_sources("b", battles=(2.1, 3.0), advisors=(2.6, 2.0), buildings=(1.05, 2.2), rest=(3.0, 1.0))
    assert explain(0, first, [other]).endswith(
        "It brings +1.9 points from battles and -0.6 points from advisors. Seat 1 gets -1.2 points from buildings."
    )
    same = with_sources("b", battles=(3.95, 3.0), advisors=(2.1, 2.0), buildings=(1.0, 1.0), rest=(3.0, 1.0))
    assert because(0, first, same) == ""


def chance(
    share: float, *, error: float = 0.01, simulations: int = 500, source: str = "battles"
) -> EventChance:
    return EventChance("win this battle", source, simulations, (share, 1 - share), (error, error))


def said(one: EventChance, two: EventChance, gain: float = 2.0) -> str:
    first = replace(with_sources("a", battles=(4.0, 3.0), rest=(3.0, 1.0)), chances=(one,))
    other = replace(with_sources("b", battles=(4.0 - gain, 3.0), rest=(3.0, 1.0)), chances=(two,))
    return because(0, first, other)


def test_a_chance_is_named_beside_its_source() -> None:
    expected = " It brings +2.0 points from battles (you win this battle in 71% instead of 52%)."
    assert said(chance(0.71), chance(0.52)) == expected


@pytest.mark.parametrize(
    ("one", "two"),
    [
        pytest.param(chance(0.71, error=0.1), chance(0.52, error=0.1), id="noise"),
        pytest.param(chance(0.515, error=0.001), chance(0.5, error=0.001), id="not worth a word"),
        pytest.param(chance(0.52), chance(0.71), id="the other way than the points"),
        pytest.param(chance(0.71), chance(0.52, simulations=LEAST_VISITS - 1), id="hardly ever known"),
        pytest.param(chance(0.71, source="advisors"), chance(0.52, source="advisors"), id="another source"),
    ],
)
def test_a_chance_that_explains_nothing_is_not_named(one: EventChance, two: EventChance) -> None:
    assert said(one, two) == " It brings +2.0 points from battles."


def test_points_that_are_lost_go_with_a_chance_that_is_lost() -> None:
    assert "(you win this battle in 52% instead of 71%)" in said(chance(0.52), chance(0.71), gain=-2.0)


def test_the_greatest_difference_of_a_source_is_named_alone() -> None:
    first = with_sources("a", battles=(4.0, 3.0), rest=(3.0, 1.0))
    other = with_sources("b", battles=(2.0, 3.0), rest=(3.0, 1.0))
    one = replace(first, chances=(chance(0.6), replace(chance(0.9), event="win the next")))
    two = replace(other, chances=(chance(0.5), replace(chance(0.5), event="win the next")))
    assert because(0, one, two).endswith("(you win the next in 90% instead of 50%).")


@pytest.mark.skipif(os.environ.get("EMINENCE_DEBUG") == "1", reason="sources are not added up behind checks")
@pytest.mark.parametrize("threads", [1, 2])
def test_sources_add_up_to_the_expected_score(threads: int) -> None:
    told = [name for name in catalogue.names() if catalogue.face(name).sources]
    for name in ["_template", *told]:
        options = {"rounds": 5} if name == "_template" else None
        game = Game(name, options=options)
        stream, state = Stream(3), game.new(3)
        for _ in range(4):
            state = state.play(game.kernel.playout_move(state.packed, stream))
        assert state.actor is not None
        found = suggest(state.view(state.actor), Budget(iterations=200), seed=1, threads=threads)
        for one in found.alternatives:
            if one.visits:
                assert one.sources[-1].source == REST
                for seat, score in enumerate(one.expected_score):
                    assert sum(source.points[seat] for source in one.sources) == pytest.approx(
                        score, abs=1e-3
                    )


@pytest.mark.skipif(os.environ.get("EMINENCE_DEBUG") == "1", reason="sources are not added up behind checks")
def test_what_no_source_has_brought_is_what_was_there_before() -> None:
    """Playouts of Which Hand? go to the end: nothing is left to be expected, and all points are coins."""
    game = Game("_template", options={"rounds": 5})
    state = game.new(3).play("left").play("safe").play("left").play("safe")
    assert state.actor is not None
    view = state.view(state.actor)
    found = suggest(view, Budget(iterations=300), seed=1).alternatives[0]
    coins, rest = found.sources
    assert (coins.source, rest.source) == ("coins", REST)
    assert rest.points == tuple(view.data["points"])
    assert rest.error == (0.0, 0.0)
    assert sum(coins.points) > 0


@pytest.mark.skipif(os.environ.get("EMINENCE_DEBUG") == "1", reason="sources are not added up behind checks")
def test_sources_of_all_moves_cover_the_same_rounds() -> None:
    """A move that was looked at more has a deeper tree, whose playouts end later; its sources must not."""
    game = Game("_template", options={"rounds": 5})
    view = game.new(3).play("left").view(0)
    thinking = Thinking(view, Budget(iterations=2000), seed=1, reasons=True, settings={"horizon": 1})
    thinking.think()
    for one in thinking.suggestion().alternatives:
        coins, rest = one.sources
        assert 0 < sum(coins.points) <= 3  # one coin a round, a crown at most
        assert sum(rest.points) > 0


def test_a_bot_that_only_moves_adds_nothing_up() -> None:
    view = Game("_template").new(1).view(1)
    thinking = Thinking(view, Budget(iterations=20), seed=1)
    thinking.think()
    assert thinking.suggestion().alternatives[0].sources == ()
