"""Section 6: who knows what, and how the unknown is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import comb, prod

import pytest
from games.staufer.cases import CASES
from games.staufer.table import Table

from eminence.cext.core.stream import Stream
from eminence.cext.games.staufer import FACE
from eminence.cext.games.staufer.words import OFFICE_JOBS, PATTERNS


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


def chi_square(counts: Counter[tuple[int, ...]], chances: dict[tuple[int, ...], float]) -> float:
    """Of what came up against what was to be expected, in standard deviations; cells that are too small are one."""
    draws = sum(counts.values())
    rare = [cell for cell in chances if chances[cell] * draws < 10]
    cells = [[cell] for cell in chances if cell not in rare] + ([rare] if rare else [])
    seen = 0.0
    for cell in cells:
        expected = sum(chances[one] for one in cell) * draws
        seen += (sum(counts[one] for one in cell) - expected) ** 2 / expected
    return (seen - len(cells)) / (2 * len(cells)) ** 0.5


def deals(table: Table, seat: int, category: int) -> dict[tuple[int, ...], float]:
    """Every deal of a category to the other seats, with its chance: the product of its cards' weights."""
    beliefs = table.kernel.beliefs(table.state, seat)
    others = [other for other in range(len(beliefs)) if other != seat]
    own = table.record["jobs"][seat][category]
    weights = {
        cards: prod(beliefs[other][category][card - 1] for other, card in zip(others, cards, strict=True))
        for cards in permutations([card for card in range(1, 7) if card != own], len(others))
    }
    return {cards: weight / sum(weights.values()) for cards, weight in weights.items()}


def late(seats: int) -> Table:
    """A table at which the others' pieces say something about their jobs."""
    table = Table(seats).row("milano", number=5).put(1, "aac4").put(1, "mil3").put(1, "mil1").put(1, "nij3")
    if seats > 2:
        table.put(2, "nij2").put(2, "pal3").put(2, "str1")
    return table.turn_of(0)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("make", [Table, late], ids=["early", "late"])
def test_jobs_are_drawn_as_believed(seats: int, make: Callable[[int], Table]) -> None:
    """S-6.1, S-6.7: every possible deal comes up by its weight, and none is impossible."""
    table = make(seats)
    draws = 40 * len(deals(table, 0, 0))
    hidden = table.kernel.hide(table.state, 0)
    worlds = [jobs(table.kernel, world) for world in table.kernel.samples(hidden, 0, Stream(4, seats), draws)]
    for category in range(3):
        counts = Counter(tuple(world[seat][category] for seat in range(1, seats)) for world in worlds)
        chances = deals(table, 0, category)
        assert set(counts) <= set(chances)
        assert min(chances.values()) > 0
        assert chi_square(counts, chances) < 6


def test_categories_are_independent() -> None:
    """S-6.1: a pair of cards of two categories is as likely as the cards."""
    table = late(2)
    hidden = table.kernel.hide(table.state, 0)
    counts = Counter(
        tuple(jobs(table.kernel, world)[1][:2]) for world in table.kernel.samples(hidden, 0, Stream(5), 5000)
    )
    first, second = deals(table, 0, 0), deals(table, 0, 1)
    assert chi_square(counts, {one + two: first[one] * second[two] for one in first for two in second}) < 6


def test_nothing_is_believed_before_anything_is_placed() -> None:
    table = Table(3)
    for category in range(3):
        assert len({round(chance, 6) for chance in deals(table, 0, category).values()}) == 1


def test_jobs_are_believed_that_pieces_are_placed_for() -> None:
    """A pattern that brings points and offices of one cost, no region; never one's own cards."""
    table = late(2).jobs(0, "palermo", "one_between", "cost_4")
    region, pattern, offices = table.kernel.beliefs(table.state, 0)[1]
    assert len(set(region)) == 2
    assert PATTERNS[max(range(6), key=pattern.__getitem__)] == "opposite"
    assert OFFICE_JOBS[max(range(6), key=offices.__getitem__)] == "cost_3"
    for weights, own in zip((region, pattern, offices), table.record["jobs"][0], strict=True):
        assert weights[own - 1] == 0
        assert sum(weight > 0 for weight in weights) == 5


def test_pieces_that_go_before_the_end_say_nothing() -> None:
    """Pieces in a region that a known tile has scored before the last round do not count for jobs."""
    table = Table(2).row("milano", number=4).turn_of(0)
    before = table.kernel.beliefs(table.state, 0)
    table.put(1, "mil3").put(1, "mil1")
    assert table.kernel.beliefs(table.state, 0) == before
    table.put(1, "pal3")
    assert table.kernel.beliefs(table.state, 0) != before


def test_beliefs_come_from_the_view_alone() -> None:
    """Law 2: worlds that a seat cannot tell apart make it believe the same."""
    table = late(3)
    other = table.kernel.sample(table.state, 0, Stream(8))
    assert jobs(table.kernel, other) != jobs(table.kernel, table.state)
    assert table.kernel.beliefs(other, 0) == table.kernel.beliefs(table.state, 0)


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
