"""A hidden state of Royals as plain data, field by field the message RoyalsView."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eminence.cext.core.face import Data, Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.notation import position_data
from eminence.cext.games.royals.state import Logged
from eminence.cext.games.royals.words import COUNTRIES, INTRIGUES, MARKERS, PHASES, TITLES


@dataclass(frozen=True)
class Suit:
    """One of the two suits: where its figures are in a record and how its fields are called in a view."""

    index: int
    first: int  # its first card kind
    words: tuple[str, ...]
    deck: str
    discards: str
    hand: str
    size: str
    kind: str
    lowest: str
    memory: str
    log: str  # in a record

    @property
    def kinds(self) -> slice:
        return slice(self.first, self.first + len(self.words))

    def data(self, counts: Sequence[int]) -> Data:
        """Counts of all ten kinds as a message with the counts of this suit."""
        return dict(zip(self.words, counts[self.kinds], strict=True))


COUNTRY = Suit(
    0,
    0,
    COUNTRIES,
    "deck_size",
    "discards",
    "hand",
    "hand_size",
    "country",
    "lowest_country",
    "memory",
    "country_log",
)
INTRIGUE = Suit(
    1,
    len(COUNTRIES),
    INTRIGUES,
    "intrigue_deck_size",
    "intrigue_discards",
    "intrigue",
    "intrigue_size",
    "intrigue",
    "lowest_intrigue",
    "intrigue_memory",
    "intrigue_log",
)
SUITS = (COUNTRY, INTRIGUE)
HAND_LIMITS = (12, 4)  # cards of the suits at the end of a turn
TURN_LIMITS = (15, 5)  # inside a turn


def read_counts(reader: Reader, name: str, words: Sequence[str], high: int = 250) -> list[int]:
    """A message of counts, one field per word."""
    counts = reader.object(name)
    found = [counts.int(word, 0, high) for word in words]
    counts.done()
    return found


# Fields that belong to some phases only
DRAWS = ("draw",)
TARGETS = ("intrigue_jokers", "pay_intrigue", "jokers", "pay")
PICKS = {"pay_intrigue": INTRIGUE, "pay": COUNTRY, "discard": COUNTRY, "discard_intrigue": INTRIGUE}
MATCHING = ("pay_intrigue",)


def view_data(kernel: RoyalsKernel, record: Record, seat: int) -> Data:
    phase = PHASES[record["phase"]]
    data: Data = {
        "phase": phase,
        "active_seat": record["active"],
        "turn": record["turn"],
        "period": record["period"] + 1,
        "final_round": bool(record["final_round"]),
    }
    if phase in DRAWS:
        data["draws_left"] = record["draws_left"]
    if phase in TARGETS:
        data["target"] = position_data(kernel, record["target"])
    if phase in PICKS:
        suit = PICKS[phase]
        data["picks_left"] = record["picks_left"]
        data[suit.lowest] = suit.words[record["floor"] - suit.first]
    if phase in MATCHING:
        data["matching_left"] = record["matching_left"]
    data["display"] = dict(zip(COUNTRIES, record["display"], strict=True))
    for suit in SUITS:
        data[suit.deck] = record["deck_size"][suit.index]
        data[suit.discards] = suit.data(record["discards"])
    data["cities"] = [_city_data(kernel, record, city) for city in range(kernel.figures["cities"])]
    data["players"] = [_seat_data(kernel, record, other, seat) for other in range(kernel.seats)]
    for suit in SUITS:
        data[suit.memory] = _memory_data(kernel, record, seat, suit)
    return data


def _city_data(kernel: RoyalsKernel, record: Record, city: int) -> Data:
    figures, board = kernel.figures, kernel.board
    positions = []
    for position in range(figures["positions"]):
        if board.positions[position][0] != city:
            continue
        entry: Data = {
            "title": TITLES[board.positions[position][1]],
            "cost": figures["position_cost"][position],
            "influence": figures["position_influence"][position],
        }
        for seat in range(kernel.seats):
            if record["held"][seat] >> position & 1:
                entry["holder"] = seat
        positions.append(entry)
    return {
        "city": board.cities[city],
        "country": COUNTRIES[figures["city_country"][city]],
        "points": figures["city_points"][city],
        "marker": not any("holder" in entry for entry in positions),
        "positions": positions,
        "displaced": [record["displaced"][s][city] for s in range(kernel.seats)],
    }


def _seat_data(kernel: RoyalsKernel, record: Record, seat: int, viewer: int) -> Data:
    markers = zip(COUNTRIES, record["country_marker"][seat], strict=True)
    data: Data = {
        "score": record["score"][seat],
        "cubes": kernel.figures["cubes"] - 2 * record["placements"][seat],
        "title_cubes": dict(zip(TITLES, record["title_cubes"][seat], strict=True)),
        "country_markers": {country: MARKERS[marker - 1] for country, marker in markers if marker},
    }
    if record["house"][seat]:
        data["noble_house"] = record["house"][seat]
    for suit in SUITS:
        data[suit.size] = record["hand_size"][suit.index][seat]
        if seat == viewer:
            data[suit.hand] = suit.data(record["hand"][seat])
    return data


def _memory_data(kernel: RoyalsKernel, record: Record, seat: int, suit: Suit) -> Data:
    generations = []
    for g, events in enumerate(_events(record, suit)):
        generation: Data = {"unseen": suit.data(record["unseen"][g]), "events": events}
        if g:
            generation["kept"] = suit.data(record["kept"][seat][g])
        generations.append(generation)
    return {
        "players": [{"known": suit.data(record["known"][s])} for s in range(kernel.seats)],
        "generations": generations,
    }


def _events(record: Record, suit: Suit) -> list[list[Data]]:
    """The log by generations; runs of the same event are one."""
    generations: list[list[Data]] = [[]]
    for entry in record[suit.log][: record["log_size"][suit.index]]:
        event, seat, count = entry & 7, entry >> 3 & 7, (entry >> 6) + 1
        if event == Logged.SHUFFLED:
            generations.append([])
            continue
        data: Data = {"seat": seat} if event == Logged.DREW else {"seat": seat, suit.kind: suit.words[event]}
        events = generations[-1]
        if events and events[-1] == data | {"count": events[-1]["count"]}:
            events[-1]["count"] += count
        else:
            events.append(data | {"count": count})
    return generations
