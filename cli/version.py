"""eminence version"""

from __future__ import annotations

import platform

import click

from eminence import __version__
from eminence.cext.games import catalogue
from eminence.cli.output import emit, json_flag


@click.command("version", short_help="Show the version.")
@json_flag
def command(as_json: bool) -> None:
    """Show the version and what it runs on."""
    facts = {
        "version": __version__,
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "games": list(catalogue.names()),
    }
    if as_json:
        emit(facts)
    else:
        games = ", ".join(catalogue.names())
        click.echo(f"eminence {facts['version']} (Python {facts['python']}, {facts['platform']}; {games})")
