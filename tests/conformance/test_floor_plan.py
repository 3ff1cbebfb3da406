"""Every game is furnished alike (docs/adding-a-game.md): whoever knows one folder knows all."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest

from eminence.cext.games import catalogue

ROOT = Path(__file__).parents[2]
GAMES = ["_template", *catalogue.names()]

# Roles whose files every game has, with what they hold. A role that outgrows one file goes on in role_part.
COMPILED = {
    "state": ("pxd", "pyx", "pyi"),
    "rules": ("pyx", "pxd"),
    "hidden": ("pyx", "pxd"),
    "policy": ("pyx", "pxd"),
    "kernel": ("pyx", "pyi"),
}
# What a game may have besides, with the files it then has.
BESIDES = {"features": ("pxd", "pyx", "pyi"), "traits": ("pxd", "pyx", "pyi")}
PYTHON = ("words", "figures", "views", "reading", "notation", "render", "face", "__init__")
OPTIONAL = ("options", "story", "sensible")
ENTRIES = {
    "figures": {"read_figures": ("seats", "options", "components")},
    "views": {"view_data": ("kernel", "record", "seat")},
    "reading": {"read_view": ("kernel", "reader", "seat")},
    "notation": {
        "move_data": ("kernel", "record", "move"),
        "move_text": ("kernel", "record", "move"),
        "move_effect": ("kernel", "record", "move"),
    },
    "render": {"render": ("kernel", "data", "width")},
}
CONTRACT = {
    "rules": ("setup", "actor", "moves", "play", "secret", "round_", "result"),
    "hidden": ("hide", "sample"),
    "policy": ("playout_move", "estimate"),
}


def folder(name: str) -> Path:
    return ROOT / "cext" / "games" / name


@pytest.mark.parametrize("name", GAMES)
def test_only_files_of_the_floor_plan(name: str) -> None:
    compiled = rf"({'|'.join((*COMPILED, *BESIDES))})(_[a-z]+)?\.(pyx|pxd|pyi)"
    python = rf"({'|'.join((*PYTHON, *OPTIONAL))})(_[a-z]+)?\.py"
    data = r"components(_[a-z_]+)?\.json|chances\.json|weights\.json|beliefs\.json"
    files = [path.name for path in folder(name).iterdir() if path.is_file() and path.suffix != ".so"]
    assert not [file for file in files if not re.fullmatch(rf"{compiled}|{python}|{data}", file)]


@pytest.mark.parametrize("name", GAMES)
def test_every_role_has_its_file(name: str) -> None:
    wanted = {f"{role}.{ending}" for role, endings in COMPILED.items() for ending in endings}
    wanted |= {f"{role}.py" for role in PYTHON} | {"components.json"}
    assert wanted <= {path.name for path in folder(name).iterdir()}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("role", BESIDES)
def test_a_role_that_is_there_is_whole(name: str, role: str) -> None:
    there = {path.name for path in folder(name).glob(f"{role}.*") if path.suffix != ".so"} - {f"{role}.c"}
    if not there:
        pytest.skip(f"{name} has no {role}")
    assert there == {f"{role}.{ending}" for ending in BESIDES[role]}
    assert f'include "eminence/cext/core/{role}.pxi"' in (folder(name) / f"{role}.pxd").read_text("utf-8")
    source = (folder(name) / f"{role}.pyx").read_text(encoding="utf-8")
    assert re.search(rf"^cdef \w+ {role}\(", source, re.MULTILINE), f"{role}.pyx has no {role}"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("role", ENTRIES)
def test_roles_are_entered_by_the_same_doors(name: str, role: str) -> None:
    module = importlib.import_module(f"eminence.cext.games.{name}.{role}")
    for entry, parameters in ENTRIES[role].items():
        assert tuple(inspect.signature(getattr(module, entry)).parameters) == parameters


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("role", CONTRACT)
def test_the_contract_stands_where_it_is_looked_for(name: str, role: str) -> None:
    source = (folder(name) / f"{role}.pyx").read_text(encoding="utf-8")
    header = (folder(name) / f"{role}.pxd").read_text(encoding="utf-8")
    assert f'include "eminence/cext/core/{role}.pxi"' in header
    for function in CONTRACT[role]:
        assert re.search(rf"^cdef \w+ {function}\(", source, re.MULTILINE), f"{role}.pyx has no {function}"


@pytest.mark.parametrize("name", GAMES)
def test_the_kernel_stands_on_the_common_one(name: str) -> None:
    source = (folder(name) / "kernel.pyx").read_text(encoding="utf-8")
    assert 'include "eminence/cext/core/kernel.pxi"' in source
    assert re.search(r"^cdef class \w+Kernel\(PlainKernel\):", source, re.MULTILINE)


@pytest.mark.parametrize("name", GAMES)
def test_words_come_from_the_enums(name: str) -> None:
    """Phases are typed once: in state.pxd."""
    source = (folder(name) / "words.py").read_text(encoding="utf-8")
    assert re.search(r"^PHASES = words\(\s*Phase\b", source, re.MULTILINE)
    assert re.search(r"^cpdef enum Phase:", (folder(name) / "state.pxd").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", catalogue.names())
def test_tests_have_their_rooms_too(name: str) -> None:
    files = {path.name for path in (ROOT / "tests" / "games" / name).iterdir()}
    assert {"cases.py", "table.py", "playthrough.txt", "golden.json", "record.json"} <= files
    assert (ROOT / "docs" / "rules" / f"{name}.md").is_file()
    assert (ROOT / "proto" / "eminence" / "v1" / f"{name}.proto").is_file()
