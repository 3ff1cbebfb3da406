"""The command `eminence`: finds its subcommands and says in one line what went wrong."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, NoReturn

import click

from eminence.cext.core.errors import EminenceError

COMMANDS = (
    "serve",
    "keys",
    "games",
    "hint",
    "playout",
    "match",
    "ladder",
    "train",
    "replay",
    "review",
    "play",
    "bench",
    "version",
)
FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130  # what shells report for a process ended by SIGINT


class Group(click.Group):
    """Loads a subcommand's module when it is asked for, so that `eminence games` need not wait for gRPC."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = importlib.import_module(f"eminence.cli.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def main(self, *args: Any, **kwargs: Any) -> Any:
        kwargs |= {"prog_name": "eminence", "standalone_mode": False}
        try:
            result = super().main(*args, **kwargs)
        except BrokenPipeError:
            # The reader, say `head`, has had enough: nothing is left to flush, and nothing went wrong.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except (click.Abort, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        except click.ClickException as error:
            _fail(_advice(error), error.exit_code)
        except EminenceError as error:
            _fail(str(error), _exit_code(error))
        sys.exit(result if isinstance(result, int) else 0)


def _exit_code(error: EminenceError) -> int:
    """A bot that does not answer is no mistake in what was typed."""
    from eminence.bots.ladder.forfeit import Forfeit  # loads the core

    return FAILED if isinstance(error, Forfeit) else BAD_INPUT


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"eminence: {' '.join(message.split())}", err=True)
    sys.exit(code)


def _advice(error: click.ClickException) -> str:
    """A complaint about the command line, with the place to look for help."""
    context = getattr(error, "ctx", None)
    if context is None:
        return error.format_message()
    return f"{error.format_message().rstrip('.')}; see `{context.command_path} --help`"


@click.command(
    cls=Group, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option("--version", is_flag=True, help="Show the version.")
@click.pass_context
def main(context: click.Context, version: bool) -> None:
    """Opponent and adviser for board games with hidden information.

    Every command takes --json for output that scripts can read. `eminence COMMAND --help` tells the rest.
    """
    if version:
        context.invoke(importlib.import_module("eminence.cli.version").command)
        context.exit()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
