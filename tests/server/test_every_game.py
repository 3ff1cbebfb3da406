"""The service plays and advises every game of the catalogue."""

import pytest
from service_client import Client, position_of

from eminence.cext.games import catalogue
from eminence.v1 import common_pb2 as common
from eminence.v1 import table_service_pb2 as tables


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in catalogue.names() for seats in catalogue.face(name).seats]
)
async def test_service_plays_and_advises_every_game(client: Client, name: str, seats: int) -> None:
    at = await client.table.StartGame(tables.StartGameRequest(game=name, seats=seats, seed=6))
    while not at.status.over:
        if at.status.ply % 25 == 0:
            seen = await client.look(at.table, at.status.actor)
            by_view = await client.suggest(common.Position(view=seen.view), seed=1)
            by_table = await client.suggest(position_of(at), seed=1)
            assert by_view.suggestion == by_table.suggestion
            assert by_view.suggestion.move.text in [move.text for move in seen.moves]
        at = await client.play(at.table, bot=common.Bot(name="policy"))
    assert sum(at.status.result.win_shares) == pytest.approx(1)
