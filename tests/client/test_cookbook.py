"""The cookbook is run as it is printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

COOKBOOK = Path(__file__).parents[2] / "docs" / "cookbook.md"


def test_a_front_end_in_ten_steps(service: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = COOKBOOK.read_text(encoding="utf-8")
    steps = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(steps) == 10
    scope: dict[str, Any] = {}
    exec("".join(steps).replace("127.0.0.1:50051", service), scope)
    scope["client"].close()

    printed = capsys.readouterr().out
    assert "ILLEGAL_MOVE" in printed
    assert scope["hint"].reason in printed
    assert scope["own"].suggestion.seat == 0
