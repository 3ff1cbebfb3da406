"""Nothing that a seat cannot see reaches what the service tells it."""

from typing import Any

import pytest
from service_client import Client, position_of

from eminence.server.app import Server
from eminence.server.keys import KeyRing
from eminence.server.shelf import Shelf
from eminence.server.tables import Seal, Table
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as pb


def other_world(server: Server, sealed: bytes, seat: int) -> bytes | None:
    """The same table with everything redrawn that the seat cannot see; None where nothing is hidden from it."""
    seal = Seal(KeyRing.parse(server.config.table_keys, "keys"), Shelf())
    table = seal.open(sealed, "table")
    worlds = (table.state.view(seat).sample(seed) for seed in range(100))
    world = next((world for world in worlds if world.packed != table.state.packed), None)
    if world is None:
        return None
    state = table.state.game.restore(world.packed, "ab" * 16, table.state.ply)
    return seal.close(Table(state, table.bot_seats))


async def two_worlds(client: Client, server: Server, plies: int) -> tuple[Any, bytes]:
    """A table after some moves, or a few more until something is hidden from the seat to move, and its twin."""
    at = await client.table_after(plies, seed=plies)
    while (other := other_world(server, at.table, at.status.actor)) is None:
        at = await client.play(at.table, bot=common.Bot(name="policy"))
        assert not at.status.over, "nothing was hidden any more"
    return at, other


@pytest.mark.parametrize("plies", range(3, 60, 4))
async def test_worlds_that_look_the_same_get_the_same_answers(
    client: Client, server: Server, plies: int
) -> None:
    at, other = await two_worlds(client, server, plies)
    seat = at.status.actor
    twin = common.Position(table=common.TableSeat(table=other, seat=seat))
    truth = position_of(at)
    asked = {"iterations": 200, "seed": 9}
    answers = [(await client.suggest(position, **asked)).suggestion for position in (truth, twin)]
    assert answers[0].SerializeToString() == answers[1].SerializeToString()
    assert await client.look(at.table, seat) == await client.look(other, seat)
    assert await playouts(client, truth) == await playouts(client, twin)


async def playouts(client: Client, position: common.Position) -> list[pb.FinishedGame]:
    bots = [common.Bot(name="policy")]
    request = pb.PlayOutRequest(position=position, bots=bots, games=3, seed=2, include_moves=True)
    return [event.game async for event in client.opponent.PlayOut(request) if event.HasField("game")]


async def test_the_worlds_compared_do_differ(client: Client, server: Server) -> None:
    at, other = await two_worlds(client, server, 11)
    seats = [seat for seat in range(3) if seat != at.status.actor]
    views = [(await client.look(at.table, seat), await client.look(other, seat)) for seat in seats]
    assert any(truth != twin for truth, twin in views)
