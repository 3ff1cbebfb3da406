"""Every rule id of a game's rules is cited by a test of that game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from catalogue_cases import GAMES, load
from eminence.cext.games import catalogue

RULES = Path(__file__).parents[2] / "docs" / "rules"
RULE_ID = re.compile(r"\b[A-Z]-\d+(?:\.\d+)*\b")


@pytest.mark.parametrize("name", catalogue.names())
def test_every_rule_id_is_cited(name: str) -> None:
    ids = set(RULE_ID.findall((RULES / f"{name}.md").read_text(encoding="utf-8")))
    cited: set[str] = set()
    for path in (GAMES / name).glob("*.py"):
        cited |= set(RULE_ID.findall(path.read_text(encoding="utf-8")))
    later = load(GAMES / name / "later.py").LATER if (GAMES / name / "later.py").exists() else set()
    assert ids
    assert sorted(ids - cited - set(later)) == []
