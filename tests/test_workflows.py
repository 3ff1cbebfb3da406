"""Workflows and hooks that run elsewhere are checked as far as they can be here."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRAMS = ROOT / ".venv" / "bin"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize(
    "check",
    [
        ("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS),
        ("zizmor", "--offline", "--quiet", "--no-progress", *WORKFLOWS),
        ("pre-commit", "validate-config", ROOT / ".pre-commit-config.yaml"),
    ],
    ids=lambda check: check[0],
)
def test_checkers_find_nothing(check: tuple[str | Path, ...]) -> None:
    assert {path.stem for path in WORKFLOWS} == {"checks", "release"}
    found = subprocess.run([PROGRAMS / check[0], *check[1:]], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
