"""Tables of Verräter that tests over all games play at: both seat counts, every value of every option."""

from typing import Any

STEEP = [3, 2, 1, 1, 4, 3, 2, 1, 5, 4, 3, 2, 6, 5, 3, 2, 8, 6, 4, 3, 10, 7, 4, 3]

CASES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (3, {"edition": "1998"}),
    (4, {"edition": "1998"}),
    (4, {"start_hands": "fixed345", "ring_layout": "alternating"}),
    (3, {"d5_turns_when_unanimous": False, "first_strategist": "start_player"}),
    (4, {"setup_estate_site": "own_house_only", "first_strategist": "start_player"}),
    (3, {"ring_layout": "alternating", "setup_estate_site": "own_house_only", "vp_table": STEEP}),
]
