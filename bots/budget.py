"""How long a bot may think."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.cext.core.errors import InvalidInput


@dataclass(frozen=True)
class Budget:
    """Either limit or both; whichever is met first ends the search.

    Only iterations give the same answer every time; a movetime buys as many iterations as the machine makes of it.
    """

    movetime_ms: int | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if self.movetime_ms is None and self.iterations is None:
            raise InvalidInput("budget", "needs movetime_ms or iterations")
        for name in ("movetime_ms", "iterations"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise InvalidInput(f"budget.{name}", f"must be at least 1, not {value}")
