from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that runs as users run it."""
    keys = tmp_path_factory.mktemp("service") / "keys"
    command = [sys.executable, "-m", "eminence", "serve", "--port", "0", "--table-key-file", str(keys)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        listening = next(line for line in process.stderr if '"listening"' in line)
        yield json.loads(listening)["address"]
        process.terminate()
        process.communicate(timeout=30)
    assert process.returncode == 0
