"""Play that learns: features keep to what a seat knows, training repeats itself, files that do not fit are refused."""

from __future__ import annotations

import hashlib
import json
import logging
import math
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from catalogue_cases import Case, cases, random_game, some_states
from eminence.bots import Budget, Game, learned, make_bot, suggest
from eminence.bots.fitted import signed
from eminence.bots.ladder.engines import LocalWorkers
from eminence.bots.learned import load, read, untaught
from eminence.bots.train import CHOOSE, PRIOR, REPORT, TRAIN, Kept, Plan, Training, part_of
from eminence.bots.train_fit import Decisions, Foresight, fit, fit_all
from eminence.bots.train_play import Played, Position, SelfPlay, give_up, play
from eminence.cext.core.errors import EminenceError, InvalidInput
from eminence.cext.core.learned import Learned
from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue

ROOT = Path(__file__).parents[2]
FACE = catalogue.face("_template")
LEARNING = [case for case in cases() if catalogue.face(case.name).features]
SHIPPED = [name for name in catalogue.names() if (ROOT / "cext" / "games" / name / learned.FILE).exists()]
PLAN = Plan("_template", 2, 40, 1, iterations=300, reference=600, quick=40, share=1.0, seed=1)


# ---- features, over every game that has them


@pytest.mark.parametrize("case", LEARNING, ids=repr)
def test_features_are_what_the_deciding_seat_knows(case: Case) -> None:
    """Finite, the same when asked again, and the same on the view and in every world the seat holds possible."""
    game = case.game
    for state in some_states(game, 5, 60):
        assert state.actor is not None
        kind, rows = found = game.kernel.features(state.packed)
        assert 0 <= kind < len(game.face.decisions)
        assert [len(row) for row in rows] == [len(game.face.features)] * len(state.codes)
        assert all(math.isfinite(one) for row in rows for one in row)
        view = game.kernel.hide(state.packed, state.actor)
        worlds = game.kernel.samples(view, state.actor, Stream(state.ply), 3)
        assert all(game.kernel.features(one) == found for one in (state.packed, view, *worlds))


@pytest.mark.parametrize("case", LEARNING, ids=repr)
def test_names_and_numbers_of_features_agree(case: Case) -> None:
    kernel, face = case.game.kernel, case.game.face
    assert (kernel.feature_count, kernel.decision_kinds) == (len(face.features), len(face.decisions))
    assert kernel.feature_version >= 1
    for names in (face.features, face.decisions):
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", sorted({case.name for case in LEARNING} - {"_template"}))
def test_every_feature_tells_some_moves_apart(name: str) -> None:
    """One that never differs within a position can teach nothing."""
    differing: set[int] = set()
    for case in LEARNING:
        for state in some_states(case.game, 2, 600) if case.name == name else ():
            _, rows = state.game.kernel.features(state.packed)
            differing |= {i for i, column in enumerate(zip(*rows, strict=True)) if len(set(column)) > 1}
    idle = [one for i, one in enumerate(catalogue.face(name).features) if i not in differing]
    assert not idle


# What features are at some positions, by version. Where they change, FEATURE_VERSION does too: older files are refused.
PINNED = {
    ("_template", 1): "02e61f238f95991f",
    ("kingsburg", 1): "7c936497c20d00bd",
    ("royals", 1): "3430782a6dfd51d7",
    ("staufer", 1): "4fcff675b276fabc",
    ("verraeter", 1): "a7d3998bba237d4d",
}


@pytest.mark.parametrize("name", sorted({case.name for case in LEARNING}))
def test_features_change_with_their_version_only(name: str) -> None:
    game = Game(name, min(Game(name).face.seats))
    digest = hashlib.sha256()
    for state in list(random_game(game, 1))[:-1]:  # no policy, which may change
        digest.update(repr(game.kernel.features(state.packed)).encode())
    assert digest.hexdigest()[:16] == PINNED[name, game.kernel.feature_version]


# ---- the learned prior


@pytest.mark.parametrize("case", LEARNING, ids=repr)
def test_weights_of_nobody_are_the_games_own_prior(case: Case) -> None:
    game = case.game
    taught = Learned(game.kernel, untaught(game.face))
    for state in some_states(game, 3, 30):
        own, found = game.kernel.prior(state.packed), taught.prior(state.packed)
        least = 0.003  # a little for every move
        assert found == pytest.approx([least + one / max(own) for one in own], rel=1e-4)


@pytest.mark.parametrize("case", LEARNING[:4], ids=repr)
def test_a_learned_prior_is_a_softmax_over_its_features(case: Case) -> None:
    game = case.game
    stream = Stream(7)
    rows = [[stream.below(2000) / 1000 - 1 for _ in row] for row in untaught(game.face)]
    taught = Learned(game.kernel, rows)
    for state in some_states(game, 4, 30):
        kind, features = game.kernel.features(state.packed)
        own = game.kernel.prior(state.packed)
        values = [
            rows[kind][0] * math.log(prior) + sum(w * x for w, x in zip(rows[kind][1:], row, strict=True))
            for prior, row in zip(own, features, strict=True)
        ]
        wanted = [0.003 + math.exp(one - max(values)) for one in values]
        assert taught.prior(state.packed) == pytest.approx(wanted, rel=1e-3, abs=1e-5)


def test_a_search_looks_first_where_it_was_taught_to() -> None:
    game = Game("_template")
    state = game.new(1)
    state = state.play(state.moves[0])
    assert state.actor is not None
    view = state.view(state.actor)

    def visits(weight: float | None) -> int:
        rows = [[1.0, 0.0, weight or 0.0, 0.0]] * 3
        taught = None if weight is None else Learned(game.kernel, rows)
        search = Search(game.kernel, view.packed, view.seat, 1, prior_weight=2.0, learned=taught)
        search.run(40)
        return int(search.report()["moves"][0]["visits"])

    assert visits(-4.0) < visits(None) == visits(0.0) < visits(4.0)


def test_weights_belong_to_their_table() -> None:
    one, other = Game("_template"), Game("_template", options={"rounds": 3})
    taught = Learned(one.kernel, untaught(FACE))
    view = other.new(1).view(1)
    with pytest.raises(ValueError, match="another table"):
        Search(other.kernel, view.packed, 1, 1, learned=taught)


@pytest.mark.parametrize("rows", [[[1.0]] * 3, [[1.0, 0, 0, 0]] * 2, [[1.0, 0, 0, math.nan]] * 3])
def test_weights_have_the_size_of_the_features_and_are_finite(rows: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"rows of 4 weights|finite"):
        Learned(Game("_template").kernel, rows)


def test_games_without_features_learn_nothing() -> None:
    untaught_ones = [name for name in catalogue.names() if not catalogue.face(name).features]
    for name in untaught_ones[:1]:
        game = Game(name)
        with pytest.raises(ValueError, match="no features"):
            Learned(game.kernel, [[1.0]])
        with pytest.raises(ValueError, match="no features"):
            game.kernel.features(game.new(1).packed)


# ---- files


def fitting() -> dict[str, Any]:
    """A file for the template's two seats."""
    table = {"seats": 2, "decisions": {"choose": [1.0, 0.0, 1.5, -0.25]}, "provenance": {"a": 1}}
    return signed(
        {
            "format": 1,
            "game": "_template",
            "components": FACE.components.hash,
            "feature_version": 1,
            "features": list(FACE.features),
            "tables": [table],
        }
    )


def test_a_file_that_fits_is_read() -> None:
    found = read(fitting(), FACE)[2]
    assert found.rows == ((1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 1.5, -0.25), (1.0, 0.0, 0.0, 0.0))
    assert found.provenance == {"a": 1}


def _table(change: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
    return lambda data: change(data["tables"][0])


MISFITS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "format": (lambda data: data.update(format=2), "format: must be 1, not 2"),
    "game": (lambda data: data.update(game="royals"), "game: must be '_template', not 'royals'"),
    "components": (lambda data: data.update(components="0"), "components: must be"),
    "version": (lambda data: data.update(feature_version=2), "feature_version: must be 1, that of the game"),
    "names": (lambda data: data["features"].reverse(), "features: must be those of the game: left_hand"),
    "missing": (lambda data: data["features"].pop(), "features: must be those of the game"),
    "size": (_table(lambda table: table["decisions"]["choose"].pop()), "choose: must have 4 entries, not 3"),
    "nan": (
        _table(lambda table: table["decisions"].update(choose=[1, 0, math.nan, 0])),
        r"choose\[2\]: must",
    ),
    "endless": (
        _table(lambda table: table["decisions"].update(choose=[math.inf, 0, 0, 0])),
        r"\[0\]: must be",
    ),
    "kind": (_table(lambda table: table["decisions"].update(sing=[1, 0, 0, 0])), "sing: is not a field"),
    "seats": (_table(lambda table: table.update(seats=3)), "seats: must be between 2 and 2"),
    "twice": (lambda data: data["tables"].append(data["tables"][0]), "tables: must have 1 entries, not 2"),
    "more": (lambda data: data.update(more=1), "more: is not a field"),
}


@pytest.mark.parametrize("misfit", MISFITS)
def test_a_file_that_does_not_fit_is_refused_with_the_reason(misfit: str) -> None:
    change, reason = MISFITS[misfit]
    data = deepcopy(fitting())
    change(data)
    with pytest.raises(InvalidInput, match=reason):
        read(signed(data), FACE)


def test_a_file_that_was_changed_by_hand_is_refused() -> None:
    data = fitting()
    data["tables"][0]["decisions"]["choose"][2] = 1.6
    with pytest.raises(InvalidInput, match="sha256: is not that of the file"):
        read(data, FACE)


def test_a_shipped_file_that_is_refused_teaches_nothing_and_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / learned.FILE).write_text(json.dumps(fitting() | {"feature_version": 9}), encoding="utf-8")
    monkeypatch.setattr("eminence.bots.fitted.resources.files", lambda _: tmp_path)
    with caplog.at_level(logging.WARNING):
        assert learned._shipped.__wrapped__("_template") == {}
    assert "_template: the hand-made prior and estimate serve: weights.json: sha256" in caplog.text


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_files_are_read_and_foresee_better(name: str) -> None:
    data = json.loads((ROOT / "cext" / "games" / name / learned.FILE).read_text(encoding="utf-8"))
    tables = read(data, catalogue.face(name))
    for seats, known in tables.items():
        for part, told in known.provenance.items():
            if lender := told.get("learned_at_seats"):
                assert (known.rows if part == PRIOR else known.stages) == (
                    tables[lender].rows if part == PRIOR else tables[lender].stages
                )
                assert told["match"]["win_share"] > 1 / seats
            elif part == PRIOR:
                last = told["rounds"][-1]
                assert last["after"]["cross_entropy"] < last["before"]["cross_entropy"]
            else:
                last = told["rounds"][-1]
                assert last["outcomes_after"]["brier"] < last["outcomes_before"]["brier"]


# ---- bots by weights


def test_a_bot_plays_by_the_weights_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(fitting()), encoding="utf-8")
    game = Game("_template")
    state = game.new(1)
    state = state.play(state.moves[0])
    view = state.view(0)
    for value in ("0", "1", str(path)):
        bot = make_bot(f"mcts:iterations=50,prior_weight=2,learned={value}", 1)
        assert bot.choose(view) in view.moves


@pytest.mark.parametrize(
    ("text", "reason"), [(None, "cannot be read"), ("{", "is not JSON"), ("{}", "format")]
)
def test_a_bot_refuses_a_file_that_does_not_fit(tmp_path: Path, text: str | None, reason: str) -> None:
    path = tmp_path / "weights.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    view = Game("_template").new(1).view(1)
    with pytest.raises(InvalidInput, match=reason):
        make_bot(f"mcts:iterations=9,learned={path}").choose(view)


def test_a_table_that_was_taught_thinks_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shipped reaches every search of the table, and only tables as they usually are."""
    found = {2: read(fitting(), FACE)[2]}
    monkeypatch.setattr(learned, "_shipped", lambda name: found if name == "_template" else {})
    game, other = Game("_template"), Game("_template", options={"rounds": 5})
    assert game.learned is not None
    assert other.learned is None
    state = game.new(1)
    view = state.play(state.moves[0]).view(0)
    settings = {"prior_weight": 2.0}
    taught = suggest(view, Budget(iterations=60), seed=1, settings=settings)
    own = suggest(view, Budget(iterations=60), seed=1, settings={**settings, "learned": None})
    assert [one.visits for one in taught.alternatives] != [one.visits for one in own.alternatives]


# ---- fitting


def position(game: Game, seed: int, visits: tuple[int, int]) -> Position:
    """The guesser's choice between playing safe and guessing, as a search found it."""
    state = game.new(seed)
    view = state.play(state.moves[0]).view(0)
    return Position(view.packed, visits, (0.5, 0.5))


def test_weights_foresee_what_was_chosen() -> None:
    game = Game("_template")
    positions = [position(game, seed, (75, 25)) for seed in range(200)]
    found = fit_all(game, positions, positions)
    assert found.penalties == {"hide": None, "choose": 1.0, "guess": None}
    assert found.positions == {"hide": 0, "choose": 200, "guess": 0}
    prior = Learned(game.kernel, found.rows).prior(positions[0].view)
    assert prior[0] / sum(prior) == pytest.approx(0.75, abs=0.01)
    own, after = (Foresight.of(game, positions, one) for one in (None, Learned(game.kernel, found.rows)))
    assert (own.agreement, after.agreement) == (0.5, 1.0)
    assert after.cross_entropy < own.cross_entropy == pytest.approx(math.log(2), abs=1e-3)


def test_what_does_not_hold_elsewhere_is_not_learned() -> None:
    game = Game("_template")
    train = [position(game, seed, (75, 25)) for seed in range(40)]
    choose = [position(game, seed, (20, 80)) for seed in range(40)]
    found = fit_all(game, train, choose)
    assert found.rows == untaught(FACE)


def test_a_fit_is_where_no_step_is_better() -> None:
    """The slope of the loss is nothing there, found by differences."""
    game = Game("_template", options={"rounds": 5})
    positions = []
    for seed in range(60):
        for state in some_states(game, seed, 6):
            visits = tuple(1 + Stream(seed, state.ply, i).below(50) for i in range(len(state.codes)))
            positions.append(Position(state.packed, visits, (0.0,) * len(visits)))
    decisions = Decisions.of(game.kernel, positions)[1]
    penalty = 3.0
    found = fit(decisions, penalty)
    start = np.array([1.0, 0.0, 0.0, 0.0])

    def loss(weights: Any) -> float:
        held = (decisions.spreads() * (weights - start) ** 2).sum()
        return decisions.surprise(weights) + penalty / 2 * float(held)

    for i in range(len(found)):
        step = np.zeros(len(found))
        step[i] = 1e-5
        assert (loss(found + step) - loss(found - step)) / 2e-5 == pytest.approx(0.0, abs=1e-3)


# ---- training


def trained(folder: Path, plan: Plan = PLAN, **more: Any) -> dict[str, Any]:
    kept = Kept(folder, plan)
    training = Training(plan, kept, **more)
    for _ in training.run():
        pass
    kept.close()
    return training.data()


def test_parts_are_whole_games() -> None:
    parts = [part_of(index) for index in range(20)]
    assert {part: parts.count(part) for part in (TRAIN, CHOOSE, REPORT)} == {TRAIN: 12, CHOOSE: 4, REPORT: 4}


def test_training_ends_in_a_file_that_fits_and_repeats_itself(tmp_path: Path) -> None:
    data = trained(tmp_path / "one")
    found = read(data, FACE)[2]
    assert found.rows[1][2] > 0.3  # playing safe wins two rounds in three
    last = found.provenance["prior"]["rounds"][-1]
    assert last["positions"][TRAIN] > last["positions"][CHOOSE] > 0
    assert last["after"]["cross_entropy"] <= last["before"]["cross_entropy"]
    assert trained(tmp_path / "two") == data


def test_another_seed_plays_other_games(tmp_path: Path) -> None:
    tasks = [PLAN.task(0, 3, (), ()), Plan(**{**PLAN.__dict__, "seed": 2}).task(0, 3, (), ())]
    assert play(tasks[0]) == play(tasks[0])
    assert play(tasks[0]).positions != play(tasks[1]).positions


def test_games_to_report_on_think_longer_at_fewer_decisions() -> None:
    tasks = {part_of(index): PLAN.task(0, index, (), ()) for index in range(10)}
    assert tasks[REPORT].iterations == PLAN.reference > tasks[TRAIN].iterations == PLAN.iterations
    assert tasks[REPORT].share * tasks[REPORT].iterations == tasks[TRAIN].share * tasks[TRAIN].iterations


def test_later_rounds_play_by_what_was_learned(tmp_path: Path) -> None:
    plan = Plan(**{**PLAN.__dict__, "rounds": 2})
    kept = Kept(tmp_path, plan)
    training = Training(plan, kept)
    first, second = training.run()
    assert second.positions[TRAIN] > first.positions[TRAIN]
    own, taught = ({key for key in kept.known if key.startswith(f"{number}/")} for number in (0, 1))
    assert len(own) == len(taught) == plan.games
    assert all(key.endswith("/-") for key in own)
    assert not any(key.endswith("/-") for key in taught)
    kept.close()


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole")
    plan = PLAN

    class Enough(Exception):
        pass

    def stop(_: int) -> None:
        counted.append(1)
        if len(counted) == 12:
            raise Enough

    counted: list[int] = []
    with pytest.raises(Enough):
        trained(tmp_path / "parts", on_progress=stop)
    path = Kept(tmp_path / "parts", plan).path
    with path.open("ab") as file:
        file.write(b'["0/39/-", [[')  # killed while writing
    assert len(Kept(tmp_path / "parts", plan).known) == 11
    assert trained(tmp_path / "parts") == whole


def test_processes_make_the_same_file(tmp_path: Path) -> None:
    team = LocalWorkers(play, give_up, 2)
    try:
        assert trained(tmp_path / "many", team=team) == trained(tmp_path / "one")
    finally:
        team.close()


class Unlucky:
    """A team whose games cannot be played."""

    workers = 1

    def __init__(self) -> None:
        self.tasks: list[SelfPlay] = []

    def submit(self, task: SelfPlay) -> None:
        self.tasks.append(task)

    def collect(self, seconds: float) -> list[Played]:
        return [give_up(self.tasks.pop(), "its worker died 3 times")]

    def close(self) -> None: ...


def test_a_game_that_cannot_be_played_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(EminenceError, match="could not be played: its worker died 3 times"):
        trained(tmp_path, team=Unlucky())


def test_a_game_without_features_is_refused(tmp_path: Path) -> None:
    name = next((one for one in catalogue.names() if not catalogue.face(one).features), None)
    if name is None:
        pytest.skip("every game has features")
    plan = Plan(**{**PLAN.__dict__, "game": name, "seats": catalogue.face(name).seats[0], "learn": PRIOR})
    with pytest.raises(InvalidInput, match="has no features to learn from"):
        Training(plan, Kept(tmp_path, plan))


def test_loading_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(fitting() | {"game": "royals"}), encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"weights\.json: game: must be '_template'"):
        load(str(path), "_template")
