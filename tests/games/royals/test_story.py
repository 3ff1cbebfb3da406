"""What the journal of Royals tells, of whom, to whom and in which words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from games.royals.table import Record, position, table, world
from games.royals.test_setup import changed
from story_scenes import Scene, Told, each

from eminence.bots import Event, Game, State
from eminence.cext.core.stream import Stream
from eminence.cext.games.royals.words import COUNTRIES, EVENTS, INTRIGUES, TITLES

GAME = Game("royals", 3)
KERNEL = table(3)
OWN_EYES = frozenset({0})
TITLES_BUT_MARSHAL = {(0, title): 1 for title in range(1, 7)}


def at(
    hand: str, game: Game = GAME, *, held: dict[str, int] | None = None, seat: int = 0, **fields: Any
) -> State:
    """The seat may place, or what `fields` say; positions held are given by their texts."""
    places = {position(KERNEL, *text.split("-")): holder for text, holder in (held or {}).items()}
    return state_of(world(KERNEL, {seat: hand}, active=seat, held=places, **fields), game)


def state_of(record: Record, game: Game = GAME) -> State:
    return game.restore(KERNEL.pack(record), 0, 0)


def period_ends(held: dict[str, int], **fields: Any) -> State:
    """Seat 0 may end the turn and with it the period: a card is missing in the display, and the deck is empty."""
    return at("F1", held=held, display="F2", deck="", **fields)


def game_ends(score: tuple[int, int, int] = (0, 0, 0), **fields: Any) -> State:
    """The same for the last turn of the game."""
    return at("F1", seat=2, display="F2", deck="", period=2, score=[*score, 0, 0], **fields)


def intrigue_deck(deck: list[int]) -> State:
    record = world(KERNEL, phase="draw_mode")
    record["deck"][4:] = record["unseen"][0][4:] = deck
    record["discards"][4:] = [4 - count for count in deck]
    record["deck_size"][1] = sum(deck)
    return state_of(record)


LYON = at("F3")
SEIZE = at("F1 B1 S1 FG1", held={"munich-marshal": 1})
FRANCE = {"paris-king": 0, "nantes-cardinal": 1, "lyon-cardinal": 2}
GERMANY = {"berlin-duke": 0, "munich-marshal": 0, "cologne-cardinal": 1, "cologne-baron": 1}
EQUAL_CITIES = Game("royals", 3, components=changed("cities", 1, points=4))  # Nantes as Lyon
CARDINALS = {"nantes-cardinal": 1, "lyon-cardinal": 0}
LONDON = at("B1", held={"london-princess": 0}, displaced={(0, KERNEL.board.cities.index("edinburgh")): 1})

SCENES = {
    "turn_begins": [Scene(LYON, "end", [Told(1, 0, {"turn": 5}, "Turn 5: seat 1.")])],
    "taken": [
        Scene(
            at("", phase="draw", draws_left=3, display="F2 S1", deck=""),
            "+S",
            [Told(0, 0, {"cards": ["france", "france"]}, "Seat 0 takes 2 France from the display.")],
        )
    ],
    "drawn": [
        Scene(
            at("", phase="draw", draws_left=2, deck="G1"),
            "+deck",
            [Told(0, 0, {"card": "german_states"}, "Seat 0 draws German States.", OWN_EYES)],
        ),
        Scene(
            intrigue_deck([0, 0, 0, 0, 0, 4]),
            "1c1i",
            [Told(0, 0, {"card": "britain_spain"}, "Seat 0 draws intrigue BS.", OWN_EYES)],
        ),
    ],
    "paid": [
        Scene(LYON, "lyon-countess", [Told(0, 0, {"cards": ["france"] * 3}, "Seat 0 pays 3 France.")]),
        Scene(
            SEIZE,
            "munich-marshal",
            [
                Told(
                    0,
                    0,
                    {"cards": ["france", "britain", "spain", "france_german_states"]},
                    "Seat 0 pays France, Britain, Spain, intrigue FG.",
                )
            ],
        ),
    ],
    "discarded": [
        Scene(at("F14"), "end", [Told(0, 0, {"cards": ["france"] * 2}, "Seat 0 discards 2 France.")]),
    ],
    "occupied": [
        Scene(
            LYON,
            "lyon-countess",
            [Told(0, 0, {"city": "lyon", "title": "countess"}, "Seat 0 becomes Countess in Lyon.")],
        )
    ],
    "taken_over": [
        Scene(
            SEIZE,
            "munich-marshal",
            [
                Told(
                    0,
                    0,
                    {"city": "munich", "title": "marshal", "from": 1},
                    "Seat 0 ousts seat 1 as Marshal in Munich.",
                )
            ],
        )
    ],
    "city_scored": [
        Scene(LYON, "lyon-countess", [Told(0, 4, {"city": "lyon"}, "Seat 0 is the first in Lyon (+4).")]),
        Scene(SEIZE, "munich-marshal", []),
    ],
    "country_scored": [
        Scene(
            LONDON,
            "dublin-marshal",
            [
                Told(
                    0,
                    6,
                    {"country": "britain", "marker": "higher"},
                    "Seat 0 is in every city of Britain and takes the higher marker (+6).",
                )
            ],
        )
    ],
    "house_scored": [
        Scene(
            at("F1", titles=TITLES_BUT_MARSHAL),
            "marseille-marshal",
            [
                Told(
                    0,
                    16,
                    {"house": 1},
                    "Seat 0 has a cube on every title and takes the first Noble House (+16).",
                )
            ],
        ),
        Scene(
            at("F1", titles=TITLES_BUT_MARSHAL, house=[0, 1, 0, 0, 0]),
            "marseille-marshal",
            [
                Told(
                    0,
                    12,
                    {"house": 2},
                    "Seat 0 has a cube on every title and takes the second Noble House (+12).",
                )
            ],
        ),
    ],
    "turned_up": [
        Scene(
            at("F1", display="F1", deck="S2"),
            "end",
            [Told(None, 0, {"cards": ["spain", "spain"]}, "Into the display: 2 Spain.")],
        ),
        Scene(LYON, "end", []),
    ],
    "reshuffled": [
        Scene(
            period_ends({}),
            "end",
            [
                Told(
                    None,
                    0,
                    {"deck": "country", "cards": 66},
                    "The country discards become a deck of 66 cards.",
                )
            ],
        ),
        Scene(
            intrigue_deck([0] * 6),
            "1c1i",
            [
                Told(
                    None,
                    0,
                    {"deck": "intrigue", "cards": 24},
                    "The intrigue discards become a deck of 24 cards.",
                )
            ],
        ),
    ],
    "final_round": [
        Scene(
            period_ends({}, period=2),
            "end",
            [Told(2, 0, {}, "The last deck is used up: seat 2 has the last turn.")],
        ),
        Scene(game_ends(), "end", []),
    ],
    "period_ends": [
        Scene(period_ends({}), "end", [Told(None, 0, {"period": "1648"}, "Period 1648 is scored.")]),
        Scene(game_ends(), "end", [Told(None, 0, {"period": "1714"}, "Period 1714 is scored.")]),
    ],
    "tie_broken": [
        Scene(
            period_ends(GERMANY),
            "end",
            [
                Told(
                    1,
                    0,
                    {"country": "german_states", "other": 0, "by": "title"},
                    "The German States: seat 1 is level with seat 0, but ahead by the higher title.",
                )
            ],
        ),
        Scene(
            period_ends(FRANCE),
            "end",
            [
                Told(
                    1,
                    0,
                    {"country": "france", "other": 2, "by": "city"},
                    "France: seat 1 is level with seat 2, but ahead by the more valuable city.",
                )
            ],
        ),
        Scene(
            at("F1", EQUAL_CITIES, held=CARDINALS, display="F2", deck=""),
            "end",
            [
                Told(
                    0,
                    0,
                    {"country": "france", "other": 1, "by": "turn"},
                    "France: seat 0 is level with seat 1, but ahead by the order of turns.",
                )
            ],
        ),
    ],
    "period_scored": [
        Scene(
            period_ends(FRANCE),
            "end",
            [
                Told(
                    0,
                    6,
                    {"country": "france", "place": 1, "influence": 3},
                    "Seat 0 is first in France with influence 3 (+6).",
                ),
                Told(
                    1,
                    3,
                    {"country": "france", "place": 2, "influence": 2},
                    "Seat 1 is second in France with influence 2 (+3).",
                ),
            ],
        )
    ],
    "markers_lost": [
        Scene(
            period_ends(GERMANY | {"paris-king": 0, "dublin-marshal": 0, "london-king": 1}),
            "end",
            [
                Told(
                    None,
                    0,
                    {"country": "france", "markers": 1},
                    "France: nobody is second, the marker leaves the game.",
                ),
                Told(
                    None,
                    0,
                    {"country": "spain", "markers": 2},
                    "Spain: nobody has influence, both markers leave the game.",
                ),
            ],
        )
    ],
    "title_scored": [
        Scene(
            game_ends(titles={(0, 3): 4, (1, 3): 1, (0, 6): 3, (1, 6): 3, (2, 6): 1}),
            "end",
            [
                Told(
                    0,
                    10,
                    {"title": "duke", "cubes": 4, "shared": 0},
                    "Seat 0 takes the Duke with 4 cubes, the most (+10).",
                ),
                Told(
                    0,
                    8,
                    {"title": "king", "cubes": 3, "shared": 1},
                    "Seat 0 takes half of the King, as one of two with 3 cubes (+8).",
                ),
                Told(
                    1,
                    8,
                    {"title": "king", "cubes": 3, "shared": 1},
                    "Seat 1 takes half of the King, as one of two with 3 cubes (+8).",
                ),
            ],
        )
    ],
    "title_lost": [
        Scene(
            game_ends(titles={(seat, title): 1 for seat in range(3) for title in range(1, 7)}),
            "end",
            [
                Told(
                    None,
                    0,
                    {"title": "marshal", "cubes": 0, "seats": 3},
                    "Nobody has a cube on the Marshal.",
                ),
                *(
                    Told(
                        None,
                        0,
                        {"title": title, "cubes": 1, "seats": 3},
                        f"Nobody takes the {title.title()}: 3 seats have 1 cube each.",
                    )
                    for title in TITLES[1:]
                ),
            ],
        )
    ],
    "points_tied": [
        Scene(
            game_ends((20, 4, 0), titles={(1, 6): 1}),
            "end",
            [
                Told(0, 0, {"points": 20, "title": "none"}, "Seat 0 is level at 20 points, without a title."),
                Told(
                    1,
                    0,
                    {"points": 20, "title": "king"},
                    "Seat 1 is level at 20 points; its best title is King.",
                ),
            ],
        ),
        Scene(game_ends((20, 10, 5)), "end", []),
    ],
    "game_ends": [
        Scene(game_ends(), "end", [Told(None, 0, {}, "The game is over.")]),
        Scene(period_ends({}, period=2), "end", []),
    ],
}


def test_every_kind_has_a_scene() -> None:
    assert tuple(SCENES) == EVENTS


@pytest.mark.parametrize(("kind", "scene"), each(SCENES))
def test_scene(kind: str, scene: Scene) -> None:
    """R-4.6.7, R-5.1.5: every gain is a public event, and so is what broke a tie."""
    scene.check(kind)


class Ledger:
    """The table as a seat can follow it by moves and events alone."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self.display, self.discards, self.hand = Counter[str](), Counter[str](), Counter[str]()
        self.sizes = [Counter[str]() for _ in range(game.seats)]  # of hands, by deck
        self.decks = Counter({"country": sum(table(game.seats).figures["cards"][:4]), "intrigue": 24})
        self.holders: dict[tuple[str, str], int] = {}

    def move(self, seat: int, data: dict[str, Any]) -> None:
        action = data["action"]
        if action == "take":
            self.take(seat, data["country"])
        elif action in ("draw", "draw_one_each"):
            deck = "country" if action == "draw" else "intrigue"
            self.decks[deck] -= 1
            self.sizes[seat][deck] += 1
        elif action in ("pay", "pay_intrigue", "discard", "discard_intrigue"):
            self.spend(seat, data.get("country") or data["intrigue"])

    def event(self, event: Event) -> None:
        kind, seat, figures = event.kind, event.seat, event.figures
        cards = figures.get("cards", [])
        if kind == "turned_up":
            self.display.update(cards)
            self.decks["country"] -= len(cards)
        elif kind == "reshuffled":
            kinds = COUNTRIES if figures["deck"] == "country" else INTRIGUES
            assert sum(self.discards.pop(card, 0) for card in kinds) == figures["cards"]
            self.decks[figures["deck"]] += figures["cards"]
        elif kind == "drawn":
            assert seat == self.seat
            self.hand[figures["card"]] += 1
        elif kind == "taken":
            assert seat is not None
            for card in cards:
                self.take(seat, card)
        elif kind in ("paid", "discarded"):
            assert seat is not None
            for card in cards:
                self.spend(seat, card)
        elif kind in ("occupied", "taken_over"):
            place = figures["city"], figures["title"]
            assert self.holders.get(place) == figures.get("from")
            assert seat is not None
            self.holders[place] = seat

    def take(self, seat: int, card: str) -> None:
        self.display[card] -= 1
        self.sizes[seat]["country"] += 1
        if seat == self.seat:
            self.hand[card] += 1

    def spend(self, seat: int, card: str) -> None:
        self.discards[card] += 1
        self.sizes[seat]["country" if card in COUNTRIES else "intrigue"] -= 1
        if seat == self.seat:
            self.hand[card] -= 1

    def check(self, state: State) -> None:
        data = state.view(self.seat).data
        mine = data["players"][self.seat]
        assert self.hand == Counter(mine["hand"] | mine["intrigue"])
        assert self.display == Counter(data["display"])
        assert self.discards == Counter(data["discards"] | data["intrigue_discards"])
        assert self.decks == Counter(country=data["deck_size"], intrigue=data["intrigue_deck_size"])
        for size, player in zip(self.sizes, data["players"], strict=True):
            assert size == Counter(country=player["hand_size"], intrigue=player["intrigue_size"])
        assert self.holders == {
            (city["city"], place["title"]): place["holder"]
            for city in data["cities"]
            for place in city["positions"]
            if "holder" in place
        }


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("policy", [False, True], ids=["random", "policy"])
def test_moves_and_journal_explain_all_cards_and_positions(seats: int, policy: bool) -> None:
    game, stream = Game("royals", seats), Stream(seats, "ledger")
    ledgers = [Ledger(game, seat) for seat in range(seats)]
    state, events = game.new_told(seats)
    while True:
        for ledger in ledgers:
            for event in events:
                if ledger.seat in event.seen_by:
                    ledger.event(event)
            ledger.check(state)
        if state.actor is None:
            return
        codes = state.codes
        code = game.kernel.playout_move(state.packed, stream) if policy else codes[stream.below(len(codes))]
        for ledger in ledgers:
            ledger.move(state.actor, state.move(code).data)
        state, events = state.play_told(code)
