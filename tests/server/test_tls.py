"""TLS and client certificates."""

import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from certificates import DAY, Authority, Certificate

from eminence.cext.core.errors import InvalidInput
from eminence.client import AsyncClient, Failure


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


@pytest.fixture
def tls(tmp_path: Path, authority: Authority) -> Callable[..., dict[str, str]]:
    """Settings for a server with a certificate; with `clients`, one that asks for theirs."""

    def settings(clients: bool = False, **how: Any) -> dict[str, str]:
        own = authority.issue("server", **how)
        parts = {"tls_cert": own.certificate, "tls_key": own.key}
        if clients:
            parts["tls_client_ca"] = authority.certificate
        for name, text in parts.items():
            (tmp_path / name).write_bytes(text)
        return {name: str(tmp_path / name) for name in parts}

    return settings


def credentials(authority: Authority, own: Certificate | None = None) -> grpc.ChannelCredentials:
    key, chain = (own.key, own.certificate) if own else (None, None)
    return grpc.ssl_channel_credentials(authority.certificate, key, chain)


async def games(address: str, given: grpc.ChannelCredentials | None) -> int:
    async with AsyncClient(address, credentials=given, timeout=60) as client:
        return len((await client.games()).games)


async def test_calls_over_tls(launch: Any, tls: Any, authority: Authority) -> None:
    server, _ = await launch(**tls())
    assert await games(server.address, credentials(authority))
    with pytest.raises(Failure, match="UNAVAILABLE"):
        await games(server.address, None)
    with pytest.raises(Failure, match="UNAVAILABLE"):
        await games(server.address, credentials(Authority()))


async def test_clients_must_show_a_valid_certificate(launch: Any, tls: Any, authority: Authority) -> None:
    server, _ = await launch(**tls(clients=True))
    assert await games(server.address, credentials(authority, authority.issue("client")))
    for wrong in (None, Authority().issue("stranger"), authority.issue("late", valid=-DAY)):
        with pytest.raises(Failure, match="UNAVAILABLE"):
            await games(server.address, credentials(authority, wrong))
    assert server.admission.free == 1


async def test_expired_server_is_not_believed(launch: Any, tls: Any, authority: Authority) -> None:
    server, _ = await launch(**tls(valid=-DAY))
    with pytest.raises(Failure, match="UNAVAILABLE"):
        await games(server.address, credentials(authority))


async def test_browsers_must_show_a_certificate_too(
    launch: Any, tls: Any, authority: Authority, tmp_path: Path
) -> None:
    pytest.importorskip("connectrpc", reason="needs the extra `web`")
    server, _ = await launch(**tls(clients=True), web="on", web_port=0)
    own, trusted = authority.issue("client"), tmp_path / "trusted.pem"
    (tmp_path / "own.pem").write_bytes(own.certificate + own.key)
    trusted.write_bytes(authority.certificate)
    stranger = ssl.create_default_context(cafile=trusted)
    friend = ssl.create_default_context(cafile=trusted)
    friend.load_cert_chain(tmp_path / "own.pem")

    async def ask(context: ssl.SSLContext) -> int:
        async with httpx.AsyncClient(verify=context) as client:
            at = f"https://127.0.0.1:{server.web.port}/eminence.v1.OpponentService/ListGames"
            return (await client.post(at, json={})).status_code

    assert await ask(friend) == 200
    with pytest.raises(httpx.TransportError):
        await ask(stranger)


async def test_files_that_are_no_certificates_are_named(launch: Any, tls: Any, tmp_path: Path) -> None:
    given = tls(clients=True)
    (tmp_path / "tls_client_ca").write_text("nothing")
    with pytest.raises(InvalidInput, match="tls_client_ca: holds no certificates"):
        await launch(**given)
    (tmp_path / "tls_key").write_bytes(Authority().issue("other").key)
    with pytest.raises(InvalidInput, match="tls_cert: and tls_key are not"):
        await launch(**given)


async def test_missing_files_are_named(launch: Any) -> None:
    with pytest.raises(InvalidInput, match="tls_key: cannot be read"):
        await launch(tls_cert="/nowhere/cert.pem", tls_key="/nowhere/key.pem")
