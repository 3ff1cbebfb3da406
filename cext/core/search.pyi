from collections.abc import Sequence
from typing import Any

from eminence.cext.core.kernel import Kernel
from eminence.cext.core.learned import Learned

class StopFlag:
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

class Search:
    kernel: Kernel
    seat: int
    iterations: int
    spread: float
    looks: int
    worlds: int
    depth: int
    def __init__(
        self,
        kernel: Kernel,
        view: bytes,
        seat: int,
        stream: object,
        *,
        nodes: int = ...,
        exploration: float | None = None,
        win_weight: float | None = None,
        prior_weight: float | None = None,
        exact: bool = False,
        depth: int = ...,
        horizon: int | None = None,
        naive: float | None = None,
        world_iterations: int = 0,
        leaf_estimate: bool = False,
        random_playouts: bool = False,
        nice: int = 0,
        observe: bool = False,
        after: int | None = None,
        sources: Sequence[int] = (),
        chances: int = 0,
        learned: Learned | None = None,
        paired: bool = True,
        cpu: bool = False,
    ) -> None: ...
    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        stop: StopFlag | None = None,
        settle_seconds: float | None = None,
    ) -> str: ...
    def begin(
        self,
        bell: int,
        iterations: int | None = None,
        seconds: float | None = None,
        stop: StopFlag | None = None,
        settle_seconds: float | None = None,
    ) -> None: ...
    def end(self, rung: bool = False) -> str: ...
    def report(self) -> dict[str, Any]: ...
