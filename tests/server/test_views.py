"""Views from strangers: what cannot be is refused with the path of the field and the reason."""

from collections.abc import Callable

import grpc
import pytest
from service_client import Client, refused

from eminence.v1 import common_pb2 as common
from eminence.v1.games_pb2 import GameView
from eminence.v1.verraeter_pb2 import VerraeterView

ROOT = "position.view.verraeter"


async def view_in(client: Client, phase: str) -> VerraeterView:
    """A real view of the seat to move in a phase."""
    at = await client.deal()
    for _ in range(200):
        seen = (await client.look(at.table, at.status.actor)).view.verraeter
        if (
            seen.phase
            == VerraeterView.DESCRIPTOR.fields_by_name["phase"].enum_type.values_by_name[phase].number
        ):
            return seen
        at = await client.play(at.table, bot=common.Bot(name="policy"))
    raise AssertionError(f"no {phase} in this game")


async def ask(client: Client, view: VerraeterView) -> object:
    return await client.suggest(common.Position(view=GameView(verraeter=view)))


def seat_of(view: VerraeterView) -> str:
    return f"players[{view.seat}]"


def card_twice(view: VerraeterView) -> str:
    """More cards of one value than there are in the game."""
    player = view.players[view.seat]
    player.hand[:] = [8] * player.hand_size
    view.discard.extend([8] * 12)
    return "discard"


def hand_over_the_limit(view: VerraeterView) -> str:
    player = view.players[view.seat]
    player.hand.extend([2] * 20)
    player.hand_size = len(player.hand)
    return f"{seat_of(view)}.hand_size"


def hand_that_does_not_match_its_size(view: VerraeterView) -> str:
    view.players[view.seat].hand_size += 1
    return f"{seat_of(view)}.hand"


def card_that_does_not_exist(view: VerraeterView) -> str:
    view.players[view.seat].hand[0] = 7
    return f"{seat_of(view)}.hand[0]"


def phase_left_out(view: VerraeterView) -> str:
    view.ClearField("phase")
    return "phase"


def phase_from_the_future(view: VerraeterView) -> str:
    view.phase = 77  # type: ignore[assignment]
    return "phase"


def border_in_a_phase_without_one(view: VerraeterView) -> str:
    view.ClearField("border")
    return "border"


def land_twice(view: VerraeterView) -> str:
    view.ring[1].land = view.ring[0].land
    view.ring[2].land = view.ring[0].land
    return "ring"


def seat_that_is_not_there(view: VerraeterView) -> str:
    view.seat = 3
    return "seat"


def too_many_seats(view: VerraeterView) -> str:
    view.seats = 9
    return "seats"


def hand_of_somebody_else(view: VerraeterView) -> str:
    other = (view.seat + 1) % 3
    view.players[other].hand.extend([2] * view.players[other].hand_size)
    return f"players[{other}].hand"


def player_missing(view: VerraeterView) -> str:
    del view.players[2]
    return "players"


LIES = [
    card_twice,
    hand_over_the_limit,
    hand_that_does_not_match_its_size,
    card_that_does_not_exist,
    phase_left_out,
    phase_from_the_future,
    border_in_a_phase_without_one,
    land_twice,
    seat_that_is_not_there,
    too_many_seats,
    hand_of_somebody_else,
    player_missing,
]


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
async def test_impossible_views_are_refused(client: Client, lie: Callable[[VerraeterView], str]) -> None:
    view = await view_in(client, "VERRAETER_PHASE_SUPPLY")
    assert await ask(client, view)
    path = lie(view)
    error = await refused(ask(client, view))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD"), error
    assert error.path == f"{ROOT}.{path}", error
    assert error.description
