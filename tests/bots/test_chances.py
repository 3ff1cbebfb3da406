"""Chances that searches count, against a count of what the journal tells in playouts."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence

import pytest

from eminence.bots import Budget, Event, Game, State, suggest
from eminence.bots.reasons import LEAST_VISITS
from eminence.bots.suggest import Thinking
from eminence.cext.core.stream import Stream
from eminence.cext.games import catalogue

PLAYOUTS = 400
Known = dict[int, set[int]]  # chances that have turned out: to whom it happened

pytestmark = pytest.mark.skipif(
    os.environ.get("EMINENCE_DEBUG") == "1", reason="nothing is counted behind checks"
)


def coins(events: Sequence[Event]) -> Known:
    won = {one.seat for one in events if one.kind == "won" and one.seat is not None}
    return {0: won} if won else {}


def battles(events: Sequence[Event]) -> Known:
    if not any(one.kind == "soldiers_gone" for one in events):
        return {}
    won = (one for one in events if one.kind == "fought" and one.figures["fight"] == "victory")
    return {0: {one.seat for one in won if one.seat is not None}}


def conflicts(events: Sequence[Event]) -> Known:
    if not any(one.kind in ("tied", "conquered") for one in events):
        return {}
    return {0: {one.seat for one in events if one.kind == "conflict_scored" and one.seat is not None}}


def regions(events: Sequence[Event]) -> Known:
    known: Known = {}
    for one in events:
        if one.kind == "region_scored":
            known[len(known)] = set()
        if one.kind == "ranked" and one.figures["rank"] == 1 and one.seat is not None:
            known[len(known) - 1] = {one.seat}
    return known


def influence(events: Sequence[Event]) -> Known:
    countries = ("france", "german_states", "britain", "spain")
    if not any(one.kind == "period_ends" for one in events):
        return {}
    known: Known = {country: set() for country in range(4)}
    for one in events:
        if one.kind == "period_scored" and one.figures["place"] == 1 and one.seat is not None:
            known[countries.index(one.figures["country"])] = {one.seat}
    return known


# How events tell of the chances, seats, and a position by plies of the policy; in Royals shortly before a scoring.
GAMES: dict[str, tuple[Callable[[Sequence[Event]], Known], int, int]] = {
    "_template": (coins, 2, 1),
    "kingsburg": (battles, 3, 12),
    "verraeter": (conflicts, 3, 16),
    "staufer": (regions, 3, 12),
    "royals": (influence, 3, 130),
}


def position(name: str) -> State:
    _, seats, plies = GAMES[name]
    game, stream = Game(name, seats), Stream(name, "chances")
    state = game.new(3)
    while state.ply < plies or len(state.codes) < 2:
        state = state.play(game.kernel.playout_move(state.packed, stream))
    return state


def direct_count(state: State, move: int, horizon: int) -> list[Known]:
    """What turns out first in playouts from sampled worlds, as events tell it."""
    game, kernel, seat = state.game, state.game.kernel, state.actor
    assert seat is not None
    read, stream, counted = GAMES[game.name][0], Stream("direct"), []
    until = kernel.round(state.packed) + (horizon or 1000)
    for world in kernel.samples(state.view(seat).packed, seat, stream, PLAYOUTS):
        known: Known = {}
        told: list[Event] = []
        code, now = move, world
        while (
            kernel.actor(now) is not None
            and kernel.round(now) < until
            and len(known) < len(game.face.chances)
        ):
            now, raw = kernel.play_told(now, code, stream)
            told += game.events(raw)
            known = read(told)
            code = kernel.playout_move(now, stream) if kernel.actor(now) is not None else code
        counted.append(known)
    return counted


def test_every_game_that_names_chances_is_counted_here() -> None:
    assert {name for name in catalogue.names() if catalogue.face(name).chances} == GAMES.keys() - {
        "_template"
    }


@pytest.mark.parametrize("name", GAMES)
def test_chances_are_those_of_playouts(name: str) -> None:
    state = position(name)
    assert state.actor is not None
    horizon = {"_template": 0, "kingsburg": 6, "verraeter": 1, "staufer": 1, "royals": 5}[name]
    settings = {"depth": 1, "horizon": horizon}
    thinking = Thinking(
        state.view(state.actor), Budget(iterations=1500), seed=1, reasons=True, settings=settings
    )
    thinking.think()
    found = thinking.suggestion().alternatives[0]
    counted = direct_count(state, found.move.code, horizon)
    assert [one.event for one in found.chances] == [event for _, event in state.game.face.chances]
    looked_at = 0
    for number, chance in enumerate(found.chances):
        known = [one[number] for one in counted if number in one]
        reached, noise = chance.simulations / found.visits, math.sqrt(0.25 / PLAYOUTS + 0.25 / found.visits)
        assert reached == pytest.approx(len(known) / PLAYOUTS, abs=4 * noise)
        if len(known) < LEAST_VISITS:
            continue
        looked_at += 1
        for seat in range(state.game.seats):
            share = sum(seat in seats for seats in known) / len(known)
            error = math.hypot(chance.error[seat], math.sqrt(0.25 / len(known)))
            assert chance.probability[seat] == pytest.approx(share, abs=4 * error)
    assert looked_at


def test_a_chance_that_is_known_is_found_and_threads_are_counted_together() -> None:
    """Which Hand?: who plays safe is lucky as often as the options say."""
    view = Game("_template").new(1).play("left").view(0)
    for threads in (1, 2):
        found = suggest(view, Budget(iterations=3000), seed=1, threads=threads)
        safe = next(one for one in found.alternatives if one.move.text == "safe")
        (coin,) = safe.chances
        assert (coin.event, coin.source, coin.simulations) == ("win this coin", "coins", safe.visits)
        assert sum(coin.probability) == pytest.approx(1)
        percent = view.game.options["safe_percent"]
        assert coin.probability[0] == pytest.approx(percent / 100, abs=4 * coin.error[0])
