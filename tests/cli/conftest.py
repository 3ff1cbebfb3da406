from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from eminence.cext.games import catalogue
from eminence.cli import main


@pytest.fixture(autouse=True)
def piped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have set a width."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def run() -> Callable[..., Result]:
    """Runs a command line in this process."""

    def invoke(*args: str, stdin: str = "") -> Result:
        return CliRunner().invoke(main, list(args), input=stdin)

    return invoke


@pytest.fixture
def run_json(run: Callable[..., Result]) -> Callable[..., Any]:
    """Runs a command line with --json and reads what it prints."""

    def invoke(*args: str, stdin: str = "") -> Any:
        done = run(*args, "--json", stdin=stdin)
        assert (done.exit_code, done.stderr) == (0, "")
        return json.loads(done.stdout)

    return invoke


@pytest.fixture
def template(monkeypatch: pytest.MonkeyPatch) -> str:
    """The tiny game that the catalogue leaves out."""
    monkeypatch.setattr(catalogue, "names", lambda: ("_template",))
    return "_template"
