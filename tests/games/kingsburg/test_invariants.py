"""What must hold at every step of any game."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from catalogue_cases import random_game
from eminence.bots import Game
from eminence.cext.games.kingsburg import words
from eminence.cext.games.kingsburg.words import PHASES, bits

BOARD_PHASES = words.DICE_PHASES | words.HELP_PHASES | {"move"}
PRINTED = [
    {"module1": one, "module5": five, "module6": six}
    for one, five, six in itertools.product((False, True), (False, True), ("off", "standard", "restoration"))
]
# Every pair of these is in some table below (see test_every_pair_is_played), and so is everything at once.
CHOICES: dict[str, tuple[Any, ...]] = {
    "module1": (False, True),
    "module2": ("off", "random", "draft"),
    "module3": ("off", "deal", "auction"),
    "module4": (False, True),
    "module5": (False, True),
    "module6": ("off", "standard", "restoration"),
    "scenario": ("none", "goblin_valley", "bargains", "long_winter", "tournament"),
}


def _pairs(table: dict[str, Any]) -> set[tuple[tuple[str, Any], ...]]:
    return set(itertools.combinations(sorted(table.items()), 2))


def _excluded(table: dict[str, Any]) -> bool:
    return table.get("scenario") == "bargains" and table.get("module3", "off") != "off"


def _pairwise() -> list[dict[str, Any]]:
    """A few tables in which every pair of choices is met: greedily, out of random ones."""
    source = random.Random(5)
    wanted = {
        tuple(sorted(((a, x), (b, y))))
        for (a, xs), (b, ys) in itertools.combinations(CHOICES.items(), 2)
        for x in xs
        for y in ys
        if not _excluded({a: x, b: y})
    }
    tables = []
    while wanted:
        drawn = [{name: source.choice(values) for name, values in CHOICES.items()} for _ in range(60)]
        best = max((one for one in drawn if not _excluded(one)), key=lambda one: len(_pairs(one) & wanted))
        wanted -= _pairs(best)
        tables.append(best)
    return tables


def _options(table: dict[str, Any]) -> dict[str, Any]:
    options = dict(table)
    for module, method in (("module2", "module2_method"), ("module3", "module3_method")):
        if options[module] != "off":
            options[method] = options[module]
        options[module] = options[module] != "off"
    return options


EVERYTHING = {
    "module1": True,
    "module2": True,
    "module3": True,
    "module4": True,
    "module5": True,
    "module6": "restoration",
    "scenario": "goblin_valley",
}


def _check(game: Game, record: dict) -> None:
    """K-9.1 to K-9.5, K-9.7 to K-9.10, K-9.12, K-9.14 on one state."""
    phase, seats, year, season = PHASES[record["phase"]], game.seats, record["year"], record["season"]
    for seat in range(seats):
        for row in range(7):
            assert (record["built"][seat] >> 4 * row) & 15 in (0, 1, 3, 7, 15)
        assert min(record["own"][seat][:5]) >= 0
        if (
            not any(game.options[name] for name in ("module3", "module4"))
            and game.options["scenario"] == "none"
        ):
            assert record["own"][seat][5] >= -36  # K-9.11
        assert record["built"][seat].bit_count() <= (28 if game.options["module1"] else 20)
        groups = [*record["group"], record["second_owner"]].count(seat + 1)
        if phase in ("place", "pay"):
            assert groups + sum(die > 0 for die in record["dice"][seat][:3]) <= 3
        if game.options["module5"]:
            fought = year + (phase in words.FOUGHT_PHASES)
            assert record["tokens"][seat].bit_count() == 6 - fought
        if record["token_used"] or record["market_used"]:
            assert phase in ("place", "pay")
        assert record["token_twice"] & ~record["token_used"] == 0
        assert record["free_cells"][seat] & ~_first_cells(record["built"][seat]) == 0
    assert sorted(record["order"][:seats]) == list(range(seats))
    assert record["envoy"] <= seats
    if record["second_advisor"]:
        assert record["envoy"] == 0
        assert record["group"][record["second_advisor"] - 1]
    neutral = record["group"].count(6)
    if seats != 2 or not game.options["module4"]:
        assert neutral in ((2, 3) if seats == 2 and phase in BOARD_PHASES | _before_roll(record) else (0,))
    known = sum(card > 0 for card in record["invaders"])
    assert known == (0 if phase == "ended" else 5 - year)
    ended = 3 * year + min(3, season)
    started = ended + (phase in words.SEASON_PHASES)
    tiles = {"off": 0, "standard": started, "restoration": 16 - ended}[game.options["module6"]]
    assert record["whims"].bit_count() == tiles
    assert bool(record["stock"]) == bool(record["whims"] >> 4 & 1)
    assert (1 <= record["lucky"] <= 3) == bool(record["whims"] >> 5 & 1)
    assert record["padding"] == [0, 0]
    _check_modules(game, record, phase)


def _first_cells(built: int) -> int:
    """Bit per row with a first building."""
    return sum(1 << row for row in range(7) if built >> 4 * row & 1)


def _before_roll(record: dict) -> set[str]:
    """The pending phase, if it comes before the roll or within the help."""
    after = words.NEXT.get(record["after"])
    phase = PHASES[record["phase"]]
    return {phase} if phase in words.START_PHASES or after in ("bless", "bounty", "help") else set()


def _check_modules(game: Game, record: dict, phase: str) -> None:
    """K-9.8 and what holds for strips, governors, fate cards, people and the Valley."""
    seats, options = game.seats, game.options
    setup = phase in words.SETUP_PHASES
    seen = 0 if setup else record["year"] + 1
    assert record["fates"].bit_count() == (seen if options["module4"] else 0)
    assert bool(record["fate"]) == (options["module4"] and not setup and phase != "ended")
    chosen = [number for number in record["governor"] if number]
    assert len(set(chosen)) == len(chosen)
    if not setup:
        assert len(chosen) == (seats if options["module3"] else 0)
        assert not any(record["offered"])
        assert record["lots"] == 0
        assert not any(any(hand) for hand in record["hand"])
    for row in range(7):
        assert sum(strips >> 4 * row & 1 for strips in record["strips"]) <= 2
    valley = options["scenario"] == "goblin_valley"
    assert sum(card > 0 for card in record["valley"]) == (
        0 if phase == "ended" or not valley else 5 - record["year"]
    )
    if phase not in ("take", "peek", "discount"):
        assert record["after"] == 0
    if phase != "take":
        assert not any(record["due"])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_invariants(seats: int) -> None:
    """K-9.1, K-9.2, K-9.3, K-9.4, K-9.5, K-9.7, K-9.8, K-9.9, K-9.10, K-9.11, K-9.12, K-9.14, K-4.17.1, K-7.72."""
    for number, options in enumerate([*PRINTED, *map(_options, _pairwise()), EVERYTHING]):
        game = Game("kingsburg", seats, options)
        for policy in (False, True):
            for state in random_game(game, (seats, number), policy=policy):
                _check(game, game.kernel.unpack(state.packed))
                if state.actor is not None:
                    assert 2 <= len(game.kernel.moves(state.packed)) <= 64


def test_every_pair_is_played() -> None:
    """The pairwise tables are few, and every pair of choices that the rules allow is in one of them."""
    tables = _pairwise()
    assert len(tables) < 40
    for (a, xs), (b, ys) in itertools.combinations(CHOICES.items(), 2):
        for x, y in itertools.product(xs, ys):
            met = any(table[a] == x and table[b] == y for table in tables)
            assert met != _excluded({a: x, b: y})


def test_points_are_accounted_for() -> None:
    """K-9.6: what building, battles, helps and the King give is all there is: a game without help or battle points."""
    game = Game("kingsburg", 3)
    kernel = game.kernel
    for seed in range(5):
        for state in random_game(game, seed):
            record = kernel.unpack(state.packed)
            if state.actor is None or PHASES[record["phase"]] not in ("build", "second"):
                continue
            seat = state.actor
            for move in kernel.moves(state.packed)[1:]:
                after = kernel.unpack(state.play(move).packed)
                building = kernel.figures.buildings[0, move - 1]
                assert after["built"][seat] == record["built"][seat] | 1 << building.cell
                if after["season"] == record["season"] and PHASES[after["phase"]] in ("build", "second"):
                    assert after["own"][seat][5] - record["own"][seat][5] == building.vp


def test_dice_placed_and_left_add_up() -> None:
    """K-9.2, K-9.10: each placement takes the dice of its group, at most one token and one Market use a season."""
    game = Game("kingsburg", 4, {"module6": "standard"})
    for state in random_game(game, 4, policy=True):
        record = game.kernel.unpack(state.packed)
        if PHASES[record["phase"]] == "place":
            for owner in range(4):
                groups = [a for a in range(18) if record["group"][a] == owner + 1]
                left = sum(die > 0 for die in record["dice"][owner][:3])
                assert len(groups) <= 3 - left


def test_tiles_are_bits() -> None:
    """The helper that turns masks into numbers."""
    assert bits(0b10110) == [1, 2, 4]
