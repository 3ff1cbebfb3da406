"""The committed stubs are what `make proto` makes of the committed contract."""

import importlib
import subprocess
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileOptions
from javascript import needs_node

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which `make proto` has made all stubs anew."""
    folder = tmp_path_factory.mktemp("stubs")
    make = ["make", "-s", "proto", f"STUBS={folder}", f"OTHERS={folder}"]
    subprocess.run(make, cwd=ROOT, check=True, capture_output=True)
    return folder


def assert_same(made: Path, committed: Path, pattern: str) -> None:
    new, old = ({path.name: path.read_text() for path in place.glob(pattern)} for place in (made, committed))
    assert sorted(new) == sorted(old) != []
    assert [name for name in new if new[name] != old[name]] == []


def test_stubs_are_current(made: Path) -> None:
    assert_same(made / "eminence/v1", ROOT / "src/eminence/v1", "*_pb2*.py*")


@needs_node
def test_stubs_of_javascript_are_current(made: Path) -> None:
    assert_same(made / "clients/js/gen/eminence/v1", ROOT / "clients/js/gen/eminence/v1", "*")


def test_every_file_names_its_package_in_other_languages() -> None:
    expected = FileOptions(
        csharp_namespace="Eminence.V1",
        go_package="eminence/v1;eminencev1",
        java_multiple_files=True,
        java_package="eminence.v1",
    )
    for path in (ROOT / "proto/eminence/v1").glob("*.proto"):
        stub = importlib.import_module(f"eminence.v1.{path.stem}_pb2")
        assert stub.DESCRIPTOR.GetOptions() == expected, path.name


def test_contract_passes_the_style_rules() -> None:
    buf = ROOT / ".venv" / "bin" / "buf"
    found = subprocess.run([buf, "lint"], cwd=ROOT / "proto", capture_output=True, text=True)
    assert found.stdout + found.stderr == ""
