"""The figures on the cards, read from a components file and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Data
from eminence.cext.core.fields import Reader
from eminence.cext.games.verraeter.state import HAND_LIMIT, KINDS, MAX_SUPPLY, START_HAND
from eminence.cext.games.verraeter.words import ACTIONS, LANDS

MAX_VP = 20
ROUNDS = {3: 9, 4: 8}  # V-1.2


@dataclass(frozen=True)
class Figures:
    """Everything the rules need to know about the cards, in the order of the tables."""

    rounds: int
    buildings: int
    cp: tuple[int, ...]
    vp: tuple[tuple[int, ...], ...]
    value: tuple[int, ...]
    count: tuple[int, ...]
    start: tuple[int, ...]
    action_cp: tuple[int, ...]
    action_vp: tuple[int, ...]
    action_cards: tuple[int, ...]


def read_figures(seats: int, options: Data, components: Components) -> Figures:
    """The figures for a number of seats; an option `vp_table` of 24 numbers replaces that of the file."""
    vp_table = options["vp_table"]
    lands = _table(components, "lands", LANDS)
    for record in lands:
        record.int("count", 2, 2)  # V-3.3: one for each house, a ring of 12
    supply = _table(components, "supply", None)
    actions = _table(components, "actions", ACTIONS)
    buildings = _table(components, "buildings", ("building",))
    vp = tuple(tuple(record.ints("vp", 4, 0, MAX_VP)) for record in lands)
    if vp_table:
        vp = tuple(tuple(vp_table[i : i + 4]) for i in range(0, 24, 4))
    value = tuple(record.int("value", 1, 20) for record in supply)
    count = tuple(record.int("count", 1, MAX_SUPPLY) for record in supply)
    start = tuple(record.int("start", 0, START_HAND) for record in supply)
    _check_supply(components, seats, value, count, start)
    return Figures(
        rounds=ROUNDS[seats],
        buildings=buildings[0].int("per_seat", 1, 3),
        cp=tuple(record.int("cp", 0, 50) for record in lands),
        vp=vp,
        value=value,
        count=count,
        start=start,
        action_cp=tuple(record.int("cp", 0, 20) for record in actions),
        action_vp=tuple(record.int("vp", 0, 5) for record in actions),
        action_cards=tuple(record.int("cards", 0, 3) for record in actions),
    )


def _table(components: Components, name: str, ids: tuple[str, ...] | None) -> list[Reader]:
    """The records of a table, which must be exactly these, in this order; without ids any KINDS records."""
    records: list[dict[str, Any]] = components.records(name)
    path = f"{components.origin}: tables.{name}.records"
    found = tuple(str(record["id"]) for record in records)
    if ids is not None and found != ids:
        raise InvalidInput(path, f"must be {', '.join(ids)} in this order")
    if ids is None and len(records) != KINDS:
        raise InvalidInput(path, f"must have {KINDS} entries, not {len(records)}")
    return [Reader(record, f"{path}[{i}]") for i, record in enumerate(records)]


def _check_supply(
    components: Components, seats: int, value: tuple[int, ...], count: tuple[int, ...], start: tuple[int, ...]
) -> None:
    path = f"{components.origin}: tables.supply.records"
    if list(value) != sorted(set(value)):
        raise InvalidInput(path, "values must rise from record to record")
    if not HAND_LIMIT * seats <= sum(count) <= MAX_SUPPLY:  # V-9.4: drawing never fails
        raise InvalidInput(
            path, f"counts must add up to {HAND_LIMIT * seats} to {MAX_SUPPLY}, not {sum(count)}"
        )
    if sum(start) != START_HAND:
        raise InvalidInput(path, f"starting hands must have {START_HAND} cards, not {sum(start)}")
    if any(seats * one > all_ for one, all_ in zip(start, count, strict=True)):
        raise InvalidInput(path, f"there are too few cards for {seats} starting hands")
