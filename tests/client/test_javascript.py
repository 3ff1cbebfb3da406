"""clients/js in Node against a real service."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from javascript import NODE, needs_node

TESTS = Path(__file__).parents[2] / "clients" / "js" / "test"


@needs_node
def test_the_javascript_client(web_service: str) -> None:
    done = subprocess.run(
        [NODE, "--test", TESTS],
        env=os.environ | {"EMINENCE_SERVICE": web_service},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "# fail 0" in done.stdout
    assert "# pass 0" not in done.stdout
