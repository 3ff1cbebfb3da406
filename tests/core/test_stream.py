from __future__ import annotations

import pytest

from eminence.cext.core.stream import Stream


def numbers(stream: Stream, count: int = 200) -> list[int]:
    return [stream.below(1000) for _ in range(count)]


def test_the_same_name_gives_the_same_numbers() -> None:
    assert numbers(Stream(7, "deal")) == numbers(Stream(7, "deal"))


@pytest.mark.parametrize(
    "other", [Stream(8, "deal"), Stream(7, "play"), Stream(7, "deal", 0), Stream("7/deal")]
)
def test_other_names_give_other_numbers(other: Stream) -> None:
    same = sum(a == b for a, b in zip(numbers(Stream(7, "deal")), numbers(other), strict=True))
    assert same < 10


def test_a_saved_state_goes_on_where_it_was() -> None:
    stream = Stream(1)
    numbers(stream, 10)
    saved = stream.state
    expected = numbers(stream)
    stream.state = saved
    assert numbers(stream) == expected


def test_numbers_are_uniform() -> None:
    stream = Stream(3)
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts)
    assert chi_square < 25  # 5 degrees of freedom: p = 0.0001
    assert 0.49 < sum(stream.random() for _ in range(20_000)) / 20_000 < 0.51


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="1 <= n"):
        Stream(1).below(0)
    with pytest.raises(ValueError, match="32 bytes"):
        Stream(1).state = b"short"
