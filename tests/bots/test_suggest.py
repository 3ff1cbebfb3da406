from __future__ import annotations

import pytest

from eminence.bots import Budget, Game, Suggestion, View, suggest
from eminence.bots.levels import BEST, LEVELS, Level, draw
from eminence.bots.suggest import Thinking
from eminence.cext.core.errors import InvalidInput, NotYourTurn
from eminence.cext.core.search import StopFlag
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue


def view(rounds: int = 3, safe_percent: int = 80) -> View:
    game = Game("_template", options={"rounds": rounds, "safe_percent": safe_percent})
    return game.new(0).play("left").view(0)


def test_alternatives_are_ranked_and_complete() -> None:
    suggestion = suggest(view(), Budget(iterations=500), seed=1)
    best, other = suggestion.alternatives
    assert suggestion.move == best.move
    assert best.move.text == "safe"
    assert best.visits > other.visits
    assert best.visits + other.visits == suggestion.iterations == 500
    assert sum(best.win_probability) == pytest.approx(1)
    assert suggestion.principal_variation[0] == (0, "safe")
    assert suggestion.stopped_by == "iterations"
    assert "safe" in suggestion.reason or "wins" in suggestion.reason


def test_fewer_alternatives_on_request() -> None:
    assert len(suggest(view(), Budget(iterations=50), seed=1, alternatives=1).alternatives) == 1


def test_threads_share_the_iterations() -> None:
    suggestion = suggest(view(), Budget(iterations=101), seed=1, threads=2)
    assert suggestion.iterations == 101
    assert suggestion.threads == 2
    assert sum(a.visits for a in suggestion.alternatives) == 101


def test_progress_grows_and_ends() -> None:
    seen: list[Suggestion] = []
    stop = StopFlag()

    def watch(so_far: Suggestion) -> None:
        seen.append(so_far)
        if len(seen) == 3:
            stop.set()

    final = suggest(view(), Budget(movetime_ms=600_000), seed=1, stop=stop, on_progress=watch, progress_ms=20)
    counts = [s.iterations for s in [*seen, final]]
    assert len(counts) == 4
    assert counts == sorted(counts)
    assert final.stopped_by == "stopped"


def test_a_search_that_is_watched_settles_too() -> None:
    final = suggest(
        view(safe_percent=100), Budget(movetime_ms=3000), seed=1, on_progress=lambda _: None, progress_ms=20
    )
    assert final.stopped_by == "settled"


def test_an_iterations_budget_never_settles_early() -> None:
    assert suggest(view(safe_percent=100), Budget(iterations=3000), seed=1).iterations == 3000


def test_only_the_seat_to_move_is_served() -> None:
    game = Game("_template")
    state = game.new(0)
    with pytest.raises(NotYourTurn, match="seat 1 is to move"):
        suggest(state.view(0), Budget(iterations=1))
    over = state.play("left").play("safe")
    with pytest.raises(NotYourTurn, match="over"):
        suggest(over.view(0), Budget(iterations=1))


def test_secret_choices_are_mixed() -> None:
    game = Game("_template", options={"safe_percent": 10})
    hider = game.new(0).view(1)
    chosen = {suggest(hider, Budget(iterations=200), seed=seed).move.text for seed in range(30)}
    assert chosen == {"left", "right"}


@pytest.mark.parametrize("game", catalogue.names())
def test_levels_rise(game: str) -> None:
    levels = [Level.of(number, catalogue.face(game)) for number in LEVELS]
    limits = [level.iterations or 10**9 for level in levels]
    assert limits == sorted(limits)
    assert [level.temperature for level in levels] == sorted(
        (level.temperature for level in levels), reverse=True
    )
    assert levels[-1] == Level(BEST, None, 0.0)
    with pytest.raises(InvalidInput, match="between 1 and 10"):
        Level.of(11)


def test_levels_of_a_game_that_names_their_iterations_have_no_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("_template", options={"safe_percent": 10})
    monkeypatch.setattr(type(game.face), "level_iterations", tuple(range(11, 20)))
    view = game.new(0).view(1)
    low, best = (Thinking(view, Budget(iterations=1000), level=level) for level in (2, BEST))
    assert low.limit == Budget(iterations=12)
    assert low.level.settings == {"prior_weight": 0.0}
    assert best.level == Level(BEST, None, 0.0)


def test_a_level_limits_the_budget_but_never_extends_it() -> None:
    assert Level.of(1).limit(Budget(movetime_ms=100)) == Budget(movetime_ms=100, iterations=4)
    assert Level.of(3).limit(Budget(iterations=5)) == Budget(iterations=5)
    assert Level.of(10).limit(Budget(movetime_ms=7)) == Budget(movetime_ms=7)


def test_drawing_leaves_out_moves_that_were_tried_little() -> None:
    stream = Stream(1)
    drawn = [draw([100, 60, 9], 1.0, 0.1, stream) for _ in range(500)]
    assert drawn.count(2) == 0
    assert drawn.count(0) > drawn.count(1) > 100
    assert draw([3, 8, 5], 0.0, 0.1, stream) == 1


@pytest.mark.parametrize("budget", [{}, {"movetime_ms": 0}, {"iterations": -1}])
def test_empty_budgets_are_refused(budget: dict[str, int]) -> None:
    with pytest.raises(InvalidInput):
        Budget(**budget)
