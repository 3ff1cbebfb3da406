"""Who knows what (rules section 6): hiding, the record, certain deductions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from games.royals.history import History
from games.royals.pairs import same_move_in_two_worlds
from games.royals.players import STYLES, walk
from games.royals.table import blind_world, cards, play, position, table, two_generations, world

from eminence.bots import Game
from eminence.cext.core.stream import Stream
from eminence.cext.games.royals.state import Logged

Record = dict[str, Any]


def sampled(kernel: Any, record: Record, seat: int, count: int, seed: int = 0) -> list[Record]:
    view, stream = kernel.hide(kernel.pack(record), seat), Stream(seed, "sample")
    return [kernel.unpack(world) for world in kernel.samples(view, seat, stream, count)]


def test_hiding_leaves_the_table_and_ones_own_cards() -> None:
    """R-6.1: hand, display, discards, board, supplies and scores as observed; nothing else."""
    kernel = table(3)
    for before, _, _ in list(walk(kernel, 1))[::40]:
        record, view = kernel.unpack(before), kernel.unpack(kernel.hide(before, 1))
        secret = {"hand", "kept", "deck"}
        assert {name: view[name] for name in view if name not in secret} == {
            name: record[name] for name in record if name not in secret
        }
        assert (view["hand"][1], view["kept"][1]) == (record["hand"][1], record["kept"][1])
        assert sum(view["deck"]) + sum(view["hand"][0]) + sum(view["hand"][2]) == 0


def test_displayed_cards_stay_known() -> None:
    """R-6.3: display F F, blind x 3, pay F4, display F F leaves two known cards."""
    kernel = table(3)
    record = world(kernel, phase="draw_mode", display="F2 S1", deck="F4 G6 B6 S6")
    record = play(kernel, record, "3c", "+F", "+F")
    assert record["known"][0] == cards("F2")
    record = world(kernel, {0: "F2"}, phase="draw", draws_left=3, deck="F4", display="F B S")
    record = play(kernel, record, "+deck", "+deck", "+deck", "nantes-duke")
    assert record["hand"][0][:4] == [1, 0, 0, 0]
    assert record["known"][0] == cards("")
    assert entries(record, 0) == [(Logged.DREW, 0, 3), (0, 0, 2)]
    record |= {"phase": 1, "draws_left": 2, "display": [2, 0, 0, 1]}
    record = play(kernel, record, "+F", "+F")
    assert record["known"][0] == cards("F2")


def entries(record: Record, suit: int) -> list[tuple[int, int, int]]:
    """Event, seat and cards of a log."""
    log = record[("country_log", "intrigue_log")[suit]][: record["log_size"][suit]]
    return [(entry & 7, entry >> 3 & 7, (entry >> 6) + 1) for entry in log]


def as_hand(counts: list[int]) -> tuple[int, ...]:
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


def test_own_cards_narrow_the_others() -> None:
    """R-6.4: with an empty deck and one other seat with slots the rest is certain, by the observer's own cards."""
    kernel = table(3)
    record = blind_world(kernel, {0: "S2", 1: "F1 G1"}, display="F B S", deck="")
    assert {as_hand(w["hand"][1][:4]) for w in sampled(kernel, record, 0, 50)} == {(0, 1)}


@pytest.mark.parametrize("style", ["random", "policy", "intrigue"])
def test_two_seats_know_all_when_the_deck_is_empty(style: str) -> None:
    """R-6.3: with two seats the other hand is certain whenever the deck is empty, and stays so until a blind draw."""
    kernel = table(2)
    empty = Counter[int]()
    for seed in range(4):
        for before, _, _ in walk(kernel, seed, style):
            record = kernel.unpack(before)
            for suit, kinds in enumerate((slice(0, 4), slice(4, 10))):
                if record["deck_size"][suit] == 0 and empty[suit] < 20:
                    empty[suit] += 1
                    for w in sampled(kernel, record, 0, 3):
                        assert w["hand"][1][kinds] == record["hand"][1][kinds]
    assert empty[0] > 0


def test_a_spent_card_was_drawn_before() -> None:
    """R-6.8: seat 1 pays a French card that may be old or new; every sample has had one at that time."""
    kernel = table(3)
    record = two_generations(
        kernel, {1: "F1", 2: "F1"}, {1: "F1 G1", 2: "B1"}, active=1, display="B3", deck="F3 G3 B3 S3"
    )
    record = play(kernel, record, "marseille-marshal", "j0")
    assert entries(record, 0)[-1] == (0, 1, 1)
    for w in sampled(kernel, record, 0, 400):
        # Seat 0 sees that both old cards are French.
        assert [w["kept"][seat][1][0] for seat in (1, 2)] == [1, 1]
        assert sum(w["hand"][1][:4]) == 2


def test_later_draws_do_not_serve_an_earlier_payment() -> None:
    """R-6.3, R-6.8: what was drawn after a payment cannot have been paid."""
    kernel = table(3)
    record = two_generations(
        kernel, {1: "S1", 2: "G1"}, {1: "F1"}, active=1, display="B3", deck="F4 G3 B3 S3"
    )
    record = play(kernel, record, "marseille-marshal")
    record |= {"phase": 1, "active": 1, "turn": 4, "draws_left": 1}
    record = play(kernel, record, "+deck")
    # No French card was in the old deck: the one new card was it, and the old one is still there.
    for w in sampled(kernel, record, 0, 200):
        assert any(w["hand"][1][kind] for kind in (1, 3))


def test_an_old_generation_is_forgotten() -> None:
    """R-6.9: of more than sixteen generations the oldest becomes a deal of what was left of it."""
    kernel = table(5)
    longest = shuffles = 0
    for before, _, after in walk(kernel, 1, "intrigue"):
        old, new = kernel.unpack(before), kernel.unpack(after)
        if old["generation"][1] == new["generation"][1] == 15 and new["unseen"][15] != old["unseen"][15]:
            shuffles += 1
            log = entries(new, 1)
            first = log[: next(i for i, entry in enumerate(log) if entry[0] == Logged.SHUFFLED)]
            assert {entry[0] for entry in first} == {int(Logged.DREW)}
            assert sum(entry[2] for entry in first) == sum(new["unseen"][0][4:])
        longest = max(longest, new["log_size"][1])
    assert shuffles > 20
    assert longest <= len(new["intrigue_log"])


@pytest.mark.parametrize(
    ("seats", "style", "seed"),
    [(2, "policy", 1), (3, "policy", 2), (3, "random", 3), (4, "policy", 4), (5, "random", 5)],
)
def test_samples_agree_with_the_whole_public_history(seats: int, style: str, seed: int) -> None:
    """R-6.1 to R-6.4 and R-6.6 in every sample: hands were possible at every moment, generations are not mixed."""
    kernel = table(seats)
    histories = [History(kernel, suit) for suit in range(2)]
    for step, (before, move, after) in enumerate(walk(kernel, seed, style)):
        for history in histories:
            history.follow(kernel.unpack(before), move, kernel.unpack(after))
        if step % 41 or kernel.actor(after) is None:
            continue
        for observer in range(0, seats, 2):
            stream = Stream(step, "sample")
            w = kernel.unpack(kernel.sample(kernel.hide(after, observer), observer, stream))
            for history in histories:
                assert history.allows(w, observer), (step, observer, history.suit)


def test_a_pending_decision_is_one() -> None:
    """R-4.3.7: while a seat decides, samples leave it a choice and let it pay for the target."""
    kernel = table(4)
    phases = Counter[int]()
    for seed in range(4):
        for before, _, _ in walk(kernel, seed, ("random", "random", "hoard", "intrigue hoard")[seed]):
            record = kernel.unpack(before)
            if phases[record["phase"]] < 40:
                phases[record["phase"]] += 1
                observer = (record["active"] + 1) % 4
                for w in sampled(kernel, record, observer, 2):
                    assert len(kernel.moves(kernel.pack(w))) > 1
                    stream, state = Stream(seed), kernel.pack(w)
                    while kernel.unpack(state)["turn"] == record["turn"] and kernel.actor(state) is not None:
                        assert kernel.moves(state)
                        state = kernel.play(state, kernel.moves(state)[-1], stream)
    assert set(phases) == set(range(9))


def test_takeover_shows_where_cards_went() -> None:
    """R-7.16: a take-over occupies the position once, with one cube and one payment."""
    kernel = table(3)
    duke = position(kernel, "edinburgh", "duke")
    record = play(kernel, world(kernel, {0: "B4 GB1"}, held={duke: 1}), "edinburgh-duke")
    assert record["placements"][:2] == [1, 1]
    assert sum(record["discards"]) == 5


@pytest.mark.parametrize("style", ["policy", "deck", "intrigue", "deck hoard", "intrigue hoard"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_true_view_is_understood(seats: int, style: str) -> None:
    """R-6.7, R-6.8: no view of a real game is taken for impossible, however odd the players."""
    game = Game("royals", seats)
    kernel: Any = game.kernel
    for ply, (before, _, _) in enumerate(walk(kernel, seats, style)):
        if ply % 19 == 0:
            state = game.restore(before, 0, 0)
            for seat in range(seats):
                view = state.view(seat)
                assert game.view(view.data).packed == view.packed


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nobody_sees_what_is_hidden(seats: int) -> None:
    """R-6.1: the same open move in two worlds that a seat cannot tell apart leaves it two views alike."""
    kernel = table(seats)
    stream, pairs = Stream(seats, "pairs"), 0
    for seed, style in enumerate(STYLES):
        for ply, (before, move, after) in enumerate(walk(kernel, seed, style)):
            alike = same_move_in_two_worlds(kernel, before, move, after, ply, stream)
            assert alike is not False, (style, ply)
            pairs += alike is not None
    assert pairs > 800
