from eminence.cext.core.face import Data
from eminence.cext.core.kernel import Kernel
from eminence.cext.games._template.figures import Figures

class HandKernel(Kernel):
    options: Data
    figures: Figures
    def __init__(self, options: Data, figures: Figures) -> None: ...
