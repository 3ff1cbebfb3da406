from typing import Any

from eminence.cext.core.kernel import Kernel
from eminence.cext.core.stream import Stream
from eminence.cext.games.royals.figures import Board

class RoyalsKernel(Kernel):
    figures: dict[str, Any]
    board: Board
    def __init__(self, figures: dict[str, Any], board: Board) -> None: ...
    def has_world(self, view: bytes, seat: int, suit: int) -> bool: ...
    def worlds(self, view: bytes, seat: int, stream: Stream, count: int) -> list[bytes]: ...
