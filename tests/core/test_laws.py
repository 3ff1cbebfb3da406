"""With EMINENCE_DEBUG=1 a game that breaks a law is named, with the phase and the law."""

from __future__ import annotations

import pytest

from eminence.cext.core.errors import LawBroken
from eminence.cext.core.search import Search
from eminence.cext.core.stream import Stream
from eminence.cext.games._lawless.kernel import LawlessKernel

FAULTS = {
    "one_move": "at least two moves",
    "many_moves": "more than MAX_MOVES",
    "descending_moves": "strictly ascending",
    "peeking_moves": "only on what the deciding seat knows",
    "backward_play": "never fall",
    "wrong_actor_play": "a seat of the table",
    "restless_hide": "hiding twice",
    "careless_sample": "leave the view as it is",
    "wild_playout_move": "not legal",
    "sure_estimate": "above 0",
    "blind_prior": "prior above 0",
    "peeking_features": "features must depend only on what the deciding seat knows",
    "endless_features": "features must be finite",
    "strange_features": "one of the game's kinds",
    "endless_traits": "traits must be finite",
    "strange_traits": "one of the game's",
    "stray_bytes": "bytes that no field holds",
}


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMINENCE_DEBUG", "1")


def play_around(kernel: LawlessKernel) -> None:
    """A game by the playout policy in which every function is asked at every step."""
    stream = Stream(1)
    state = kernel.setup(stream)
    for _ in range(40):
        if kernel.actor(state) is None:
            return
        kernel.moves(state)
        kernel.estimate(state)
        kernel.verify()
        kernel.prior(state)
        kernel.features(state)
        kernel.traits(state)
        for seat in range(2):
            kernel.sample(kernel.hide(state, seat), seat, stream)
        state = kernel.play(state, kernel.playout_move(state, stream), stream)


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("fault", FAULTS)
def test_names_game_phase_and_law(fault: str) -> None:
    with pytest.raises(LawBroken, match=f"^_lawless, phase [0-3]: .*{FAULTS[fault]}"):
        play_around(LawlessKernel(fault))


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize("fault", ["peeking_moves", "careless_sample", "wild_playout_move", "blind_prior"])
def test_a_search_names_it_too(fault: str) -> None:
    kernel = LawlessKernel(fault)
    view = kernel.setup(Stream(1))
    for threaded in (0, 1):
        search = Search(kernel, view, 1, 1, nice=threaded)
        with pytest.raises(LawBroken, match="_lawless"):
            search.run(iterations=200)


@pytest.mark.usefixtures("checked")
def test_a_lawful_game_passes() -> None:
    play_around(LawlessKernel("none"))


def test_too_many_moves_are_refused_without_checks_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EMINENCE_DEBUG", raising=False)
    kernel = LawlessKernel("many_moves")
    view = kernel.setup(Stream(1))
    with pytest.raises(LawBroken, match="384 moves, but no decision may offer more than 64"):
        kernel.moves(view)
    with pytest.raises(LawBroken):
        Search(kernel, view, 1, 1)
