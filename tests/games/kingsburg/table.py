"""Positions for the tests, built by changing a record of zeros, and played on by the texts of moves."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from eminence.bots import Event, Game
from eminence.cext.core.stream import Stream
from eminence.cext.games.kingsburg import state
from eminence.cext.games.kingsburg.reading_common import blank_record
from eminence.cext.games.kingsburg.state import NEUTRAL
from eminence.cext.games.kingsburg.views import building_word
from eminence.cext.games.kingsburg.words import BUILDINGS, PHASES, SEASONS

KINDS = ("gold", "wood", "stone", "tokens", "soldiers", "vp")


@lru_cache
def _game(seats: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return Game("kingsburg", seats, dict(options))


def game(seats: int = 4, **options: Any) -> Game:
    return _game(seats, tuple(sorted(options.items())))


class Position:
    """A state that is easy to arrange and to look at."""

    def __init__(self, table: Game, record: dict[str, Any]) -> None:
        self.game, self.record = table, record

    @property
    def packed(self) -> bytes:
        return self.game.kernel.pack(self.record)

    @property
    def phase(self) -> str:
        return PHASES[self.record["phase"]]

    @property
    def actor(self) -> int | None:
        return self.game.kernel.actor(self.packed)

    @property
    def season(self) -> str:
        return SEASONS[self.record["season"]]

    @property
    def codes(self) -> list[int]:
        return self.game.kernel.moves(self.packed)

    @property
    def texts(self) -> list[str]:
        return [self.game.face.move_text(self.game.kernel, self.record, code) for code in self.codes]

    def own(self, seat: int) -> dict[str, int]:
        return dict(zip(KINDS, self.record["own"][seat], strict=True))

    def goods(self, seat: int) -> tuple[int, int, int]:
        gold, wood, stone = self.record["own"][seat][:3]
        return gold, wood, stone

    def vp(self, seat: int) -> int:
        return int(self.record["own"][seat][5])

    def buildings(self, seat: int) -> set[str]:
        cells = [cell for cell in range(state.CELLS) if self.record["built"][seat] >> cell & 1]
        return {building_word(self.record, seat, cell) for cell in cells}

    # ---- arranging; each returns the position

    def give(self, seat: int, **amounts: int) -> Position:
        for kind, amount in amounts.items():
            self.record["own"][seat][KINDS.index(kind)] = amount
        return self

    def build(self, seat: int, *names: str) -> Position:
        """Buildings with everything on their left; those of an alternative row replace the printed row."""
        for name in names:
            cell = self._cell(seat, name)
            for left in range(cell - cell % 4, cell + 1):
                self.record["built"][seat] |= 1 << left
        return self

    def only(self, seat: int, *names: str) -> Position:
        """Buildings exactly as named."""
        for name in names:
            self.record["built"][seat] |= 1 << self._cell(seat, name)
        return self

    def _cell(self, seat: int, name: str) -> int:
        plane, cell = divmod(BUILDINGS.index(name), state.CELLS)
        if plane:
            self.record["strips"][seat] |= 0b1111 << cell - cell % 4
        return cell

    def govern(self, seat: int, name: str) -> Position:
        """Gives a seat a governor; the other seats get some that do nothing in most tests."""
        numbers = {card.id: number for number, card in enumerate(self.game.kernel.figures.governors)}
        quiet = [
            numbers[one] for one in ("fairy", "heiress", "innkeeper", "paladin", "astrologer") if one != name
        ]
        for other in range(self.game.seats):
            if not self.record["governor"][other]:
                self.record["governor"][other] = quiet[other]
        self.record["governor"][seat] = numbers[name]
        return self

    def fate(self, name: str) -> Position:
        """This year's fate card; earlier years had the first others."""
        cards = [card.id for card in self.game.kernel.figures.fates]
        self.record["fate"] = cards.index(name)
        gone = [number for number in range(1, len(cards)) if number != cards.index(name)]
        self.record["fates"] = 1 << cards.index(name) | sum(
            1 << number for number in gone[: self.record["year"]]
        )
        return self

    def side(self, seat: int, name: str) -> Position:
        """People a seat sides with."""
        self.record["people"][seat] = [card.id for card in self.game.kernel.figures.people].index(name)
        return self

    def valley(self, name: str) -> Position:
        """Puts a card on top of the Valley deck."""
        cards = self.game.kernel.figures.cards[self.record["year"]]
        self.record["valley"][self.record["year"]] = 1 + cards.index(name)
        return self

    def all_goods(self, amount: int = 0) -> Position:
        """Everybody has the same number of each good."""
        for seat in range(self.game.seats):
            self.give(seat, gold=amount, wood=amount, stone=amount)
        return self

    def dice(self, seat: int, coloured: list[int], white: list[int] | None = None) -> Position:
        white = white or []
        self.record["dice"][seat] = [
            *sorted(coloured),
            *[0] * (3 - len(coloured)),
            *sorted(white),
            *[0] * (5 - len(white)),
        ]
        return self

    def group(self, advisor: int, seat: int | None) -> Position:
        owner = NEUTRAL if seat is None else 1 + seat
        if self.record["group"][advisor - 1]:
            self.record["second_advisor"], self.record["second_owner"] = advisor, owner
        else:
            self.record["group"][advisor - 1] = owner
        self.record["influenced"] |= 1 << advisor
        return self

    def set(self, **fields: Any) -> Position:
        self.record |= fields
        return self

    def card(self, name: str) -> Position:
        """Puts an invader card on top."""
        cards = self.game.kernel.figures.cards[self.record["year"]]
        self.record["invaders"][self.record["year"]] = 1 + cards.index(name)
        return self

    # ---- playing

    def play(self, *texts: str, seed: object = 0) -> Position:
        position = self
        for text in texts:
            code = self.game.face.find_move(self.game.kernel, position.packed, text)
            after = self.game.kernel.play(position.packed, code, Stream(seed, text))
            position = Position(self.game, self.game.kernel.unpack(after))
        return position

    def told(self, *texts: str, seed: object = 0) -> tuple[Event, ...]:
        """What happens with the last of some moves."""
        before = self.play(*texts[:-1], seed=seed)
        code = self.game.face.find_move(self.game.kernel, before.packed, texts[-1])
        _, events = self.game.kernel.play_told(before.packed, code, Stream(seed, texts[-1]))
        return self.game.events(events)

    def reaches(self, text: str, wanted: Any, seeds: int = 400) -> Position:
        """Plays a move with the first of many seeds whose outcome is wanted."""
        for seed in range(seeds):
            position = self.play(text, seed=seed)
            if wanted(position):
                return position
        raise AssertionError(f"{text} never led there")


def position(
    phase: str,
    actor: int = 0,
    *,
    seats: int = 4,
    season: str | None = None,
    year: int = 1,
    order: tuple[int, ...] = (),
    **options: Any,
) -> Position:
    """A position in which nobody owns anything."""
    table = game(seats, **options)
    record = blank_record()
    turns = list(order or range(seats))
    record["order"] = turns + [0] * (5 - seats)
    record["phase"] = PHASES.index(phase)
    record["actor"] = actor
    record["turn"] = turns.index(actor)
    record["year"] = year - 1
    winter = record["phase"] >= PHASES.index("recruit")
    record["season"] = SEASONS.index(season or ("winter" if winter else "spring"))
    for one in range(year - 1, 5):
        record["invaders"][one] = 1
        record["valley"][one] = 2 if options.get("scenario") == "goblin_valley" else 0
    if options.get("module5"):
        for seat in range(seats):
            record["tokens"][seat] = 0b111111 >> (year - 1) << (year - 1)
    return Position(table, record)


def placing(actor: int = 0, **more: Any) -> Position:
    """Everybody but the actor has passed; he has dice still to be given."""
    table = position("place", actor, **more)
    everybody = (1 << table.game.seats) - 1
    return table.set(passed=everybody ^ (1 << actor))


def helped(advisor: int, owner: int = 0, **more: Any) -> Position:
    """A group of one seat on one advisor, just before the help: the last seat passes."""
    table = placing(owner, **more).group(advisor, owner).dice(owner, [6, 6, 6])
    return table


def battle(reinforcement: int = 0, **more: Any) -> Position:
    """The moment before the battle: the last seat in turn order keeps its reinforcement."""
    seats = more.get("seats", 4)
    order = more.get("order") or tuple(range(seats))
    table = position("academy", order[-1], **more)
    table.record["reinforcement"] = [reinforcement] * seats + [0] * (5 - seats)
    table.record["die"] = 9
    return table


def season_end(**more: Any) -> Position:
    """The last seat in turn order has nothing more to do at the end of a season."""
    seats = more.get("seats", 4)
    order = more.get("order") or tuple(range(seats))
    return position("effect", order[-1], **more)
