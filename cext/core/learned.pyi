from collections.abc import Sequence

from eminence.cext.core.kernel import Kernel

class Learned:
    kernel: Kernel
    def __init__(
        self, kernel: Kernel, rows: Sequence[Sequence[float]] = (), stages: Sequence[Sequence[float]] = ()
    ) -> None: ...
    def prior(self, state: bytes) -> list[float]: ...
    def estimate(self, state: bytes) -> dict[str, list[float]]: ...
