"""What tests of JavaScript need."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NODE = shutil.which("node") or "node"
needs_node = pytest.mark.skipif(
    not (shutil.which("node") and (ROOT / "node_modules" / ".installed").exists()),
    reason="needs Node: apt-get install nodejs npm, then make test",
)
