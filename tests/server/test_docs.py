"""What the documentation shows is run."""

import asyncio
import re
from pathlib import Path

from eminence.server.app import Server

API = Path(__file__).parents[2] / "docs" / "api.md"


async def test_the_game_in_the_api_documentation_plays(server: Server) -> None:
    text = API.read_text(encoding="utf-8")
    (game,) = [code for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "StartGame" in code]
    code = game.replace("127.0.0.1:50051", server.address).replace("movetime_ms=200", "movetime_ms=5")
    code = code.replace(
        "opponent.SuggestMoveRequest(", "opponent.SuggestMoveRequest(budget={'movetime_ms': 5}, "
    )
    scope: dict[str, object] = {}
    await asyncio.to_thread(exec, code, scope)
    assert scope["at"].status.over
