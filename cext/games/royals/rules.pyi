from typing import Any

from eminence.cext.core.kernel import Kernel

class RoyalsKernel(Kernel):
    figures: dict[str, Any]
    def __init__(self, figures: dict[str, Any]) -> None: ...
    def has_world(self, state: bytes, seat: int) -> bool: ...
