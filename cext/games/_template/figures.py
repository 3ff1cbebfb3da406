"""The figures of Which Hand?, read from a components file and checked."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Data
from eminence.cext.core.fields import Reader

COINS = 3


@dataclass(frozen=True)
class Figures:
    """One entry per kind of coin."""

    value: tuple[int, ...]
    purse: tuple[int, ...]


def read_figures(seats: int, options: Data, components: Components) -> Figures:
    path = f"{components.origin}: tables.coins.records"
    coins = [Reader(record, f"{path}[{i}]") for i, record in enumerate(components.records("coins"))]
    if len(coins) != COINS:
        raise InvalidInput(path, f"must have {COINS} entries, not {len(coins)}")
    value = tuple(coin.int("value", 1, 9) for coin in coins)
    purse = tuple(coin.int("count", 0, 9) for coin in coins)
    if sum(purse) < options["rounds"]:
        raise InvalidInput(path, f"must be enough coins for {options['rounds']} rounds, not {sum(purse)}")
    return Figures(value, purse)
