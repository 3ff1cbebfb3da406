"""The seeds of the fuzzer run as tests: none is a find, and most of them reach the core."""

from pathlib import Path

import pytest

from eminence.v1.games_pb2 import GameView
from fuzz.targets import TARGETS, view_of

pytest.importorskip("connectrpc", reason="needs the extra `web`")
CORPUS = Path(__file__).parent / "corpus"


@pytest.mark.parametrize("target", TARGETS)
def test_no_seed_is_a_find(target: str) -> None:
    seeds = sorted((CORPUS / target).iterdir())
    assert len(seeds) > 40
    for seed in seeds:
        TARGETS[target](seed.read_bytes())


def test_seeds_of_play_are_valid_views() -> None:
    for seed in (CORPUS / "play").iterdir():
        data = seed.read_bytes()
        assert view_of(GameView.FromString(data[2 : 2 + int.from_bytes(data[:2])]))
