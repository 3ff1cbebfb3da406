"""`python -m eminence` is the same as the command `eminence`."""

from eminence.server.cli import main

main()
