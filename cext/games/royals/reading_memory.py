"""What a front-end with memory knows about hidden cards, and what is assumed without it (rules section 6)."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.state import Logged
from eminence.cext.games.royals.views import COUNTRY, HAND_LIMITS, TURN_LIMITS, Suit, read_counts

MAX_GENERATIONS = (4, 16)  # of the suits
MAX_RUN = 4  # cards of one entry of a log
MAX_COUNT = 120  # of one event


def read_memory(kernel: RoyalsKernel, reader: Reader, record: Record, seat: int, suit: Suit) -> None:
    """Fills the record of one suit. Everything else that is public is there already."""
    memory = Reader({}, reader.at(suit.memory))
    if reader.has(suit.memory):
        memory = reader.object(suit.memory)
        for other, player in enumerate(memory.objects("players", kernel.seats)):
            known = read_counts(player, "known", suit.words)
            if sum(known) > record["hand_size"][suit.index][other]:
                player.fail("known", "has more cards than the hand")
            record["known"][other][suit.kinds] = known
            player.done()
    generations = memory.objects("generations", range(MAX_GENERATIONS[suit.index] + 1))
    if not generations:
        _assume_one_generation(kernel, memory, record, seat, suit)
        memory.done()
        return
    past = _Past(kernel, memory, record, seat, suit)
    for g, generation in enumerate(generations):
        past.read_generation(g, generation, is_last=g == len(generations) - 1)
    memory.done()
    past.finish()


def _blind_cards(record: Record, seat: int, suit: Suit) -> int:
    """Cards in a hand that were drawn face down."""
    return int(record["hand_size"][suit.index][seat] - sum(record["known"][seat][suit.kinds]))


def _own_blind(memory: Reader, record: Record, seat: int, suit: Suit) -> list[int]:
    """What of the viewer's hand was drawn face down, by kind."""
    blind = _less(record["hand"][seat][suit.kinds], record["known"][seat][suit.kinds])
    if min(blind) < 0:
        memory.fail(f"players[{seat}].known.{_word(suit, blind)}", "is more than the hand has")
    return blind


def _word(suit: Suit, counts: Sequence[int]) -> str:
    """The first kind whose count is negative."""
    return next(word for word, count in zip(suit.words, counts, strict=True) if count < 0)


def _less(counts: Sequence[int], others: Sequence[int]) -> list[int]:
    return [one - other for one, other in zip(counts, others, strict=True)]


def _unseen(kernel: RoyalsKernel, record: Record, suit: Suit) -> list[int]:
    """All cards that lie neither open nor known in a hand."""
    rest = _less(kernel.figures["cards"][suit.kinds], record["discards"][suit.kinds])
    if suit is COUNTRY:
        rest = _less(rest, record["display"])
    for known in record["known"][: kernel.seats]:
        rest = _less(rest, known[suit.kinds])
    return rest


def _add_event(record: Record, suit: Suit, event: int, seat: int, count: int) -> bool:
    """Writes an event into the log; false if there is no room."""
    log = record[suit.log]
    while count > 0:
        run = min(count, MAX_RUN)
        if record["log_size"][suit.index] == len(log):
            return False
        log[record["log_size"][suit.index]] = event | seat << 3 | (run - 1) << 6
        record["log_size"][suit.index] += 1
        count -= run
    return True


def _assume_one_generation(
    kernel: RoyalsKernel, memory: Reader, record: Record, seat: int, suit: Suit
) -> None:
    """Without memory all cards not to be seen can be anywhere: as if drawn from one deck, and none of them spent."""
    own, unseen = _own_blind(memory, record, seat, suit), _unseen(kernel, record, suit)
    if any(mine > all_ for mine, all_ in zip(own, unseen, strict=True)):
        memory.fail("players", "have more cards of a kind than can be in their hands")
    record["unseen"][0][suit.kinds] = unseen
    for other in range(kernel.seats):
        _add_event(record, suit, Logged.DREW, other, _blind_cards(record, other, suit))


class _Past:
    """Generations as they are read, one after the other."""

    def __init__(self, kernel: RoyalsKernel, memory: Reader, record: Record, seat: int, suit: Suit) -> None:
        self.kernel, self.memory, self.record, self.seat, self.suit = kernel, memory, record, seat, suit
        self.blind = [0] * kernel.seats  # blind cards in each hand
        self.together = [0] * len(suit.words)  # of all hands and the deck, by kind
        self.kept = [0] * len(suit.words)  # the viewer's when the generation began

    def read_generation(self, g: int, reader: Reader, is_last: bool) -> None:
        suit, record = self.suit, self.record
        if g:
            self._begin(g, reader)
        unseen = read_counts(reader, "unseen", suit.words)
        record["unseen"][g][suit.kinds] = unseen
        self.together = [there + more for there, more in zip(self.together, unseen, strict=True)]
        drawn, spent = self._read_events(reader)
        reader.done()
        deck = record["deck_size"][suit.index] if is_last else 0
        if sum(unseen) != drawn + deck:
            reader.fail("unseen", f"has {sum(unseen)} cards for {drawn} that were drawn and a deck of {deck}")
        if min(self.together) < 0:
            reader.fail("events", f"spend more {_word(suit, self.together)} cards than there were")
        self.own_unseen, self.own_spent, self.reader = unseen, spent, reader

    def _read_events(self, reader: Reader) -> tuple[int, list[int]]:
        """Number of cards drawn, and what the viewer spent."""
        suit, drawn, spent = self.suit, 0, [0] * len(self.suit.words)
        for event in reader.objects("events", range(len(self.record[suit.log]) + 1)):
            seat = event.int("seat", 0, self.kernel.seats - 1)
            count = event.int("count", 1, MAX_COUNT)
            kind = event.choice(suit.kind, suit.words) if event.has(suit.kind) else int(Logged.DREW)
            event.done()
            if kind == Logged.DREW:
                drawn += count
                self.blind[seat] += count
            else:
                self.blind[seat] -= count
                self.together[kind] -= count
                spent[kind] += count if seat == self.seat else 0
            if not 0 <= self.blind[seat] <= TURN_LIMITS[suit.index]:
                event.fail("count", f"leaves the seat {self.blind[seat]} cards that were drawn face down")
            if not _add_event(self.record, suit, kind, seat, count):
                reader.fail("events", "are more than are kept: forget the oldest generation")
        return drawn, spent

    def _begin(self, g: int, reader: Reader) -> None:
        """A shuffle: all hands together and the viewer's own are known."""
        suit = self.suit
        for seat, blind in enumerate(self.blind):
            if blind > HAND_LIMITS[suit.index]:
                self.reader.fail("events", f"leave seat {seat} {blind} cards when the deck is shuffled")
        kept = read_counts(reader, "kept", suit.words)
        if sum(kept) != self.blind[self.seat]:
            reader.fail("kept", f"has {sum(kept)} cards, not {self.blind[self.seat]} as drawn and spent")
        self._check_own(reader, "kept", kept)
        if any(mine > all_ for mine, all_ in zip(kept, self.together, strict=True)):
            reader.fail("kept", "has more cards of a kind than all hands had")
        self.record["kept"][self.seat][g][suit.kinds] = kept
        self.record["generation"][suit.index] = g
        if not _add_event(self.record, suit, Logged.SHUFFLED, 0, 1):
            reader.fail("events", "are more than are kept: forget the oldest generation")
        self.kept = kept

    def _check_own(self, reader: Reader, name: str, after: list[int]) -> None:
        """The viewer drew from the last generation what it has now or has spent, and had not before."""
        drawn = _less([now + gone for now, gone in zip(after, self.own_spent, strict=True)], self.kept)
        if min(drawn) < 0 or min(_less(self.own_unseen, drawn)) < 0:
            reader.fail(name, "does not follow from what the seat had, drew and spent")

    def finish(self) -> None:
        """Hands have their sizes, no card is twice or nowhere (R-9.1), and one's own cards agree."""
        own = _own_blind(self.memory, self.record, self.seat, self.suit)
        for seat, blind in enumerate(self.blind):
            if blind != _blind_cards(self.record, seat, self.suit):
                size = self.record["hand_size"][self.suit.index][seat]
                self.memory.fail(f"players[{seat}].known", f"and the events do not make {size} cards")
        expected = _unseen(self.kernel, self.record, self.suit)
        for k, word in enumerate(self.suit.words):
            if self.together[k] != expected[k]:
                self.memory.fail(
                    "generations", f"leave {self.together[k]} hidden cards of {word}, not {expected[k]}"
                )
        self._check_own(self.memory, f"players[{self.seat}].known", own)
