from __future__ import annotations

from pathlib import Path
from typing import Any

from eminence.server import apikeys


def test_add_list_and_revoke(run: Any, run_json: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "api.keys")

    key = run("keys", "add", "front-end", "--file", file, "--cpu-ms", "50").stdout.strip()

    assert apikeys.read(Path(file))[0].hash == apikeys.hashed(key)
    assert "front-end" in run("keys", "list", "--file", file).stdout
    run("keys", "revoke", "front-end", "--file", file)
    (listed,) = run_json("keys", "list", "--file", file)
    assert (listed["name"], listed["cpu_ms"], listed["state"]) == ("front-end", 50, "revoked")


def test_a_new_key_can_be_had_as_json(run_json: Any, tmp_path: Path) -> None:
    made = run_json("keys", "add", "script", "--file", str(tmp_path / "api.keys"))

    assert made["key"].startswith(apikeys.PREFIX)


def test_missing_names_and_files_are_said(run: Any, tmp_path: Path) -> None:
    assert "name the key file" in run("keys", "list").stderr
    assert "say which key to revoke" in run("keys", "revoke", "--file", str(tmp_path / "k")).stderr
