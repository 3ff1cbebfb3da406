"""The games of a server, with the component figures it was told to use."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from eminence.bots import Game, View, find_game, read_view
from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Face
from eminence.cext.games import catalogue
from eminence.server.errors import ServiceError
from eminence.v1.games_pb2 import GameView


class Shelf:
    """Hands out games. Only those that also have a place on the wire."""

    def __init__(self, components: Mapping[str, str] | None = None) -> None:
        self.names = tuple(name for name in catalogue.names() if name in GameView.DESCRIPTOR.fields_by_name)
        self._components = {name: Components.load(Path(path)) for name, path in (components or {}).items()}
        for name in self._components:
            if name not in self.names:
                raise InvalidInput(
                    "components", f"there is no game {name!r}; there are: {', '.join(self.names)}"
                )

    def face(self, name: str) -> Face[Any]:
        if name not in self.names:
            message = f"there is no game {name!r}; there are: {', '.join(self.names)}"
            raise ServiceError("UNKNOWN_GAME", message, metadata={"game": name})
        return catalogue.face(name)

    def components(self, name: str) -> Components:
        return self._components.get(name) or self.face(name).components

    @lru_cache  # noqa: B019 - a shelf lives as long as its server
    def components_id(self, name: str) -> str:
        """Name of the component figures, with a digest so that edited figures are told apart."""
        components = self.components(name)
        digest = hashlib.sha256(json.dumps(components.data, sort_keys=True).encode()).hexdigest()
        return f"{components.name}@{digest[:8]}"

    @lru_cache  # noqa: B019
    def layout(self, name: str) -> str:
        """Short name of the shape of a game's states, which a later release may change."""
        game = find_game(name, components=self.components(name))
        state = game.new(0)
        shape = f"{len(state.packed)} {' '.join(game.kernel.unpack(state.packed))}"
        return hashlib.sha256(shape.encode()).hexdigest()[:8]

    def game(self, name: str, seats: int, options: Mapping[str, Any]) -> Game:
        return find_game(name, seats, options, self.components(name))

    def view(self, name: str, data: Mapping[str, Any]) -> View:
        """A view from plain data; checks everything."""
        return read_view(name, data, self.components(name))
