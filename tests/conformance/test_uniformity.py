"""Samplers against play itself: worlds are as likely as the rules make them.

Two tests that hold for every game whose sampler draws each possible world with the same probability, or as likely as
secret moves of the others are believed to have led to it, and that need no other knowledge of the game:

- Right after the deal, true states and worlds sampled from their views have the same distribution.
- Worlds sampled before a move, played on with the same move and kept where the seat then sees what it really saw, are
  distributed like worlds sampled afterwards.

By induction over the moves of a game they make every sample right. Distributions are compared byte by byte of the
state. A game in whose worlds equal cards are told apart says in its `cases.py` how many `copies` stand behind a move;
one whose views forget something by its rules says when (`forgets`), and one whose samples leave something open says
what is to be `compared`.

A game with beliefs says what they are, and its sampler is held against them. Beliefs about secret moves: how likely
each is (`expected`); samples have to be worlds in which they were made so. Beliefs about cards: how likely a seat
thinks a world, compared with others of the same view (`belief`); true states and worlds played on are thinned out to
that before they are compared with fresh samples.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from catalogue_cases import Case, cases, some_states
from eminence.bots import State
from eminence.cext.core.kernel import Kernel
from eminence.cext.core.stream import Stream

ALL = pytest.mark.parametrize("case", cases(), ids=repr)
Worlds = npt.NDArray[np.uint8]
SURE = (
    1e-7  # of a difference: with fixed seeds and some thousand comparisons a right sampler never gets there
)
DEALS = 2000
SAMPLES = 1500
KEPT = 200  # fewer say too little
MOST_COPIES = 5


def test_a_difference_is_seen() -> None:
    stream = Stream(1)
    fair = np.array([[stream.below(2)] for _ in range(SAMPLES)], dtype=np.uint8)
    loaded = np.array([[stream.below(5) > 1] for _ in range(SAMPLES)], dtype=np.uint8)
    assert difference(fair[:700], fair[700:]) > SURE
    assert difference(fair, loaded) < SURE


def difference(one: Worlds, other: Worlds) -> float:
    """The least p-value, over all bytes of the state, of both being of one distribution."""
    least = 1.0
    for byte in np.flatnonzero((one != one[0]).any(axis=0) | (other != one[0]).any(axis=0)):
        table = np.stack([np.bincount(worlds[:, byte], minlength=256) for worlds in (one, other)])
        often = table.sum(axis=0) >= 20
        merged = np.column_stack([table[:, often], table[:, ~often].sum(axis=1)])
        merged = merged[:, merged.sum(axis=0) > 0]
        if merged.shape[1] > 1:
            least = min(least, stats.chi2_contingency(merged).pvalue)
    return float(least)


def worlds_of(case: Case, kernel: Kernel, packed: list[bytes]) -> Worlds:
    """One row a world."""
    if case.compared:
        return np.array([case.compared(kernel.unpack(world)) for world in packed], dtype=np.uint8)
    return np.frombuffer(b"".join(packed), dtype=np.uint8).reshape(len(packed), -1)


def thinned(worlds: list[bytes], chances: list[float], stream: Stream) -> list[bytes]:
    """Those of the worlds that stay when each is kept in proportion to its chance."""
    most = max(chances, default=1.0)
    return [
        world
        for world, chance in zip(worlds, chances, strict=True)
        if stream.below(1 << 30) < chance / most * (1 << 30)
    ]


@ALL
def test_deals_are_sampled_as_they_are_dealt(case: Case) -> None:
    kernel = case.game.kernel
    stream = Stream(1, "samples")
    dealt = [kernel.setup(Stream(seed, "deal")) for seed in range(DEALS)]
    for seat in range(case.seats):
        sampled = [kernel.sample(state, seat, stream) for state in dealt]
        if case.belief:
            believed = case.belief
            sampled = thinned(sampled, [1 / believed(kernel, world, seat) for world in sampled], stream)
        assert len(sampled) > KEPT
        assert difference(worlds_of(case, kernel, dealt), worlds_of(case, kernel, sampled)) > SURE


def secret_move(case: Case, kernel: Kernel, world: bytes, legal: list[int], chance: Stream) -> int:
    """A move that the seat does not see: any, or as the game believes the others to choose."""
    if case.expected is None:
        return legal[chance.below(len(legal))]
    mark = chance.random()
    for move, share in zip(legal, case.expected(kernel, world, legal), strict=True):
        mark -= share
        if mark < 0:
            return move
    return legal[-1]


def play_on(case: Case, kernel: Kernel, world: bytes, seat: int, move: int, chance: Stream) -> bytes | None:
    """A world after a move that the seat has seen, or after any where it sees none; None where it is not possible."""
    legal = kernel.moves(world)
    if kernel.actor(world) != seat and kernel.secret(world):
        move = secret_move(case, kernel, world, legal, chance)
    if move not in legal or (
        case.copies and chance.below(MOST_COPIES) >= case.copies(kernel.unpack(world), move)
    ):
        return None
    return kernel.play(world, move, chance)


def compare(case: Case, state: State, seat: int, stream: Stream) -> float | None:
    """One move of a game: p-value of the two ways to the worlds after it; None where too few are left."""
    kernel = state.game.kernel
    move = state.codes[stream.below(len(state.codes))]
    before = kernel.hide(state.packed, seat)
    after = kernel.hide(kernel.play(state.packed, move, stream), seat)
    if case.forgets and case.forgets(kernel.unpack(before), kernel.unpack(after), seat):
        return None
    kept, chances = [], []
    for world in kernel.samples(before, seat, stream, SAMPLES):
        played = play_on(case, kernel, world, seat, move, stream)
        if played is not None and kernel.hide(played, seat) == after:
            kept.append(played)
            if case.belief and kernel.actor(after) is not None:
                chances.append(case.belief(kernel, played, seat) / case.belief(kernel, world, seat))
    if chances:
        kept = thinned(kept, chances, stream)
    if len(kept) < KEPT or kernel.actor(after) is None:
        return None
    fresh = kernel.samples(after, seat, stream, SAMPLES)
    return difference(worlds_of(case, kernel, kept), worlds_of(case, kernel, fresh))


@ALL
def test_samples_agree_with_play(case: Case) -> None:
    stream = Stream(2, "uniformity")
    found = [
        compare(case, state, stream.below(case.seats), stream) for state in some_states(case.game, 41, 24)
    ]
    compared = [value for value in found if value is not None]
    assert compared
    assert min(compared) > SURE
