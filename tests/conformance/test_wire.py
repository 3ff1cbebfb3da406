"""Every game of the catalogue over the wire: plain data and messages mirror each other field by field."""

import pytest

from catalogue_cases import Case, cases, some_states
from eminence.bots import View
from eminence.cext.games import catalogue
from eminence.server import messages
from eminence.server.codec import to_message, to_plain
from eminence.server.shelf import Shelf
from eminence.v1 import common_pb2 as common
from eminence.v1.games_pb2 import GameOptions, GameView

CASES = [case for case in cases() if case.name in catalogue.names()]
SHELF = Shelf()


def over_the_wire(view: View) -> View:
    """A view sent as bytes and read back as a stranger's."""
    sent = GameView.FromString(messages.game_view(view).SerializeToString())
    return SHELF.view(view.game.name, to_plain(getattr(sent, view.game.name)))


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_views_survive_the_wire(case: Case) -> None:
    for state in some_states(case.game, 3, 16):
        for seat in range(case.seats):
            view = state.view(seat)
            assert over_the_wire(view).packed == view.packed


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_moves_survive_the_wire(case: Case) -> None:
    for state in some_states(case.game, 4, 16):
        for move in state.moves:
            sent = common.Move.FromString(messages.move(move).SerializeToString())
            assert state.find(to_plain(getattr(sent.move, case.name))) == move
            assert sent.text == move.text


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_options_survive_the_wire(case: Case) -> None:
    typed = getattr(GameOptions(), case.name)
    message = to_message(case.game.options, type(typed))
    assert SHELF.game(case.name, case.seats, to_plain(message)).options == case.game.options
