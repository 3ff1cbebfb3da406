"""Tables that move forward only, and seats that need a pass: against the attack that they are there for."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from postgres_cluster import postgres
from service_client import Client, Refused, position_of, question, refused

from eminence.cext.core.errors import EminenceError
from eminence.server import sqlstore
from eminence.server.app import Server
from eminence.server.keys import new_key
from eminence.server.store import MemoryStore, Progress, Step
from eminence.v1 import common_pb2 as common
from eminence.v1 import opponent_service_pb2 as opponent
from eminence.v1 import table_service_pb2 as tables

POLICY = common.Bot(name="policy")
PRECONDITION = grpc.StatusCode.FAILED_PRECONDITION


async def start(client: Client, **how: Any) -> tables.StartGameResponse:
    return await client.table.StartGame(tables.StartGameRequest(game="verraeter", seats=3, **how))


async def everywhere(client: Client, table: bytes, seat: int, seat_pass: bytes = b"") -> list[Refused]:
    """What every call says that looks at a table and must not."""
    at = common.TableSeat(table=table, seat=seat, seat_pass=seat_pass)
    position = common.Position(table=at)
    playout = opponent.PlayOutRequest(position=position, bots=[POLICY], games=1)
    watch = opponent.WatchSuggestionRequest(request=question(position))
    look = tables.GetTableRequest(table=table, seat=seat, seat_pass=seat_pass)
    play = tables.PlayMoveRequest(table=table, bot=POLICY, seat_pass=seat_pass)
    return [
        await refused(client.table.GetTable(look)),
        await refused(client.suggest(position)),
        await refused(anext(aiter(client.opponent.WatchSuggestion(watch)))),
        await refused(anext(aiter(client.opponent.PlayOut(playout)))),
        await refused(client.table.PlayMove(play)),
    ]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "postgres":
        with postgres() as cluster:
            yield cluster.url
    else:
        yield str(tmp_path / "tables.db") if request.param == "sqlite" else ""


async def test_game_that_moves_forward_only_cannot_be_rewound(launch: Any, store: str) -> None:
    _, client = await launch(table_store=store)
    at = await start(client, once=True, bot_seats=[1, 2])
    assert at.status.once
    while not at.status.over:
        before, at = at, await client.play(at.table, bot=POLICY)
        if before.status.actor == 0 and before.status.ply < 6:
            for error in await everywhere(client, before.table, 0):
                assert (error.code, error.reason) == (PRECONDITION, "TABLE_STALE")
                assert error.metadata == {"ply": str(before.status.ply), "last": str(at.status.ply)}
    assert (await client.look(at.table, 0)).status.over, "the last table stays open to be looked at"


async def test_branch_to_the_bots_secrets_is_closed(launch: Any) -> None:
    """The attack: play on with bots until the secret cards are shown, then go back and decide."""
    _, client = await launch()

    async def branches(**how: Any) -> int:
        at = await start(client, bot_seats=[1, 2], **how)
        while at.status.actor != 0 or len((await client.look(at.table, 0)).moves) < 2:
            at = await client.play(at.table, bot=POLICY)
        moves = (await client.look(at.table, 0)).moves
        tried = await asyncio.gather(
            *(client.play(at.table, text=move.text) for move in moves), return_exceptions=True
        )
        return sum(not isinstance(one, BaseException) for one in tried)

    assert await branches() > 1, "a stateless table lets its holder try everything"
    assert await branches(once=True) == 1


async def test_of_moves_at_the_same_time_over_two_replicas_one_is_played(launch: Any, tmp_path: Path) -> None:
    shared = {"table_store": str(tmp_path / "tables.db"), "table_keys": new_key()}
    clients = [(await launch(**shared))[1] for _ in range(2)]
    at = await start(clients[0], once=True)
    for _ in range(10):
        moves = [one.play(at.table, bot=POLICY) for one in clients for _ in range(3)]
        done = await asyncio.gather(*moves, return_exceptions=True)
        (at,) = [one for one in done if not isinstance(one, BaseException)]
        late = [await refused(_raise(one)) for one in done if isinstance(one, BaseException)]
        assert {error.reason for error in late} == {"TABLE_STALE"}


async def _raise(error: BaseException) -> None:
    raise error


async def test_repeated_call_gets_its_answer_again(launch: Any, store: str) -> None:
    _, client = await launch(table_store=store)
    at = await start(client, once=True)
    bot = common.Bot(budget=common.Budget(movetime_ms=5))
    first = await client.play(at.table, bot=bot, request_id="mine")
    assert await client.play(at.table, bot=bot, request_id="mine") == first
    assert (await refused(client.play(at.table, bot=bot, request_id="yours"))).reason == "TABLE_STALE"
    assert (await refused(client.play(at.table, bot=POLICY, request_id="mine"))).reason == "TABLE_STALE"
    assert (await refused(client.play(at.table, bot=bot))).reason == "TABLE_STALE"
    await client.play(first.table, bot=bot)
    assert (await refused(client.play(at.table, bot=bot, request_id="mine"))).reason == "TABLE_STALE"
    error = await refused(client.play(first.table, bot=bot, request_id="no way"))
    assert (error.reason, error.path) == ("INVALID_FIELD", "request_id")


async def test_seed_and_once_do_not_go_together(client: Client) -> None:
    error = await refused(start(client, once=True, seed=1))
    assert (error.reason, error.path) == ("INVALID_FIELD", "seed")


async def test_store_that_is_down_refuses(
    launch: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlstore, "WAIT_SECONDS", 0.5)
    folder = tmp_path / "store"
    folder.mkdir()
    server, client = await launch(table_store=str(folder / "tables.db"))
    at = await start(client, once=True, bot_seats=[1, 2])
    free = await client.deal()
    hold = sqlstore.SqlStore(str(folder / "tables.db"), 10)
    with hold._engine.begin() as connection:
        connection.execute(
            sqlstore._games.update().values(ply=sqlstore._games.c.ply)
        )  # nobody else may write now
        error = await refused(client.play(at.table, bot=POLICY))
        assert (error.code, error.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
        assert error.retry_ms
        assert (await refused(start(client, once=True))).reason == "STORE_UNAVAILABLE"
        assert await client.play(free.table, bot=POLICY), "other tables need no store"
    hold.close()
    server._progress._store._engine.dispose()
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    for error in await everywhere(client, at.table, 0):
        assert error.reason == "STORE_UNAVAILABLE"
    assert server.admission.free == 1


async def test_store_that_cannot_be_opened_is_no_way_to_start(launch: Any) -> None:
    with pytest.raises(EminenceError, match="table_store"):
        await launch(table_store="/nowhere/at/all.db")


async def test_full_memory_takes_no_new_games(launch: Any) -> None:
    _, client = await launch(max_tables=1)
    await start(client, once=True)
    error = await refused(start(client, once=True))
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "STORE_FULL")
    assert await start(client), "a stateless table needs no place"


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
async def test_games_that_ended_or_were_left_are_forgotten(kind: str, tmp_path: Path) -> None:
    now = [1000.0]
    kept: Any = (
        MemoryStore(10, lambda: now[0])
        if kind == "memory"
        else sqlstore.SqlStore(str(tmp_path / "tables.db"), 10, lambda: now[0])
    )
    for game in ("played", "ended", "left"):
        await kept.begin(game)
    now[0] += 50
    assert await kept.advance("played", 0, Step(1))
    assert await kept.advance("ended", 0, Step(1, over=True))
    now[0] += 20
    await kept.sweep(idle=60, ended=10)
    assert [await kept.last(game) for game in ("played", "ended", "left")] == [Step(1), None, None]
    kept.close()


async def test_forgotten_game_is_refused(launch: Any) -> None:
    server, client = await launch(ended_hours=0)
    at = await start(client, once=True)
    while not at.status.over:
        at = await client.play(at.table, bot=POLICY)
    await asyncio.sleep(0.001)
    await Progress(server._progress._store, 1, 0).sweep()
    error = await refused(client.look(at.table, 0))
    assert (error.code, error.reason) == (PRECONDITION, "TABLE_EXPIRED")


async def test_seats_open_to_their_own_pass_only(client: Client) -> None:
    at = await start(client, passes=True, bot_seats=[2])
    other = await start(client, passes=True, bot_seats=[2])
    assert at.status.passes
    passes = {one.seat: one.seat_pass for one in at.passes}
    assert set(passes) == {0, 1}
    assert not (await start(client)).passes
    while at.status.actor == 2:
        at = await client.play(at.table, bot=POLICY)
    seat = at.status.actor
    forged = passes[seat][:-1] + bytes([passes[seat][-1] ^ 1])
    wrong = (passes[1 - seat], other.passes[seat].seat_pass, forged, b"x", passes[seat] + b"x")
    for given, reason in ((b"", "PASS_REQUIRED"), *((one, "PASS_WRONG") for one in wrong)):
        for error in await everywhere(client, at.table, seat, given):
            assert (error.code, error.reason) == (grpc.StatusCode.PERMISSION_DENIED, reason)
            assert error.metadata == {"seat": str(seat)}
    own = common.TableSeat(table=at.table, seat=seat, seat_pass=passes[seat])
    look = tables.GetTableRequest(table=at.table, seat=seat, seat_pass=passes[seat])
    moves = (await client.table.GetTable(look)).moves
    await client.suggest(common.Position(table=own))
    after = await client.play(at.table, text=moves[0].text, seat_pass=passes[seat])
    look = tables.GetTableRequest(table=after.table, seat=1, seat_pass=passes[1])
    assert (await client.table.GetTable(look)).view, "a pass is good for the whole game"


async def test_passes_outlive_a_rotation_of_keys(launch: Any) -> None:
    old, new = new_key(), new_key()
    _, client = await launch(table_keys=old)
    at = await start(client, passes=True)
    look = tables.GetTableRequest(table=at.table, seat=0, seat_pass=at.passes[0].seat_pass)
    _, later = await launch(table_keys=f"{new},{old}")
    assert await later.table.GetTable(look)
    _, latest = await launch(table_keys=new)
    assert (await refused(latest.table.GetTable(look))).reason == "TABLE_KEY_UNKNOWN"


async def test_locked_tables_are_not_for_servers_that_know_no_locks(server: Server, client: Client) -> None:
    plain, locked = await start(client), await start(client, once=True)
    assert (plain.table[3], locked.table[3]) == (1, 2)
    assert position_of(locked)
