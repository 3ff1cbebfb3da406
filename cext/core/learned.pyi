from collections.abc import Sequence

from eminence.cext.core.kernel import Kernel

class Learned:
    kernel: Kernel
    def __init__(self, kernel: Kernel, rows: Sequence[Sequence[float]]) -> None: ...
    def prior(self, state: bytes) -> list[float]: ...
