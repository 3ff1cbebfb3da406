"""Views of Royals from strangers: plain data to a record, with every lie found out that the rules can find out."""

from __future__ import annotations

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.reading_memory import read_memory
from eminence.cext.games.royals.views import (
    COUNTRY,
    DRAWS,
    HAND_LIMITS,
    MATCHING,
    PICKS,
    SUITS,
    TARGETS,
    TURN_LIMITS,
    Suit,
    read_counts,
)
from eminence.cext.games.royals.words import COUNTRIES, MARKERS, PHASES, TITLES

DISPLAY_SIZE = 3
MAX_TURNS = 5000
MAX_SCORE = 9999


def read_view(kernel: RoyalsKernel, reader: Reader, seat: int) -> Record:
    record: Record = kernel.unpack(bytes(kernel.state_size))
    _read_course(kernel, reader, record)
    _read_board(kernel, reader, record)
    players = reader.objects("players", kernel.seats)
    for other, player in enumerate(players):
        _read_cubes(kernel, player, record, other)
        _read_hand(kernel, player, record, other, seat)
    _check_markers(kernel, players, record)
    _check_scores(kernel, players, record)
    for player in players:
        player.done()
    _read_decision(kernel, reader, record)
    _read_piles(kernel, reader, record, seat)
    for suit in SUITS:
        read_memory(kernel, reader, record, seat, suit)
    _check_decision(kernel, reader, record, seat)
    return record


# ---- the course of the game


def _read_course(kernel: RoyalsKernel, reader: Reader, record: Record) -> None:
    """Phase, turn and period, and how they hang together (R-4.1, R-4.7)."""
    seats, start = kernel.seats, kernel.figures["start"]
    record["phase"] = reader.choice("phase", PHASES)
    record["turn"] = turn = reader.int("turn", 0, MAX_TURNS)
    record["period"] = reader.int("period", 1, 3) - 1
    record["final_round"] = int(reader.bool("final_round"))
    record["active"] = reader.int("active_seat", 0, seats - 1)
    over = PHASES[record["phase"]] == "over"
    if record["final_round"] and record["period"] < 2:
        reader.fail("final_round", "comes in period 3 only")
    if over and not (record["final_round"] and turn and turn % seats == 0):
        reader.fail("phase", "is over only after a final round with as many turns for every seat")
    if record["final_round"] and not over and turn % seats == 0:
        reader.fail("final_round", "has ended after this turn: the game is over")
    if record["active"] != (start + turn - over) % seats:
        reader.fail("active_seat", f"must be seat {(start + turn - over) % seats} after {turn} turns")
    if PHASES[record["phase"]] == "draw_mode" and turn < seats and not kernel.figures["full_first_turn"]:
        reader.fail("phase", "is not draw_mode in a first turn")


def _read_decision(kernel: RoyalsKernel, reader: Reader, record: Record) -> None:
    """The fields that belong to some phases only."""
    phase, turn, figures = PHASES[record["phase"]], record["turn"], kernel.figures
    if phase in DRAWS:
        most = 3
        if turn < kernel.seats and not figures["full_first_turn"]:
            most = figures["first_draw"][turn]
        record["draws_left"] = reader.int("draws_left", 1, most)
    if phase in TARGETS:
        record["target"] = _read_target(kernel, reader, record)
    if phase in PICKS:
        suit = PICKS[phase]
        record["picks_left"] = reader.int("picks_left", 1, _most_picks(kernel, record, phase))
        record["floor"] = suit.first + reader.choice(suit.lowest, suit.words)
        held = record["hand_size"][suit.index][record["active"]]
        if phase.startswith("discard") and held - record["picks_left"] != HAND_LIMITS[suit.index]:
            reader.fail("picks_left", f"must leave {HAND_LIMITS[suit.index]} of {held} cards")
        if record["picks_left"] > held:
            reader.fail("picks_left", f"is more than the {held} cards in the hand")
    if phase in MATCHING:
        most = min(record["picks_left"], figures["position_intrigue"][record["target"]])
        record["matching_left"] = reader.int("matching_left", 0, most)


def _most_picks(kernel: RoyalsKernel, record: Record, phase: str) -> int:
    if phase == "pay":
        return 3 * int(kernel.figures["position_cost"][record["target"]])
    if phase == "pay_intrigue":
        return 2 * int(kernel.figures["position_intrigue"][record["target"]])
    return 3


def _read_target(kernel: RoyalsKernel, reader: Reader, record: Record) -> int:
    """A position that the active seat may be paying for (R-4.3)."""
    target = reader.object("target")
    city = target.choice("city", kernel.board.cities)
    title = target.choice("title", TITLES)
    target.done()
    position = kernel.board.find(city, title)
    active, held = record["active"], record["held"]
    if position is None:
        reader.fail("target", f"does not exist: {kernel.board.cities[city]} has no {TITLES[title]}")
    if held[active] >> position & 1:
        reader.fail("target", "belongs to the active seat already")
    if PHASES[record["phase"]].endswith(("intrigue", "intrigue_jokers")) and not any(
        m >> position & 1 for m in held
    ):
        reader.fail("target", "is vacant: no intrigue cards are paid for it")
    if kernel.figures["strict"] and kernel.figures["cubes"] - 2 * record["placements"][active] < 2:
        reader.fail("target", "cannot be placed on: the active seat has too few cubes")
    return position


def _check_decision(kernel: RoyalsKernel, reader: Reader, record: Record, seat: int) -> None:
    """There is a world that agrees with the view, and something to decide in it."""
    packed = kernel.pack(record)
    for suit in SUITS:
        if not kernel.has_world(packed, seat, suit.index):
            name = suit.memory if reader.has(suit.memory) else "phase"
            reader.fail(name, "leaves no deal of the hidden cards that agrees with this view")
    phase = PHASES[record["phase"]]
    if phase == "over":
        return
    if record["active"] != seat:
        if phase == "play" and not kernel.has_target(packed, seat):
            reader.fail("phase", "leaves the active seat nothing to decide, whatever it holds")
        return
    if phase in ("intrigue_jokers", "pay_intrigue"):
        position, hand = record["target"], record["hand"][seat]
        real = hand[kernel.figures["position_country"][position]]
        if 3 * kernel.figures["position_cost"][position] > sum(hand[COUNTRY.kinds]) + 2 * real:
            reader.fail("target", "cannot be paid for with the country cards in the hand")
    if not kernel.has_choice(packed):
        reader.fail("phase", "leaves nothing to decide in this position")


# ---- cards


def _read_hand(kernel: RoyalsKernel, player: Reader, record: Record, other: int, seat: int) -> None:
    """Hand sizes, and the cards of the viewing seat."""
    limits = HAND_LIMITS
    if other == record["active"] and PHASES[record["phase"]] not in ("draw_mode", "over"):
        limits = TURN_LIMITS
    for suit, limit in zip(SUITS, limits, strict=True):
        size = player.int(suit.size, 0, limit)
        record["hand_size"][suit.index][other] = size
        if other != seat:
            continue
        cards = read_counts(player, suit.hand, suit.words)
        if sum(cards) != size:
            player.fail(suit.hand, f"has {sum(cards)} cards, but {suit.size} says {size}")
        record["hand"][other][suit.kinds] = cards
    if record["hand_size"][1][other] > HAND_LIMITS[1] and record["hand_size"][0][other] > HAND_LIMITS[0] + 1:
        player.fail("hand_size", "cannot exceed 13 together with 5 intrigue cards")


def _read_piles(kernel: RoyalsKernel, reader: Reader, record: Record, seat: int) -> None:
    """Display, discards and decks; all cards in play are somewhere (R-9.1, R-9.2)."""
    phase, active = PHASES[record["phase"]], record["active"]
    record["display"] = read_counts(reader, "display", COUNTRIES, DISPLAY_SIZE)
    shown, draws = sum(record["display"]), record["draws_left"]
    if shown > DISPLAY_SIZE or (phase in ("draw_mode", "over") and shown != DISPLAY_SIZE) or shown < draws:
        reader.fail("display", f"cannot show {shown} cards at this point of a turn")
    sizes = [record["hand_size"][suit.index][active] for suit in SUITS]
    if sizes[0] + draws > (HAND_LIMITS[0] + 1 if sizes[1] > HAND_LIMITS[1] else TURN_LIMITS[0]):
        reader.fail(f"players[{active}].hand_size", f"is too large with {draws} cards still to draw")
    if phase == "discard_intrigue" and sizes[0] > HAND_LIMITS[0]:
        reader.fail(f"players[{active}].hand_size", "is over the limit, so country cards are discarded first")
    for suit in SUITS:
        _read_pile(kernel, reader, record, seat, suit)


def _read_pile(kernel: RoyalsKernel, reader: Reader, record: Record, seat: int, suit: Suit) -> None:
    discards = read_counts(reader, suit.discards, suit.words)
    record["discards"][suit.kinds] = discards
    deck = reader.int(suit.deck, 0, 250)
    record["deck_size"][suit.index] = deck
    hidden = deck + sum(record["hand_size"][suit.index]) - record["hand_size"][suit.index][seat]
    rest = []
    for k, word in enumerate(suit.words):
        open_cards = discards[k] + record["hand"][seat][suit.first + k]
        if suit is COUNTRY:
            open_cards += record["display"][k]
        rest.append(kernel.figures["cards"][suit.first + k] - open_cards)
        if rest[-1] < 0:
            reader.fail(
                f"{suit.discards}.{word}",
                f"with all other open cards exceeds the cards in play by {-rest[-1]}",
            )
    if sum(rest) != hidden:
        reader.fail(
            suit.deck, f"and the hands of others have {hidden} cards, but {sum(rest)} are not to be seen"
        )


# ---- the board


def _read_board(kernel: RoyalsKernel, reader: Reader, record: Record) -> None:
    """Who holds what (R-9.4, R-9.6)."""
    figures, board = kernel.figures, kernel.board
    cities = reader.objects("cities", figures["cities"])
    for city, entry in enumerate(cities):
        if entry.choice("city", board.cities) != city:
            entry.fail(
                "city", f"must be {board.cities[city]}: cities come in the order of the components file"
            )
        _check_printed(entry, "country", COUNTRIES[figures["city_country"][city]])
        _check_printed(entry, "points", figures["city_points"][city])
        positions = [p for p in range(figures["positions"]) if board.positions[p][0] == city]
        occupied = False
        for position, holder in zip(positions, entry.objects("positions", len(positions)), strict=True):
            occupied |= _read_position(kernel, holder, record, position)
        if entry.bool("marker") == occupied:
            entry.fail("marker", "must be there exactly as long as nobody holds a position of the city")
        displaced = entry.ints("displaced", kernel.seats, 0, 100)
        if any(displaced) and not occupied:
            entry.fail("displaced", "has cubes although nobody has placed in the city")
        for seat, cubes in enumerate(displaced):
            record["displaced"][seat][city] = cubes
            record["present"][seat] |= bool(cubes) << city
        entry.done()


def _read_position(kernel: RoyalsKernel, reader: Reader, record: Record, position: int) -> bool:
    """Whether the position is held."""
    figures = kernel.figures
    city, title = kernel.board.positions[position]
    if reader.choice("title", TITLES) != title:
        reader.fail("title", f"must be {TITLES[title]}: positions come in the order of the components file")
    _check_printed(reader, "cost", figures["position_cost"][position])
    _check_printed(reader, "influence", figures["position_influence"][position])
    held = reader.has("holder")
    if held:
        seat = reader.int("holder", 0, kernel.seats - 1)
        record["held"][seat] |= 1 << position
        record["present"][seat] |= 1 << city
        record["influence"][seat][figures["position_country"][position]] += figures["position_influence"][
            position
        ]
    reader.done()
    return held


def _check_printed(reader: Reader, name: str, value: object) -> None:
    """A figure that may be repeated from the board must be the one printed there."""
    if reader.has(name) and reader.get(name) != value:
        reader.fail(name, f"is {value} on this board")


def _read_cubes(kernel: RoyalsKernel, player: Reader, record: Record, seat: int) -> None:
    """Cubes on title markers and in the supply (R-9.3, R-9.5)."""
    figures = kernel.figures
    cubes = read_counts(player, "title_cubes", TITLES, 100)
    record["title_cubes"][seat] = cubes
    mine = [p for p in range(figures["positions"]) if record["held"][seat] >> p & 1]
    for title, word in enumerate(TITLES):
        if cubes[title] < sum(figures["position_title"][p] == title for p in mine):
            player.fail(f"title_cubes.{word}", "is less than the positions of this title that the seat holds")
    placements = len(mine) + sum(record["displaced"][seat])
    if sum(cubes) != placements:
        player.fail("title_cubes", f"has {sum(cubes)} cubes, but positions and city spaces have {placements}")
    if placements > 250:
        player.fail("title_cubes", "has too many cubes")
    record["placements"][seat] = placements
    supply = figures["cubes"] - 2 * placements
    if player.int("cubes", -500, 250) != supply:
        player.fail("cubes", f"must be {supply} after {placements} placements")
    if figures["strict"] and supply < 0:
        player.fail("cubes", "are used up: more were placed than there are")


def _check_markers(kernel: RoyalsKernel, players: list[Reader], record: Record) -> None:
    """Country and Noble House markers: taken in order, by those and all those who earned one (R-9.7)."""
    figures = kernel.figures
    for seat, player in enumerate(players):
        markers = player.object("country_markers")
        for country, word in enumerate(COUNTRIES):
            if markers.has(word):
                record["country_marker"][seat][country] = 1 + markers.choice(word, MARKERS)
        markers.done()
        if player.has("noble_house"):
            record["house"][seat] = player.int("noble_house", 1, max(1, figures["house_count"]))
    for country, word in enumerate(COUNTRIES):
        cities = sum(1 << k for k in range(figures["cities"]) if figures["city_country"][k] == country)
        earned = [record["present"][seat] & cities == cities for seat in range(kernel.seats)]
        taken = [record["country_marker"][seat][country] for seat in range(kernel.seats)]
        record["country_taken"][country] = _check_taken(
            players, f"country_markers.{word}", taken, earned, len(MARKERS)
        )
    earned = [all(record["title_cubes"][seat]) for seat in range(kernel.seats)]
    _check_taken(players, "noble_house", record["house"][: kernel.seats], earned, figures["house_count"])


def _check_taken(players: list[Reader], name: str, taken: list[int], earned: list[bool], most: int) -> int:
    """How many of `most` markers are taken, 0 in `taken` meaning none."""
    numbers = sorted(number for number in taken if number)
    for seat, player in enumerate(players):
        if taken[seat] and (not earned[seat] or taken.count(taken[seat]) > 1 or taken[seat] > len(numbers)):
            player.fail(name, "cannot be this marker: not earned, taken by another, or a higher one is left")
        if earned[seat] and not taken[seat] and len(numbers) < most:
            player.fail(name, "is missing: the seat has earned one and one is left")
    return len(numbers)


def _check_scores(kernel: RoyalsKernel, players: list[Reader], record: Record) -> None:
    """Points are markers: no more can have been won than have left the board (R-9.8)."""
    figures = kernel.figures
    rest = 0
    for seat, player in enumerate(players):
        record["score"][seat] = score = player.int("score", 0, MAX_SCORE)
        for country, marker in enumerate(record["country_marker"][seat]):
            score -= figures["country_points"][country][marker - 1] if marker else 0
        if record["house"][seat]:
            score -= figures["house"][record["house"][seat] - 1]
        if score < 0:
            player.fail("score", "is less than the points of the seat's Country and Noble House markers")
        rest += score
    city_of, held = figures["position_city"], record["held"]
    gone = {city_of[p] for p in range(figures["positions"]) if any(mask >> p & 1 for mask in held)}
    low = sum(figures["city_points"][city] for city in gone)
    over = PHASES[record["phase"]] == "over"
    scored = figures["period_points"][: 3 if over else record["period"]]
    high = low + sum(sum(pair) for period in scored for pair in period)
    if over:
        high += sum(max(whole, 2 * half) for whole, half in figures["title_points"])
    if not low <= rest <= high:
        players[0].fail(
            "score", f"and the scores of the others leave {rest} points for {low} to {high} points of markers"
        )
