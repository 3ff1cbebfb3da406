"""A service in a process of its own, as users run it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def serving(table_keys: Path, *flags: str) -> Iterator[dict[str, Any]]:
    """Serves until the end of the block; yields what the service logs when it listens."""
    command = [sys.executable, "-m", "eminence", "serve", "--port", "0", "--table-key-file", str(table_keys)]
    with subprocess.Popen([*command, *flags], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        log = process.stderr
        listening = json.loads(next(line for line in log if '"listening"' in line))
        # A log that nobody reads fills its pipe and then stops the service.
        reader = threading.Thread(target=lambda: sum(1 for _ in log), daemon=True)
        reader.start()
        try:
            yield listening | {"pid": process.pid}
        finally:
            process.terminate()
            process.wait()
            reader.join()
    assert process.returncode in (0, -signal.SIGKILL), "a service ends well unless a test kills it"
