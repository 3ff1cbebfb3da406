"""Rules of thumb of Verräter: settle safely, build estates early and offices late, fight where a card decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from eminence.cext.core.components import Components
from eminence.cext.core.face import Data
from eminence.cext.games.verraeter.figures import Figures, read_figures
from eminence.cext.games.verraeter.state import DRAW_LIMIT, HAND_LIMIT, SCORED_CARDS
from eminence.cext.games.verraeter.words import ACTIONS, LANDS

TURNS = 2  # rounds before the end in which estates become offices
ESTATE = 0.4  # a round of its income
OFFICE = 2.4


def sensible(components: Components, view: Data, moves: Sequence[Data]) -> list[float]:
    """What each legal move is worth to a decent player, in points or thereabouts."""
    table = _Table(_figures(components, view["seats"], tuple(view["options"]["vp_table"] or ())), view)
    weigh = {
        "settle": table.settle,
        "site": table.site,
        "draft": table.draft,
        "supply": table.supply,
        "build": table.build,
        "build_site": table.build_site,
        "discard": table.discard,
    }[view["phase"]]
    return [weigh(move) for move in moves]


@lru_cache
def _figures(components: Components, seats: int, vp_table: tuple[int, ...]) -> Figures:
    return read_figures(seats, {"vp_table": list(vp_table)}, components)


class _Table:
    """A view, as the seat looks at it."""

    def __init__(self, figures: Figures, view: Data) -> None:
        self.figures, self.view, self.ring = figures, view, view["ring"]
        self.seat: int = view["seat"]
        self.players: list[Data] = view["players"]
        self.me = self.players[self.seat]
        self.house: str = self.me["house"]
        self.rounds_left = figures.rounds - view["round"]
        self.offices = self._buildings("office")
        self.estates = self._buildings("estate")
        self.income = sum(self.ring[position]["house"] == self.house for position in self.estates)

    def _buildings(self, kind: str) -> list[int]:
        return [
            i
            for i, land in enumerate(self.ring)
            if land.get("owner") == self.seat and land["building"] == kind
        ]

    def _cp(self, position: int) -> int:
        return self.figures.cp[LANDS.index(self.ring[position]["land"])]

    def _vp(self, position: int, winners: int) -> int:
        """What a land pays each winner when it is lost."""
        return self.figures.vp[LANDS.index(self.ring[position]["land"])][winners - 1] if winners else 0

    def _men(self, house: str) -> int:
        return sum(player["house"] == house for player in self.players)

    # ---- where

    def settle(self, move: Data) -> float:
        """A rich land of the own house, beside more of it, pays a card a round for long."""
        return self._safety(move["position"])

    def _safety(self, position: int) -> float:
        own = [bool(self.ring[(position + step) % 12]["house"] == self.house) for step in (-2, -1, 0, 1, 2)]
        return 6.0 * own[2] + 2 * (own[1] + own[3]) + 0.5 * (own[0] + own[4]) + 0.2 * self._cp(position)

    def site(self, move: Data) -> float:
        """Where the own house wins most and risks least, own estates included."""
        here, there = move["position"], (move["position"] + 1) % 12
        mine, theirs = (here, there) if self.ring[here]["house"] == self.house else (there, here)
        men = self._men(self.house)
        cards = sum(
            player["hand_size"] * (1 if player["house"] == self.house else -1) for player in self.players
        )
        chance = _chance(self._cp(mine) - self._cp(theirs) + 2 * cards, 15)
        gain = self._vp(theirs, men) + (theirs in self.estates)
        loss = self._vp(mine, len(self.players) - men) + (mine in self.estates)
        return chance * gain - (1 - chance) * loss

    # ---- the conflict

    def _lead(self, side: str) -> int:
        """Conflict points on the table by which a house is ahead, without the own cards."""
        border = self.view["border"]
        lead = 0
        for position in (border, (border + 1) % 12):
            lead += self._cp(position) * (1 if self.ring[position]["house"] == side else -1)
        for seat, player in enumerate(self.players):
            if seat != self.seat:
                lead += sum(player["laid"]) * (1 if player["house"] == side else -1)
        return lead

    def _stake(self, side: str) -> float:
        """Points between winning and losing on a side."""
        border = self.view["border"]
        lost = next(p for p in (border, (border + 1) % 12) if self.ring[p]["house"] != side)
        others = sum(player["house"] == side for i, player in enumerate(self.players) if i != self.seat)
        return self._vp(lost, others + 1)

    def _unanimous(self) -> bool:
        return self._men(self.house) == len(self.players)

    def _switches(self, action: str) -> bool:
        turns = self.view["options"]["d5_turns_when_unanimous"] and self._unanimous()
        return action == "traitor" or (action == "diplomat_5" and turns)

    def draft(self, move: Data) -> float:
        """The Builder while estates pay, the Farmer with few cards, the Strategist's sure points, else the conflict."""
        action = move["action"]
        card = ACTIONS.index(action)
        other = "rose" if self.house == "eagle" else "eagle"
        side = other if self._switches(action) else self.house
        friends = sum(
            player["hand_size"] * (1 if player["house"] == side else -1)
            for seat, player in enumerate(self.players)
            if seat != self.seat
        )
        strength = 0.7 * sum(self.me["hand"]) + self.figures.action_cp[card]
        chance = _chance(self._lead(side) + strength + 0.6 * friends, 16)
        worth: float = self.figures.action_vp[card] + chance * self._stake(side)
        size: int = self.me["hand_size"]
        drawn = min(self.figures.action_cards[card] + (action != "farmer") * self.income, DRAW_LIMIT)
        held = min(size + drawn, HAND_LIMIT)
        if self.rounds_left:
            worth += 0.7 * min(held, 3) + 0.3 * max(held - 3, 0)
        else:
            worth += len(self.offices) * min(held, SCORED_CARDS)
        if action == "builder":
            worth += (
                max(self._building_worth(kind) for kind in ("place_estate", "place_office", "turn")) - 0.8
            )
        if action == "strategist" and self.rounds_left:
            worth += 0.5
        return worth

    def supply(self, move: Data) -> float:
        """What wins the conflict, with a little to spare; nothing where nothing can be changed."""
        side = self.house
        if self._switches(self.me["action"]):
            side = "rose" if side == "eagle" else "eagle"
        card = ACTIONS.index(self.me["action"])
        lead = self._lead(side) + sum(self.me["laid"]) + self.figures.action_cp[card]
        later = self._later(side)
        lay = self._best_supply(lead + 5 * later[0] - 2.5 * later[1], 6 + 0.3 * sum(later), self._stake(side))
        wanted = max(lay, default=0)
        return float(move.get("value", 0) == wanted)

    def _later(self, side: str) -> tuple[int, int]:
        """Cards of the seats that are yet to come, for and against a side."""
        seats, start = len(self.players), self.view["start_player"]
        mine = (self.seat - start) % seats
        for_, against = 0, 0
        for seat, player in enumerate(self.players):
            if (seat - start) % seats > mine:
                if player["house"] == side:
                    for_ += player["hand_size"]
                else:
                    against += player["hand_size"]
        return for_, against

    def _best_supply(self, lead: float, doubt: float, stake: float) -> list[int]:
        """The cards to lay, none if it is not worth them; a card laid now limits the next ones."""
        laid = self.me["laid"]
        hand = sorted((v for v in self.me["hand"] if not laid or v <= min(laid)), reverse=True)
        held = self.me["hand_size"]
        best, best_worth = list[int](), _chance(lead, doubt) * stake
        for bits in range(1, 1 << len(hand)):
            chosen = [value for i, value in enumerate(hand) if bits >> i & 1]
            worth = _chance(lead + sum(chosen), doubt) * stake - self._price(held, chosen)
            if worth > best_worth:
                best, best_worth = chosen, worth
        return best

    def _price(self, held: int, chosen: Sequence[int]) -> float:
        drawn = 3 if self.me["action"] == "farmer" else self.income + (self.me["action"] == "diplomat_2")
        before, after = (
            min(held + drawn, HAND_LIMIT),
            min(held - len(chosen) + drawn, HAND_LIMIT),
        )
        if self.rounds_left == 0:
            return len(self.offices) * (min(before, SCORED_CARDS) - min(after, SCORED_CARDS))
        return 0.3 * (before - after) + 0.08 * sum(chosen)

    # ---- building and discarding

    def _building_worth(self, kind: str) -> float:
        cards = min(self.me["hand_size"], SCORED_CARDS)
        if kind == "place_estate":
            return ESTATE * self.rounds_left if self.me["reserve"] and self.rounds_left else 0.0
        if kind == "nothing" or len(self.offices) == 2:
            return 0.0
        worth = cards if self.rounds_left == 0 else OFFICE
        if kind == "place_office":
            return worth if self.me["reserve"] else 0.0
        return worth if self.estates and self.rounds_left < TURNS else -1.0

    def build(self, move: Data) -> float:
        return self._building_worth(move["kind"])

    def build_site(self, move: Data) -> float:
        """Estates go where they are safe; offices where an estate would not be."""
        safety = self._safety(move["position"])
        if self.view["building"] == "place_estate":
            return safety
        return -safety - 20 * (move["position"] in self.offices)

    def discard(self, move: Data) -> float:
        """Cards of less than four are exchanged, but not for the last count."""
        value = move.get("value", 0)
        weak = [v for v in self.me["hand"] if v < 4][: self.view["may_discard"]]
        wanted = max(weak, default=0) if self.rounds_left else 0
        last = self.view.get("last_discard")
        if last is not None and wanted > last:
            wanted = max((v for v in weak if v <= last), default=0)
        return float(value == wanted)


def _chance(lead: float, doubt: float) -> float:
    """How likely a side wins that is ahead by so many conflict points."""
    return min(max(0.5 + lead / (2 * doubt), 0.0), 1.0)
