"""What holds in every reachable state (rules section 9), in random games over seats and options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from games.royals.cases import CASES
from games.royals.table import table

from eminence.cext.core.stream import Stream

Record = dict[str, Any]


def games(kernel: Any, count: int) -> Iterator[list[Record]]:
    for seed in range(count):
        stream = Stream(seed, "invariants")
        state = kernel.setup(stream)
        states = [kernel.unpack(state)]
        while kernel.actor(state) is not None:
            moves = kernel.moves(state)
            policy = seed % 2 == 0
            move = kernel.playout_move(state, stream) if policy else moves[stream.below(len(moves))]
            assert move in moves
            state = kernel.play(state, move, stream)
            states.append(kernel.unpack(state))
        yield states


def check_cards(kernel: Any, record: Record) -> None:
    """R-9.1, R-9.2."""
    for kind in range(10):
        total = record["deck"][kind] + record["discards"][kind] + sum(hand[kind] for hand in record["hand"])
        total += record["display"][kind] if kind < 4 else 0
        assert total == kernel.figures["cards"][kind]
    assert sum(record["deck"][:4]) == record["deck_size"][0]
    assert sum(record["deck"][4:]) == record["deck_size"][1]
    assert sum(record["display"]) <= 3
    for seat in range(kernel.seats):
        sizes = [sum(record["hand"][seat][:4]), sum(record["hand"][seat][4:])]
        assert sizes == [record["hand_size"][0][seat], record["hand_size"][1][seat]]
        inside = seat == record["active"] and record["phase"] not in (0, 9)
        assert (sizes[0] <= 15 and sizes[1] <= 4) or (sizes[0] <= 13 and sizes[1] <= 5)
        assert inside or (sizes[0] <= 12 and sizes[1] <= 4)
    assert record["phase"] != 0 or sum(record["display"]) == 3


def check_cubes(kernel: Any, record: Record) -> None:
    """R-9.3, R-9.4, R-9.5, R-9.6, R-9.11."""
    figures = kernel.figures
    taken = 0
    for seat in range(kernel.seats):
        placements = record["placements"][seat]
        positions = bin(record["held"][seat]).count("1")
        assert sum(record["title_cubes"][seat]) == placements == positions + sum(record["displaced"][seat])
        assert not figures["strict"] or figures["cubes"] >= 2 * placements
        assert record["held"][seat] & taken == 0
        taken |= record["held"][seat]
        present, influence = 0, [0] * 4
        for p in range(28):
            if record["held"][seat] >> p & 1:
                present |= 1 << figures["position_city"][p]
                influence[figures["position_country"][p]] += figures["position_influence"][p]
        for city in range(16):
            present |= bool(record["displaced"][seat][city]) << city
        assert record["present"][seat] == present
        assert record["influence"][seat] == influence
    totals = [sum(record["influence"][seat][country] for seat in range(5)) for country in range(4)]
    assert all(total <= most for total, most in zip(totals, (16, 12, 10, 10), strict=True))


def check_markers(kernel: Any, record: Record) -> None:
    """R-9.7: who has presence everywhere has a marker while one is left, and nobody else."""
    figures = kernel.figures
    for country in range(4):
        cities = sum(1 << k for k in range(16) if figures["city_country"][k] == country)
        owners = [seat for seat in range(kernel.seats) if record["country_marker"][seat][country]]
        complete = [seat for seat in range(kernel.seats) if record["present"][seat] & cities == cities]
        assert len(owners) == record["country_taken"][country] == min(2, len(complete))
        assert set(owners) <= set(complete)
        assert sorted(record["country_marker"][seat][country] for seat in owners) == list(
            range(1, len(owners) + 1)
        )
    owners = [seat for seat in range(kernel.seats) if record["house"][seat]]
    complete = [seat for seat in range(kernel.seats) if all(record["title_cubes"][seat])]
    assert len(owners) == min(figures["house_count"], len(complete))


def check_progress(kernel: Any, before: Record, after: Record) -> None:
    """R-9.4, R-9.5, R-9.6: positions never become vacant, presence and title cubes only grow; R-9.8."""
    occupied = [0, 0]
    for k, record in enumerate((before, after)):
        for seat in range(kernel.seats):
            occupied[k] |= record["held"][seat]
    assert occupied[0] & ~occupied[1] == 0
    for seat in range(kernel.seats):
        assert before["present"][seat] & ~after["present"][seat] == 0
        assert all(
            a <= b for a, b in zip(before["title_cubes"][seat], after["title_cubes"][seat], strict=True)
        )
        assert before["score"][seat] <= after["score"][seat]
    displaced = [sum(map(sum, record["displaced"])) for record in (before, after)]
    placed = [sum(record["placements"]) for record in (before, after)]
    fresh = bin(occupied[1]).count("1") - bin(occupied[0]).count("1")
    assert displaced[1] - displaced[0] == placed[1] - placed[0] - fresh  # take-overs
    assert after["period"] - before["period"] in (0, 1)


def marker_points(kernel: Any, record: Record, *, periods: int) -> tuple[int, int]:
    """Least and most points of the markers that have left the board."""
    figures = kernel.figures
    occupied = 0
    for seat in range(kernel.seats):
        occupied |= record["held"][seat]
    cities = {figures["position_city"][p] for p in range(28) if occupied >> p & 1}
    low = sum(figures["city_points"][city] for city in cities)
    for seat in range(kernel.seats):
        markers = enumerate(record["country_marker"][seat])
        low += sum(figures["country_points"][country][m - 1] for country, m in markers if m)
        low += figures["house"][record["house"][seat] - 1] if record["house"][seat] else 0
    high = low + sum(sum(map(sum, period)) for period in figures["period_points"][:periods])
    return low, high


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_invariants(seats: int, options: dict[str, Any]) -> None:
    """R-9.1 to R-9.9, R-9.11, R-9.12 at every decision."""
    kernel = table(seats, **options)
    for states in games(kernel, 2):
        for before, after in pairwise(states):
            check_progress(kernel, before, after)
        for record in states:
            check_cards(kernel, record)
            check_cubes(kernel, record)
            check_markers(kernel, record)
            low, high = marker_points(kernel, record, periods=record["period"])
            assert record["phase"] == 9 or low <= sum(record["score"]) <= high
        most = 335 if seats > 2 else 307
        if options.get("noble_house_set") == "arcane":
            most = 319
        assert sum(states[-1]["score"]) <= most


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_length_of_games(seats: int) -> None:
    """R-9.10: equal numbers of turns, fewer than 300; R-9.12: `end` is always offered, `draw` has an option."""
    kernel = table(seats)
    for states in games(kernel, 4):
        assert states[-1]["turn"] % seats == 0
        assert states[-1]["turn"] < 300
        for record in states:
            if record["phase"] == 2:
                assert kernel.moves(kernel.pack(record))[0] == 0
            if record["phase"] == 1:
                assert kernel.moves(kernel.pack(record))


def test_random_games_have_the_expected_length() -> None:
    """The table of game lengths of section 9, to within a tenth."""
    for seats, turns, decisions in ((2, 92, 408), (3, 95, 419), (4, 109, 477), (5, 137, 598)):
        kernel = table(seats)
        total_turns = total_decisions = 0
        for seed in range(30):
            stream = Stream(seed, "length")
            state = kernel.setup(stream)
            while kernel.actor(state) is not None:
                moves = kernel.moves(state)
                state = kernel.play(state, moves[stream.below(len(moves))], stream)
                total_decisions += 1
            total_turns += kernel.unpack(state)["turn"]
        assert abs(total_turns / 30 - turns) < turns / 10
        assert abs(total_decisions / 30 - decisions) < decisions / 10
