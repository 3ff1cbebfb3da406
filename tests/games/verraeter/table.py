"""Positions of Verräter for tests: a table that is set up by hand and played by notation."""

from __future__ import annotations

from typing import Any

from eminence.bots import Game, State
from eminence.cext.core.stream import Stream
from eminence.cext.games.verraeter.words import PHASES, counts, minus

ACTIONS = ("", "T", "D2", "D5", "B", "S", "F")
LANDS = ("OED", "WEI", "FLU", "WAL", "DOR", "STA")
# The ring of the test vectors (V-8).
RING_X = "FLU-E STA-R WAL-R WEI-E DOR-E OED-R STA-E DOR-R WEI-R FLU-R OED-E WAL-E"


class Table:
    """A position that changes in place."""

    def __init__(
        self, seats: int = 4, *, seed: object = 0, ring: str | None = RING_X, **options: Any
    ) -> None:
        self.game = Game("verraeter", seats, options)
        self.kernel = self.game.kernel
        self.figures = self.kernel.figures
        self.seats = seats
        self.stream = Stream(seed, "table")
        self.packed = self.kernel.setup(Stream(seed, "setup"))
        if ring is not None:
            self.set(ring=ring, start=0)

    def __getattr__(self, name: str) -> Any:
        """Fields of the record, cut to the seats there are."""
        value = self.kernel.unpack(self.packed)[name]
        return value[: self.seats] if isinstance(value, list) and len(value) == 4 else value

    def set(self, **fields: Any) -> Table:
        """Changes the record. Hands, laid and discarded cards are given by value, kept cards by text."""
        record = self.kernel.unpack(self.packed)
        if "start" in fields:
            start = record["start"] = fields.pop("start")
            record["actor"] = start
            chooser = (start + 1) % self.seats
            record["strategist"] = (
                start if self.game.options["first_strategist"] == "start_player" else chooser
            )
            record["house"] = [(seat - start) % self.seats % 2 for seat in range(self.seats)] + [0] * (
                4 - self.seats
            )
        if "ring" in fields:
            cards = [card.split("-") for card in fields.pop("ring").split()]
            record["land"] = [LANDS.index(land) for land, _ in cards]
            record["rose"] = sum((house == "R") << i for i, (_, house) in enumerate(cards))
        if "houses" in fields:
            record["house"] = self._pad(["ER".index(house) for house in fields.pop("houses")], 0)
        if "kept" in fields:
            self._keep(record, fields.pop("kept"), fields.pop("removed", None))
        if {"hands", "laid", "discard"} & set(fields):
            self._supply(
                record, fields.pop("hands", None), fields.pop("laid", None), fields.pop("discard", [])
            )
        if "phase" in fields:
            record["phase"] = PHASES.index(fields.pop("phase"))
            record["cap"] = 5 if PHASES[record["phase"]] in ("supply", "discard") else 0
            if PHASES[record["phase"]] not in ("draft", "supply"):
                record["seen"] = [0] * 4
        for places in ("estates", "offices"):
            if places in fields:
                bits = [sum(1 << position for position in own) for own in fields.pop(places)]
                record[places] = self._pad(bits, 0)
        for name, value in fields.items():
            by_seat = isinstance(value, list) and len(value) == self.seats
            record[name] = (
                self._pad(value, [0] * 6 if isinstance(value[0], list) else 0) if by_seat else value
            )
        self.packed = self.kernel.pack(record)
        return self

    def _pad(self, values: list[Any], filler: Any) -> list[Any]:
        return values + [filler] * (4 - len(values))

    def _keep(self, record: dict[str, Any], kept: list[str], removed: str | None) -> None:
        record["kept"] = self._pad([ACTIONS.index(text) for text in kept], 0)
        rest = [card for card in range(1, 7) if card not in record["kept"]]
        pack = 0x7E & ~(1 << (ACTIONS.index(removed) if removed else rest[0]))
        for place in range(self.seats):
            seat = (record["start"] + place) % self.seats
            record["seen"][seat] = pack
            pack &= ~(1 << record["kept"][seat])

    def _supply(self, record: dict[str, Any], hands: Any, laid: Any, discard: list[int]) -> None:
        """Puts the cards as given and the rest into the deck; all hands count as drawn from it (one pool)."""
        empty: list[list[int]] = [[] for _ in range(self.seats)]
        record["hand"] = self._pad([self.kinds(hand) for hand in hands or empty], [0] * 6)
        record["laid"] = self._pad([self.kinds(cards) for cards in laid or empty], [0] * 6)
        record["discard"] = self.kinds(discard)
        fresh = minus(self.figures.count, record["discard"])
        for cards in record["laid"]:
            fresh = minus(fresh, cards)
        deck = fresh
        for hand in record["hand"]:
            deck = minus(deck, hand)
        assert min(deck) >= 0
        record |= {"fresh": fresh, "deck": deck, "deck_size": sum(deck), "drawn": record["hand"], "apart": 0}
        record["hand_size"] = record["new_size"] = [sum(hand) for hand in record["hand"]]
        record |= {"old": [[0] * 6] * 4, "old_size": [0] * 4, "reveals": [0] * 24, "reveal_count": 0}

    def kinds(self, values: list[int]) -> list[int]:
        return counts(self.figures.value.index(value) for value in values)

    def values(self, kinds: list[int]) -> list[int]:
        return [value for value, n in zip(self.figures.value, kinds, strict=True) for _ in range(n)]

    def play(self, *texts: str) -> Table:
        for text in texts:
            move = self.game.face.find_move(self.kernel, self.packed, text)
            self.packed = self.kernel.play(self.packed, move, self.stream)
        return self

    @property
    def state(self) -> State:
        return State(self.game, self.packed, 0, 0)

    @property
    def options(self) -> list[str]:
        return [move.text for move in self.state.moves]

    @property
    def now(self) -> str:
        return PHASES[self.phase]

    def view(self, seat: int) -> dict[str, Any]:
        return self.state.view(seat).data

    def sample(self, seat: int, seed: object = 0) -> Table:
        """A world the seat holds possible, as a table of its own."""
        world = object.__new__(Table)
        world.__dict__ |= self.__dict__
        world.packed = self.kernel.sample(self.packed, seat, Stream(seed, "sample"))
        return world

    def hand_of(self, seat: int) -> list[int]:
        return self.values(self.hand[seat])


def fight(seats: int = 4, **fields: Any) -> Table:
    """A table in the supply phase of round 2 at the border 0-1 of ring X; only the last seat has a card, a 2."""
    options = fields.pop("with_options", {})
    table = Table(seats, **options)
    hands = fields.pop("hands", [[] for _ in range(seats - 1)] + [[2]])
    position = {
        "round": 2,
        "start": 0,
        "border": 0,
        "kept": ["B", "S", "F", "D2"][:seats],
        "estates": [[6], [3], [4], [7]][:seats],
    }
    table.set(**(position | {"hands": hands, "phase": "supply"} | fields))
    actor = next(seat for seat in range(seats) if table.hand_size[(table.start + seat) % seats])
    return table.set(actor=(table.start + actor) % seats)


def settled(seats: int = 4, **options: Any) -> Table:
    """A table at the first site: estates at 6, 0, 4 and 7 as in V-8.1."""
    return Table(seats, **options).play(*("@6", "@0", "@4", "@7")[:seats])
