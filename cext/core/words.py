"""Words for the numbers of the compiled rules: an enum is typed once, in state.pxd."""

from __future__ import annotations

from enum import IntEnum


def words(enum: type[IntEnum], prefix: str = "", **renamed: str) -> tuple[str, ...]:
    """The members' names in lower case without a prefix, so that words[number] is the word of a number.

    `renamed` gives the word where it cannot be the name.
    """
    if [member.value for member in enum] != list(range(len(enum))):
        raise ValueError(f"the numbers of {enum.__name__} must run from 0 without gaps")
    unknown = renamed.keys() - enum.__members__.keys()
    if unknown:
        raise ValueError(f"{enum.__name__} has no {', '.join(sorted(unknown))}")
    return tuple(
        renamed[member.name] if member.name in renamed else member.name.removeprefix(prefix).lower()
        for member in enum
    )
