"""Tables of Royals for the tests that run over all games."""

from typing import Any

from eminence.cext.games.royals.state import Phase

CASES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (2, {"cube_supply": "unlimited", "king_intrigue": 3, "start_player": 1}),
    (3, {"noble_house_set": "arcane", "first_turn": "full"}),
    (4, {"start_player": 2, "king_intrigue": 3}),
    (5, {"britain_cards": 25, "cube_supply": "unlimited"}),
]


def compared(record: dict[str, Any]) -> list[int]:
    """The cards: of older generations a sample does not say what others held (R-6.9)."""
    return [*record["deck"], *(count for hand in record["hand"] for count in hand)]


def forgets(before: dict[str, Any], after: dict[str, Any], seat: int) -> bool:
    """A step that is forced is not shown (R-4.0.1): afterwards nobody knows whether a seat had a choice in it."""
    same_draw = after["phase"] == Phase.DRAW and after["active"] == before["active"]
    return bool(before["active"] != seat and not same_draw)
