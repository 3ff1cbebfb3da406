from eminence.cext.core.face import Data
from eminence.cext.core.kernel import Kernel
from eminence.cext.games.verraeter.figures import Figures

class VerraeterKernel(Kernel):
    options: Data
    figures: Figures
    def __init__(self, seats: int, options: Data, figures: Figures) -> None: ...
