"""Imports point downwards only: cli -> server -> bots -> cext; protobuf and gRPC are known to the upper two alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FORBIDDEN = {
    "cext": (
        "eminence.bots",
        "eminence.server",
        "eminence.cli",
        "eminence.client",
        "eminence.v1",
        "grpc",
        "google",
    ),
    "bots": ("eminence.server", "eminence.cli", "eminence.client", "eminence.v1", "grpc", "google"),
    "server": ("eminence.cli", "eminence.cext.games."),
    "cli": ("eminence.cext.games.",),
    "src/eminence/client.py": ("eminence.bots", "eminence.cext", "eminence.server", "eminence.cli"),
}


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def cimports(source: str) -> Iterator[str]:
    for line in source.splitlines():
        words = line.split()
        if words[:1] in (["from"], ["cimport"], ["import"]) and len(words) > 1:
            yield words[1]


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(package if package.endswith(".") else f"{package}.")


def test_is_within_tells_packages_from_names_that_begin_alike() -> None:
    assert is_within("grpc.aio", "grpc")
    assert not is_within("grpc_health", "grpc")


@pytest.mark.parametrize("layer", FORBIDDEN)
def test_imports_point_downwards(layer: str) -> None:
    place = ROOT / layer
    inside = [place] if place.is_file() else place.rglob("*")
    files = [path for path in inside if path.suffix in (".py", ".pyx", ".pxd", ".pyi")]
    assert files
    for path in files:
        source = path.read_text(encoding="utf-8")
        found = imports(source) if path.suffix in (".py", ".pyi") else cimports(source)
        allowed = ("eminence.cext.games.catalogue",)
        wrong = [
            name
            for name in found
            for package in FORBIDDEN[layer]
            if is_within(name, package) and not any(is_within(name, one) for one in allowed)
        ]
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


@pytest.mark.parametrize("folder", ["server", "cli"])
def test_service_and_command_line_name_no_game(folder: str) -> None:
    games = [path.name for path in (ROOT / "cext" / "games").iterdir() if (path / "face.py").exists()]
    for path in (ROOT / folder).glob("*.py"):
        source = path.read_text(encoding="utf-8").lower()
        assert not [game for game in games if game in source], f"{path.name} knows a game"
