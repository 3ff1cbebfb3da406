from typing import Any

HAND_LIMIT: int
DRAW_LIMIT: int
SCORED_CARDS: int

# The other enums and sizes; their numbers are typed in state.pxd alone.
def __getattr__(name: str) -> Any: ...
