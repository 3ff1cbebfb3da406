from __future__ import annotations

import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from certificates import Authority
from service_process import serving

from eminence.server import apikeys
from eminence.server.apikeys import Limits

# A job in the background of a script ignores Ctrl-C, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What a service that runs as users run it says when it listens."""
    keys = tmp_path_factory.mktemp("service") / "keys"
    with serving(keys, "--web", "on", "--web-port", "0") as listening:
        yield listening


@pytest.fixture(scope="session")
def service(listening: dict[str, Any]) -> str:
    """Its address for gRPC."""
    return str(listening["address"])


@pytest.fixture(scope="session")
def web_service(listening: dict[str, Any]) -> str:
    """Its address for browsers."""
    return str(listening["page"]).rstrip("/")


@dataclass(frozen=True)
class GuardedService:
    """A service behind TLS that wants to see a certificate and an API key, and the files that it lets in."""

    address: str
    key_file: str
    ca: str
    cert: str
    cert_key: str

    @property
    def environment(self) -> dict[str, str]:
        return {
            "EMINENCE_SERVER": self.address,
            "EMINENCE_SERVER_KEY": Path(self.key_file).read_text(),
            "EMINENCE_SERVER_CA": self.ca,
            "EMINENCE_CLIENT_CERT": self.cert,
            "EMINENCE_CLIENT_CERT_KEY": self.cert_key,
        }


@pytest.fixture(scope="session")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GuardedService]:
    folder, authority = tmp_path_factory.mktemp("guarded"), Authority()
    files = {"ca": authority.certificate}
    for name in ("server", "client"):
        issued = authority.issue(name)
        files |= {name: issued.certificate, f"{name}_key": issued.key}
    files["api_key"] = apikeys.add(folder / "api_keys", "tests", Limits(cpu_ms=0)).encode()
    for name, text in files.items():
        (folder / name).write_bytes(text)

    def path(name: str) -> str:
        return str(folder / name)

    tls = ("--tls-cert", path("server"), "--tls-key", path("server_key"), "--tls-client-ca", path("ca"))
    keys = ("--api-key-file", path("api_keys"), "--anonymous", "refuse")
    with serving(folder / "table_keys", *tls, *keys) as listening:
        address = f"https://{listening['address']}"
        yield GuardedService(address, path("api_key"), path("ca"), path("client"), path("client_key"))
