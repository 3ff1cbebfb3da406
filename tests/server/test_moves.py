"""GetMoves: the legal moves of what one seat knows."""

import grpc
from service_client import Client, position_of, refused

from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as pb


async def moves(client: Client, position: common.Position) -> pb.GetMovesResponse:
    answer: pb.GetMovesResponse = await client.opponent.GetMoves(pb.GetMovesRequest(position=position))
    return answer


async def test_moves_are_those_of_the_table_by_view_and_by_table(client: Client) -> None:
    at = await client.table_after(10)
    seen = await client.look(at.table, at.status.actor)
    for position in (position_of(at), common.Position(view=seen.view)):
        answer = await moves(client, position)
        assert answer.actor == at.status.actor
        assert list(answer.moves) == list(seen.moves)


async def test_seats_that_wait_have_none(client: Client) -> None:
    at = await client.table_after(10)
    other = (at.status.actor + 1) % 3
    answer = await moves(client, common.Position(table=common.TableSeat(table=at.table, seat=other)))
    assert (answer.actor, list(answer.moves)) == (at.status.actor, [])


async def test_a_game_that_is_over_has_nobody_to_move(client: Client) -> None:
    at = await client.table_after(1000)
    answer = await moves(client, common.Position(table=common.TableSeat(table=at.table, seat=0)))
    assert not answer.HasField("actor")
    assert not answer.moves


async def test_bad_positions_are_named(client: Client) -> None:
    error = await refused(moves(client, common.Position()))
    assert (error.code, error.path) == (grpc.StatusCode.INVALID_ARGUMENT, "position")
