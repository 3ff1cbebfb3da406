"""Views of Verräter from strangers: everything is checked before the compiled rules see it."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.verraeter.figures import Figures
from eminence.cext.games.verraeter.kernel import VerraeterKernel
from eminence.cext.games.verraeter.reading_memory import kind_of, read_kinds, read_memory
from eminence.cext.games.verraeter.state import (
    DRAW_LIMIT,
    HAND_LIMIT,
    KINDS,
    NO_BORDER,
    OFFICE_LIMIT,
    PACK,
    RING,
    START_HAND,
    Action,
    Phase,
)
from eminence.cext.games.verraeter.words import ACTIONS, BUILDINGS, BUILDS, HOUSES, LANDS, PHASES

MAX_OFFICE_POINTS = 6  # V-5.3


@dataclass
class Reading:
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
        return rounds - int(phase < Phase.BUILD)


def read_view(kernel: VerraeterKernel, reader: Reader, seat: int) -> Record:
    reading = Reading(kernel, seat, _blank())
    _read_frame(reading, reader)
    _read_ring(reading, reader)
    _read_players(reading, reader)
    _read_actions(reading, reader)
    _read_actor(reading, reader)
    _read_end(reading, reader)
    _read_supply(reading, reader)
    _read_turn(reading, reader)
    read_memory(kernel, reader, seat, reading.record)
    return reading.record


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


def _read_frame(reading: Reading, reader: Reader) -> None:
    record, last = reading.record, reading.seats - 1
    record["phase"] = phase = reader.choice("phase", PHASES)
    record["round"] = reader.int("round", 1, 1 if phase == Phase.SETTLE else reading.figures.rounds)
    record["start"] = start = reader.int("start_player", 0, last)
    record["strategist"] = reader.int("strategist", 0, last)
    if record["round"] == 1 and phase < Phase.DISCARD:  # V-3.6: he keeps the card until phase 8
        left = reading.kernel.options["first_strategist"] == "left_of_start"
        if record["strategist"] != (start + left) % reading.seats:
            reader.fail("strategist", "must be the first Strategy holder in round 1")
    if (phase >= Phase.DRAFT) != reader.has("border"):
        reader.fail("border", "must be given from the draft on, and not before")
    record["border"] = reader.int("border", 0, 11) if phase >= Phase.DRAFT else NO_BORDER


def _read_ring(reading: Reading, reader: Reader) -> None:
    record = reading.record
    lands = reader.objects("ring", 12)
    for position, land in enumerate(lands):
        record["land"][position] = land.choice("land", LANDS)
        record["rose"] |= land.choice("house", HOUSES) << position
        if land.has("owner") != land.has("building"):
            land.fail("building", "must be given together with owner")
        if land.has("owner"):
            owner = land.int("owner", 0, reading.seats - 1)
            places = ("estates", "offices")[land.choice("building", BUILDINGS)]
            record[places][owner] |= 1 << position
        land.done()
    for kind, name in enumerate(LANDS):
        if record["land"].count(kind) != 2:
            reader.fail("ring", f"must have 2 lands of the kind {name}, not {record['land'].count(kind)}")
    if _turned(reading) > reading.fights:
        reader.fail("ring", f"more lands have been turned than conflicts fought ({reading.fights})")
    if record["phase"] in (Phase.SITE, Phase.DRAFT, Phase.SUPPLY) and record["rose"] in (0, RING):
        reader.fail("ring", "all lands belong to one house: the game is over (V-5.2)")
    border = record["border"]
    fought = record["rose"] >> border & 1 != record["rose"] >> (border + 1) % 12 & 1
    if record["phase"] in (Phase.DRAFT, Phase.SUPPLY) and not fought:
        reader.fail("border", "must lie between lands of opposite houses")


def _turned(reading: Reading) -> int:
    """The least number of lands that must have been turned since setup (V-3.3)."""
    rose, land = reading.record["rose"], reading.record["land"]
    if reading.kernel.options["ring_layout"] == "alternating":
        return int(rose ^ 0xAAA).bit_count()
    roses = [
        sum(rose >> position & 1 for position in range(12) if land[position] == kind) for kind in range(KINDS)
    ]
    return sum(count != 1 for count in roses)


def _read_players(reading: Reading, reader: Reader) -> None:
    record, phase, figures = reading.record, reading.record["phase"], reading.figures
    most = reading.fights * (max(map(max, figures.vp)) + max(figures.action_vp))
    for seat, player in enumerate(reader.objects("players", reading.seats)):
        record["house"][seat] = player.choice("house", HOUSES)
        if reading.fights == 0 and record["house"][seat] != reading.place(seat) % 2:
            player.fail(
                "house", "must alternate from the Start player's Eagle until phase 4 of round 1 (V-3.2)"
            )
        record["score"][seat] = player.int("points", 0, most + MAX_OFFICE_POINTS * (phase == Phase.DONE))
        _read_buildings(reading, player, seat)
        record["hand_size"][seat] = size = player.int("hand_size", 0, HAND_LIMIT)
        record["laid"][seat] = read_kinds(figures, player, "laid", range(HAND_LIMIT + 1 - size))
        if any(record["laid"][seat]) and phase not in (Phase.SUPPLY, Phase.BUILD, Phase.BUILD_SITE):
            player.fail("laid", f"must be empty in phase {PHASES[phase]}")
        record["hand"][seat] = read_kinds(figures, player, "hand", size if seat == reading.seat else 0)
        dealt = 0 if phase == Phase.SETTLE else START_HAND
        if reading.fights == 0 and size + sum(record["laid"][seat]) != dealt:
            player.fail("hand_size", f"must be {dealt} less the cards laid in round 1")
    placed = sum(
        (record["estates"][seat] | record["offices"][seat]).bit_count() for seat in range(reading.seats)
    )
    built = record["round"] - 1 + (phase >= Phase.DISCARD)
    if phase != Phase.SETTLE and placed - reading.seats > built:
        reader.fail(
            "ring", f"has {placed} buildings, more than can have been placed ({reading.seats + built})"
        )
    if sum(record["offices"][seat].bit_count() for seat in range(reading.seats)) > built:
        reader.fail("ring", "has more offices than the Builder had turns")


def _read_buildings(reading: Reading, player: Reader, seat: int) -> None:
    record, total = reading.record, reading.figures.buildings
    estates, offices = record["estates"][seat], record["offices"][seat]
    placed = (estates | offices).bit_count()
    least = 0 if record["phase"] == Phase.SETTLE else 1
    if not least <= placed <= total:
        player.fail("reserve", f"seat {seat} has {placed} buildings on the ring, not {least} to {total}")
    if offices.bit_count() > OFFICE_LIMIT:
        player.fail("reserve", f"seat {seat} has more than {OFFICE_LIMIT} offices (V-4.7.2)")
    if player.int("reserve", 0, total) != total - placed:
        player.fail("reserve", f"must be {total - placed}: {placed} of {total} buildings are on the ring")


def _read_actions(reading: Reading, reader: Reader) -> None:
    record, phase = reading.record, reading.record["phase"]
    if phase == Phase.DONE:
        if reader.has("actor"):
            reader.fail("actor", "must be absent: the game is over")
    else:
        record["actor"] = reader.int("actor", 0, reading.seats - 1)
    for seat, player in enumerate(reader.objects("players", reading.seats)):
        chosen = phase > Phase.DRAFT or (
            phase == Phase.DRAFT and reading.place(seat) < reading.place(record["actor"])
        )
        if player.bool("has_action") != chosen:
            player.fail("has_action", f"must be {str(chosen).lower()} in this phase")
        shown = chosen and (seat == reading.seat or phase >= Phase.BUILD)
        if phase == Phase.SITE and record["round"] > 1:
            shown = player.has("action")  # memory of the last round
        if player.has("action") != shown:
            player.fail("action", "must be given" if shown else "cannot be known here")
        if shown:
            record["kept"][seat] = 1 + player.choice("action", ACTIONS)
        elif chosen:
            record["kept"][seat] = Action.FACE_DOWN
    open_cards = [card for card in record["kept"] if card not in (0, Action.FACE_DOWN)]
    if len(set(open_cards)) != len(open_cards):
        reader.fail("players", "two seats have the same action card")
    if phase == Phase.SITE and len(open_cards) not in (0, reading.seats):
        reader.fail("players", "the action cards of the last round must be given for all seats or for none")
    _read_pack(reading, reader)


def _read_pack(reading: Reading, reader: Reader) -> None:
    """V-6.2: what this seat received in the draft; only memory once it has chosen."""
    record, phase, place = reading.record, reading.record["phase"], reading.place(reading.seat)
    pack = reader.choices("pack", range(7), ACTIONS)
    received = phase == Phase.SUPPLY or (phase == Phase.DRAFT and place <= reading.place(record["actor"]))
    choosing = phase == Phase.DRAFT and record["actor"] == reading.seat
    if pack and not received:
        reader.fail("pack", "must be empty: no action cards have been received")
    if not pack and choosing:
        reader.fail("pack", "is missing")
    if not pack:
        return
    if len(pack) != 5 - place or len(set(pack)) != len(pack):
        reader.fail("pack", f"must have {5 - place} different cards")
    bits = sum(2 << card for card in pack)
    if not choosing and not bits >> record["kept"][reading.seat] & 1:
        reader.fail("pack", "must include the card that was kept")
    record["seen"][reading.seat] = bits & PACK


def _read_actor(reading: Reading, reader: Reader) -> None:
    record, phase, actor = reading.record, reading.record["phase"], reading.record["actor"]
    if phase == Phase.SITE and actor != record["strategist"]:
        reader.fail("actor", "must be the Strategy holder")
    if phase in (Phase.BUILD, Phase.BUILD_SITE) and record["kept"][actor] != Action.BUILDER:
        reader.fail("actor", "must be the seat with the Builder")
    if phase in (Phase.SETTLE, Phase.SUPPLY):
        for seat in range(reading.seats):
            before = reading.place(seat) < reading.place(actor)
            estates = (record["estates"][seat]).bit_count()
            if phase == Phase.SETTLE and (estates != before or record["offices"][seat]):
                reader.fail("ring", f"seat {seat} must have {int(before)} estates and no office now")
            if (
                phase == Phase.SUPPLY
                and reading.place(seat) > reading.place(actor)
                and any(record["laid"][seat])
            ):
                reader.fail(f"players[{seat}].laid", "must be empty: its turn is yet to come")
    if phase == Phase.SETTLE and reading.kernel.options["setup_estate_site"] == "own_house_only":
        for seat in range(reading.seats):
            own = record["rose"] if record["house"][seat] else RING & ~record["rose"]
            if record["estates"][seat] & ~own:
                reader.fail("ring", f"seat {seat} must settle in its own house (setup_estate_site)")


def _read_end(reading: Reading, reader: Reader) -> None:
    record, phase = reading.record, reading.record["phase"]
    if phase == Phase.DONE and record["round"] != reading.figures.rounds and record["rose"] not in (0, RING):
        reader.fail("phase", f"the game cannot be over in round {record['round']}")
    if (
        (phase >= Phase.DISCARD or phase == Phase.SITE)
        and Action.STRATEGIST in record["kept"]
        and record["kept"][record["strategist"]] != Action.STRATEGIST
    ):
        reader.fail("strategist", "must be the seat with the Strategist (V-4.8.1)")


def _read_supply(reading: Reading, reader: Reader) -> None:
    record, figures = reading.record, reading.figures
    total = sum(figures.count)
    record["discard"] = read_kinds(figures, reader, "discard", range(total + 1))
    record["deck_size"] = reader.int("deck_size", 0, total)
    for kind, value in enumerate(figures.value):
        open_cards = record["discard"][kind] + record["hand"][reading.seat][kind]
        open_cards += sum(laid[kind] for laid in record["laid"])
        if open_cards > figures.count[kind]:
            reader.fail(
                "discard", f"there are {open_cards} open cards of value {value}, not {figures.count[kind]}"
            )
    found = sum(record["hand_size"]) + sum(map(sum, record["laid"])) + sum(record["discard"])
    if found + record["deck_size"] != total:
        reader.fail("deck_size", f"must be {total - found}: there are {total} supply cards")
    if reading.fights == 0 and any(record["discard"]):
        reader.fail("discard", "must be empty before the first discards")


def _read_turn(reading: Reading, reader: Reader) -> None:
    """The inner state of a turn that is split into single decisions."""
    record, phase, actor = reading.record, reading.record["phase"], reading.record["actor"]
    if phase == Phase.SUPPLY:
        laid = [kind for kind in range(KINDS) if record["laid"][actor][kind]]
        record["cap"] = min(laid, default=KINDS - 1)
        if record["hand_size"][actor] == 0:
            reader.fail("actor", "has no supply card to lay")
        if actor == reading.seat and not any(record["hand"][actor][: record["cap"] + 1]):
            reader.fail("actor", "has no supply card that may still be laid (V-4.3.2)")
    if phase == Phase.BUILD_SITE:
        record["build"] = build = 1 + reader.choice("building", BUILDS[1:])
        _check_building(reading, reader, build)
    if phase == Phase.DISCARD:
        _read_discards(reading, reader)


def _check_building(reading: Reading, reader: Reader, build: int) -> None:
    record, actor = reading.record, reading.record["actor"]
    placed = (record["estates"][actor] | record["offices"][actor]).bit_count()
    offices = record["offices"][actor].bit_count()
    turn = BUILDS[build] == "turn"
    if not turn and placed == reading.figures.buildings:
        reader.fail("building", "the Builder has no building in reserve")
    if BUILDS[build] == "place_office" and offices == OFFICE_LIMIT:
        reader.fail("building", f"the Builder has {OFFICE_LIMIT} offices already")
    if turn and placed == 1:
        reader.fail("building", "the Builder has only one building to turn: this is no decision")


def _read_discards(reading: Reading, reader: Reader) -> None:
    """V-4.10.3: how much the actor may still discard follows from his hand and his estates."""
    record, actor, figures = reading.record, reading.record["actor"], reading.figures
    count = figures.action_cards[record["kept"][actor] - 1]
    if record["kept"][actor] != Action.FARMER:
        own = record["rose"] if record["house"][actor] else RING & ~record["rose"]
        count += (record["estates"][actor] & own).bit_count()
    excess = record["hand_size"][actor] + min(count, DRAW_LIMIT) - HAND_LIMIT
    if excess < 1:
        reader.fail("actor", "draws within the hand limit: there is nothing to discard")
    record["excess"] = reader.int("may_discard", excess, excess)
    record["cap"] = KINDS - 1
    if reader.has("last_discard"):
        cap = kind_of(figures, reader, "last_discard")
        record["cap"] = cap
        if not record["discard"][cap]:
            reader.fail("last_discard", "is not in the discard pile")
        if record["hand_size"][actor] == HAND_LIMIT and cap < KINDS - 1:
            reader.fail("last_discard", "a full hand has discarded nothing")
    if actor == reading.seat and not any(record["hand"][actor][: record["cap"] + 1]):
        reader.fail("last_discard", "the actor has no card that may still be discarded (V-4.10.4)")
