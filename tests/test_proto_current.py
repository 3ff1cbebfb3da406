"""The committed stubs are what `make proto` makes of the committed contract."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_stubs_are_current(tmp_path: Path) -> None:
    subprocess.run(["make", "-s", "proto", f"STUBS={tmp_path}"], cwd=ROOT, check=True, capture_output=True)
    made = {path.name: path.read_text() for path in (tmp_path / "eminence" / "v1").iterdir()}
    committed = {path.name: path.read_text() for path in (ROOT / "src/eminence/v1").glob("*_pb2*.py*")}
    assert sorted(made) == sorted(committed)
    assert [name for name in made if made[name] != committed[name]] == []


def test_contract_passes_the_style_rules() -> None:
    buf = ROOT / ".venv" / "bin" / "buf"
    found = subprocess.run([buf, "lint"], cwd=ROOT / "proto", capture_output=True, text=True)
    assert found.stdout + found.stderr == ""
