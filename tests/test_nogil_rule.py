from pathlib import Path

import pytest

from tools.nogil_rule import offenders


def test_the_core_keeps_the_rule() -> None:
    assert list(offenders()) == []


@pytest.mark.parametrize(
    "line",
    [
        "cdef int f(int x): return x",
        "cdef int f(int x) noexcept: return x",
        "cdef inline void f() nogil: pass",
        "cdef char *f(int x) except NULL: return NULL",
        "cdef class A:\n    cdef double f(self): return 1",
        "cdef struct S:\n    int (*f)(int x) noexcept",
    ],
)
def test_an_offender_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "bad.pyx").write_text(f"{line}\n")

    found = list(offenders(tmp_path))

    assert len(found) == 1
    assert "f must be `noexcept nogil`" in found[0]


@pytest.mark.parametrize(
    "line",
    [
        "cdef int f(\n    int x,\n) noexcept nogil:\n    return x",
        "cdef bytes f(x): return x",
        "cdef f(x): return x",
        "cdef class A:\n    cdef A f(self): return self",
        "def f(int x) -> int: return x",
        "cdef struct S:\n    int (*f)(int x) noexcept nogil",
    ],
)
def test_what_keeps_the_rule_passes(tmp_path: Path, line: str) -> None:
    (tmp_path / "good.pyx").write_text(f"{line}\n")

    assert list(offenders(tmp_path)) == []
