"""Rules of thumb of Royals: first into the cities, majorities, cards of the country that is nearly enough."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.face import Data

INFLUENCE = 2.0  # a point of influence, over the periods to come
NEW_TITLE = 2.5  # a first cube on a title: the Noble House needs all of them
MORE_TITLE = 1.0
NEW_CITY = 1.0  # on the way to a Country marker
RIVAL = 1.0  # taken from another
CARD = 1.4  # what a card is worth in hand
INTRIGUE = 2.0
FULL = 9  # from so many cards on they are better used than kept


def sensible(view: Data, moves: Sequence[Data]) -> list[float] | None:
    """What each legal move is worth to a decent player, in points or thereabouts."""
    table = _Table(view)
    if view["phase"] == "draw_mode":
        wants_intrigue = view["period"] > 1 and table.me["intrigue_size"] < 2
        return [float((move["action"] == "draw_one_each") == wants_intrigue) for move in moves]
    if view["phase"] == "draw":
        return [table.card(move.get("country")) for move in moves]
    if view["phase"] == "play":
        return [table.placement(move) for move in moves]
    return None


class _Table:
    """A view, as the seat looks at it."""

    def __init__(self, view: Data) -> None:
        self.view = view
        self.seat: int = view["seat"]
        self.me: Data = view["players"][self.seat]
        self.hand: Data = self.me["hand"]
        self.cities = {city["city"]: city for city in view["cities"]}

    def _worth(self, city: Data, position: Data) -> float:
        """What a position brings: the city's marker, influence, its title, the way to a whole country."""
        worth: float = INFLUENCE * position["influence"] * (4 - self.view["period"]) / 2
        worth += city["points"] * city["marker"]
        worth += MORE_TITLE if self.me["title_cubes"][position["title"]] else NEW_TITLE
        is_here = city["displaced"][self.seat] or any(p.get("holder") == self.seat for p in city["positions"])
        worth += 0 if is_here else NEW_CITY
        return worth + (RIVAL - INTRIGUE if position.get("holder") is not None else 0)

    def placement(self, move: Data) -> float:
        """Worth less cards; to end the turn is worth nothing."""
        if move["action"] == "end_turn":
            return 0.0
        city = self.cities[move["target"]["city"]]
        position = next(p for p in city["positions"] if p["title"] == move["target"]["title"])
        missing = max(position["cost"] - self.hand[city["country"]], 0)
        cards: int = position["cost"] + 2 * missing
        worth = self._worth(city, position)
        if self.view["final_round"]:
            return worth
        return worth - CARD * cards * (0.5 if self.me["hand_size"] >= FULL else 1.0)

    def card(self, country: str | None) -> float:
        """A card of a country by the best position it brings nearer; from the deck it may be any."""
        if country is None:
            worths = [self.card(name) for name in self.hand]
            return 0.9 * sum(worths) / len(worths)
        best = 0.0
        for city in self.view["cities"]:
            for position in city["positions"]:
                missing = position["cost"] - self.hand[country]
                is_open = city["country"] == country and position.get("holder") is None
                if is_open and missing > 0:
                    best = max(best, self._worth(city, position) / (1 + missing))
        return best
