"""Views of Verräter from strangers: everything is checked before the compiled rules see it."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.verraeter.figures import HAND_LIMIT, START_HAND, Figures
from eminence.cext.games.verraeter.kernel import VerraeterKernel
from eminence.cext.games.verraeter.memory import kind_of, read_kinds, read_memory
from eminence.cext.games.verraeter.words import (
    ACTIONS,
    BUILD,
    BUILD_SITE,
    BUILDER,
    BUILDINGS,
    BUILDS,
    DISCARD,
    DRAFT,
    FACE_DOWN,
    FARMER,
    HOUSES,
    LANDS,
    NO_BORDER,
    OVER,
    PACK,
    PHASES,
    RING,
    SETTLE,
    SITE,
    STRATEGIST,
    SUPPLY,
)

OFFICE_LIMIT = 2
DRAW_LIMIT = 3
MAX_OFFICE_POINTS = 6  # V-5.3


@dataclass
class Table:
    """What is being read: the growing record and what the checks need all the time."""

    kernel: VerraeterKernel
    seat: int
    record: Record

    @property
    def figures(self) -> Figures:
        return self.kernel.figures

    @property
    def seats(self) -> int:
        return self.kernel.seats

    def place(self, seat: int) -> int:
        """The seat's place in this round's order."""
        start: int = self.record["start"]
        return (seat - start) % self.seats

    @property
    def fights(self) -> int:
        """Conflicts fought so far."""
        rounds: int = self.record["round"]
        phase: int = self.record["phase"]
        return rounds - (phase < BUILD)


def read_view(kernel: VerraeterKernel, reader: Reader, seat: int) -> Record:
    table = Table(kernel, seat, _blank())
    _read_frame(table, reader)
    _read_ring(table, reader)
    _read_players(table, reader)
    _read_actions(table, reader)
    _read_actor(table, reader)
    _read_end(table, reader)
    _read_supply(table, reader)
    _read_turn(table, reader)
    read_memory(kernel, reader, seat, table.record)
    return table.record


def _blank() -> Record:
    """An empty record, which is complete for the compiled rules."""

    def grid() -> list[list[int]]:
        return [[0] * 6 for _ in range(4)]

    record: Record = {
        name: 0 for name in ("rose", "actor", "build", "cap", "excess", "reveal_count", "apart")
    }
    record |= {
        name: [0] * 4 for name in ("estates", "offices", "house", "score", "hand_size", "kept", "seen")
    }
    record |= {name: [0] * 4 for name in ("old_size", "new_size")}
    record |= {name: [0] * 6 for name in ("discard", "fresh", "deck")}
    record |= {name: grid() for name in ("laid", "old", "hand", "drawn")}
    return record | {"reveals": [0] * 24, "land": [0] * 12}


def _read_frame(table: Table, reader: Reader) -> None:
    record, last = table.record, table.seats - 1
    record["phase"] = phase = reader.choice("phase", PHASES)
    record["round"] = reader.int("round", 1, 1 if phase == SETTLE else table.figures.rounds)
    record["start"] = start = reader.int("start_player", 0, last)
    record["strategist"] = reader.int("strategist", 0, last)
    if record["round"] == 1 and phase < DISCARD:  # V-3.6: he keeps the card until phase 8
        left = table.kernel.options["first_strategist"] == "left_of_start"
        if record["strategist"] != (start + left) % table.seats:
            reader.fail("strategist", "must be the first Strategy holder in round 1")
    if (phase >= DRAFT) != reader.has("border"):
        reader.fail("border", "must be given from the draft on, and not before")
    record["border"] = reader.int("border", 0, 11) if phase >= DRAFT else NO_BORDER


def _read_ring(table: Table, reader: Reader) -> None:
    record = table.record
    lands = reader.objects("ring", 12)
    for position, land in enumerate(lands):
        record["land"][position] = land.choice("land", LANDS)
        record["rose"] |= land.choice("house", HOUSES) << position
        if land.has("owner") != land.has("building"):
            land.fail("building", "must be given together with owner")
        if land.has("owner"):
            owner = land.int("owner", 0, table.seats - 1)
            places = ("estates", "offices")[land.choice("building", BUILDINGS)]
            record[places][owner] |= 1 << position
        land.done()
    for kind, name in enumerate(LANDS):
        if record["land"].count(kind) != 2:
            reader.fail("ring", f"must have 2 lands of the kind {name}, not {record['land'].count(kind)}")
    if _turned(table) > table.fights:
        reader.fail("ring", f"more lands have been turned than conflicts fought ({table.fights})")
    if record["phase"] in (SITE, DRAFT, SUPPLY) and record["rose"] in (0, RING):
        reader.fail("ring", "all lands belong to one house: the game is over (V-5.2)")
    border = record["border"]
    fought = record["rose"] >> border & 1 != record["rose"] >> (border + 1) % 12 & 1
    if record["phase"] in (DRAFT, SUPPLY) and not fought:
        reader.fail("border", "must lie between lands of opposite houses")


def _turned(table: Table) -> int:
    """The least number of lands that must have been turned since setup (V-3.3)."""
    rose, land = table.record["rose"], table.record["land"]
    if table.kernel.options["ring_layout"] == "alternating":
        return int(rose ^ 0xAAA).bit_count()
    roses = [
        sum(rose >> position & 1 for position in range(12) if land[position] == kind) for kind in range(6)
    ]
    return sum(count != 1 for count in roses)


def _read_players(table: Table, reader: Reader) -> None:
    record, phase, figures = table.record, table.record["phase"], table.figures
    most = table.fights * (max(map(max, figures.vp)) + max(figures.action_vp))
    for seat, player in enumerate(reader.objects("players", table.seats)):
        record["house"][seat] = player.choice("house", HOUSES)
        if table.fights == 0 and record["house"][seat] != table.place(seat) % 2:
            player.fail(
                "house", "must alternate from the Start player's Eagle until phase 4 of round 1 (V-3.2)"
            )
        record["score"][seat] = player.int("points", 0, most + MAX_OFFICE_POINTS * (phase == OVER))
        _read_buildings(table, player, seat)
        record["hand_size"][seat] = size = player.int("hand_size", 0, HAND_LIMIT)
        record["laid"][seat] = read_kinds(figures, player, "laid", range(HAND_LIMIT + 1 - size))
        if any(record["laid"][seat]) and phase not in (SUPPLY, BUILD, BUILD_SITE):
            player.fail("laid", f"must be empty in phase {PHASES[phase]}")
        record["hand"][seat] = read_kinds(figures, player, "hand", size if seat == table.seat else 0)
        dealt = 0 if phase == SETTLE else START_HAND
        if table.fights == 0 and size + sum(record["laid"][seat]) != dealt:
            player.fail("hand_size", f"must be {dealt} less the cards laid in round 1")
    placed = sum(
        (record["estates"][seat] | record["offices"][seat]).bit_count() for seat in range(table.seats)
    )
    built = record["round"] - 1 + (phase >= DISCARD)
    if phase != SETTLE and placed - table.seats > built:
        reader.fail("ring", f"has {placed} buildings, more than can have been placed ({table.seats + built})")
    if sum(record["offices"][seat].bit_count() for seat in range(table.seats)) > built:
        reader.fail("ring", "has more offices than the Builder had turns")


def _read_buildings(table: Table, player: Reader, seat: int) -> None:
    record, total = table.record, table.figures.buildings
    estates, offices = record["estates"][seat], record["offices"][seat]
    placed = (estates | offices).bit_count()
    least = 0 if record["phase"] == SETTLE else 1
    if not least <= placed <= total:
        player.fail("reserve", f"seat {seat} has {placed} buildings on the ring, not {least} to {total}")
    if offices.bit_count() > OFFICE_LIMIT:
        player.fail("reserve", f"seat {seat} has more than {OFFICE_LIMIT} offices (V-4.7.2)")
    if player.int("reserve", 0, total) != total - placed:
        player.fail("reserve", f"must be {total - placed}: {placed} of {total} buildings are on the ring")


def _read_actions(table: Table, reader: Reader) -> None:
    record, phase = table.record, table.record["phase"]
    if phase == OVER:
        if reader.has("actor"):
            reader.fail("actor", "must be absent: the game is over")
    else:
        record["actor"] = reader.int("actor", 0, table.seats - 1)
    for seat, player in enumerate(reader.objects("players", table.seats)):
        chosen = phase > DRAFT or (phase == DRAFT and table.place(seat) < table.place(record["actor"]))
        if player.bool("has_action") != chosen:
            player.fail("has_action", f"must be {str(chosen).lower()} in this phase")
        shown = chosen and (seat == table.seat or phase >= BUILD)
        if phase == SITE and record["round"] > 1:
            shown = player.has("action")  # memory of the last round
        if player.has("action") != shown:
            player.fail("action", "must be given" if shown else "cannot be known here")
        if shown:
            record["kept"][seat] = 1 + player.choice("action", ACTIONS)
        elif chosen:
            record["kept"][seat] = FACE_DOWN
    open_cards = [card for card in record["kept"] if card not in (0, FACE_DOWN)]
    if len(set(open_cards)) != len(open_cards):
        reader.fail("players", "two seats have the same action card")
    if phase == SITE and len(open_cards) not in (0, table.seats):
        reader.fail("players", "the action cards of the last round must be given for all seats or for none")
    _read_pack(table, reader)


def _read_pack(table: Table, reader: Reader) -> None:
    """V-6.2: what this seat received in the draft; only memory once it has chosen."""
    record, phase, place = table.record, table.record["phase"], table.place(table.seat)
    pack = reader.choices("pack", range(7), ACTIONS)
    received = phase == SUPPLY or (phase == DRAFT and place <= table.place(record["actor"]))
    choosing = phase == DRAFT and record["actor"] == table.seat
    if pack and not received:
        reader.fail("pack", "must be empty: no action cards have been received")
    if not pack and choosing:
        reader.fail("pack", "is missing")
    if not pack:
        return
    if len(pack) != 5 - place or len(set(pack)) != len(pack):
        reader.fail("pack", f"must have {5 - place} different cards")
    bits = sum(2 << card for card in pack)
    if not choosing and not bits >> record["kept"][table.seat] & 1:
        reader.fail("pack", "must include the card that was kept")
    record["seen"][table.seat] = bits & PACK


def _read_actor(table: Table, reader: Reader) -> None:
    record, phase, actor = table.record, table.record["phase"], table.record["actor"]
    if phase == SITE and actor != record["strategist"]:
        reader.fail("actor", "must be the Strategy holder")
    if phase in (BUILD, BUILD_SITE) and record["kept"][actor] != BUILDER:
        reader.fail("actor", "must be the seat with the Builder")
    if phase in (SETTLE, SUPPLY):
        for seat in range(table.seats):
            before = table.place(seat) < table.place(actor)
            estates = (record["estates"][seat]).bit_count()
            if phase == SETTLE and (estates != before or record["offices"][seat]):
                reader.fail("ring", f"seat {seat} must have {int(before)} estates and no office now")
            if phase == SUPPLY and table.place(seat) > table.place(actor) and any(record["laid"][seat]):
                reader.fail(f"players[{seat}].laid", "must be empty: its turn is yet to come")
    if phase == SETTLE and table.kernel.options["setup_estate_site"] == "own_house_only":
        for seat in range(table.seats):
            own = record["rose"] if record["house"][seat] else RING & ~record["rose"]
            if record["estates"][seat] & ~own:
                reader.fail("ring", f"seat {seat} must settle in its own house (setup_estate_site)")


def _read_end(table: Table, reader: Reader) -> None:
    record, phase = table.record, table.record["phase"]
    if phase == OVER and record["round"] != table.figures.rounds and record["rose"] not in (0, RING):
        reader.fail("phase", f"the game cannot be over in round {record['round']}")
    if (
        phase >= DISCARD
        and STRATEGIST in record["kept"]
        and record["kept"][record["strategist"]] != STRATEGIST
    ):
        reader.fail("strategist", "must be the seat with the Strategist (V-4.8.1)")


def _read_supply(table: Table, reader: Reader) -> None:
    record, figures = table.record, table.figures
    total = sum(figures.count)
    record["discard"] = read_kinds(figures, reader, "discard", range(total + 1))
    record["deck_size"] = reader.int("deck_size", 0, total)
    for kind, value in enumerate(figures.value):
        open_cards = record["discard"][kind] + record["hand"][table.seat][kind]
        open_cards += sum(laid[kind] for laid in record["laid"])
        if open_cards > figures.count[kind]:
            reader.fail(
                "discard", f"there are {open_cards} open cards of value {value}, not {figures.count[kind]}"
            )
    found = sum(record["hand_size"]) + sum(map(sum, record["laid"])) + sum(record["discard"])
    if found + record["deck_size"] != total:
        reader.fail("deck_size", f"must be {total - found}: there are {total} supply cards")
    if table.fights == 0 and any(record["discard"]):
        reader.fail("discard", "must be empty before the first discards")


def _read_turn(table: Table, reader: Reader) -> None:
    """The inner state of a turn that is split into single decisions."""
    record, phase, actor = table.record, table.record["phase"], table.record["actor"]
    if phase == SUPPLY:
        laid = [kind for kind in range(6) if record["laid"][actor][kind]]
        record["cap"] = min(laid, default=5)
        if record["hand_size"][actor] == 0:
            reader.fail("actor", "has no supply card to lay")
        if actor == table.seat and not any(record["hand"][actor][: record["cap"] + 1]):
            reader.fail("actor", "has no supply card that may still be laid (V-4.3.2)")
    if phase == BUILD_SITE:
        record["build"] = build = 1 + reader.choice("building", BUILDS[1:])
        _check_building(table, reader, build)
    if phase == DISCARD:
        _read_discards(table, reader)


def _check_building(table: Table, reader: Reader, build: int) -> None:
    record, actor = table.record, table.record["actor"]
    placed = (record["estates"][actor] | record["offices"][actor]).bit_count()
    offices = record["offices"][actor].bit_count()
    turn = BUILDS[build] == "turn"
    if not turn and placed == table.figures.buildings:
        reader.fail("building", "the Builder has no building in reserve")
    if BUILDS[build] == "place_office" and offices == OFFICE_LIMIT:
        reader.fail("building", f"the Builder has {OFFICE_LIMIT} offices already")
    if turn and placed == 1:
        reader.fail("building", "the Builder has only one building to turn: this is no decision")


def _read_discards(table: Table, reader: Reader) -> None:
    """V-4.10.3: how much the actor may still discard follows from his hand and his estates."""
    record, actor, figures = table.record, table.record["actor"], table.figures
    count = figures.action_cards[record["kept"][actor] - 1]
    if record["kept"][actor] != FARMER:
        own = record["rose"] if record["house"][actor] else RING & ~record["rose"]
        count += (record["estates"][actor] & own).bit_count()
    excess = record["hand_size"][actor] + min(count, DRAW_LIMIT) - HAND_LIMIT
    if excess < 1:
        reader.fail("actor", "draws within the hand limit: there is nothing to discard")
    record["excess"] = reader.int("may_discard", excess, excess)
    record["cap"] = 5
    if reader.has("last_discard"):
        cap = kind_of(figures, reader, "last_discard")
        record["cap"] = cap
        if not record["discard"][cap]:
            reader.fail("last_discard", "is not in the discard pile")
        if record["hand_size"][actor] == HAND_LIMIT and cap < 5:
            reader.fail("last_discard", "a full hand has discarded nothing")
    if actor == table.seat and not any(record["hand"][actor][: record["cap"] + 1]):
        reader.fail("last_discard", "the actor has no card that may still be discarded (V-4.10.4)")
