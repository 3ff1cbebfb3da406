"""Eminence: opponent and adviser for board games with hidden information."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("eminence")
except PackageNotFoundError:  # the client alone
    __version__ = version("eminence-client")
