"""API keys and TLS: given, or from the environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eminence.client import Access, AsyncClient, Client, Failure

KNOWN = {
    "EMINENCE_SERVER": "https://one:443",
    "EMINENCE_SERVER_KEY": "emk_one",
    "EMINENCE_SERVER_CA": "ca.pem",
}


def test_the_environment_describes_one_server() -> None:
    one = Access("https://one:443", "emk_one", "ca.pem")
    assert Access.read(environment=KNOWN) == one
    assert Access.read("https://one:443", environment=KNOWN) == one
    assert Access.read("other:443", environment=KNOWN) == Access("other:443")


def test_what_is_given_goes_first(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("emk_mine\n")
    given = Access.read(key_file=str(tmp_path / "key"), ca="mine.pem", environment=KNOWN)
    assert given == Access("https://one:443", "emk_mine", "mine.pem")


def test_keys_are_not_shown() -> None:
    assert "emk_one" not in repr(Access.read(environment=KNOWN))


@pytest.mark.parametrize(
    "given", ["https://one:443", Access("one:443", ca=__file__), Access("one:443", cert=__file__)]
)
def test_what_means_tls(given: Any) -> None:
    assert (given if isinstance(given, Access) else Access(given)).credentials is not None
    assert Access("one:443").credentials is None


async def test_a_guarded_service_answers_whom_it_knows(guarded: Any) -> None:
    access = Access.read(environment=guarded.environment)
    with Client(access) as client:
        assert client.games().games
    async with AsyncClient(access) as client:
        assert (await client.games()).games
    stranger = Access(guarded.address, None, guarded.ca, guarded.cert, guarded.cert_key)
    with Client(stranger) as client, pytest.raises(Failure, match="KEY_REQUIRED"):
        client.games()
