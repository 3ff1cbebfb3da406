"""The games there are: every folder beside this file whose name does not begin with an underscore."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from eminence.cext import games
from eminence.cext.core.errors import UnknownName
from eminence.cext.core.face import Face


@lru_cache
def names() -> tuple[str, ...]:
    return tuple(sorted(m.name for m in pkgutil.iter_modules(games.__path__) if m.ispkg and m.name[0] != "_"))


@lru_cache
def face(name: str) -> Face:
    if name not in names():
        raise UnknownName(f"there is no game {name!r}; there are: {', '.join(names())}")
    found = importlib.import_module(f"{games.__name__}.{name}").FACE
    assert isinstance(found, Face)
    return found
