"""Tables that the tests for all games use."""

from typing import Any

CASES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (2, {"module1": True, "module5": True, "module6": "standard"}),
    (3, {"module5": True, "module6": "restoration"}),
    (4, {"module1": True, "module5": True}),
    (5, {"module1": True, "module5": True, "module6": "restoration"}),
    (2, {"module6": "restoration"}),
    (4, {"module6": "standard"}),
]
