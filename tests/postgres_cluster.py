"""A PostgreSQL server for tests, started here as an unprivileged user (it refuses to run as root)."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
INITDB = PROGRAMS[-1] if PROGRAMS else shutil.which("initdb")


@dataclass
class Cluster:
    folder: Path
    user: str

    def run(self, program: str, *arguments: str) -> None:
        assert INITDB
        become = ["runuser", "-u", self.user, "--"] if os.getuid() == 0 else []
        command = [*become, str(Path(INITDB).with_name(program)), "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        self.run("pg_ctl", "-w", "-o", options, "-l", str(self.folder / "log"), "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-w", "-m", "immediate", "stop")

    @property
    def url(self) -> str:
        return f"postgresql://{self.user}@/postgres?host={self.folder}"


@contextmanager
def postgres() -> Iterator[Cluster]:
    """A cluster that runs until the end of the block. Skips the test where there is none to be had."""
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install eminence[postgres]")
    if INITDB is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql, or run .ci/services")
    user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    folder = Path(tempfile.mkdtemp(prefix="eminence-pg-"))  # not pytest's, which nobody else may enter
    if os.getuid() == 0:
        shutil.chown(folder, user)
    cluster = Cluster(folder, user)
    cluster.run("initdb", "-A", "trust", "-U", user, "--no-sync")
    cluster.start()
    yield cluster
    cluster.stop()
    shutil.rmtree(folder)
