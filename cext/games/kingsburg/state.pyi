from typing import Any

# Enums, whose members are typed in state.pxd alone.
Phase: Any
Season: Any
Owner: Any
Rule: Any
Count: Any
Limit: Any
Giving: Any
Event: Any
Rolling: Any
Purpose: Any
Reinforcing: Any
Fight: Any

def __getattr__(name: str) -> int: ...
