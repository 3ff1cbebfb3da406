from eminence.cext.core.kernel import Kernel
from eminence.cext.games.kingsburg.figures import Figures

class KingsburgKernel(Kernel):
    figures: Figures
    def __init__(self, seats: int, figures: Figures) -> None: ...
    def lacks(self, state: bytes) -> list[int]: ...
