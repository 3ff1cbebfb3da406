"""The search on Which Hand?, a game small enough to know its value exactly."""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import suppress

import pytest

from eminence.bots import Game, View
from eminence.cext.core.lines import variation
from eminence.cext.core.search import Search, StopFlag

SAFE, GUESS = 1, 2
NICENESS = 7


def guesser_view(safe_percent: int, rounds: int = 1) -> View:
    game = Game("_template", options={"rounds": rounds, "safe_percent": safe_percent})
    return game.new(0).play("left").view(0)


def search(view: View, seed: int = 1, **settings: object) -> Search:
    return Search(view.game.kernel, view.packed, view.seat, seed, **settings)  # type: ignore[arg-type]


def deal_of_four() -> View:
    state = Game("verraeter", 4).new(1)
    assert state.actor is not None
    return state.view(state.actor)


@pytest.mark.parametrize("safe_percent", [10, 30, 70, 90])
def test_finds_the_best_move_and_its_value(safe_percent: int) -> None:
    """Safe wins with its percentage, a guess with one half: no more can be known."""
    thinking = search(guesser_view(safe_percent))
    thinking.run(iterations=4000)
    safe, guess = thinking.report()["moves"]
    best = safe if safe_percent > 50 else guess
    assert best["visits"] > 3000
    assert best["win"][0] == pytest.approx(max(safe_percent / 100, 0.5), abs=0.03)


def test_perfect_information_believes_it_can_guess() -> None:
    """What the fixed worlds of pimc get wrong: in each of them the guess seems sure."""
    thinking = search(guesser_view(70), world_iterations=200)
    thinking.run(iterations=4000)
    safe, guess = thinking.report()["moves"]
    assert guess["visits"] > safe["visits"]
    assert guess["win"][0] > 0.9


def test_hides_in_either_hand() -> None:
    """The hider has nothing to prefer: both hands are tried about as often."""
    game = Game("_template", options={"safe_percent": 10})
    thinking = search(game.new(0).view(1), exploration=3.5)
    thinking.run(iterations=4000)
    left, right = (move["visits"] for move in thinking.report()["moves"])
    assert 0.25 < left / (left + right) < 0.75


@pytest.mark.parametrize("paired", [True, False])
def test_root_moves_meet_the_same_worlds(paired: bool) -> None:
    """The coin is in one of two hands: guesses at both win once a world together, unless their worlds differ."""
    game = Game("_template", options={"rounds": 1, "safe_percent": 10})
    view = game.new(0).play("left").play("guess").view(0)
    thinking = search(view, prior_weight=1000.0, paired=paired)  # both are visited equally often
    thinking.run(iterations=400)
    left, right = thinking.report()["moves"]
    assert left["visits"] == right["visits"] == 200
    assert (left["win"][0] + right["win"][0] == pytest.approx(1)) is paired


def test_naive_iterations_end_their_tree_at_the_root() -> None:
    """All of them: the search whose tree is one decision deep. A share of them: so many nodes fewer."""
    view = deal_of_four()
    flat, naive = search(view, depth=1), search(view, naive=1)
    for thinking in (flat, naive):
        thinking.run(iterations=300)
    assert naive.report() == flat.report()
    nodes = []
    for share in (0, 0.25, 0.5):
        thinking = search(view, naive=share, paired=False)
        thinking.run(iterations=2000)
        nodes.append(thinking.report()["nodes"])
    assert nodes[1] == pytest.approx(0.75 * nodes[0], rel=0.1)
    assert nodes[2] == pytest.approx(0.5 * nodes[0], rel=0.1)


def test_naive_iterations_of_an_observer_have_no_tree() -> None:
    thinking = search(deal_of_four(), naive=1, observe=True)
    thinking.run(iterations=100)
    assert thinking.report()["depth"] == 0


def test_exploration_is_measured_by_the_spread_of_utilities() -> None:
    thinking = search(guesser_view(70))
    thinking.run(iterations=1600)
    moves = thinking.report()["moves"]
    mean = sum(m["visits"] * m["utility"] for m in moves) / 1600
    square = sum(m["visits"] * (m["deviation"] ** 2 + m["utility"] ** 2) for m in moves) / 1600
    assert thinking.spread == pytest.approx((square - mean**2) ** 0.5, rel=1e-3)


def test_iterations_are_exact_over_runs() -> None:
    thinking = search(guesser_view(70))
    assert thinking.run(iterations=5) == "iterations"
    assert thinking.run(iterations=12) == "iterations"
    assert thinking.iterations == 12
    assert sum(move["visits"] for move in thinking.report()["moves"]) == 12


def test_time_ends_it() -> None:
    start = time.monotonic()
    assert search(guesser_view(50)).run(seconds=0.05) == "movetime"
    assert time.monotonic() - start >= 0.05


def test_processor_time_ends_it() -> None:
    """What the thread itself has used, however busy the machine is: more than passed on the clock it cannot be."""
    start, spent = time.monotonic(), time.thread_time()
    assert search(guesser_view(50), cpu=True).run(seconds=0.05) == "movetime"
    assert 0.05 <= time.thread_time() - spent <= time.monotonic() - start + 0.01


def test_a_search_that_comes_too_late_still_looks_once() -> None:
    late = search(guesser_view(50))
    assert late.run(seconds=0) == "movetime"
    looked = late.iterations
    assert 0 < looked < 5
    late.run(seconds=0)
    assert late.iterations == looked


def test_the_clock_is_looked_at_before_every_iteration() -> None:
    """So that it is overrun by one iteration, whatever that costs."""
    thinking = search(guesser_view(50))
    thinking.run(iterations=100, seconds=60)
    assert thinking.looks == 100
    assert thinking.run(seconds=0) == "movetime"
    assert (thinking.iterations, thinking.looks) == (100, 101)


def test_a_settled_search_ends_early() -> None:
    assert search(guesser_view(99)).run(seconds=5, settle_seconds=5) == "settled"


def test_the_stop_flag_ends_it_from_another_thread() -> None:
    stop = StopFlag()
    reasons: list[str] = []
    thinking = search(guesser_view(50))
    thread = threading.Thread(target=lambda: reasons.append(thinking.run(seconds=60, stop=stop)))
    thread.start()
    stop.set()
    thread.join()
    assert reasons == ["stopped"]


def test_a_stopped_flag_means_no_iteration() -> None:
    stop = StopFlag()
    stop.set()
    thinking = search(guesser_view(50))
    assert thinking.run(iterations=100, stop=stop) == "stopped"
    assert thinking.iterations == 0


def test_needs_a_limit_a_view_and_a_turn() -> None:
    view = guesser_view(50)
    with pytest.raises(ValueError, match="needs a limit"):
        search(view).run()
    kernel = view.game.kernel
    with pytest.raises(ValueError, match="nothing to decide"):
        Search(kernel, view.packed, 1, 0)
    state = view.sample(1)
    with pytest.raises(ValueError, match="takes a view"):
        Search(kernel, state.packed, 0, 0)


def test_the_variation_begins_with_the_move_asked_for() -> None:
    thinking = search(guesser_view(70, rounds=3))
    thinking.run(iterations=2000)
    line = variation(thinking, SAFE)
    assert line[0][1:] == (0, SAFE)
    assert len(line) > 2


def threads() -> set[str]:
    """All threads of this process."""
    return set(os.listdir("/proc/self/task"))


def nice_threads(niceness: int) -> set[str]:
    """Those with a niceness."""
    found = set()
    for thread in threads():
        with suppress(ProcessLookupError):  # it has ended meanwhile
            if os.getpriority(os.PRIO_PROCESS, int(thread)) == niceness:
                found.add(thread)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities per thread")
def test_nice_search_runs_in_a_nice_thread_of_its_own() -> None:
    before, stop = nice_threads(NICENESS), StopFlag()
    thinking = search(guesser_view(70), nice=NICENESS)
    caller = threading.Thread(target=thinking.run, kwargs={"stop": stop})
    caller.start()
    while not nice_threads(NICENESS) - before:
        assert caller.is_alive(), "it ended without ever having been nice"
        time.sleep(0.001)
    assert str(caller.native_id) not in nice_threads(NICENESS)
    stop.set()
    caller.join()
    while nice_threads(NICENESS) - before:
        time.sleep(0.001)


def test_nice_search_finds_the_same() -> None:
    usual, nice = search(guesser_view(70), seed=5), search(guesser_view(70), seed=5, nice=NICENESS)
    assert usual.run(iterations=500) == nice.run(iterations=500) == "iterations"
    assert usual.report() == nice.report()


def test_bell_rings_when_a_search_that_was_begun_has_run() -> None:
    ear, bell = os.pipe()
    stop, thinking = StopFlag(), search(guesser_view(70))
    thinking.begin(bell, stop=stop)
    with pytest.raises(RuntimeError, match="already runs"):
        thinking.begin(bell, stop=stop)
    stop.set()
    assert os.read(ear, 10) == b"!"
    assert thinking.end(rung=True) == "stopped"
    thinking.begin(bell, iterations=thinking.iterations + 100)
    assert thinking.end() == "iterations"
    assert os.read(ear, 10) == b"!"
    os.close(ear)
    os.close(bell)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists threads as files")
def test_search_that_nobody_waits_for_is_stopped() -> None:
    before = threads()
    thinking = search(guesser_view(70))
    thinking.begin(-1, stop=StopFlag())
    own = threads() - before
    assert own
    del thinking
    while own & threads():  # a thread is listed for a moment after it has ended
        time.sleep(0.001)
