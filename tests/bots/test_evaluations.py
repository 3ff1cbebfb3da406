"""Evaluations that are learned: traits are what they are called, fits foresee how games end, searches use them."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from catalogue_cases import Case, cases, random_game, some_states
from eminence.bots import Game, train_fit, train_judge
from eminence.bots.fitted import signed
from eminence.bots.learned import read, unjudged, weights
from eminence.bots.train import BOTH, CHOOSE, EVALUATIONS, PRIOR, REPORT, TRAIN, Kept, Plan, Training
from eminence.bots.train_judge import SPREADS, Outcomes, Standings, fit, fit_stages
from eminence.bots.train_play import Standing, play
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.learned import Learned
from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue

FACE = catalogue.face("_template")
JUDGED = [case for case in cases() if catalogue.face(case.name).traits]
PLAN = Plan("staufer", 2, 40, 1, iterations=20, reference=20, quick=2, share=0.0, seed=1, learn=EVALUATIONS)


@pytest.fixture(autouse=True)
def few_teach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_judge, "LEAST_STANDINGS", 10)
    monkeypatch.setattr(train_fit, "LEAST_POSITIONS", 10)


# ---- traits, over every game that has them


@pytest.mark.parametrize("case", JUDGED, ids=repr)
def test_names_and_numbers_of_traits_agree(case: Case) -> None:
    kernel, face = case.game.kernel, case.game.face
    assert (kernel.trait_count, kernel.stages) == (len(face.traits), len(face.stages))
    assert kernel.trait_version >= 1
    for names in (face.traits, face.stages):
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("case", JUDGED, ids=repr)
def test_traits_are_numbers_of_each_seat(case: Case) -> None:
    """In worlds that a search samples, too."""
    game = case.game
    for state in some_states(game, 6, 80):
        assert state.actor is not None
        view = game.kernel.hide(state.packed, state.actor)
        for world in (state.packed, *game.kernel.samples(view, state.actor, Stream(state.ply), 2)):
            stage, traits = game.kernel.traits(world)
            assert [len(row) for row in traits] == [len(game.face.traits)] * game.seats
            assert all(math.isfinite(one) for row in traits for one in row)
            assert 0 <= stage < len(game.face.stages)


# Traits that are the same for all seats: the estimate weighs them.
OF_ALL = {"verraeter": ["all_one"]}


@pytest.mark.parametrize("name", sorted({case.name for case in JUDGED}))
def test_every_trait_tells_some_seats_apart(name: str) -> None:
    """One that is always the same for all seats can teach nothing; and every stage is reached."""
    differing: set[int] = set()
    stages: set[int] = set()
    for case in JUDGED:
        for state in some_states(case.game, 2, 600) if case.name == name else ():
            stage, rows = state.game.kernel.traits(state.packed)
            stages.add(stage)
            differing |= {i for i, column in enumerate(zip(*rows, strict=True)) if len(set(column)) > 1}
    face = catalogue.face(name)
    assert [one for i, one in enumerate(face.traits) if i not in differing] == OF_ALL.get(name, [])
    assert not [one for i, one in enumerate(face.stages) if i not in stages]


# What traits are at some positions, by version. Where they change, TRAIT_VERSION does too: older files are refused.
PINNED = {
    ("_template", 1): "c6cc43abe0af5cbb",
    ("kingsburg", 1): "a89d5f6ac7f725ad",
    ("royals", 1): "9a295c85d1c56d9f",
    ("staufer", 1): "0d660dbf25e2acd6",
    ("verraeter", 1): "b6b7a13ba28766f1",
}


@pytest.mark.parametrize("name", sorted({case.name for case in JUDGED}))
def test_traits_change_with_their_version_only(name: str) -> None:
    game = Game(name, catalogue.face(name).seats[0])
    digest = hashlib.sha256()
    for state in list(random_game(game, 1))[:-1]:  # no policy, which may change
        stage, rows = game.kernel.traits(state.packed)
        digest.update(repr((stage, [[f"{one:.4g}" for one in row] for row in rows])).encode())
    assert digest.hexdigest()[:16] == PINNED[name, game.kernel.trait_version]


# ---- learned evaluations


@pytest.mark.parametrize("case", JUDGED, ids=repr)
def test_weights_of_nobody_are_the_games_own_estimate(case: Case) -> None:
    game = case.game
    judged = Learned(game.kernel, stages=unjudged(game.face))
    for state in some_states(game, 3, 30):
        own, found = game.kernel.estimate(state.packed), judged.estimate(state.packed)
        assert found["score"] == pytest.approx(own["score"], rel=1e-5, abs=1e-5)
        assert found["utility"] == pytest.approx(own["utility"], rel=1e-4)
        assert judged.prior(state.packed) == game.kernel.prior(state.packed)


@pytest.mark.parametrize("case", JUDGED[:4], ids=repr)
def test_a_learned_evaluation_is_a_weighted_sum_of_its_traits(case: Case) -> None:
    game = case.game
    stream = Stream(7)
    stages = [[0.5, *(stream.below(200) / 1000 - 0.1 for _ in row[1:])] for row in unjudged(game.face)]
    judged = Learned(game.kernel, stages=stages)
    for state in some_states(game, 4, 30):
        stage, traits = game.kernel.traits(state.packed)
        _, rest, *weights = stages[stage]
        wanted = [
            score + rest + sum(w * x for w, x in zip(weights, row, strict=True))
            for score, row in zip(game.kernel.estimate(state.packed)["score"], traits, strict=True)
        ]
        assert judged.estimate(state.packed)["score"] == pytest.approx(wanted, rel=1e-4, abs=1e-4)


def test_a_smaller_spread_is_surer() -> None:
    game = Game("_template", options={"rounds": 5})
    state = next(
        one for one in random_game(game, 1) if len(set(game.kernel.estimate(one.packed)["score"])) > 1
    )
    chances = [
        max(Learned(game.kernel, stages=[[spread, 0.0, 0.0, 0.0]] * 2).estimate(state.packed)["win"])
        for spread in (3.0, 1.0, 0.3)
    ]
    assert chances == sorted(chances)
    assert chances[0] < chances[2]


def test_a_search_values_ends_as_it_was_taught_to() -> None:
    """Playing safe ends the round, after which the guesser hides: told that it wins who hides, he plays safe."""
    game = Game("_template", options={"rounds": 5})
    state = game.new(1)
    state = state.play(state.moves[0])
    assert state.actor == 0
    view = state.view(0)

    def safe(weight: float | None) -> int:
        stages = [[1.0, 0.0, 0.0, weight or 0.0]] * 2
        judged = None if weight is None else Learned(game.kernel, stages=stages)
        search = Search(game.kernel, view.packed, view.seat, 1, depth=1, leaf_estimate=True, learned=judged)
        search.run(100)
        return int(search.report()["moves"][0]["visits"])

    assert safe(-9.0) < 10
    assert safe(None) == safe(0.0) < 90 < safe(9.0)


@pytest.mark.parametrize(
    "stages", [[[1.0]] * 2, [[1.0, 0, 0, 0]] * 3, [[1.0, 0, 0, math.nan]] * 2, [[0.0, 0, 0, 0]] * 2]
)
def test_weights_have_the_size_of_the_traits_and_are_finite(stages: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"2 stages of 4 weights|finite|above 0"):
        Learned(Game("_template").kernel, stages=stages)


# ---- files


def fitting() -> dict[str, Any]:
    """A file for the template's two seats, with evaluations."""
    table = {
        "seats": 2,
        "decisions": {"choose": [1.0, 0.0, 1.5, -0.25]},
        "stages": {"later": [0.9, -0.5, 0.25, 0.5]},
        "provenance": {"a": 1},
    }
    return signed(
        {
            "format": 1,
            "game": "_template",
            "components": FACE.components.hash,
            "feature_version": 1,
            "features": list(FACE.features),
            "trait_version": 1,
            "traits": list(FACE.traits),
            "tables": [table],
        }
    )


def test_a_file_with_evaluations_is_read() -> None:
    found = read(fitting(), FACE)[2]
    assert found.rows[1] == (1.0, 0.0, 1.5, -0.25)
    assert found.stages == ((1.0, 0.0, 0.0, 0.0), (0.9, -0.5, 0.25, 0.5))


def test_a_table_without_stages_keeps_the_games_own_estimate() -> None:
    data = fitting()
    del data["tables"][0]["stages"]
    assert read(signed(data), FACE)[2].stages == ()


def _table(change: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
    return lambda data: change(data["tables"][0])


MISFITS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "version": (
        lambda data: data.update(trait_version=2),
        "trait_version: must be 1, that of the game, not 2",
    ),
    "no version": (lambda data: data.pop("trait_version"), "trait_version: is missing"),
    "names": (lambda data: data["traits"].reverse(), "traits: must be those of the game: points, hides"),
    "size": (_table(lambda table: table["stages"]["later"].pop()), "later: must have 4 entries, not 3"),
    "heavy": (
        _table(lambda table: table["stages"].update(later=[1, 0, 1e9, 0])),
        r"later\[2\]: must be between",
    ),
    "spread": (
        _table(lambda table: table["stages"].update(later=[0, 0, 0, 0])),
        r"stages.later\[0\]: .*above 0",
    ),
    "stage": (_table(lambda table: table["stages"].update(noon=[1, 0, 0, 0])), "noon: is not a field"),
    "stages without traits": (
        lambda data: [data.pop("traits"), data.pop("trait_version")],
        r"tables\[0\].stages: is not a field",
    ),
}


@pytest.mark.parametrize("misfit", MISFITS)
def test_a_file_that_does_not_fit_is_refused_with_the_reason(misfit: str) -> None:
    change, reason = MISFITS[misfit]
    data = deepcopy(fitting())
    change(data)
    with pytest.raises(InvalidInput, match=reason):
        read(signed(data), FACE)


# ---- fitting


def standing(seed: int, weight: float, noise: float) -> Standing:
    """How two seats stand, of whom each ends with so many points for each trait, beside what chance brings."""
    stream = Stream(seed, "standing")

    def lot(width: float) -> float:
        return width * (stream.below(2001) / 1000 - 1)

    traits = tuple((lot(5), lot(1)) for _ in range(2))
    estimates = tuple(points for points, _ in traits)
    scores = tuple(round(points + weight * hides + lot(noise), 2) for points, hides in traits)
    wins = tuple(0.5 if scores[0] == scores[1] else float(one == max(scores)) for one in scores)
    return Standing(1, estimates, 3.0, traits, scores, wins)


def test_weights_foresee_how_games_end() -> None:
    game = Game("_template")
    known = [standing(seed, 4.0, 2.0) for seed in range(1200)]
    found = fit_stages(game, known[:600], known[600:900])
    assert found.standings == {"first_round": 0, "later": 600}
    assert found.penalties["first_round"] is None
    first, later = found.stages
    assert first == unjudged(FACE)[0]
    assert later[2:] == pytest.approx((0.0, 4.0), abs=0.1)
    assert later[0] < 1  # the game's own spread was three points, chance brings no more than two
    own, after = (Outcomes.of(known[900:], stages) for stages in (unjudged(FACE), found.stages))
    assert own.explained + 0.2 < after.explained
    assert after.brier < own.brier - 0.01


def test_what_does_not_hold_elsewhere_is_not_learned() -> None:
    game = Game("_template")
    train = [standing(seed, 4.0, 2.0) for seed in range(200)]
    choose = [standing(seed, -4.0, 2.0) for seed in range(200, 300)]
    found = fit_stages(game, train, choose)
    assert found.penalties == {"first_round": None, "later": None}
    assert found.stages[1][1:] == (0.0, 0.0, 0.0)


def test_a_fit_is_where_no_step_is_better() -> None:
    """The slope of the loss is nothing there, found by differences."""
    standings = Standings.of([standing(seed, 2.0, 6.0) for seed in range(80)])[1]
    penalty = 30.0
    found = fit(standings, penalty)
    rows = (standings.traits - standings.traits.mean(axis=1, keepdims=True)).reshape(-1, 2)
    spreads = (rows**2).mean(axis=0)

    def loss(weights: Any) -> float:
        row = np.array([1.0, 0.0, *weights])
        return standings.error(row) + penalty * 2 * float((spreads * weights**2).sum())

    for i in range(2):
        step = np.zeros(2)
        step[i] = 1e-4
        slope = (loss(found[2:] + step) - loss(found[2:] - step)) / 2e-4
        assert abs(slope) < 1e-3 * loss(found[2:])  # weights are rounded


def test_a_spread_that_fits_is_not_the_least_or_the_greatest() -> None:
    known = [standing(seed, 0.0, 3.0) for seed in range(600)]
    spread = fit_stages(Game("_template"), known[:400], known[400:]).stages[1][0]
    assert SPREADS[0] < spread < SPREADS[-1]


# ---- training


def trained(folder: Path, plan: Plan) -> tuple[dict[str, Any], Training]:
    kept = Kept(folder, plan)
    training = Training(plan, kept)
    for _ in training.run():
        pass
    kept.close()
    return training.data(), training


def test_standings_are_of_beginning_rounds_and_know_the_end() -> None:
    task = PLAN.task(0, 3, (), ())
    played = play(task)
    assert played == play(task)
    assert [one.stage for one in played.standings] == [1, 2, 3, 4]  # the first round begins with the game
    for one in played.standings:
        assert sum(one.wins) == pytest.approx(1)
        assert one.scores == played.standings[0].scores
        assert all(len(row) == len(catalogue.face("staufer").traits) for row in one.traits)


def test_training_ends_in_evaluations_that_fit(tmp_path: Path) -> None:
    data, training = trained(tmp_path / "one", PLAN)
    face = catalogue.face("staufer")
    found = read(data, face)[2]
    assert found.stages == training.rounds[-1].judgement.stages != unjudged(face)
    last = found.provenance["evaluations"]["rounds"][-1]
    assert last["standings"] == {TRAIN: 4 * 24, CHOOSE: 4 * 8, REPORT: 4 * 8}
    assert last["judgement"]["standings"] == dict(zip(face.stages, (0, 24, 24, 24, 24), strict=True))
    assert last["outcomes_after"] != last["outcomes_before"]
    assert trained(tmp_path / "two", PLAN)[0] == data


def test_what_is_not_to_be_learned_stays_as_it_is_shipped(tmp_path: Path) -> None:
    shipped = weights("staufer", 2, Game("staufer", 2).options, catalogue.face("staufer").components)
    assert shipped is not None
    face = catalogue.face("staufer")
    for learn in (PRIOR, EVALUATIONS, BOTH):
        found = read(trained(tmp_path, replace(PLAN, share=0.1, learn=learn))[0], face)[2]
        for part in (PRIOR, EVALUATIONS):
            told = found.provenance.get(part)
            assert (told == shipped.provenance.get(part)) == (learn not in (part, BOTH))
        assert (found.rows == shipped.rows) == (learn == EVALUATIONS)
        assert ((found.stages or unjudged(face)) == (shipped.stages or unjudged(face))) == (learn == PRIOR)


def test_kept_standings_are_read_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path, PLAN)
    played = play(PLAN.task(0, 1, (), ()))
    kept.add(played)
    kept.close()
    assert Kept(tmp_path, PLAN).known[played.key] == played


def test_later_rounds_play_by_what_was_learned(tmp_path: Path) -> None:
    plan = replace(PLAN, rounds=2)
    kept = Kept(tmp_path, plan)
    training = Training(plan, kept)
    first, second = training.run()
    assert first.judgement.stages != unjudged(training.game.face)
    assert second.standings[TRAIN] == 2 * first.standings[TRAIN]
    assert len({key.rpartition("/")[2] for key in kept.known}) == 2
    kept.close()


def test_a_game_without_traits_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(catalogue.face("staufer")), "traits", ())
    with pytest.raises(InvalidInput, match="has no traits to learn from"):
        Training(PLAN, Kept(tmp_path, PLAN))


def test_a_standing_is_of_a_world_that_a_seat_holds_possible() -> None:
    """Hidden cards are drawn as for a search: trusting the true ones would teach too much."""
    game = Game("verraeter", 3)
    state = next(one for one in some_states(game, 5, 80) if game.kernel.round(one.packed) > 2)
    found = [Standing.at(state, Stream(seed)) for seed in range(30)]
    hands = game.face.traits.index("hand_points")
    assert len({tuple(row[hands] for row in one.traits) for one in found}) > 3
    open_to_all = game.face.traits.index("points")
    assert len({tuple(row[open_to_all] for row in one.traits) for one in found}) == 1
