"""What a front-end with memory knows about hidden cards, and what is assumed without it (rules section 6)."""

from __future__ import annotations

from eminence.cext.core.face import Record
from eminence.cext.core.fields import Reader
from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.views import COUNTRY, Suit, read_counts

MAX_GENERATIONS = 4
MAX_DEMAND = 15  # cards of one demand
MAX_DEMANDED = 120  # of all seats together


def read_memory(kernel: RoyalsKernel, reader: Reader, record: Record, seat: int, suit: Suit) -> None:
    """Fills the ledger of one suit. Everything public but the ledger is in the record already."""
    memory = Reader({}, reader.at(suit.memory))
    if reader.has(suit.memory):
        memory = reader.object(suit.memory)
        for other, player in enumerate(memory.objects("players", kernel.seats)):
            _read_player(player, record, other, suit)
    generations = memory.objects("generations", range(MAX_GENERATIONS + 1))
    if generations:
        _read_generations(kernel, generations, record, seat, suit)
    else:
        _assume_one_generation(kernel, memory, record, seat, suit)
    memory.done()
    _check_two_seats(kernel, memory, record, suit)
    _check_demands(kernel, memory, record, suit)
    _check_own_cards(memory, record, seat, suit)
    _check_totals(kernel, memory, record, suit)


def _demands(record: Record, seat: int, suit: Suit) -> list[tuple[int, int, int]]:
    """Kind, cards and slots of a seat's demands."""
    demands = record[suit.demands][seat][: record["demand_count"][suit.index][seat]]
    return [(demand["cards"] % 16, demand["cards"] // 16, demand["slots"]) for demand in demands]


def _demanded(record: Record, seat: int, suit: Suit, kind: int | None = None) -> int:
    """Cards of a seat's demands, of one kind or of all."""
    return sum(cards for k, cards, _ in _demands(record, seat, suit) if kind in (None, k))


def _read_player(player: Reader, record: Record, other: int, suit: Suit) -> None:
    known = read_counts(player, "known", suit.words)
    if sum(known) > record["hand_size"][suit.index][other]:
        player.fail("known", "has more cards than the hand")
    record["known"][other][suit.kinds] = known
    demands = player.objects("demands", range(suit.max_demands + 1))
    record["demand_count"][suit.index][other] = len(demands)
    for k, demand in enumerate(demands):
        kind = suit.first + demand.choice(suit.kind, suit.words)
        cards = kind + 16 * demand.int("count", 1, MAX_DEMAND)
        record[suit.demands][other][k] = {"cards": cards, "slots": demand.int("slots", 1, 250)}
        demand.done()
    player.done()


def _read_generations(
    kernel: RoyalsKernel, generations: list[Reader], record: Record, seat: int, suit: Suit
) -> None:
    record["generation"][suit.index] = len(generations) - 1
    for g, generation in enumerate(generations):
        unseen = read_counts(generation, "unseen", suit.words)
        slots = generation.ints("slots", kernel.seats, 0, 250)
        own = read_counts(generation, "own", suit.words)
        generation.done()
        deck = record["deck_size"][suit.index] if g == len(generations) - 1 else 0
        if sum(unseen) != sum(slots) + deck:
            generation.fail(
                "unseen", f"has {sum(unseen)} cards for {sum(slots)} slots and {deck} cards in the deck"
            )
        if sum(own) != slots[seat]:
            generation.fail("own", f"has {sum(own)} cards for {slots[seat]} slots")
        if any(mine > all_ for mine, all_ in zip(own, unseen, strict=True)):
            generation.fail("own", "has more cards of a kind than are unseen")
        record["unseen"][g][suit.kinds] = unseen
        record["blind"][seat][g][suit.kinds] = own
        for other in range(kernel.seats):
            record["slots"][suit.index][other][g] = slots[other]


def _assume_one_generation(
    kernel: RoyalsKernel, memory: Reader, record: Record, seat: int, suit: Suit
) -> None:
    """Without memory all cards not to be seen can be anywhere; with two seats and no deck they are in a hand."""
    if any(record["demand_count"][suit.index]):
        memory.fail("generations", "must be given with demands")
    open_hands = kernel.seats == 2 and record["deck_size"][suit.index] == 0
    if open_hands:
        record["known"][seat][suit.kinds] = record["hand"][seat][suit.kinds]
        record["known"][1 - seat][suit.kinds] = [0] * len(suit.words)
    for k in range(suit.first, suit.first + len(suit.words)):
        seen = record["discards"][k] + (record["display"][k] if suit is COUNTRY else 0)
        unseen = (
            kernel.figures["cards"][k]
            - seen
            - sum(record["known"][other][k] for other in range(kernel.seats))
        )
        own = record["hand"][seat][k] - record["known"][seat][k]
        if own < 0 or unseen < own:
            memory.fail("players", "have more cards of a kind than can be in their hands")
        if open_hands:
            record["known"][1 - seat][k] = unseen
        else:
            record["unseen"][0][k] = unseen
            record["blind"][seat][0][k] = own
    for other in range(kernel.seats):
        known = sum(record["known"][other][suit.kinds])
        record["slots"][suit.index][other][0] = record["hand_size"][suit.index][other] - known


def _check_two_seats(kernel: RoyalsKernel, memory: Reader, record: Record, suit: Suit) -> None:
    """With two seats a deck that runs out opens both hands, so there is only the current generation (R-6.3)."""
    if kernel.seats != 2:
        return
    if record["generation"][suit.index] or any(record["demand_count"][suit.index]):
        memory.fail("generations", "is at most one with two seats, and there are no demands")
    if record["deck_size"][suit.index] == 0 and any(record["unseen"][0][suit.kinds]):
        memory.fail("generations[0].unseen", "must be empty: with two seats and no deck both hands are known")


def _check_demands(kernel: RoyalsKernel, memory: Reader, record: Record, suit: Suit) -> None:
    """Demands refer to slots that exist, in time order, and are not more than a game can bring."""
    if sum(_demanded(record, other, suit) for other in range(kernel.seats)) > MAX_DEMANDED:
        memory.fail("players", f"have demands of more than {MAX_DEMANDED} cards")
    for other in range(kernel.seats):
        before = 0
        for k, (_, _, slots) in enumerate(_demands(record, other, suit)):
            path = f"players[{other}].demands[{k}].slots"
            if slots > sum(record["slots"][suit.index][other]):
                memory.fail(path, "is more than the blind slots of the seat")
            if slots < before:
                memory.fail(path, "is less than in an older demand")
            before = slots


def _check_own_cards(memory: Reader, record: Record, seat: int, suit: Suit) -> None:
    """The viewer's hand is its known cards and the contents of its blind slots, less its demands."""
    for k, word in enumerate(suit.words, suit.first):
        blind = sum(record["blind"][seat][g][k] for g in range(MAX_GENERATIONS))
        hand = record["known"][seat][k] + blind - _demanded(record, seat, suit, k)
        if hand != record["hand"][seat][k]:
            memory.fail(f"players[{seat}].known.{word}", f"and own slots make {hand} cards, not the hand")


def _check_totals(kernel: RoyalsKernel, memory: Reader, record: Record, suit: Suit) -> None:
    """Hands have their sizes, and no card is twice or nowhere (R-9.1)."""
    for other in range(kernel.seats):
        size = record["hand_size"][suit.index][other]
        slots = sum(record["slots"][suit.index][other])
        if sum(record["known"][other][suit.kinds]) + slots - _demanded(record, other, suit) != size:
            memory.fail(f"players[{other}]", f"with its slots does not make {size} cards")
    for k, word in enumerate(suit.words, suit.first):
        total = record["discards"][k] + (record["display"][k] if suit is COUNTRY else 0)
        total += sum(record["unseen"][g][k] for g in range(MAX_GENERATIONS))
        total += sum(
            record["known"][other][k] - _demanded(record, other, suit, k) for other in range(kernel.seats)
        )
        if total != kernel.figures["cards"][k]:
            memory.fail(
                "generations",
                f"and open cards make {total} cards of {word}, not {kernel.figures['cards'][k]}",
            )
