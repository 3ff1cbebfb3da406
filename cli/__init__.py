"""The command line: `eminence`. One module per subcommand, each with a click command called `command`."""

from eminence.cli.group import main

__all__ = ["main"]
