"""The process in which a bot of another package plays. Started by `players.Box`; speaks JSON over a socket.

{"spec", "seed", "game", "seats", "options", "components"} -> {}                begins a game
{"view", "seat", "seconds"}                                -> {"move": TEXT}    asks for a move
either                                                     -> {"forfeit": KIND, "detail": TEXT}
"""

from __future__ import annotations

import json
import os
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any

from eminence.bots.game import Game, View, find_game
from eminence.bots.ladder.forfeit import CRASHED, ILLEGAL, Forfeit
from eminence.bots.ladder.leash import die_with_parent
from eminence.bots.roster import Bot, make_bot
from eminence.cext.core.errors import IllegalMove
from eminence.cext.core.search import StopFlag


class BoxedBot:
    game: Game
    bot: Bot

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            return self.begin(message) if "spec" in message else self.choose(message)
        except Forfeit as forfeit:
            return {"forfeit": forfeit.kind, "detail": forfeit.detail}
        except IllegalMove as error:
            return {"forfeit": ILLEGAL, "detail": error.reason}
        except Exception as error:
            return {"forfeit": CRASHED, "detail": f"{type(error).__name__}: {error}"}

    def begin(self, message: dict[str, Any]) -> dict[str, Any]:
        game = ("game", "seats", "options", "components")
        self.game = find_game(*(message[name] for name in game))
        self.bot = make_bot(message["spec"], message["seed"])
        return {}

    def choose(self, message: dict[str, Any]) -> dict[str, Any]:
        stop = StopFlag()
        timer = threading.Timer(message["seconds"], stop.set)
        timer.start()
        try:
            move = self.bot.choose(View(self.game, bytes.fromhex(message["view"]), message["seat"]), stop)
        finally:
            timer.cancel()
        return {"move": str(move)}


def main() -> None:
    die_with_parent()  # even a bot that never returns must not outlive the referee
    connection = Connection(int(sys.argv[1]))
    boxed = BoxedBot()
    try:
        while True:
            message = json.loads(connection.recv_bytes())
            connection.send_bytes(json.dumps(boxed.answer(message)).encode())
    except (EOFError, OSError):
        os._exit(0)  # the referee is gone; a bot's own threads shall not keep this process


if __name__ == "__main__":
    main()
