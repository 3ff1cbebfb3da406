"""Writes the seed corpus: real views of every game, early and late, as bytes and as JSON. `make fuzz-seeds`."""

from __future__ import annotations

import hashlib
import random
import struct
from pathlib import Path

from google.protobuf.json_format import MessageToJson

from eminence.bots import Game, make_bot
from eminence.cext.games import catalogue
from eminence.server import messages
from eminence.server.codec import to_message
from eminence.server.tables import Table
from eminence.v1.games_pb2 import GameMove, GameOptions
from fuzz.targets import SEAL

CORPUS = Path(__file__).parent / "corpus"
VIEWS = 4  # per game and number of seats


def write(target: str, data: bytes) -> None:
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


def main() -> None:
    chance = random.Random(7)
    for name in catalogue.names():
        for seats in catalogue.face(name).seats:
            states, state = [], Game(name, seats).new(seats)
            bots = [make_bot("policy" if seat % 2 else "random", seat) for seat in range(seats)]
            while state.actor is not None:
                states.append(state)
                state = state.play(bots[state.actor].choose(state.view(state.actor)))
            for state in chance.sample(states, VIEWS):
                view = state.view(chance.randrange(seats))
                raw = messages.game_view(view).SerializeToString()
                write("readers", b"\x00" + raw)
                write("play", struct.pack(">H", len(raw)) + raw + chance.randbytes(48))
            sealed = SEAL.close(Table(Game(name, seats).new("00" * 16)))
            write("readers", b"\xc0" + sealed)
        write("readers", b"\x44" + MessageToJson(messages.game_view(view), indent=None).encode())
        options = GameOptions()
        typed = getattr(options, name)
        typed.CopyFrom(to_message(state.game.options, type(typed)))
        write("readers", b"\xa0" + options.SerializeToString())
        move = GameMove()
        wanted = getattr(move, name)
        wanted.CopyFrom(to_message(state.moves[0].data, type(wanted)))
        write("readers", b"\xe0" + move.SerializeToString())


if __name__ == "__main__":
    main()
