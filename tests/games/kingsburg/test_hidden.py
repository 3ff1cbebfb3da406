"""Who sees what: invader cards, peeks, troop tokens."""

from __future__ import annotations

from collections import Counter

import pytest
from games.kingsburg.table import Position, placing, position
from scipy.stats import chisquare

from eminence.bots import State
from eminence.cext.core.stream import Stream


def _worlds(table: Position, seat: int, count: int = 2000) -> list[dict[str, list[int]]]:
    kernel = table.game.kernel
    view = kernel.hide(table.packed, seat)
    return [kernel.unpack(kernel.sample(view, seat, Stream(n, "world"))) for n in range(count)]


def test_cards_to_come_are_uniform() -> None:
    """K-6, K-3.4: an unseen card is any of its year's five, independently for each year."""
    table = position("build", 0, year=3).give(0, gold=9)
    worlds = _worlds(table, 0)
    for year in range(2, 5):
        counts = Counter(world["invaders"][year] for world in worlds)
        assert set(counts) == {1, 2, 3, 4, 5}
        assert chisquare(list(counts.values())).pvalue > 1e-4
    pairs = Counter((world["invaders"][2], world["invaders"][3]) for world in worlds)
    assert len(pairs) == 25
    assert all(world["invaders"][:2] == [0, 0] for world in worlds)


def test_peeked_card_stays() -> None:
    """K-6: who has peeked keeps the card in every world; the others know that he peeked, not what."""
    table = position("build", 0, year=2).give(0, gold=9).card("II-d").set(seen=0b0010)
    assert {world["invaders"][1] for world in _worlds(table, 1, 50)} == {4}
    assert {world["invaders"][1] for world in _worlds(table, 0, 200)} == {1, 2, 3, 4, 5}
    for seat in range(4):
        data = State(table.game, table.packed, 0, 0).view(seat).data
        assert [player["peeked"] for player in data["players"]] == [False, True, False, False]
        assert data.get("invader") == ("II-d" if seat == 1 else None)


def test_a_peek_is_only_of_this_year() -> None:
    """K-6: the peek shows the top card alone and is forgotten with it."""
    table = placing(0, seats=3).group(10, 0).dice(0, [6, 6, 6]).give(0, gold=2).card("I-b").play("pass")
    assert table.record["seen"] == 1
    assert {world["invaders"][1] for world in _worlds(table, 0, 200)} == {1, 2, 3, 4, 5}


def test_open_card_is_known_to_all() -> None:
    """K-4.7.1: from the reveal on everybody sees the card."""
    table = position("academy", 0, module1=True).build(0, "military_academy").card("I-d").set(die=5)
    for seat in range(4):
        assert {world["invaders"][0] for world in _worlds(table, seat, 20)} == {4}


@pytest.fixture
def commits() -> Position:
    """Seats 2 and 0 have committed, seat 1 is to choose, seat 3 comes last."""
    table = position("troops", 2, order=(2, 0, 1, 3), module5=True).card("I-e")
    return table.play("troops-3", "troops-0")


def test_commits_are_hidden(commits: Position) -> None:
    """K-4.14.1, K-6: others' commits are any value still there; one's own is known; `secret` marks the decision."""
    assert commits.game.kernel.secret(commits.packed)
    own = _worlds(commits, 2, 300)
    assert {world["chosen"][2] for world in own} == {1 + 4}
    counts = Counter(world["chosen"][0] for world in _worlds(commits, 1))
    assert set(counts) == {1, 2, 4, 5, 6}  # of the two tokens of 1 the first
    assert all(world["chosen"][1] == world["chosen"][3] == 0 for world in own)


def test_commits_do_not_leak(commits: Position) -> None:
    """K-9.13, K-6: neither keys nor moves nor views of another seat change with a commit."""
    kernel = commits.game.kernel
    other = position("troops", 2, order=(2, 0, 1, 3), module5=True).card("I-e").play("troops-1", "troops-4")
    assert kernel.infoset(commits.packed, 1) == kernel.infoset(other.packed, 1)
    assert kernel.infoset(commits.packed, 2) != kernel.infoset(other.packed, 2)
    assert kernel.hide(commits.packed, 1) == kernel.hide(other.packed, 1)
    assert kernel.moves(commits.packed) == kernel.moves(other.packed)


def test_used_tokens_are_public() -> None:
    """K-6: what a seat has left limits its possible commits; a single value left is certain."""
    table = position("troops", 1, seats=2, order=(0, 1), module5=True, year=5).card("V-a")
    table.record["tokens"] = [0b000110, 0b110000, 0, 0, 0]
    table.record["chosen"][0] = 2
    assert {world["chosen"][0] for world in _worlds(table, 1, 50)} == {2}


def test_hidden_card_changes_no_moves() -> None:
    """K-9.13: legal moves are the same whatever the unseen card is."""
    kernel = position("recruit", 0).game.kernel
    lists = []
    for card in ("I-a", "I-b", "I-c", "I-d", "I-e"):
        table = position("recruit", 0).give(0, gold=3, wood=1).card(card)
        lists.append((kernel.moves(table.packed), kernel.infoset(table.packed, 0)))
    assert len({str(entry) for entry in lists}) == 1


def test_what_all_see_is_in_the_key() -> None:
    """A key changes with every building, whatever else the table is empty of."""
    table = position("build", 0, seats=2)
    kernel = table.game.kernel
    keys = {kernel.infoset(table.packed, 0)}
    for seat in range(2):
        for cell in range(28):
            other = position("build", 0, seats=2)
            other.record["built"][seat] = 1 << cell
            keys.add(kernel.infoset(other.packed, 0))
    assert len(keys) == 1 + 2 * 28


def test_memoryless_front_end() -> None:
    """A view without the peeked card is taken as if the seat had never looked, and sampled so."""
    table = position("build", 0, year=2).give(0, gold=9).card("II-d").set(seen=0b0001)
    data = State(table.game, table.packed, 0, 0).view(0).data
    del data["invader"]
    view = table.game.view(data)
    cards = {table.game.kernel.unpack(view.sample(seed).packed)["invaders"][1] for seed in range(100)}
    assert cards == {1, 2, 3, 4, 5}
