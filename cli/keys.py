"""eminence keys"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from eminence.cext.core.errors import InvalidInput
from eminence.cli.output import console, emit, json_flag, table
from eminence.cli.setting import whole
from eminence.server import apikeys
from eminence.server.apikeys import ApiKey, Limits
from eminence.server.config import Config
from eminence.server.schedule import Priority

_CLASSES = tuple(one.name.lower() for one in Priority)


@click.command("keys", short_help="Add, list or revoke API keys.")
@click.argument("action", type=click.Choice(["add", "list", "revoke"]))
@click.argument("name", required=False)
@click.option("--file", "path", metavar="FILE", help="Key file [default: the setting api_key_file]")
@click.option("--cpu-ms", type=whole(0), default=1000, help="Search per second; 0: no limit [default: 1000]")
@click.option("--burst-ms", type=whole(0), default=10_000, help="As much may be saved up [default: 10000]")
@click.option("--calls", type=whole(0), default=32, help="Calls in flight; 0: no limit [default: 32]")
@click.option(
    "--priority", type=click.Choice(_CLASSES), default="hint", help="Most urgent class [default: hint]"
)
@json_flag
def command(action: str, name: str | None, path: str | None, as_json: bool, **limits: Any) -> None:
    """Add, list or revoke the API keys of a service.

    A new key is shown once; the file keeps its hash. A running service takes over changes within a second.
    """
    file = _file(path)
    if action == "list":
        _show(apikeys.read(file), as_json=as_json)
        return
    if not name:
        raise InvalidInput("name", f"say which key to {action}")
    if action == "revoke":
        apikeys.revoke(file, name)
        emit({"name": name, "revoked": True}) if as_json else click.echo(f"{name} is revoked.")
        return
    limits["priority"] = Priority[limits["priority"].upper()]
    key = apikeys.add(file, name, Limits(**limits))
    emit({"name": name, "key": key}) if as_json else click.echo(key)


def _file(path: str | None) -> Path:
    found = path or Config.load().api_key_file
    if not found:
        raise InvalidInput("--file", "name the key file, here or as the setting api_key_file")
    return Path(found)


def _show(keys: list[ApiKey], *, as_json: bool) -> None:
    if as_json:
        emit([_facts(key) for key in keys])
        return
    columns = ("name", "created", "cpu_ms", "burst_ms", "calls", "priority", "state")
    listed = table(*columns, right=("cpu_ms", "burst_ms", "calls"))
    for key in keys:
        listed.add_row(*(str(value) for value in _facts(key).values()))
    console().print(listed)


def _facts(key: ApiKey) -> dict[str, Any]:
    """What may be shown of a key: everything but its hash."""
    limits = key.limits
    return {
        "name": key.name,
        "created": key.created,
        "cpu_ms": limits.cpu_ms,
        "burst_ms": limits.burst_ms,
        "calls": limits.calls,
        "priority": limits.priority.name.lower(),
        "state": "revoked" if key.revoked else "in use",
    }
