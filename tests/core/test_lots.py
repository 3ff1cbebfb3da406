"""Chance written down and told again."""

from __future__ import annotations

import pytest

from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.stream import ListenedStream, Stream, ToldStream


def test_a_stream_that_is_listened_to_gives_the_same_numbers() -> None:
    heard, plain = ListenedStream(7, "x"), Stream(7, "x")
    drawn = [heard.below(n) for n in (6, 6, 52, 1)]
    assert drawn == [plain.below(n) for n in (6, 6, 52, 1)]
    assert heard.lots == drawn


def test_lots_that_are_told_come_out_again() -> None:
    told = ToldStream([5, 0, 51])
    assert [told.below(n) for n in (6, 6, 52)] == [5, 0, 51]
    told.check()


@pytest.mark.parametrize(
    ("lots", "asked", "complaint"),
    [
        ([6], (6,), r"lots\[0\]: must be below 6, not 6"),
        ([1], (6, 6), "lots: must be 2, not 1"),
        ([1, 2], (6,), "lots: must be 1, not 2"),
    ],
)
def test_lots_that_cannot_be_are_found_out(lots: list[int], asked: tuple[int, ...], complaint: str) -> None:
    told = ToldStream(lots)
    assert all(0 <= told.below(n) < n for n in asked)
    with pytest.raises(InvalidInput, match=complaint):
        told.check()


def test_nobody_can_tell_more_lots_than_a_step_draws() -> None:
    with pytest.raises(InvalidInput, match="not be more than 1024"):
        ToldStream([0] * 1025)
    heard = ListenedStream(1)
    for _ in range(1025):
        heard.below(2)
    with pytest.raises(ValueError, match="1025 lots"):
        _ = heard.lots
