"""What holds in every game (V-9), in random games and games of the playout policy at every table of cases.py."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from games.verraeter.cases import CASES

from catalogue_cases import random_game
from eminence.bots import Game

Record = dict[str, Any]
TABLES = pytest.mark.parametrize(("seats", "options"), CASES)


def records(seats: int, options: dict[str, Any], seed: int, policy: bool) -> tuple[Game, list[Record]]:
    game = Game("verraeter", seats, options)
    return game, [game.kernel.unpack(state.packed) for state in random_game(game, seed, policy=policy)]


def check_supply(game: Game, record: Record) -> None:
    """V-9.1, V-9.2"""
    for kind, count in enumerate(game.kernel.figures.count):
        places = [record["deck"], record["discard"], *record["hand"], *record["laid"]]
        assert sum(place[kind] for place in places) == count
    assert record["deck_size"] == sum(record["deck"])
    assert record["hand_size"] == [sum(hand) for hand in record["hand"]]
    assert max(record["hand_size"]) <= 5


def check_record_of_draws(game: Game, record: Record) -> None:
    """V-6.3: the public record adds up to what is on the table."""
    assert sum(record["fresh"]) == record["deck_size"] + sum(record["new_size"])
    assert sum(map(sum, record["old"])) == sum(record["old_size"])
    assert [sum(drawn) for drawn in record["drawn"]] == record["new_size"]
    entries = record["reveals"][: record["reveal_count"]]
    assert entries == sorted(entries)
    assert not any(record["reveals"][record["reveal_count"] :])
    for seat in range(game.seats):
        doubts = sum(entry >> 8 == seat for entry in entries)
        assert record["old_size"][seat] + record["new_size"][seat] == record["hand_size"][seat] + doubts


def check_ring(game: Game, record: Record) -> None:
    """V-9.5, V-9.6, V-9.7"""
    assert sorted(record["land"]) == sorted([*range(6), *range(6)])
    assert record["rose"] < 1 << 12
    borders = bin(record["rose"] ^ (record["rose"] >> 1 | (record["rose"] & 1) << 11)).count("1")
    assert borders % 2 == 0
    if record["phase"] == 1:
        assert 2 <= borders <= 12
    buildings = record["estates"] + record["offices"]
    assert sum(bits.bit_count() for bits in buildings) == _union(buildings).bit_count()
    for seat in range(game.seats):
        placed = record["estates"][seat].bit_count() + record["offices"][seat].bit_count()
        assert (0 if record["phase"] == 0 else 1) <= placed <= 3
        assert record["offices"][seat].bit_count() <= 2


def _union(bits: list[int]) -> int:
    union = 0
    for one in bits:
        union |= one
    return union


def check_actions(game: Game, record: Record) -> None:
    """V-9.8"""
    kept = [card for card in record["kept"] if card]
    assert len(set(kept)) == len(kept)
    assert all(1 <= card <= 6 for card in kept)
    if record["phase"] in (2, 3):
        aside = 0x7E & ~record["seen"][record["start"]]
        assert aside.bit_count() == 1
        assert not any(aside >> card & 1 for card in kept)


def check_step(game: Game, before: Record, after: Record) -> None:
    """V-9.3, V-9.5, V-9.9, V-9.10, V-9.12: what one decision and all that follows from it may change."""
    seats = game.seats
    assert (before["rose"] ^ after["rose"]).bit_count() <= 1
    switched = [before["house"][seat] != after["house"][seat] for seat in range(seats)]
    unanimous = len(set(before["house"][:seats])) == 1 and game.options["d5_turns_when_unanimous"]
    assert sum(switched) <= (2 if unanimous else 1)
    gains = [after["score"][seat] - before["score"][seat] for seat in range(seats)]
    most = max(map(max, game.kernel.figures.vp)) + 2
    assert all(0 <= gain <= most + 6 * (after["phase"] == 7) for gain in gains)
    rounds = after["round"] - before["round"]
    assert after["start"] == (before["start"] + rounds) % seats
    if after["phase"] == 0 or before["phase"] == 0:
        return
    for seat in range(seats):
        assert after["hand_size"][seat] - before["hand_size"][seat] <= 3


@TABLES
@pytest.mark.parametrize("policy", [False, True], ids=["random", "policy"])
def test_invariants(seats: int, options: dict[str, Any], policy: bool) -> None:
    """V-9.1 to V-9.10, V-9.12, V-9.14"""
    for seed in range(6):
        game, found = records(seats, options, seed, policy)
        first = found[0]["start"]
        for record in found:
            check_supply(game, record)
            check_record_of_draws(game, record)
            check_ring(game, record)
            check_actions(game, record)
            assert record["start"] == (first + record["round"] - 1) % seats
            if record["phase"] != 7:
                assert len(game.kernel.moves(game.kernel.pack(record))) >= 2
        for before, after in pairwise(found):
            check_step(game, before, after)
        assert found[0]["rose"].bit_count() == 6


@TABLES
def test_draws_never_fail(seats: int, options: dict[str, Any]) -> None:
    """V-9.4, V-9.2: after a drawing turn at the limit the hand has five cards, wherever they come from."""
    for seed in range(10):
        _, found = records(seats, options, seed, True)
        for before, after in pairwise(found):
            done = before["phase"] == 6 and (after["phase"], after["actor"]) != (6, before["actor"])
            if done and after["phase"] != 7:
                assert after["hand_size"][before["actor"]] == 5
            assert before["deck_size"] + sum(before["discard"]) + sum(map(sum, before["laid"])) >= 3


@TABLES
def test_open_information_is_the_same_for_all(seats: int, options: dict[str, Any]) -> None:
    """V-9.11, V-9.13: views of one state differ in own cards and memory only."""
    game = Game("verraeter", seats, options)
    for state in list(random_game(game, 3, policy=True))[::7]:
        shown = []
        for seat in range(seats):
            data = state.view(seat).data
            for player in data["players"]:
                player["hand"] = []
                if data["phase"] in ("draft", "supply"):
                    player.pop("action", None)
            shown.append({key: value for key, value in data.items() if key not in ("seat", "pack", "memory")})
        assert all(data == shown[0] for data in shown)


@pytest.mark.parametrize(("seats", "decisions", "options"), [(3, 89, 3.9), (4, 104, 3.7)])
def test_size_of_the_game(seats: int, decisions: int, options: float) -> None:
    """V-9: decisions of a random game and options of a decision, as measured elsewhere by an independent program."""
    game = Game("verraeter", seats)
    turns = choices = 0
    for seed in range(60):
        for state in random_game(game, seed):
            moves = game.kernel.moves(state.packed)
            turns += bool(moves)
            choices += len(moves)
    assert turns / 60 == pytest.approx(decisions, rel=0.04)
    assert choices / turns == pytest.approx(options, rel=0.04)
