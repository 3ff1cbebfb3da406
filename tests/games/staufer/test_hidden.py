"""Section 6: who knows what, and how the unknown is drawn."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb

import pytest
from games.staufer.cases import CASES
from games.staufer.table import Table

from eminence.cext.core.stream import Stream
from eminence.cext.games.staufer import FACE


def jobs(kernel: object, state: bytes) -> list[list[int]]:
    found: list[list[int]] = kernel.unpack(state)["jobs"]  # type: ignore[attr-defined]
    return found


def test_only_own_jobs_are_seen() -> None:
    """S-6.1."""
    table = Table(4)
    for seat in range(4):
        seen = jobs(table.kernel, table.kernel.hide(table.state, seat))
        assert seen[seat] == table.record["jobs"][seat]
        assert all(seen[other] == [0, 0, 0] for other in range(4) if other != seat)


def test_nothing_else_is_hidden() -> None:
    """S-6.1 to S-6.4: all other fields stay as they are."""
    table = Table(4)
    hidden = table.kernel.unpack(table.kernel.hide(table.state, 2))
    assert {key for key in hidden if hidden[key] != table.record[key]} == {"jobs"}


def test_jobs_are_open_at_the_end() -> None:
    """S-6.1: revealed in the final scoring."""
    table = Table(3).row("milano", number=5).end_round()
    assert table.phase == "over"
    assert table.kernel.hide(table.state, 1) == table.state


def test_jobs_given_as_an_option_are_open() -> None:
    """S-1.11: options are known to all."""
    seats, options = CASES[-1]
    kernel = FACE.kernel(seats, options)
    state = kernel.setup(Stream(1))
    assert kernel.hide(state, 1) == state
    assert kernel.sample(state, 1, Stream(2)) == state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_sampled_jobs_are_possible(seats: int) -> None:
    """S-6.1, S-9.5, S-9.12: one's own cards stay, no card twice, everything public is reproduced."""
    table = Table(seats)
    stream = Stream(3)
    for _ in range(50):
        world = table.kernel.unpack(table.kernel.sample(table.kernel.hide(table.state, 0), 0, stream))
        assert {key for key in world if world[key] != table.record[key]} <= {"jobs"}
        assert world["jobs"][0] == table.record["jobs"][0]
        for category in range(3):
            cards = [job[category] for job in world["jobs"][:seats]]
            assert len(set(cards)) == seats
            assert set(cards) <= set(range(1, 7))


def chi_square(counts: Counter[object], cells: int, draws: int) -> float:
    expected = draws / cells
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (cells - len(counts)) * expected


@pytest.mark.parametrize(("seats", "deals"), [(2, 5), (3, 20), (4, 60), (5, 120)])
def test_jobs_are_drawn_uniformly(seats: int, deals: int) -> None:
    """S-6.1, S-6.7: all deals of a category alike, none impossible."""
    table = Table(seats)
    stream = Stream(4, seats)
    draws = 200 * deals
    hidden = table.kernel.hide(table.state, 0)
    worlds = [jobs(table.kernel, table.kernel.sample(hidden, 0, stream)) for _ in range(draws)]
    for category in range(3):
        counts = Counter(tuple(world[seat][category] for seat in range(1, seats)) for world in worlds)
        own = table.record["jobs"][0][category]
        assert set(counts) == set(permutations([c for c in range(1, 7) if c != own], seats - 1))
        assert chi_square(counts, deals, draws) < deals + 6 * (2 * deals) ** 0.5


def test_categories_are_independent() -> None:
    """S-6.1: every pair of cards of two categories comes up alike."""
    table = Table(2)
    stream = Stream(5)
    hidden = table.kernel.hide(table.state, 0)
    counts = Counter(
        tuple(jobs(table.kernel, table.kernel.sample(hidden, 0, stream))[1][:2]) for _ in range(5000)
    )
    assert chi_square(counts, 25, 5000) < 25 + 6 * 50**0.5


def test_draw_pile_is_a_multiset_drawn_uniformly() -> None:
    """S-6.2, S-6.6: chests come in proportion to their numbers."""
    table = (
        Table(privileges=[8, 2, 3, 4, 5]).privilege(0, 8).draw_only("brown", "brown", "brown", "keep_figure")
    )
    counts: Counter[object] = Counter()
    for _ in range(2000):
        counts[tuple(table.play("supply", "s4").chests(0))] += 1
    assert abs(counts[("brown",)] - 1500) < 5 * (2000 * 3 / 16) ** 0.5


def test_augsburg_reveals_without_replacement() -> None:
    """S-6.2: two of two brown and two keep-figure chests: alike in one of three cases."""
    table = Table().row("augsburg").put(1, "aug2").draw_only("brown", "brown", "keep_figure", "keep_figure")
    asked = sum(table.end_round().phase == "revealed_chest" for _ in range(1500))
    assert abs(asked - 1000) < 5 * (1500 * 2 / 9) ** 0.5
    assert comb(4, 2) == 6


def test_rows_left_in_the_box_follow_from_the_open_ones() -> None:
    """S-6.4: nothing about them is in the state."""
    assert not {"box", "unused"} & set(Table().record)


def test_no_choice_is_secret() -> None:
    """S-6.5."""
    table = Table(5)
    stream = Stream(6)
    state = table.state
    while table.kernel.actor(state) is not None:
        assert not table.kernel.secret(state)
        state = table.kernel.play(state, table.kernel.playout_move(state, stream), stream)


def test_infoset_key_ignores_other_jobs() -> None:
    """S-6.1: equal for worlds that differ in others' jobs, different for different own jobs."""
    table = Table(3)
    key = table.kernel.infoset(table.state, 0)
    other = table.kernel.sample(table.state, 0, Stream(7))
    assert other != table.state
    assert table.kernel.infoset(other, 0) == key
    assert table.kernel.infoset(other, 1) != table.kernel.infoset(table.state, 1)
