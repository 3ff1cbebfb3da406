"""What must work before the service calls itself healthy: a short search of every game, as calls are searched for."""

from __future__ import annotations

from contextlib import closing

from eminence.bots import Budget, Game
from eminence.bots.suggest import Thinking
from eminence.cext.core.search import StopFlag
from eminence.server import logs, messages
from eminence.server.bells import Bell, think
from eminence.server.shelf import Shelf

ITERATIONS = 20


async def self_test(shelf: Shelf, nice: int, *, quietly: bool = False) -> bool:
    """Whether every game can be searched and the answer told. Unless `quietly`, the log says which cannot, and why."""
    passed = True
    for name in shelf.names:
        try:
            state = Game(name, components=shelf.components(name)).new(0)
            assert state.actor is not None
            view = state.view(state.actor)
            thinking = Thinking(view, Budget(iterations=ITERATIONS), seed=0, settings={"nice": nice})
            with closing(Bell()) as bell:
                await think(thinking, StopFlag(), bell)
            found = thinking.suggestion()
            messages.suggestion(found)
            if found.iterations != ITERATIONS:
                raise RuntimeError(f"{found.iterations} iterations instead of {ITERATIONS}")
        except Exception as error:
            if not quietly:
                logs.logger().error("self-test failed", game=name, exc_info=error)
            passed = False
    return passed
