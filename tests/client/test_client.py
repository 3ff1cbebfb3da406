"""The client against a service as users run it: the same questions, sync and async."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest
from service_process import serving

from eminence.client import AsyncClient, Client, Failure, Hint, Table
from eminence.v1.common_pb2 import Bot
from eminence.v1.opponent_service_pb2 import ListGamesRequest, ListGamesResponse
from eminence.v1.opponent_service_pb2_grpc import (
    OpponentServiceServicer,
    add_OpponentServiceServicer_to_server,
)


@pytest.fixture
def client(service: str) -> Iterator[Client]:
    with Client(service) as client:
        yield client


def test_whole_game_with_hints(client: Client) -> None:
    table = client.start("verraeter", seats=3, bot_seats=[1, 2], seed=1)
    while not table.over:
        if table.actor == 0:
            table = client.play(table, client.hint(table, iterations=20).move)
        else:
            table = client.play_bot(table, level=2, iterations=20)
    assert len(table.scores) == 3
    assert table.actor is None


def test_a_table_comes_back_from_its_bytes(client: Client) -> None:
    table = client.play_bot(client.start("verraeter", seats=3, seed=1), "random")
    again = client.restore(table.sealed)
    assert (again.sealed, again.status) == (table.sealed, table.status)
    same = {"iterations": 20, "seed": 1}
    assert client.hint(again, **same).suggestion == client.hint(table, **same).suggestion


def test_moves_are_for_who_is_to_move(client: Client) -> None:
    table = client.start("verraeter", seats=3, seed=1)
    assert table.actor is not None
    assert list(client.moves(table)) == list(client.look(table, table.actor).moves)
    assert not client.moves(table, (table.actor + 1) % 3)


def test_a_call_may_have_a_timeout_of_its_own(service: str) -> None:
    with Client(service, timeout=None) as client:
        table = client.start("verraeter", seats=3)
        with pytest.raises(Failure) as caught:
            client.hint(table, iterations=10_000_000, timeout=0.001)
        assert caught.value.code in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.RESOURCE_EXHAUSTED)


def test_playouts_are_collected(client: Client) -> None:
    table = client.start("verraeter", seats=3, seed=1)
    played = client.play_out(
        table, bots=["policy", "random", Bot(name="random")], games=5, include_moves=True
    )
    assert [game.index for game in played.games] == list(range(5))
    assert (played.summary.games, len(played.seats)) == (5, 3)
    assert played.games[0].moves


def test_hint_for_a_view_is_that_for_the_table(client: Client) -> None:
    table = client.start("verraeter", seats=3, seed=1)
    assert table.actor is not None
    view = client.look(table, table.actor).view
    how = {"iterations": 100, "seed": 5}
    assert client.hint(view, **how).suggestion == client.hint(table, **how).suggestion


def test_watching_ends_with_the_final_hint(client: Client) -> None:
    table = client.start("verraeter", seats=3)
    *early, last = client.watch(table, interval_ms=20, movetime_ms=200, early_stop=False)
    assert last.final
    assert early
    assert not any(hint.final for hint in early)


def test_failures_say_why(client: Client) -> None:
    with pytest.raises(Failure) as caught:
        client.start("chess", seats=2)
    assert (caught.value.code, caught.value.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_GAME")
    table = client.start("verraeter", seats=3)
    with pytest.raises(Failure, match="INVALID_FIELD") as caught:
        client.hint(table, level=77)
    assert caught.value.field == "level"
    with pytest.raises(Failure) as caught:
        next(iter(client.watch(table, level=77)))
    assert caught.value.field == "request.level"


def test_tables_do_not_show_what_they_seal(client: Client) -> None:
    table = client.start("verraeter", seats=3)
    assert repr(table.sealed)[2:20] not in repr(table)


def test_unknown_key_is_refused(service: str) -> None:
    with Client(service, key="emk_wrong") as client, pytest.raises(Failure, match="KEY_UNKNOWN"):
        client.games()


async def test_async_client_answers_alike(service: str) -> None:
    async with AsyncClient(service) as client:
        assert (await client.games()).games
        table = await client.start("verraeter", seats=3, seed=1)
        hint = await client.hint(table, iterations=50, seed=3)
        with Client(service) as other:
            same = await asyncio.to_thread(
                other.hint, Table(table.sealed, table.status), iterations=50, seed=3
            )
        assert isinstance(hint, Hint)
        assert hint.suggestion == same.suggestion
        assert (await client.look(table, 0)).view
        assert (await client.restore(table.sealed)).status == table.status
        assert await client.moves(table)
        watched = [one async for one in client.watch(table, iterations=50)]
        assert watched[-1].final
        assert (await client.play_out(table, games=3)).summary.games == 3
        table = await client.play(table, hint.move)
        assert (await client.play_bot(table, "random")).status.ply == 2
        with pytest.raises(Failure, match="ILLEGAL_MOVE"):
            await client.play(table, "nonsense")


class Shaky(OpponentServiceServicer):
    """Cannot take the first calls, as a replica that drains."""

    def __init__(self, failures: int) -> None:
        self.calls = 0
        self._failures = failures

    def ListGames(self, request: ListGamesRequest, context: grpc.ServicerContext) -> ListGamesResponse:
        self.calls += 1
        if self.calls <= self._failures:
            context.abort(grpc.StatusCode.UNAVAILABLE, "try another one")
        return ListGamesResponse(version="shaky")


@pytest.mark.parametrize(("failures", "answered"), [(4, True), (5, False)])
def test_calls_are_retried_as_often_as_the_policy_says(failures: int, answered: bool) -> None:
    shaky = Shaky(failures)
    server = grpc.server(ThreadPoolExecutor(1))
    add_OpponentServiceServicer_to_server(shaky, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with Client(f"127.0.0.1:{port}") as client:
        if answered:
            assert client.games().version == "shaky"
        else:
            with pytest.raises(Failure, match="UNAVAILABLE"):
                client.games()
    assert shaky.calls == 5
    server.stop(None).wait()


def test_game_that_moves_forward_only_with_passes(client: Client) -> None:
    table = client.start("verraeter", seats=3, bot_seats=[1, 2], once=True, passes=True)
    assert set(table.passes) == {0}
    assert table.status.once
    first = table
    while not table.over:
        if table.actor == 0:
            assert client.look(table, 0).moves
            table = client.play(table, client.hint(table, iterations=20).move)
        else:
            table = client.play_bot(table, "policy")
    with pytest.raises(Failure, match="TABLE_STALE"):
        client.look(first, 0)
    with pytest.raises(Failure, match="PASS_REQUIRED"):
        client.look(Table(table.sealed, table.status), 0)


@pytest.mark.slow
def test_replica_that_hangs_costs_a_timeout_and_not_every_second_call(tmp_path: Path) -> None:
    with ExitStack() as stack:
        flags = ("--web", "off", "--slots", "1")
        replicas = [stack.enter_context(serving(tmp_path / "keys", *flags)) for _ in range(2)]
        target = "ipv4:" + ",".join(replica["address"] for replica in replicas)
        client = stack.enter_context(Client(target, timeout=2))
        for _ in range(4):
            client.games()
        os.kill(replicas[0]["pid"], signal.SIGSTOP)
        try:
            answers = [_answered(client) for _ in range(30)]
        finally:
            os.kill(replicas[0]["pid"], signal.SIGCONT)
    assert answers.count(False) <= 5, answers


def _answered(client: Client) -> bool:
    try:
        client.games()
    except Failure:
        return False
    return True
