"""Tables of Verräter that tests over all games play at: both seat counts, every value of every option."""

from collections.abc import Sequence
from typing import Any

from games.verraeter.beliefs import chances

from eminence.cext.core.kernel import Kernel
from eminence.cext.games.verraeter.state import KINDS, STOP, Phase

STEEP = [3, 2, 1, 1, 4, 3, 2, 1, 5, 4, 3, 2, 6, 5, 3, 2, 8, 6, 4, 3, 10, 7, 4, 3]

CASES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (3, {"edition": "1998"}),
    (4, {"edition": "1998"}),
    (4, {"start_hands": "fixed345", "ring_layout": "alternating"}),
    (3, {"d5_turns_when_unanimous": False, "first_strategist": "start_player"}),
    (4, {"setup_estate_site": "own_house_only", "first_strategist": "start_player"}),
    (3, {"ring_layout": "alternating", "setup_estate_site": "own_house_only", "vp_table": STEEP}),
]


def copies(record: dict[str, Any], move: int) -> int:
    """V-6.3: worlds are arrangements of physical cards, so a card that is shown may be any copy in the hand."""
    if record["phase"] not in (Phase.SUPPLY, Phase.DISCARD) or move == STOP:
        return 1
    return int(record["hand"][record["actor"]][move - 1])


def forgets(before: dict[str, Any], after: dict[str, Any], seat: int) -> bool:
    """V-6.5: a reshuffle. V-4.0.1: a seat that stops in the middle of its turn could have gone on."""
    in_turn = before["phase"] in (Phase.SUPPLY, Phase.DISCARD) and before["cap"] < KINDS - 1
    stopped = (after["phase"], after["actor"]) != (before["phase"], before["actor"])
    return after["deck_size"] > before["deck_size"] or (in_turn and stopped)


def expected(kernel: Kernel, world: bytes, moves: Sequence[int]) -> list[float]:
    """How likely another seat is believed to make each of the moves of a secret choice."""
    record = kernel.unpack(world)
    return chances(kernel, record, record["actor"], moves)
