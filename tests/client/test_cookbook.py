"""The cookbook is run as it is printed."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from javascript import NODE, needs_node

ROOT = Path(__file__).parents[2]


def steps(language: str) -> str:
    text = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
    snippets = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert len(snippets) == 10
    return "".join(snippets)


def test_a_front_end_in_ten_steps(service: str, capsys: pytest.CaptureFixture[str]) -> None:
    scope: dict[str, Any] = {}
    exec(steps("python").replace("127.0.0.1:50051", service), scope)
    scope["client"].close()

    printed = capsys.readouterr().out
    assert "ILLEGAL_MOVE" in printed
    assert scope["hint"].reason in printed
    assert scope["own"].suggestion.seat == 0


@needs_node
def test_a_front_end_in_ten_steps_of_javascript(web_service: str) -> None:
    told = "console.log(JSON.stringify({ seat: suggestion.seat, reason: suggestion.reason }));"
    code = steps("js").replace("http://127.0.0.1:8080", web_service) + told
    done = subprocess.run(
        [NODE, "--input-type=module", "-"], input=code, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

    *printed, last = done.stdout.splitlines()
    hint = json.loads(last)
    assert any(line.startswith("ILLEGAL_MOVE text ") for line in printed)
    assert hint["seat"] == 0
    assert any(line.endswith(hint["reason"]) for line in printed)
