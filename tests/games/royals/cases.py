"""Tables of Royals for the tests that run over all games."""

from typing import Any

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
