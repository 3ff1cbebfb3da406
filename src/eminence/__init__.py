"""Eminence: opponent and adviser for board games with hidden information."""

from importlib.metadata import version

__version__ = version("eminence")
