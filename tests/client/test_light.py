"""The client as a package of its own: in an environment with its dependencies, no core, no numpy and no compiler."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = """
import importlib.util, json, shutil, sys
import eminence
from eminence.client import Client

with Client(sys.argv[1]) as client:
    table = client.start("verraeter", seats=3, bot_seats=[1, 2], seed=1)
    while table.actor != 0:
        table = client.play_bot(table, "random")
    view = client.look(table, seat=0).view
    found = {
        "version": eminence.__version__,
        "file": eminence.__file__,
        "game": table.status.game,
        "move": client.hint(view, iterations=20).move,
        "there": [name for name in ("eminence.cext", "eminence.bots", "numpy") if importlib.util.find_spec(name)],
        "compilers": [name for name in ("cc", "gcc", "clang") if shutil.which(name)],
    }
print(json.dumps(found))
"""


def project(file: str) -> dict[str, object]:
    data: dict[str, object] = tomllib.loads((ROOT / file).read_text(encoding="utf-8"))["project"]
    return data


def needed(names: list[str]) -> set[str]:
    """The distributions with these requirements and all that they require."""
    found: set[str] = set()
    while names:
        wanted = names.pop()
        name = re.split(r"[^\w.-]", wanted)[0]
        if "extra ==" not in wanted and name not in found:
            found.add(name)
            names += distribution(name).requires or []
    return found


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that holds the light client and what it declares to need."""
    folder = tmp_path_factory.mktemp("light")
    shutil.copytree(ROOT / "clients" / "python", folder / "sources")  # links become files
    pip = [sys.executable, "-m", "pip", "-q"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, "."]
    subprocess.run(build, cwd=folder / "sources", check=True)
    (wheel,) = folder.glob("eminence_client-*-py3-none-any.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([*pip, "--python", python, "install", "--no-deps", "--no-index", wheel], check=True)
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    for name in needed([str(one) for one in project("clients/python/pyproject.toml")["dependencies"]]):
        there = distribution(name)
        for file in there.files or []:
            link = packages / file
            if ".." not in file.parts and "__pycache__" not in file.parts:
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(there.locate_file(file))
    return python


def test_the_client_needs_no_core(python: Path, service: str) -> None:
    clean = {"PATH": str(python.parent)}
    run = [python, "-c", CODE, service]
    done = subprocess.run(run, cwd=python.parent, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found.pop("file")).is_relative_to(python.parents[1])
    assert found.pop("move")
    version = project("pyproject.toml")["version"]
    assert found == {"version": version, "game": "verraeter", "there": [], "compilers": []}


def test_clients_have_the_version_of_the_service() -> None:
    package = json.loads((ROOT / "clients" / "js" / "package.json").read_text(encoding="utf-8"))
    versions = {project(file)["version"] for file in ("pyproject.toml", "clients/python/pyproject.toml")}
    assert versions == {package["version"]}
