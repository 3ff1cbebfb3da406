"""What players are believed to keep in the draft, worked out a second time (see hidden_actions.pyx)."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from eminence.cext.core.kernel import Kernel

FILE = "beliefs.json"
FORMAT = 1
ANY = 0.1
CP = (0, 3, 5, 7, 10, 15)
FEATURES = (
    "always",
    "rounds_left",
    "last_round",
    "hand",
    "full_hand",
    "lead",
    "uneven_lands",
    "majority",
    "unanimous",
    "alone",
    "cards_of_friends",
    "cards_of_foes",
    "has_reserve",
    "reserve",
    "offices",
    "income",
    "estates",
    "prize",
    "loss",
    "strategist",
    "points_ahead",
    "place_in_order",
    "unanimous_lead",
)


def shipped() -> dict[str, Any]:
    """The game's own file."""
    path = resources.files("eminence.cext.games.verraeter") / FILE
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@lru_cache
def known(seats: int) -> list[list[float]]:
    """The weights that the game goes by: by card, by feature."""
    return next(list(table["picks"].values()) for table in shipped()["tables"] if table["seats"] == seats)


def chances(kernel: Kernel, record: dict[str, Any], seat: int, pack: Sequence[int]) -> list[float]:
    """How likely a seat is to keep each of the cards of a pack."""
    figures = kernel.figures  # type: ignore[attr-defined]
    features = look(record, seat, kernel.seats, figures.rounds, figures.vp)
    return chances_by(known(kernel.seats), features, pack)


def chances_by(
    weights: Sequence[Sequence[float]], features: Sequence[float], pack: Sequence[int]
) -> list[float]:
    wishes = [math.exp(sum(w * x for w, x in zip(weights[card - 1], features, strict=True))) for card in pack]
    return [(1 - ANY) * wish / sum(wishes) + ANY / len(pack) for wish in wishes]


def look(
    record: dict[str, Any], seat: int, seats: int, rounds: int, vp: Sequence[Sequence[int]]
) -> list[float]:
    house = record["house"]
    ends = (record["border"], (record["border"] + 1) % 12)
    at_home = next(p for p in ends if record["rose"] >> p & 1 == house[seat])
    own, theirs = record["land"][at_home], record["land"][sum(ends) - at_home]
    others = [other for other in range(seats) if other != seat]
    hands = [record["hand_size"][o] + sum(record["laid"][o]) for o in range(seats)]
    friends = [o for o in others if house[o] == house[seat]]
    foes = [o for o in others if house[o] != house[seat]]
    estates, offices = record["estates"][seat], record["offices"][seat]
    lands = record["rose"] if house[seat] else 0xFFF & ~record["rose"]
    reserve = 3 - (estates | offices).bit_count()
    lead, rest = (CP[own] - CP[theirs]) / 10, rounds - record["round"]
    return [
        1,
        rest / 8,
        rest == 0,
        hands[seat] / 5,
        hands[seat] == 5,
        lead,
        abs(lead),
        (len(friends) + 1 - len(foes)) / 2,
        not foes,
        not friends,
        sum(hands[o] for o in friends) / 5,
        sum(hands[o] for o in foes) / 5,
        reserve > 0,
        reserve / 3,
        offices.bit_count() / 2,
        (estates & lands).bit_count() / 3,
        estates.bit_count() / 3,
        vp[theirs][len(friends)] / 5,
        vp[own][len(foes)] / 5,
        record["strategist"] == seat,
        (record["score"][seat] - max(record["score"][o] for o in others)) / 10,
        (seat - record["start"]) % seats / 3,
        lead * (not foes),
    ]


def arrangement(kernel: Kernel, record: dict[str, Any]) -> float:
    """How likely the draft of a complete world is, up to a factor: one pick after the other."""
    weight = 1.0
    for seat in range(kernel.seats):
        if record["kept"][seat]:
            pack = [card for card in range(1, 7) if record["seen"][seat] >> card & 1]
            weight *= chances(kernel, record, seat, pack)[pack.index(record["kept"][seat])]
    return weight
