from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.fields import Reader

Read = Callable[[Reader], Any]


@pytest.mark.parametrize(
    ("data", "read", "complaint"),
    [
        ({}, lambda r: r.int("round", 1, 9), "round: is missing"),
        ({"round": None}, lambda r: r.int("round", 1, 9), "round: is missing"),
        ({"round": "3"}, lambda r: r.int("round", 1, 9), "round: must be a whole number, not text"),
        ({"round": True}, lambda r: r.int("round", 1, 9), "round: must be a whole number, not true or false"),
        ({"round": 1.0}, lambda r: r.int("round", 1, 9), "round: must be a whole number, not a fraction"),
        ({"round": 10}, lambda r: r.int("round", 1, 9), "round: must be between 1 and 9, not 10"),
        ({"open": 1}, lambda r: r.bool("open"), "open: must be true or false, not a number"),
        (
            {"phase": "war"},
            lambda r: r.choice("phase", ("draft", "site")),
            "phase: must be one of draft, site; not war",
        ),
        ({"phase": []}, lambda r: r.choice("phase", ("draft",)), "phase: must be one of draft; not a list"),
        ({"hand": [1, 7]}, lambda r: r.ints("hand", 2, 0, 5), "hand[1]: must be between 0 and 5, not 7"),
        ({"hand": [1]}, lambda r: r.ints("hand", range(2, 4), 0, 5), "hand: must have 2 to 3 entries, not 1"),
        ({"hand": "12"}, lambda r: r.ints("hand", 2, 0, 5), "hand: must be a list, not text"),
        ({"seen": [True, 0]}, lambda r: r.bools("seen", 2), "seen[1]: must be true or false, not a number"),
        (
            {"a": {"b": [{}]}},
            lambda r: r.object("a").objects("b", 1)[0].int("c", 0, 1),
            "a.b[0].c: is missing",
        ),
        ({"a": 3}, lambda r: r.object("a"), "a: must be an object, not a number"),
        ({"extra": 1}, lambda r: r.done(), "extra: is not a field that belongs here"),
        ({"extra": []}, lambda r: r.done(), "extra: is not a field that belongs here"),
        ({"hand": [1]}, lambda r: r.empty("hand"), "hand: must have 0 entries, not 1"),
    ],
)
def test_complaints_name_the_path(data: dict[str, Any], read: Read, complaint: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read(Reader(data))
    assert str(caught.value) == complaint


def test_good_data_are_read() -> None:
    reader = Reader(
        {"n": 3, "ok": False, "word": "b", "list": [1, 2], "words": ["a"], "gone": None, "none": []}
    )
    assert reader.int("n", 0, 3) == 3
    assert reader.bool("ok") is False
    assert reader.choice("word", ("a", "b")) == 1
    assert reader.ints("list", 2, 0, 9) == [1, 2]
    assert reader.choices("words", range(3), ("a", "b")) == [0]
    assert not reader.has("gone")
    for name in ("list", "none", "missing"):
        reader.empty(name)
    reader.done()
