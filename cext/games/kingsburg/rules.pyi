from typing import Any

from eminence.cext.core.kernel import Kernel
from eminence.cext.games.kingsburg.figures import Tables

class KingsburgKernel(Kernel):
    tables: Tables
    def __init__(self, seats: int, figures: dict[str, Any], tables: Tables) -> None: ...
