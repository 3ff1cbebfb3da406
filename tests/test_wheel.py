"""The package as users get it: from its source archive, audited, installed in an empty environment, asked for hints."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from eminence.cext.games import catalogue

ROOT = Path(__file__).parents[1]
NOT_SOURCES = shutil.ignore_patterns(
    ".*", "build", "dist", "*.so", "*.egg-info", "__pycache__", "node_modules"
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel from the source archive of a copy of the sources, so that nothing already built can slip in."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "sources", ignore=NOT_SOURCES)
    pack = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", folder, "."]
    subprocess.run(pack, cwd=folder / "sources", check=True, capture_output=True)
    (archive,) = folder.glob("*.tar.gz")
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-q"]
    subprocess.run([*build, "-w", folder, archive], check=True)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of an environment with the wheel in it.

    The dependencies are those of this environment; its own `eminence` cannot be found there, since that is an editable
    install, which takes effect only in the environment it belongs to.
    """
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "-q"]
    subprocess.run([*pip, str(wheel)], check=True)
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return python.parent


def elsewhere(command: list[str], folder: Path) -> str:
    """Runs a command in another folder, without this one's environment variables for Python."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_wheel_holds_core_data_and_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    compiled = {Path(name).parent / Path(name).name.split(".")[0] for name in names if name.endswith(".so")}
    sources = {
        Path("eminence") / path.relative_to(ROOT).with_suffix("") for path in (ROOT / "cext").rglob("*.pyx")
    }
    assert compiled == sources
    data = {f"eminence/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "cext").rglob("*.json")}
    data |= {"eminence/py.typed", "eminence/bots/page.css"}
    data |= {f"eminence/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "web").rglob("*.*")}
    data |= {f"eminence/docs/rules/{game}.md" for game in catalogue.names()}
    assert set(names) >= data | {"eminence/__main__.py", "eminence/cli/hint.py"}
    assert set(names) >= {f"eminence/v1/{game}_pb2.py" for game in catalogue.names()}


def test_wheel_runs_on_many_linuxes(wheel: Path) -> None:
    """It links to nothing but what every manylinux system has, of which version this one's compiler decides."""
    show = [sys.executable, "-m", "auditwheel", "show", "--json", wheel]
    shown = json.loads(subprocess.run(show, capture_output=True, text=True, check=True).stdout)
    assert shown["overall_tag"].startswith("manylinux_"), shown


def test_wheels_of_a_release() -> None:
    """What cibuildwheel makes of its settings."""
    ask = [sys.executable, "-m", "cibuildwheel", "--platform", "linux", "--print-build-identifiers", ROOT]
    found = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.split()
    versions, machines = ("cp311", "cp312", "cp313", "cp314"), ("x86_64", "aarch64")
    assert sorted(found) == sorted(f"{one}-manylinux_{machine}" for one in versions for machine in machines)


def test_installed_package_is_the_wheel(installed: Path, tmp_path: Path) -> None:
    modules = ("eminence", "eminence.bots", "eminence.cext.core.search", "eminence.server", "eminence.v1")
    code = f"import {', '.join(modules)}; print({', '.join(f'{name}.__file__' for name in modules)})"

    files = elsewhere([str(installed / "python"), "-c", code], tmp_path).split()

    assert all(Path(file).is_relative_to(installed.parent) for file in files)


def test_installed_command_gives_hints(installed: Path, tmp_path: Path) -> None:
    for game in catalogue.names():
        command = [str(installed / "eminence"), "hint", game, "--seed", "7", "--iterations", "100", "--json"]

        hint = json.loads(elsewhere(command, tmp_path))

        assert (hint["game"], hint["iterations"]) == (game, 100)
        assert hint["alternatives"]


def test_installed_command_points_to_rules(installed: Path, tmp_path: Path) -> None:
    (facts,) = json.loads(elsewhere([str(installed / "eminence"), "games", "royals", "--json"], tmp_path))

    assert Path(facts["rules"]).is_relative_to(installed.parent)
    assert Path(facts["rules"]).exists()
