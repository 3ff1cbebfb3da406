from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="Ray is not installed: pip install eminence[cluster], or run .ci/services")


@pytest.mark.slow
def test_ladder_on_ray() -> None:
    """In a process of its own: Ray forks, and a fork may hang where threads of other tests call into gRPC."""
    tests = Path(__file__).with_name("ray_ladder.py")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
