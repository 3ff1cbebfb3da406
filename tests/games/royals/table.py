"""Positions of Royals built by hand, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eminence.cext.core.stream import Stream
from eminence.cext.games.royals import FACE
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.state import Logged
from eminence.cext.games.royals.words import CARD_LETTERS, COUNTRIES, PHASES, TITLES

Record = dict[str, Any]


def table(seats: int, **options: Any) -> RoyalsKernel:
    kernel = FACE.kernel(seats, options)
    assert isinstance(kernel, RoyalsKernel)
    return kernel


def cards(text: str) -> list[int]:
    """Counts of the ten kinds from a text such as "F3 G1 FS2"."""
    counts = [0] * len(CARD_LETTERS)
    for word in text.split():
        letters = word.rstrip("0123456789")
        counts[CARD_LETTERS.index(letters)] += int(word[len(letters) :] or 1)
    return counts


def position(kernel: RoyalsKernel, city: str, title: str) -> int:
    found = kernel.board.find(kernel.board.cities.index(city), TITLES.index(title))
    assert found is not None
    return found


def world(
    kernel: RoyalsKernel,
    hands: Mapping[int, str] | None = None,
    *,
    phase: str = "play",
    active: int = 0,
    display: str = "F B S",
    deck: str | None = None,
    held: Mapping[int, int] | None = None,
    displaced: Mapping[tuple[int, int], int] | None = None,
    titles: Mapping[tuple[int, int], int] | None = None,
    **fields: Any,
) -> Record:
    """A complete world: hands by seat, positions by holder, cubes on city spaces by (seat, city), further title cubes.

    All hands are open cards (known to everybody). The rest of the country cards is the deck, or with a `deck` given the
    discards. `fields` replaces fields of the record.
    """
    record: Record = kernel.unpack(bytes(kernel.state_size))
    record |= {"phase": PHASES.index(phase), "active": active, "turn": kernel.seats + _lag(kernel, active)}
    record["display"] = cards(display)[:4]
    for seat, text in (hands or {}).items():
        record["hand"][seat] = cards(text)
        record["known"][seat] = cards(text)
        record["hand_size"][0][seat] = sum(cards(text)[:4])
        record["hand_size"][1][seat] = sum(cards(text)[4:])
    _lay_out_decks(kernel, record, deck)
    for place, seat in (held or {}).items():
        record["held"][seat] |= 1 << place
        record["title_cubes"][seat][kernel.figures["position_title"][place]] += 1
        record["present"][seat] |= 1 << kernel.figures["position_city"][place]
        influence = kernel.figures["position_influence"][place]
        record["influence"][seat][kernel.figures["position_country"][place]] += influence
    for (seat, city), cubes in (displaced or {}).items():
        record["displaced"][seat][city] += cubes
        record["present"][seat] |= 1 << city
    for (seat, title), cubes in (titles or {}).items():
        record["title_cubes"][seat][title] += cubes
    for seat in range(kernel.seats):
        record["placements"][seat] = sum(record["title_cubes"][seat])
    return record | fields


def _lag(kernel: RoyalsKernel, active: int) -> int:
    return int((active - kernel.figures["start"]) % kernel.seats)


def _lay_out_decks(kernel: RoyalsKernel, record: Record, deck: str | None) -> None:
    rest = list(kernel.figures["cards"])
    for kind in range(len(rest)):
        rest[kind] -= sum(hand[kind] for hand in record["hand"])
        rest[kind] -= record["display"][kind] if kind < len(COUNTRIES) else 0
    assert min(rest) >= 0
    deck_cards = list(rest)
    if deck is not None:
        deck_cards[:4] = cards(deck)[:4]
    record["deck"] = deck_cards
    record["unseen"][0] = list(deck_cards)
    record["discards"] = [all_ - there for all_, there in zip(rest, deck_cards, strict=True)]
    assert min(record["discards"]) >= 0
    record["deck_size"] = [sum(deck_cards[:4]), sum(deck_cards[4:])]


def texts(kernel: RoyalsKernel, record: Record) -> list[str]:
    """Texts of the legal moves."""
    return [FACE.move_text(kernel, record, move) for move in kernel.moves(kernel.pack(record))]


def play(kernel: RoyalsKernel, record: Record, *moves: str, seed: object = 0) -> Record:
    """The record after some moves, given by their texts."""
    stream = Stream(seed, "test")
    state = kernel.pack(record)
    for text in moves:
        state = kernel.play(state, FACE.find_move(kernel, state, text), stream)
    return kernel.unpack(state)


def outcome(kernel: RoyalsKernel, record: Record) -> dict[str, list[float]]:
    return kernel.result(kernel.pack(record))


def write_down(record: Record, suit: int, event: int, seat: int, count: int) -> None:
    """An entry at the end of a log."""
    log = record[("country_log", "intrigue_log")[suit]]
    log[record["log_size"][suit]] = event | seat << 3 | (count - 1) << 6
    record["log_size"][suit] += 1


def blind_world(kernel: RoyalsKernel, hands: Mapping[int, str], **fields: Any) -> Record:
    """A world whose hands were all drawn face down from the first decks."""
    record = world(kernel, hands, **fields)
    for seat in range(kernel.seats):
        record["known"][seat] = [0] * 10
        for suit in range(2):
            if record["hand_size"][suit][seat]:
                write_down(record, suit, Logged.DREW, seat, record["hand_size"][suit][seat])
    for kind in range(10):
        record["unseen"][0][kind] += sum(hand[kind] for hand in record["hand"])
    return record


def two_generations(
    kernel: RoyalsKernel, old: Mapping[int, str], new: Mapping[int, str], **fields: Any
) -> Record:
    """Country cards drawn face down, some from an old deck and some from the current one."""
    both = {seat: f"{old.get(seat, '')} {new.get(seat, '')}" for seat in range(kernel.seats)}
    record = world(kernel, both, **fields)
    record["generation"] = [1, 0]
    record["unseen"][1][:4] = record["deck"][:4]
    record["unseen"][0][:4] = [0] * 4
    for g, hands in enumerate((old, new)):
        if g:
            write_down(record, 0, Logged.SHUFFLED, 0, 1)
        for seat, text in hands.items():
            counts = cards(text)[:4]
            record["known"][seat][:4] = [0] * 4
            write_down(record, 0, Logged.DREW, seat, sum(counts))
            for kind in range(4):
                record["unseen"][g][kind] += counts[kind]
                record["kept"][seat][1][kind] += 0 if g else counts[kind]
    return record
