"""API keys, shares of processor time and caps on calls, over the wire."""

import asyncio
import json
from pathlib import Path
from typing import Any

import grpc
import pytest
from service_client import Client, position_of, question, reached, refused

from eminence.cext.core.errors import InvalidInput
from eminence.server import accounts, apikeys
from eminence.server.accounts import Account
from eminence.server.apikeys import Limits
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


async def test_changes_are_taken_over_without_a_restart(
    launch: Any, key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "RELOAD_SECONDS", 0.0)
    _, client = await launch(api_key_file=str(key_file), anonymous="refuse")
    key = apikeys.add(key_file, "late", Limits())
    assert await list_games(client, key)
    key_file.write_text("{broken")
    assert await list_games(client, key), "a file that cannot be read changes nothing"
    key_file.unlink()
    key = apikeys.add(key_file, "later", Limits())
    apikeys.revoke(key_file, "later")
    assert (await refused(list_games(client, key))).reason == "KEY_REVOKED"


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
