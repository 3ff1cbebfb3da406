"""What a view remembers about supply cards since the last shuffle (V-6.3, V-6.5), read and checked."""

from __future__ import annotations

from functools import cache

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.verraeter.figures import Figures
from eminence.cext.games.verraeter.kernel import VerraeterKernel
from eminence.cext.games.verraeter.state import HAND_LIMIT, KINDS, SEATS, Phase
from eminence.cext.games.verraeter.words import counts, minus, plus

Entry = tuple[int, int]  # draws before, kind


def read_memory(kernel: VerraeterKernel, reader: Reader, seat: int, record: Record) -> None:
    """Completes the record, which has everything else, from the optional field `memory`."""
    figures, seats = kernel.figures, kernel.seats
    shown = record["discard"]
    for laid in record["laid"]:
        shown = plus(shown, laid)
    entries: list[list[Entry]] = [[] for _ in range(seats)]
    if reader.has("memory"):
        _read_given(kernel, reader.object("memory"), seat, record, entries, shown)
    else:  # all unseen cards are one pool: as if everything in the hands had been drawn since the shuffle
        record["fresh"] = minus(figures.count, shown)
        record["new_size"] = list(record["hand_size"])
        record["drawn"][seat] = list(record["hand"][seat])
    if not _feasible(seats, record, seat, entries):
        reader.fail(
            "memory" if reader.has("memory") else "discard",
            "no arrangement of the supply cards fits the view",
        )
    packed = sorted(
        other << 8 | drawn << 3 | kind for other in range(seats) for drawn, kind in entries[other]
    )
    record["reveals"][: len(packed)] = packed
    record["reveal_count"] = len(packed)


def _read_given(
    kernel: VerraeterKernel,
    memory: Reader,
    seat: int,
    record: Record,
    entries: list[list[Entry]],
    shown: list[int],
) -> None:
    figures = kernel.figures
    record["fresh"] = read_kinds(figures, memory, "fresh", range(sum(figures.count) + 1))
    record["apart"] = int(memory.bool("fixed_hands"))
    if record["apart"] and kernel.options["start_hands"] != "fixed345":
        memory.fail("fixed_hands", "must be false: the starting hands were dealt at random")
    for other, player in enumerate(memory.objects("players", kernel.seats)):
        _read_player(figures, player, other, seat, record, entries)
    told = counts(kind for entry in entries for _, kind in entry)
    if any(n < 0 for n in minus(shown, told)):
        memory.fail("players", "more cards are revealed than lie on the table and in the discard pile")
    if sum(record["fresh"]) - sum(record["new_size"]) != record["deck_size"]:
        memory.fail("fresh", "must be the cards drawn since and those in the deck")
    pool = minus(plus(minus(figures.count, shown), told), record["fresh"])
    if min(pool) < 0:
        memory.fail("fresh", "has cards that lie elsewhere")
    if sum(pool) != sum(record["old_size"]):
        memory.fail("players", f"must have {sum(pool)} old cards, not {sum(record['old_size'])}")
    if not record["apart"]:
        record["old"][0] = pool
    elif [sum(column) for column in zip(*record["old"], strict=True)] != pool:
        memory.fail("players", "the old cards are not those that were not in the deck")
    for other in range(kernel.seats):
        _fold(memory, record, other, other == seat, entries[other])
    _check_own(memory, record, seat, entries[seat])
    memory.done()


def _read_player(
    figures: Figures, player: Reader, other: int, seat: int, record: Record, entries: list[list[Entry]]
) -> None:
    record["old_size"][other] = old = player.int("old", 0, HAND_LIMIT)
    record["new_size"][other] = drawn = player.int("drawn", 0, sum(figures.count))
    record["old"][other] = read_kinds(figures, player, "old_values", old if record["apart"] else 0)
    if record["apart"] and any(n < 0 for n in minus(figures.start, record["old"][other])):
        player.fail("old_values", "must be cards of the starting hand")
    record["drawn"][other] = read_kinds(figures, player, "drawn_values", drawn if other == seat else 0)
    for reveal in player.objects("revealed", range(sum(figures.count) + 1)):
        kind = kind_of(figures, reveal, "value")
        entries[other].append((reveal.int("drawn_before", 0, drawn), kind))
        reveal.done()
    entries[other].sort()
    for i, (before, _) in enumerate(entries[other]):
        if old + before <= i:
            player.fail(f"revealed[{i}]", "was revealed from an empty hand")
    if old + drawn - len(entries[other]) != record["hand_size"][other]:
        player.fail(
            "drawn", f"old and drawn less revealed must be the {record['hand_size'][other]} cards in hand"
        )
    player.done()


def _check_own(memory: Reader, record: Record, seat: int, entries: list[Entry]) -> None:
    """The seat's own draws must fit its hand, the deck and what was old."""
    path = f"players[{seat}].drawn_values"
    if min(minus(record["fresh"], record["drawn"][seat])) < 0:
        memory.fail(path, "were not all in the fresh deck")
    had = plus(record["hand"][seat], counts(kind for _, kind in entries))
    held = minus(had, record["drawn"][seat])
    if min(held) < 0:
        memory.fail(path, "must be in hand or revealed")
    known = record["old"][seat if record["apart"] else 0]
    if (held != known) if record["apart"] else min(minus(known, held)) < 0:
        memory.fail(path, "do not fit the old cards")


def _fold(memory: Reader, record: Record, seat: int, own: bool, entries: list[Entry]) -> None:
    """Takes revealed cards out of the record whose origin is beyond doubt, as the compiled rules do."""
    pool = record["old"][seat if record["apart"] else 0]
    while entries and record["old_size"][seat] and entries[0][0] == 0:
        _, kind = entries.pop(0)
        pool[kind] -= 1
        record["old_size"][seat] -= 1
    if record["old_size"][seat] == 0:
        for _, kind in entries:
            record["fresh"][kind] -= 1
            record["new_size"][seat] -= 1
            record["drawn"][seat][kind] -= own
        entries.clear()
    if min(*pool, *record["fresh"], *record["drawn"][seat]) < 0:
        memory.fail(f"players[{seat}].revealed", "has a card that the seat cannot have had")


def _feasible(seats: int, record: Record, seat: int, entries: list[list[Entry]]) -> bool:
    """Whether every doubtful card of an opponent can come from somewhere.

    So must the card that an actor in the middle of his turn still holds (V-4.0.1).
    """
    apart, actor = record["apart"], record["actor"]
    doubts = [
        (other, drawn, kind) for other in range(seats) if other != seat for drawn, kind in entries[other]
    ]
    fresh = minus(record["fresh"], record["drawn"][seat])
    own = plus(record["hand"][seat], counts(kind for _, kind in entries[seat]))
    old = [list(pool) for pool in record["old"]]
    if not apart:
        old[0] = minus(old[0], minus(own, record["drawn"][seat]))
    if min(fresh) < 0 or min(map(min, old)) < 0:
        return False
    if record["phase"] in (Phase.SUPPLY, Phase.DISCARD) and actor != seat and record["cap"] < KINDS - 1:
        drawn = record["new_size"][actor]
        return any(
            _assignable(sorted([*doubts, (actor, drawn, kind)]), old, record["old_size"], fresh, bool(apart))
            for kind in range(record["cap"] + 1)
        )
    return _assignable(doubts, old, record["old_size"], fresh, bool(apart))


def _assignable(
    doubts: list[tuple[int, int, int]],
    old: list[list[int]],
    old_size: list[int],
    fresh: list[int],
    apart: bool,
) -> bool:
    """Whether origins for all doubtful cards exist, by search over what has been taken so far."""

    @cache
    def search(i: int, taken: tuple[int, ...], by_seat: int, by_kind: tuple[int, ...]) -> bool:
        if i == len(doubts):
            return True
        other, drawn, kind = doubts[i]
        if i == 0 or doubts[i - 1][0] != other:
            by_seat = 0
        seen = sum(seat == other for seat, _, _ in doubts[:i])
        before = sum(one == kind for _, _, one in doubts[:i])
        pool = other if apart else 0
        slot = pool * KINDS + kind
        if taken[slot] < old[pool][kind] and by_seat < old_size[other]:
            more = (*taken[:slot], taken[slot] + 1, *taken[slot + 1 :])
            kinds = (*by_kind[:kind], by_kind[kind] + 1, *by_kind[kind + 1 :])
            if search(i + 1, more, by_seat + 1, kinds):
                return True
        new_of_kind = before - by_kind[kind]
        return seen - by_seat < drawn and new_of_kind < fresh[kind] and search(i + 1, taken, by_seat, by_kind)

    return search(0, (0,) * (SEATS * KINDS), 0, (0,) * KINDS)


def read_kinds(figures: Figures, reader: Reader, name: str, length: int | range) -> list[int]:
    """A list of card values as counts by kind."""
    values = reader.ints(name, length, 1, max(figures.value))
    for i, value in enumerate(values):
        if value not in figures.value:
            reader.fail(f"{name}[{i}]", f"there is no supply card of value {value}")
    return counts(figures.value.index(value) for value in values)


def kind_of(figures: Figures, reader: Reader, name: str) -> int:
    """The kind of a card given by its value."""
    value = reader.int(name, 1, max(figures.value))
    if value not in figures.value:
        reader.fail(name, f"there is no supply card of value {value}")
    return figures.value.index(value)
