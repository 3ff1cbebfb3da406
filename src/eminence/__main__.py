"""`python -m eminence` is the same as the command `eminence`."""

from eminence.cli import main

main()
