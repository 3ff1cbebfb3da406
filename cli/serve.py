"""eminence serve"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import Field, fields
from typing import Any

import click

from eminence.cli.output import emit, json_flag
from eminence.cli.setting import Command
from eminence.server.config import Config

# A key on the command line would be seen by everybody who lists processes.
_NO_FLAG = ("table_keys",)


def config_flags(command: Command) -> Command:
    """One flag per setting of the service."""
    for setting in reversed(fields(Config)):
        if setting.name not in _NO_FLAG:
            command = _flag(setting)(command)
    return command


def _flag(setting: Field[Any]) -> Callable[[Command], Command]:
    choices = setting.metadata["choices"]
    kind: Any = click.Choice(choices) if choices else type(setting.default)
    default = f" [default: {setting.default}]" if setting.default != "" else ""
    return click.option(
        f"--{setting.name.replace('_', '-')}",
        setting.name,
        type=kind,
        help=setting.metadata["help"] + default,
    )


@click.command("serve", short_help="Serve over gRPC until SIGTERM, then drain.")
@config_flags
@click.option("--config", "config_file", metavar="FILE", help="TOML file with settings.")
@click.option("--check", is_flag=True, help="Show the settings in force and leave.")
@json_flag
def command(config_file: str | None, check: bool, as_json: bool, **flags: Any) -> None:
    """Serve suggestions, playouts and tables over gRPC until SIGTERM, then drain.

    Settings come from flags, the environment (EMINENCE_PORT for --port), the file and the defaults, in this order. The
    keys that seal tables have no flag: they come from EMINENCE_TABLE_KEYS or the key file. Logs go to stderr.
    """
    if as_json and not check:
        flags["log_format"] = "json"
    config = Config.load(flags, file=config_file)
    if check:
        _show(config, as_json=as_json)
        return
    os.environ.setdefault(
        "GRPC_VERBOSITY", "NONE"
    )  # it would write to stderr by itself, and wait for its reader
    from eminence.server.app import run  # gRPC is slow to load

    run(config)


def _show(config: Config, *, as_json: bool) -> None:
    facts = {s.name: getattr(config, s.name) for s in fields(config) if s.name not in _NO_FLAG}
    if as_json:
        emit(facts)
        return
    for name, value in facts.items():
        click.echo(f"{name} = {value!r}")
