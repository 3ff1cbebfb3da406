"""Pinned behaviour: counts from fixed seeds, a search signature, a readable playthrough and a record per game.

`make golden` rewrites the files; a commit that changes one says why.
"""

from __future__ import annotations

import json

import pytest

from catalogue_cases import GAMES
from eminence.bots import Record
from eminence.cext.games import catalogue
from tools.playthrough import counts, playthrough

EVERY_GAME = pytest.mark.parametrize("name", catalogue.names())


@EVERY_GAME
def test_counts_and_signature(name: str) -> None:
    pinned = json.loads((GAMES / name / "golden.json").read_text(encoding="utf-8"))
    assert counts(name) == pinned


@EVERY_GAME
def test_playthrough(name: str) -> None:
    assert playthrough(name) == (GAMES / name / "playthrough.txt").read_text(encoding="utf-8")


@EVERY_GAME
def test_a_record_of_old_can_be_played_again(name: str) -> None:
    """Chance is asked in the same order for the same things, so that games people have kept stay readable."""
    record = Record.load(GAMES / name / "record.json")
    assert record.scores
    assert record.end().result.scores == record.scores
