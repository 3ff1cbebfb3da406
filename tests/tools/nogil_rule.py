"""Every C function of the core says `noexcept nogil`, unless it is listed here.

A C function that may raise makes its callers ask for the GIL after every call, and Cython only hints at it.

python tests/tools/nogil_rule.py     prints offenders and fails if there are any
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from Cython.Compiler import Nodes
from Cython.Compiler.TreeFragment import parse_from_strings
from Cython.Compiler.Visitor import TreeVisitor

CORE = Path(__file__).parents[2] / "cext"

# Python calls these, with the GIL, and they raise Python exceptions on purpose.
LISTED = {("core/kernel", name) for name in ("attach", "read", "check_move", "check_seat", "list_moves")}

INCLUDE = re.compile('^include ".*"$', re.MULTILINE)

PYTHON_TYPES = {"bool", "bytes", "dict", "float", "list", "object", "set", "str", "tuple"}


class Functions(TreeVisitor):
    """Collects the C functions of a file: (name, return type, declaration)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, Any, Any, Any]] = []
        self.classes: set[str] = set()

    def visit_CClassDefNode(self, node: Any) -> None:
        self.classes.add(node.class_name)
        self.visitchildren(node)

    def visit_CFuncDefNode(self, node: Any) -> None:
        self._add(node.base_type, node.declarator)

    def visit_CVarDefNode(self, node: Any) -> None:
        for declarator in node.declarators:
            self._add(node.base_type, declarator)

    def visit_Node(self, node: Any) -> None:
        self.visitchildren(node)

    def _add(self, base_type: Any, declarator: Any) -> None:
        pointer = declarator
        while isinstance(pointer, Nodes.CPtrDeclaratorNode):
            pointer = pointer.base
        if isinstance(pointer, Nodes.CFuncDeclaratorNode):
            self.found.append((_name(pointer), base_type, declarator, pointer))


def _name(declarator: Any) -> str:
    while not hasattr(declarator, "name"):
        declarator = declarator.base
    return str(declarator.name)


def _returns_python(base_type: Any, declarator: Any, classes: set[str]) -> bool:
    if isinstance(declarator, Nodes.CPtrDeclaratorNode):
        return False
    name = getattr(base_type, "name", None)
    basic = getattr(base_type, "is_basic_c_type", False)
    return name is None or (not basic and (name in PYTHON_TYPES or name in classes))


def _keeps_the_rule(function: Any) -> bool:
    noexcept = not function.exception_check and function.exception_value is None
    return bool(noexcept and function.nogil)


def offenders(root: Path = CORE) -> Iterator[str]:
    """Functions that break the rule, as `file:line: name`."""
    parsed = {}
    for path in sorted(path for ending in ("pyx", "pxd", "pxi") for path in root.rglob(f"*.{ending}")):
        functions = Functions()
        source = INCLUDE.sub("", path.read_text(encoding="utf-8"))  # what is included is looked at by itself
        functions.visit(parse_from_strings(path.stem, source, level=_level(path)))
        parsed[path] = functions
    classes = set().union(*(functions.classes for functions in parsed.values()))
    for path, functions in parsed.items():
        module = path.relative_to(root).with_suffix("").as_posix()
        for name, base_type, declarator, function in functions.found:
            if (module, name) in LISTED or _returns_python(base_type, declarator, classes):
                continue
            if not _keeps_the_rule(function):
                yield f"{path}:{function.pos[1]}: {name} must be `noexcept nogil`"


def _level(path: Path) -> str:
    return "module_pxd" if path.suffix == ".pxd" else "module"


if __name__ == "__main__":
    broken = list(offenders())
    print(*broken, sep="\n", end="\n" if broken else "")
    sys.exit(bool(broken))
