from typing import Any

# Enums, their members and sizes are typed in state.pxd alone.
def __getattr__(name: str) -> Any: ...
