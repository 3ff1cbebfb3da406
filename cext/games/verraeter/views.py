"""Views of Verräter as plain data, field by field as in verraeter.proto."""

from __future__ import annotations

from eminence.cext.core.face import Data, Record
from eminence.cext.games.verraeter.figures import Figures
from eminence.cext.games.verraeter.kernel import VerraeterKernel
from eminence.cext.games.verraeter.state import NO_BORDER, Action, Phase
from eminence.cext.games.verraeter.words import ACTIONS, BUILDINGS, BUILDS, HOUSES, LANDS, PHASES, cards


def view_data(kernel: VerraeterKernel, record: Record, seat: int) -> Data:
    """A hidden state as plain data, without the common fields."""
    figures, seats = kernel.figures, kernel.seats
    data: Data = {
        "round": record["round"],
        "phase": PHASES[record["phase"]],
        "start_player": record["start"],
        "strategist": record["strategist"],
        "ring": [_ring_land(record, position, seats) for position in range(12)],
        "players": [_player(figures, record, other, seat) for other in range(seats)],
        "deck_size": record["deck_size"],
        "discard": cards(record["discard"], figures.value),
        "pack": [ACTIONS[card - 1] for card in range(1, 7) if record["seen"][seat] >> card & 1],
        "memory": _memory(figures, record, seat, seats),
    }
    if record["phase"] != Phase.DONE:
        data["actor"] = record["actor"]
    if record["border"] != NO_BORDER:
        data["border"] = record["border"]
    if record["phase"] == Phase.BUILD_SITE:
        data["building"] = BUILDS[record["build"]]
    if record["phase"] == Phase.DISCARD:
        data["may_discard"] = record["excess"]
        if record["cap"] < len(figures.value) - 1:
            data["last_discard"] = figures.value[record["cap"]]
    return data


def _ring_land(record: Record, position: int, seats: int) -> Data:
    data: Data = {"land": LANDS[record["land"][position]], "house": HOUSES[record["rose"] >> position & 1]}
    for seat in range(seats):
        for building, places in zip(BUILDINGS, (record["estates"], record["offices"]), strict=True):
            if places[seat] >> position & 1:
                data |= {"owner": seat, "building": building}
    return data


def _player(figures: Figures, record: Record, other: int, seat: int) -> Data:
    kept = record["kept"][other]
    placed = record["estates"][other] | record["offices"][other]
    data: Data = {
        "house": HOUSES[record["house"][other]],
        "points": record["score"][other],
        "reserve": figures.buildings - placed.bit_count(),
        "hand_size": record["hand_size"][other],
        "hand": cards(record["hand"][other], figures.value) if other == seat else [],
        "laid": cards(record["laid"][other], figures.value),
        "has_action": kept != 0 and record["phase"] != Phase.SITE,
    }
    if kept not in (0, Action.FACE_DOWN):
        data["action"] = ACTIONS[kept - 1]
    return data


def _memory(figures: Figures, record: Record, seat: int, seats: int) -> Data:
    players = []
    for other in range(seats):
        entries = [entry for entry in record["reveals"][: record["reveal_count"]] if entry >> 8 == other]
        players.append(
            {
                "old": record["old_size"][other],
                "drawn": record["new_size"][other],
                "old_values": cards(record["old"][other], figures.value) if record["apart"] else [],
                "drawn_values": cards(record["drawn"][other], figures.value) if other == seat else [],
                "revealed": [
                    {"value": figures.value[entry & 7], "drawn_before": entry >> 3 & 31} for entry in entries
                ],
            }
        )
    fresh = cards(record["fresh"], figures.value)
    return {"fresh": fresh, "fixed_hands": bool(record["apart"]), "players": players}
