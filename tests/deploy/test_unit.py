"""The systemd unit's settings, run for real as far as a machine without systemd can: its user, its capability, its
credentials, its state and its commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from certificates import Authority

from eminence.client import Client, Failure
from eminence.server import apikeys
from eminence.server.apikeys import Limits

UNIT = Path(__file__).parents[2] / "deploy" / "eminence.service"
TOML = UNIT.with_name("eminence.toml")
USER = 61_184  # one of those that systemd gives to dynamic users
CAPABILITY = "net_bind_service"
AS_USER = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--no-new-privs"]
AS_USER += [f"--{kind}=-all,+{CAPABILITY}" for kind in ("inh-caps", "ambient-caps", "bounding-set")]


def can_run() -> bool:
    """Whether another user can run this Python, and port 443 is free."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        return False
    with socket.socket() as one:
        if one.connect_ex(("127.0.0.1", 443)) == 0:
            return False
    check = [*AS_USER, "sh", "-c", f"exec {sys.executable} -c 'import eminence.server.app'"]
    return subprocess.run(check, capture_output=True, check=False).returncode == 0


pytestmark = pytest.mark.skipif(
    not can_run(), reason="needs root, setpriv, port 443, and a Python that others may run"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="eminence-unit-"))  # not pytest's, which nobody else may enter
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def settings(folder: Path) -> dict[str, list[str]]:
    """The unit's lines by name, with its places moved into a folder."""
    text = UNIT.read_text()
    python = f"{sys.executable} -m eminence"
    for old, new in (
        ("/opt/eminence/bin/eminence", python),
        ("/etc/eminence.toml", f"{folder}/eminence.toml"),
        ("/var/lib", f"{folder}/lib"),
        ("%d", f"{folder}/credentials"),
    ):
        text = text.replace(old, new)
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


def test_unit_starts_as_its_user_on_its_port_and_hears_of_revoked_keys(folder: Path) -> None:
    unit, authority = settings(folder), Authority()
    (folder / "eminence.toml").write_text(
        TOML.read_text().replace("/var/lib", f"{folder}/lib").replace('web = "on"', 'web = "off"')
    )
    state, credentials = folder / "lib" / "eminence", folder / "credentials"
    for own, mode in ((state, 0o700), (credentials, 0o500)):
        own.mkdir(parents=True)
        own.chmod(mode)
    issued = authority.issue("server")
    (credentials / "fullchain.pem").write_bytes(issued.certificate)
    (credentials / "privkey.pem").write_bytes(issued.key)
    for own in (state, credentials, *credentials.iterdir()):
        os.chown(own, USER, USER)
    for name in ("AmbientCapabilities", "CapabilityBoundingSet"):
        assert unit[name] == [f"CAP_{CAPABILITY.upper()}"]
    environment = {"PATH": os.environ["PATH"]} | dict(one.split("=", 1) for one in unit["Environment"])
    as_user = [*AS_USER, "sh", "-c"]
    for command in unit["ExecStartPre"]:
        subprocess.run([*as_user, f"umask {unit['UMask'][0]}; {command}"], env=environment, check=True)
    process = subprocess.Popen(
        [*as_user, f"exec {unit['ExecStart'][0]}"], env=environment, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr
    try:
        listening = json.loads(next(iter(process.stderr)))
        assert (listening["event"], listening["port"]) == ("listening", 443)
        threading.Thread(target=process.stderr.read, daemon=True).start()
        key = apikeys.add(state / "api.keys", "front-end", Limits())
        trusted = grpc.ssl_channel_credentials(authority.certificate)
        with Client("127.0.0.1:443", key=key, credentials=trusted) as client:
            until(client, "")
            apikeys.revoke(state / "api.keys", "front-end")
            until(client, "KEY_REVOKED")
    finally:
        process.terminate()
        assert process.wait(30) == 0


def until(client: Client, reason: str) -> None:
    """Asks until the answer is this refusal; "" for none."""
    for _ in range(100_000):
        try:
            client.games()
            found = ""
        except Failure as failure:
            found = failure.reason
        if found == reason:
            return
    raise AssertionError(f"never {reason or 'answered'}")
