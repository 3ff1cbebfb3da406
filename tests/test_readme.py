"""The README keeps its promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eminence.cext.games import catalogue

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON, CLIENT = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_python_snippet(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PYTHON, "README.md", "exec"), {})

    reason, scores = capsys.readouterr().out.splitlines()
    assert "wins" in reason
    assert scores.startswith("(")


def test_client_snippet(service: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "127.0.0.1:50051" in CLIENT

    quick = CLIENT.replace("127.0.0.1:50051", service).replace("movetime_ms=100", "movetime_ms=5")
    exec(compile(quick, "README.md", "exec"), {})

    assert "wins" in capsys.readouterr().out


def test_every_game_is_in_the_table() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE)

    assert sorted(listed) == list(catalogue.names())


@pytest.mark.parametrize(
    "page", ["README.md", *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md"))]
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text)

    missing = [link for link in links if "://" not in link and not ((ROOT / page).parent / link).exists()]

    assert missing == []
