"""The games there are: every folder beside this file.

Those whose name begins with an underscore are not listed. The template can be asked for by name; those without a face
are for tests of the core alone.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from typing import Any

from eminence.cext import games
from eminence.cext.core.errors import UnknownName
from eminence.cext.core.face import Face


@lru_cache
def names() -> tuple[str, ...]:
    return tuple(name for name in _folders() if not name.startswith("_"))


@lru_cache
def _folders() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg))


@lru_cache
def face(name: str) -> Face[Any]:
    if name in _folders():
        found = getattr(importlib.import_module(f"{games.__name__}.{name}"), "FACE", None)
        if isinstance(found, Face):
            return found
    raise UnknownName(f"there is no game {name!r}; there are: {', '.join(names())}")
