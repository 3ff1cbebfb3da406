"""Views as protobuf JSON, as front-ends write them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from google.protobuf import json_format

from eminence.bots import View, read_view
from eminence.cext.core.errors import InvalidInput
from eminence.server.codec import to_message, to_plain
from eminence.v1.games_pb2 import GameView


def read(game: str, path: str, components: str | None) -> View:
    """The view in a file (or stdin for `-`): a GameView, or the game's own view message, as JSON."""
    given = _load(path)
    if list(given) != [game]:
        given = {game: given}
    if not _is_on_wire(game):
        return read_view(game, given[game], components)
    try:
        message = json_format.ParseDict(given, GameView())
    except (json_format.ParseError, OverflowError) as error:  # JSON may say Infinity
        raise InvalidInput(path, f"is not a view of {game}: {error}") from error
    return read_view(game, to_plain(getattr(message, game)), components)


def to_json(view: View) -> Any:
    """A view as the JSON of a GameView; of a game that has no place there, its plain data in the same form."""
    if not _is_on_wire(view.game.name):
        return {view.game.name: view.data}
    return json_format.MessageToDict(
        to_game_view(view), preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def _is_on_wire(game: str) -> bool:
    return game in GameView.DESCRIPTOR.fields_by_name


def to_game_view(view: View) -> GameView:
    return to_message({view.game.name: view.data}, GameView)


def _load(path: str) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        data = json.loads(text)
    except OSError as error:
        raise InvalidInput(path, f"cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InvalidInput(path, f"is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise InvalidInput(path, "must hold a JSON object")
    return data
