"""API keys, shares of processor time and caps on calls, over the wire."""

import asyncio
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from service_client import Client, position_of, question, reached, refused, taken_apart

from eminence.cext.core.errors import InvalidInput
from eminence.server import accounts, apikeys
from eminence.server.accounts import Account
from eminence.server.apikeys import Limits
from eminence.server.app import API_KEYS
from eminence.server.errors import ServiceError
from eminence.server.schedule import Priority
from eminence.v1 import opponent_service_pb2 as pb

LONG = {"movetime_ms": 20_000, "early_stop": False}


def bearer(key: str, **more: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {key}"), *more.items())


async def list_games(client: Client, key: str | None = None) -> Any:
    metadata = bearer(key) if key is not None else None
    return await client.opponent.ListGames(pb.ListGamesRequest(), metadata=metadata)


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    return tmp_path / "api.keys"


async def test_only_known_keys_open_a_closed_server(launch: Any, key_file: Path) -> None:
    key = apikeys.add(key_file, "front-end", Limits())
    _, client = await launch(api_key_file=str(key_file), anonymous="refuse")
    assert await list_games(client, key)
    for given, reason in ((None, "KEY_REQUIRED"), ("emk_wrong", "KEY_UNKNOWN"), ("", "KEY_UNKNOWN")):
        error = await refused(list_games(client, given))
        assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes of the key file are looked for all the time."""
    monkeypatch.setattr(accounts, "RELOAD_SECONDS", 0.001)


async def answered(client: Client, key: str, wanted: str) -> None:
    """Waits until calls with a key are refused for a reason; "" for not at all."""
    while True:
        try:
            await list_games(client, key)
            reason = ""
        except grpc.aio.AioRpcError as error:
            reason = taken_apart(error).reason
        if reason == wanted:
            return


async def keys_health(client: Client) -> int:
    stub = health_pb2_grpc.HealthStub(client.channel)
    return (await stub.Check(health_pb2.HealthCheckRequest(service=API_KEYS))).status


@pytest.mark.usefixtures("at_once")
async def test_changes_are_taken_over_without_a_restart(launch: Any, key_file: Path) -> None:
    apikeys.add(key_file, "early", Limits())
    _, client = await launch(api_key_file=str(key_file), anonymous="refuse")
    key = apikeys.add(key_file, "late", Limits())
    await answered(client, key, "")
    apikeys.revoke(key_file, "late")
    await answered(client, key, "KEY_REVOKED")


def gone(path: Path) -> None:
    path.unlink()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_wrong_type(path: Path) -> None:
    keys = json.loads(path.read_text())
    keys["keys"][0]["limits"]["priority"] = 5
    path.write_text(json.dumps(keys))


def a_wrong_number(path: Path) -> None:
    path.write_text(path.read_text().replace('"cpu_ms": 0', '"cpu_ms": "0"'))


def broken(path: Path) -> None:
    path.write_text("{broken")


def too_deep(path: Path) -> None:
    path.write_text("[" * 100_000)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("spoil", [gone, a_folder, a_pipe, a_wrong_type, a_wrong_number, broken, too_deep])
async def test_key_file_that_goes_bad_changes_nothing_and_is_told(
    launch: Any, key_file: Path, logged: list[dict[str, Any]], spoil: Callable[[Path], None]
) -> None:
    key = apikeys.add(key_file, "kept", Limits())
    good = key_file.read_text()
    server, client = await launch(api_key_file=str(key_file), anonymous="refuse")
    before = len(logged)
    spoil(key_file)
    while await keys_health(client) != health_pb2.HealthCheckResponse.NOT_SERVING:
        pass
    assert await list_games(client, key)
    assert "eminence_api_keys_stale 1.0" in server.metrics.text()
    told = [event for event in logged[before:] if event["event"] == "API keys not reloaded"]
    assert len(told) == 1
    assert str(key_file) in told[0]["reason"]
    shutil.rmtree(key_file) if key_file.is_dir() else key_file.unlink(missing_ok=True)
    key_file.write_text(good)
    while await keys_health(client) != health_pb2.HealthCheckResponse.SERVING:
        pass
    assert "eminence_api_keys_stale 0.0" in server.metrics.text()


async def test_missing_key_file_is_no_way_to_start(launch: Any, key_file: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read: No such file"):
        await launch(api_key_file=str(key_file))


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root: gives files away")
def test_owner_and_mode_of_the_file_stay(key_file: Path) -> None:
    os.chown(key_file.parent, 1234, 1235)
    apikeys.add(key_file, "one", Limits())
    found = key_file.stat()
    assert (found.st_uid, found.st_gid) == (1234, 1235), "a first file belongs to whom its folder belongs to"
    os.chown(key_file, 2345, 2346)
    key_file.chmod(0o640)
    apikeys.revoke(key_file, "one")
    found = key_file.stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (2345, 2346, 0o640)
    assert list(key_file.parent.iterdir()) == [key_file], "nothing else is left behind"


def test_file_of_another_user_is_left_as_it_is(key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apikeys.add(key_file, "one", Limits())
    before = key_file.read_text()

    def refuse(*_: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fchown", refuse)
    with pytest.raises(InvalidInput, match="only that user or root"):
        apikeys.revoke(key_file, "one")
    assert key_file.read_text() == before
    assert list(key_file.parent.iterdir()) == [key_file]


def test_linked_file_stays_a_link(key_file: Path) -> None:
    link = key_file.with_name("link")
    link.symlink_to(key_file)
    apikeys.add(link, "one", Limits())
    assert link.is_symlink()
    assert apikeys.read(key_file)[0].name == "one"


async def test_cap_on_calls_in_flight_leaves_other_keys_alone(launch: Any, key_file: Path) -> None:
    greedy, modest = (apikeys.add(key_file, name, Limits(calls=1)) for name in ("greedy", "modest"))
    server, client = await launch(api_key_file=str(key_file), slots=2)
    position = position_of(await client.deal())
    running = client.opponent.SuggestMove(question(position, **LONG), metadata=bearer(greedy))
    await reached(lambda: server.admission.free == 1)
    error = await refused(list_games(client, greedy))
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CALLS")
    assert error.retry_ms
    assert await list_games(client, modest)
    running.cancel()
    await reached(lambda: server.gate.calls == 0)
    assert await list_games(client, greedy)


async def test_share_of_time_is_spent_and_comes_back(launch: Any, key_file: Path) -> None:
    key = apikeys.add(key_file, "small", Limits(cpu_ms=200, burst_ms=100))
    _, client = await launch(api_key_file=str(key_file))
    position = position_of(await client.deal())
    asked = question(position, movetime_ms=100, early_stop=False)
    await client.opponent.SuggestMove(asked, metadata=bearer(key))
    error = await refused(client.opponent.SuggestMove(asked, metadata=bearer(key)))
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "QUOTA_EXHAUSTED")
    assert error.retry_ms is not None
    assert await client.suggest(position, movetime_ms=10), "nobody else's share is touched"
    await asyncio.sleep(error.retry_ms / 1000 + 0.05)
    assert await client.opponent.SuggestMove(asked, metadata=bearer(key))


async def test_anonymous_callers_have_limits_of_their_own(launch: Any, key_file: Path) -> None:
    key = apikeys.add(key_file, "front-end", Limits())
    server, client = await launch(api_key_file=str(key_file), anonymous_calls=1, slots=2)
    running = client.opponent.SuggestMove(question(position_of(await client.deal()), **LONG))
    await reached(lambda: server.admission.free == 1)
    assert (await refused(list_games(client))).reason == "TOO_MANY_CALLS"
    assert await list_games(client, key)
    running.cancel()


async def test_callers_may_ask_for_a_lesser_class_only(launch: Any, key_file: Path) -> None:
    batch = apikeys.add(key_file, "batch", Limits(priority=Priority.LADDER))
    server, client = await launch(api_key_file=str(key_file))
    position = position_of(await client.deal())
    for metadata in (bearer(batch), (("x-eminence-priority", "ladder"),)):
        await client.opponent.SuggestMove(question(position), metadata=metadata)
    await client.opponent.SuggestMove(question(position), metadata=(("x-eminence-priority", "hint"),))
    text = server.metrics.text()
    assert 'eminence_searches_total{game="verraeter",priority="ladder"} 2.0' in text
    assert 'eminence_searches_total{game="verraeter",priority="hint"} 1.0' in text
    wrong = client.opponent.ListGames(pb.ListGamesRequest(), metadata=(("x-eminence-priority", "vip"),))
    assert (await refused(wrong)).path == "x-eminence-priority"


def test_bucket_fills_at_its_rate_and_not_beyond_its_size() -> None:
    now = [0.0]
    account = Account("a", Limits(cpu_ms=100, burst_ms=500), clock=lambda: now[0])
    account.take(400)
    with pytest.raises(ServiceError) as caught:
        account.take(200)
    assert caught.value.retry_ms == pytest.approx(1000)
    now[0] = 1.0
    account.take(200)
    account.give_back(50)
    now[0] = 100.0
    account.take(9000)  # more than a full bucket: given to a full one
    with pytest.raises(ServiceError):
        account.take(1)


def test_file_holds_hashes_and_is_its_owners(key_file: Path) -> None:
    key = apikeys.add(key_file, "one", Limits(cpu_ms=5))
    text = key_file.read_text()
    assert key not in text
    assert key.removeprefix(apikeys.PREFIX) not in text
    assert key_file.stat().st_mode & 0o077 == 0
    (kept,) = apikeys.read(key_file)
    assert (kept.name, kept.hash, kept.limits.cpu_ms) == ("one", apikeys.hashed(key), 5)


def test_bad_key_files_and_names_are_named(key_file: Path) -> None:
    apikeys.add(key_file, "one", Limits())
    with pytest.raises(InvalidInput, match="already"):
        apikeys.add(key_file, "one", Limits())
    with pytest.raises(InvalidInput, match="no key 'two'"):
        apikeys.revoke(key_file, "two")
    key_file.write_text(json.dumps({"keys": [{"name": "x"}]}))
    with pytest.raises(InvalidInput, match="not a file of API keys"):
        apikeys.read(key_file)


async def test_keys_are_never_logged(launch: Any, key_file: Path, logged: list[dict[str, Any]]) -> None:
    key = apikeys.add(key_file, "secretive", Limits())
    _, client = await launch(api_key_file=str(key_file))
    await list_games(client, key)
    await refused(list_games(client, key + "x"))
    assert key not in str(logged)
    assert any(event.get("account") == "secretive" for event in logged)
