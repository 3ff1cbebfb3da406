"""Reviews: planted blunders are found, good play is not blamed, luck is nothing on average."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator
from functools import cache

import pytest

from eminence.bots import Budget, Game, Record, Recorder, View, review, suggest
from eminence.bots.outlook import Outlook, outlook
from eminence.bots.record import record_of
from eminence.bots.review import BLUNDER, INACCURACY, MISTAKE, VERDICTS, Judgement, _Reviewer, verdict
from eminence.bots.review_page import review_page
from eminence.bots.sources import EventChance, SourcePoints, mean_points, pooled_chances
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.stream import Stream

BROUGHT = "It brings +1.5 points from conflicts."
ITERATIONS = 2000
THOROUGH = 5_000  # each of three searches for the moves that are to be the best: one now and then falls for a blunder


def best_and_worst(recorder: Recorder) -> tuple[str, str, float]:
    """The moves that a search likes most and least, and what surely lies between them in winning chance."""
    state = recorder.state
    assert state.actor is not None
    view = state.view(state.actor)
    visits: Counter[int] = Counter()
    for seed in range(3):
        found = suggest(view, Budget(iterations=THOROUGH), seed=f"{state.ply}/{seed}", alternatives=64)
        visits.update({one.move.code: one.visits for one in found.alternatives})

    def chance(code: int, iterations: int) -> float:
        return outlook(view, iterations, 0, after=code).win_probability[view.seat]

    # The most visited one now and then throws a chance away.
    liked = [code for code, _ in visits.most_common(3)]
    best = view.move(max(liked, key=lambda code: chance(code, THOROUGH)))
    if len(view.codes) >= 12:
        return best.text, best.text, 0.0
    worst = min(view.codes, key=lambda code: chance(code, 200))
    gap = min(chance(best.code, n) - chance(worst, n) for n in (200, ITERATIONS))
    return best.text, view.move(worst).text, gap


@cache
def game_with_blunders() -> tuple[Record, tuple[int, ...]]:
    """A game of best moves, but for three that are the worst, at decisions where that matters.

    Few games have three such decisions; the first of some that has them.
    """
    games = (blundered_game(seed) for seed in range(11, 31))
    return next((record, planted) for record, planted in games if len(planted) == 3)


def blundered_game(seed: int) -> tuple[Record, tuple[int, ...]]:
    recorder = Recorder(Game("verraeter", 3), seed)
    planted: list[int] = []
    while recorder.state.actor is not None:
        best, worst, gap = best_and_worst(recorder)
        is_blunder = gap > 2 * BLUNDER and len(planted) < 3 and recorder.state.ply > 8 * (1 + len(planted))
        if is_blunder:
            planted.append(recorder.state.ply)
        recorder.play(worst if is_blunder else best)
    return recorder.record, tuple(planted)


def test_planted_blunders_are_found_and_best_moves_are_not_blamed() -> None:
    record, planted = game_with_blunders()
    found = {one.ply: one for one in review(record, iterations=ITERATIONS, seed=5).judgements}
    assert len(found) == len(record.plies) > 23
    for ply in planted:
        assert found[ply].verdict in ("mistake", "blunder")
        assert found[ply].sure
        assert found[ply].best != found[ply].move
    assert not [one for ply, one in found.items() if ply not in planted and one.verdict == "blunder"]
    costliest = {one.ply for one in review(record, iterations=ITERATIONS, seed=5).seats[0].costliest}
    assert {ply for ply in planted if record.plies[ply].seat == 0} <= costliest


@pytest.mark.parametrize(
    ("again", "expected", "loss", "why"),
    [
        pytest.param((0.20, 0.15, 0.19), "blunder", 0.18, BROUGHT, id="confirmed"),
        pytest.param((0.05, 0.07, 0.06), "mistake", 0.06, BROUGHT, id="less than it seemed"),
        pytest.param((0.01, -0.03, -0.01), "best", 0.0, "", id="another best move"),
        pytest.param((0.30, -0.10, 0.10), "good", 0.10, "", id="one search says this, the next one that"),
    ],
)
def test_a_loss_is_held_against_nobody_before_it_was_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, again: tuple[float, ...], expected: str, loss: float, why: str
) -> None:
    """The first look says that 20 % were lost; what is said in the end is what the second ones find."""
    state = Game("verraeter", 3).new(1)
    assert state.actor is not None
    view = state.view(state.actor)
    best, played, losses = (
        view.codes[0],
        view.codes[1],
        {"7": 0.2} | {f"7/{i}": one for i, one in enumerate(again)},
    )
    looked: list[tuple[str, int]] = []

    def look(
        self: _Reviewer, view: View, after: int, *, reasons: bool = False
    ) -> Generator[None, None, Outlook]:
        looked.append((str(self.seed), self.iterations))
        win = 0.5 - (losses[str(self.seed)] if after == played else 0.0)
        points = tuple(1.5 if after == best and seat == view.seat else 0.0 for seat in range(3))
        sources = (SourcePoints("conflicts", points, (0.1,) * 3),) if reasons else ()
        return Outlook((win,) * 3, (10.0,) * 3, 0.01, sources)
        yield

    def choose(self: _Reviewer, view: View) -> Generator[None, None, int]:
        return best
        yield

    monkeypatch.setattr(_Reviewer, "look", look)
    monkeypatch.setattr(_Reviewer, "best", choose)
    *_, found = _Reviewer([view.seat], 100, 7, None, 0).judge(state, view, played)
    assert isinstance(found, Judgement)
    assert (found.verdict, found.loss) == (expected, pytest.approx(loss, abs=1e-9))
    assert found.why == why
    assert looked[:2] == [("7", 100)] * 2
    assert sorted(looked[2:]) == [(f"7/{i}", 400) for i in range(3) for _ in range(2)]


def test_what_a_blunder_gave_away_is_told_by_its_sources() -> None:
    record, planted = game_with_blunders()
    found = {one.ply: one for one in review(record, iterations=ITERATIONS, seed=5).judgements}
    assert any("points from" in found[ply].why for ply in planted)
    assert not [one.why for one in found.values() if one.why and not one.sure]


def test_several_searches_err_by_what_they_differ() -> None:
    """Three that agree have the error of one over the root of three; three that do not, that of their mean."""
    agreed = mean_points([(SourcePoints("battles", (2.0,), (0.3,)),)] * 3)
    assert (agreed[0].points, agreed[0].error) == ((2.0,), pytest.approx((0.3 / math.sqrt(3),)))
    apart = mean_points([(SourcePoints("battles", (points,), (0.3,)),) for points in (1.0, 2.0, 3.0)])
    assert (apart[0].points, apart[0].error) == ((2.0,), pytest.approx((1 / math.sqrt(3),)))


def test_chances_of_several_searches_are_counted_together() -> None:
    looks = [(EventChance("win", "battles", n, (share,), (0.1,)),) for n, share in ((100, 0.5), (300, 0.1))]
    (pooled,) = pooled_chances(looks)
    assert (pooled.event, pooled.source, pooled.simulations) == ("win", "battles", 400)
    assert pooled.probability == pytest.approx((0.2,))
    assert pooled.error == pytest.approx((0.02,), rel=0.01)


def test_the_same_review_comes_twice() -> None:
    record, _ = game_with_blunders()
    short = Record.read({**record.data, "plies": record.data["plies"][:12], "scores": []})
    assert review(short, [1], iterations=60) == review(short, [1], iterations=60)


def test_a_review_of_one_seat_judges_it_alone_and_shows_the_others_chances() -> None:
    record, _ = game_with_blunders()
    found = review(record, [2], iterations=40)
    assert {one.seat for one in found.judgements} == {one.seat for one in found.lucks} == {2}
    assert {one.seat for one in found.chances} == {0, 1, 2}
    (seat,) = found.seats
    assert seat.end == record.end().result.win_shares[2]
    assert seat.end - seat.start == pytest.approx(seat.luck - seat.lost + seat.rest)
    assert sum(count for _, count in seat.verdicts) == seat.decisions
    with pytest.raises(InvalidInput, match=r"seats\[0\]: must be between 0 and 2"):
        review(record, [3])


def test_luck_is_nothing_on_average() -> None:
    """Over many throws of Which Hand?, by the law of total expectation."""
    changes: list[float] = []
    game = Game("_template", options={"rounds": 4, "safe_percent": 50})
    for seed in range(40):
        stream, recorder = Stream(seed, "moves"), Recorder(game, seed)
        while recorder.state.actor is not None:
            codes = recorder.state.codes
            recorder.play(recorder.state.move(codes[stream.below(len(codes))]).text)
        found = review(recorder.record, iterations=200, game=game)
        changes += [one.change for one in found.lucks if one.seat == 0]
    mean = sum(changes) / len(changes)
    deviation = math.sqrt(sum((change - mean) ** 2 for change in changes) / len(changes))
    assert deviation > 0.1  # a coin tossed for the game matters
    assert abs(mean) < 4 * deviation / math.sqrt(len(changes))


def test_verdicts_have_bounds_and_noise_excuses() -> None:
    assert verdict(0.0, 0.0, is_best=True) == "best"
    for loss, word in zip((0.0, INACCURACY, MISTAKE, BLUNDER), VERDICTS[1:], strict=True):
        assert verdict(loss, 0.001, is_best=False) == word
    assert verdict(0.3, 0.31, is_best=False) == "good"


def test_an_outlook_is_from_what_a_seat_knows() -> None:
    """The guesser cannot tell the hands apart; the hider can, and whoever looks need not be to move."""
    game = Game("_template", options={"rounds": 1, "safe_percent": 50})
    worlds = [game.new(seed).play(hand) for seed in range(8) for hand in ("left", "right")]
    seen = {world.view(0).packed for world in worlds}
    assert len(seen) == 1
    assert len({outlook(world.view(0), 100, 1) for world in worlds}) == 1
    guessing = worlds[0].play("guess")
    right, wrong = (outlook(guessing.view(1), 50, 1, after=code).win_probability[1] for code in (2, 1))
    assert (right, wrong) == (1.0, 0.0)


def test_what_is_written_on_the_page_cannot_do_anything() -> None:
    record, _ = game_with_blunders()
    names = ["<script>alert(1)</script>", '"&', "c"]
    evil = Record.read({**record.data, "players": [{"name": name} for name in names]})
    page = review_page(review(evil, [0], iterations=20))
    assert "<script>alert" not in page
    assert page.count("<script>") == 1
    assert "http" not in page


def test_an_unfinished_game_can_be_reviewed() -> None:
    record = record_of(Game("kingsburg", 2), 3, [])
    assert review(record).judgements == ()
