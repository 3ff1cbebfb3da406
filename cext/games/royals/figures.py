"""From a components file and options to the figures the compiled rules work with; every figure is checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eminence.cext.core.components import Components
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.face import Data
from eminence.cext.core.fields import Reader
from eminence.cext.games.royals.state import Title
from eminence.cext.games.royals.words import COUNTRIES, INTRIGUES, PERIODS, TITLES

MAX_CARDS = 120  # country cards in play, as the logs of the rules have room for
MAX_INTRIGUE_CARDS = 40
MAX_CITIES = 16
MAX_POSITIONS = 32
MAX_COST = 15
MAX_POINTS = 99
MAX_INFLUENCE = 250
# Least country cards outside full hands: a display, a final round of draws and some deck.
CARDS_OUTSIDE_HANDS = 24


@dataclass(frozen=True)
class Board:
    """The names on the board, in the order of the components file."""

    cities: tuple[str, ...]
    positions: tuple[tuple[int, int], ...]  # city and title of each position

    def find(self, city: int, title: int) -> int | None:
        return self.positions.index((city, title)) if (city, title) in self.positions else None

    def positions_of(self, city: int) -> list[int]:
        return [position for position, (there, _) in enumerate(self.positions) if there == city]


def board_names(components: Components) -> Board:
    """The names of a components file that `read_figures` has accepted."""
    cities = tuple(str(record["id"]) for record in components.records("cities"))
    positions = components.records("positions")
    return Board(cities, tuple((cities.index(p["city"]), TITLES.index(p["title"])) for p in positions))


def read_figures(seats: int, options: Data, components: Components) -> dict[str, Any]:
    """The fields of the context struct, masks excepted."""
    tables = _Tables(components)
    setup = tables.one("setup", str(seats))
    house_set = f"noble_house_{options['noble_house_set']}"
    house = setup.ints(house_set, range(0, 4), 0, MAX_POINTS)
    if house != sorted(house, reverse=True):
        setup.fail(house_set, "must be in descending order")
    return {
        "seats": seats,
        "start": options["start_player"],
        "cubes": setup.int("cubes", 2, 250),
        "strict": options["cube_supply"] == "strict",
        "full_first_turn": options["first_turn"] == "full",
        "house_count": len(house),
        "house": _pad(house, 3),
        "first_draw": _pad(setup.ints("first_draws", seats, 1, 3), 5),
        "cards": _country_cards(tables, seats, options) + _intrigue_cards(tables),
        "shows": [1 << k for k in range(len(COUNTRIES))] + _shown(tables),
        "title_points": [
            [t.int("whole", 0, MAX_POINTS), t.int("half", 0, MAX_POINTS)] for t in tables.titles()
        ],
        "country_points": [_pair(c, "bonus") for c in tables.countries()],
        "period_points": [[_pair(c, f"period_{year}") for c in tables.countries()] for year in PERIODS],
        **_board(tables, options["king_intrigue"]),
    }


class _Tables:
    """The records of a components file as readers whose complaints name the record."""

    def __init__(self, components: Components) -> None:
        self.components = components

    def all(self, table: str) -> list[Reader]:
        return [
            Reader(record, f"{self.components.origin}: tables.{table}.records[{i}]")
            for i, record in enumerate(self.components.records(table))
        ]

    def one(self, table: str, id: str) -> Reader:
        for reader in self.all(table):
            if reader.data["id"] == id:
                return reader
        raise InvalidInput(f"{self.components.origin}: tables.{table}", f"has no record {id!r}")

    def fixed(self, table: str, ids: tuple[str, ...]) -> list[Reader]:
        """The records of a table whose ids and order are given by the rules."""
        readers = self.all(table)
        if tuple(reader.data["id"] for reader in readers) != ids:
            raise InvalidInput(
                f"{self.components.origin}: tables.{table}", f"must have the records {', '.join(ids)}"
            )
        return readers

    def countries(self) -> list[Reader]:
        return self.fixed("countries", COUNTRIES)

    def titles(self) -> list[Reader]:
        return self.fixed("titles", TITLES)


def _pad(values: list[int], length: int) -> list[int]:
    return values + [0] * (length - len(values))


def _pair(reader: Reader, name: str) -> list[int]:
    """Points of a higher and a lower marker."""
    points = reader.ints(name, 2, 0, MAX_POINTS)
    if points[1] > points[0]:
        reader.fail(name, "must not rise")
    return points


def _country_cards(tables: _Tables, seats: int, options: Data) -> list[int]:
    cards = []
    for k, country in enumerate(tables.countries()):
        printed = country.int("cards", 0, 60)
        if COUNTRIES[k] == "britain" and options["britain_cards"] != 22:
            printed = options["britain_cards"]
        removed = country.ints("removed", 4, 0, 60)[seats - 2]
        if removed > printed:
            country.fail("removed", f"removes {removed} of {printed} cards")
        cards.append(printed - removed)
    least = 12 * seats + CARDS_OUTSIDE_HANDS
    if not least <= sum(cards) <= MAX_CARDS:
        raise InvalidInput(
            f"{tables.components.origin}: tables.countries",
            f"must leave {least} to {MAX_CARDS} cards in play with {seats} seats, not {sum(cards)}",
        )
    return cards


def _intrigue_cards(tables: _Tables) -> list[int]:
    cards = [kind.int("cards", 0, 40) for kind in tables.fixed("intrigue", INTRIGUES)]
    if not 21 <= sum(cards) <= MAX_INTRIGUE_CARDS:
        raise InvalidInput(
            f"{tables.components.origin}: tables.intrigue",
            f"must have 21 to {MAX_INTRIGUE_CARDS} cards in all",
        )
    return cards


def _shown(tables: _Tables) -> list[int]:
    """The countries on each intrigue card, one bit each."""
    shown = []
    for kind in tables.fixed("intrigue", INTRIGUES):
        countries = kind.choices("countries", 2, COUNTRIES)
        shown.append(1 << countries[0] | 1 << countries[1])
    return shown


def _board(tables: _Tables, king_intrigue: int) -> dict[str, Any]:
    """Cities and positions."""
    cities, positions = tables.all("cities"), tables.all("positions")
    origin = tables.components.origin
    if not 1 <= len(cities) <= MAX_CITIES:
        raise InvalidInput(f"{origin}: tables.cities", f"must have 1 to {MAX_CITIES} records")
    if not 1 <= len(positions) <= MAX_POSITIONS:
        raise InvalidInput(f"{origin}: tables.positions", f"must have 1 to {MAX_POSITIONS} records")
    names = [str(city.data["id"]) for city in cities]
    city_country = [city.choice("country", COUNTRIES) for city in cities]
    if len(set(names)) < len(names) or set(city_country) != set(range(len(COUNTRIES))):
        raise InvalidInput(f"{origin}: tables.cities", "must have different ids and a city in every country")
    city = [position.choice("city", names) for position in positions]
    title = [position.choice("title", TITLES) for position in positions]
    for k, position in enumerate(positions):
        if (city[k], title[k]) in zip(city[:k], title[:k], strict=True):
            position.fail("title", "is already in this city")
        if city.count(city[k]) > 2:
            position.fail("city", "has more than two positions")
    if set(city) != set(range(len(names))) or set(title) != set(range(len(TITLES))):
        raise InvalidInput(f"{origin}: tables.positions", "must have every city and every title")
    influence = [position.int("influence", 1, 15) for position in positions]
    if sum(influence) > MAX_INFLUENCE:
        raise InvalidInput(
            f"{origin}: tables.positions", f"must not have more than {MAX_INFLUENCE} influence in all"
        )
    cost = [t.int("cost", 1, MAX_COST) for t in tables.titles()]
    return {
        "cities": len(cities),
        "positions": len(positions),
        "city_country": _pad(city_country, MAX_CITIES),
        "city_points": _pad([c.int("points", 0, MAX_POINTS) for c in cities], MAX_CITIES),
        "position_city": _pad(city, MAX_POSITIONS),
        "position_country": _pad([city_country[c] for c in city], MAX_POSITIONS),
        "position_title": _pad(title, MAX_POSITIONS),
        "position_cost": _pad([cost[t] for t in title], MAX_POSITIONS),
        "position_influence": _pad(influence, MAX_POSITIONS),
        "position_intrigue": _pad([king_intrigue if t == Title.KING else 1 for t in title], MAX_POSITIONS),
    }
