from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from service_client import Client

from eminence.bots.levels import LEVELS, measured
from eminence.cext.core.errors import EminenceError
from eminence.cext.games import catalogue
from eminence.server.app import SERVICES, Server
from eminence.v1 import opponent_service_pb2 as pb
from eminence.v1.games_pb2 import GameMove, GameOptions, GameView


@pytest.mark.parametrize("service", ["", *SERVICES])
async def test_every_service_is_healthy(client: Client, service: str) -> None:
    stub = health_pb2_grpc.HealthStub(client.channel)
    answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
    assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_lists_the_services(client: Client) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(client.channel)
    call = stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
    answer = await anext(aiter(call))
    listed = {service.name for service in answer.list_services_response.service}
    assert {*SERVICES, "grpc.health.v1.Health"} <= listed


def test_every_game_has_its_line_on_the_wire() -> None:
    numbers = [
        {field.name: field.number for field in kind.DESCRIPTOR.fields}
        for kind in (GameOptions, GameView, GameMove)
    ]
    assert numbers[0] == numbers[1] == numbers[2]
    assert sorted(numbers[0]) == list(catalogue.names())


async def test_catalogue_tells_games_bots_and_limits(client: Client, server: Server) -> None:
    told = await client.opponent.ListGames(pb.ListGamesRequest())
    assert [game.name for game in told.games] == list(catalogue.names())
    for game in told.games:
        face = catalogue.face(game.name)
        assert (game.title, tuple(game.seats)) == (face.title, face.seats)
        assert [option.name for option in game.options] == [option.name for option in face.options]
        for option in game.options:
            words = [name.lower() for name in option.enum_names]
            assert len(words) == len(option.choices)
            assert all(
                word.endswith(f"_{choice}") for word, choice in zip(words, option.choices, strict=True)
            )
        assert game.components.name == face.components.name
        known = game.components.rulebook + game.components.public + game.components.reconstructed
        assert known == len(face.components.figures())
        assert [level.level for level in game.levels] == list(LEVELS)
        ratings = {level.level: level.rating for level in game.levels if level.HasField("rating")}
        assert ratings == {number: one.rating for number, one in measured(game.name).items()}
    assert told.bots[0].name == "mcts"
    assert told.limits.max_threads == server.config.search_slots == 2


def test_options_on_the_wire_are_those_of_the_face() -> None:
    for name in catalogue.names():
        typed = GameOptions.DESCRIPTOR.fields_by_name[name].message_type
        assert sorted(typed.fields_by_name) == sorted(option.name for option in catalogue.face(name).options)


async def test_port_in_use_is_said_plainly(server: Server, launch: Any) -> None:
    with pytest.raises(EminenceError, match="cannot listen on"):
        await launch(port=server.port)


async def test_message_over_the_limit_is_refused(launch: Any) -> None:
    _, client = await launch(max_message_bytes=2000)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.look(b"x" * 3000, 0)
    assert caught.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_calls_beyond_the_limit_are_refused(launch: Any) -> None:
    server, client = await launch(max_calls=1)
    server.gate.calls += 1
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.opponent.ListGames(pb.ListGamesRequest())
    assert caught.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
    server.gate.calls -= 1
    assert await client.opponent.ListGames(pb.ListGamesRequest())
