from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.games import catalogue


def file(**record: Any) -> dict[str, Any]:
    return {"tables": {"lands": {"records": [{"id": "city", **record}]}}}


def test_figures_carry_their_provenance() -> None:
    data = file(
        cp=15, vp=[8, 6], provenance={"cp": "rulebook", "vp": ["reconstructed", "public"]}, source="box"
    )
    figures = Components(data, "x.json").figures()
    assert [(f.field, f.value, f.provenance) for f in figures] == [
        ("cp", 15, "rulebook"),
        ("vp[0]", 8, "reconstructed"),
        ("vp[1]", 6, "public"),
    ]
    assert {f.source for f in figures} == {"box"}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ([], "must be an object with `tables`"),
        (file(cp=15), "`cp` needs one of"),
        (file(cp=15, provenance="guess"), "`cp` needs one of"),
        (file(vp=[1, 2], provenance={"vp": ["public"]}), "has 2 values but 1 words"),
        ({"tables": {"lands": {"records": [{"cp": 1}]}}}, "must be an object with an `id`"),
        ({"tables": {"lands": {}}}, "is missing"),
    ],
)
def test_bad_files_are_refused(data: Any, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        Components(data, "x.json")


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{")
    with pytest.raises(InvalidInput, match="is not JSON"):
        Components.load(tmp_path / "x.json")
    with pytest.raises(InvalidInput, match="cannot be read"):
        Components.load(tmp_path / "missing.json")


@pytest.mark.parametrize("name", catalogue.names())
def test_shipped_figures_are_complete(name: str) -> None:
    components = catalogue.face(name).components
    assert components.game == name
    assert components.figures()
