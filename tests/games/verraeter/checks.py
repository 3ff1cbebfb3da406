"""Six things that good players of Verräter do or leave, counted in games of a bot against itself.

    python tests/games/verraeter/checks.py --seats 3 --games 60 --bot mcts:iterations=400
    python tests/games/verraeter/checks.py --seats 3 --games 1000 --bot mcts:iterations=400 --borders

What is sure is worked out from the seat's view alone: over all drafts that agree with the pack it received, and over
whatever seats that lay later may lay.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from eminence.bots import Bot, Game, make_bot
from eminence.bots.game import State
from eminence.cext.games.verraeter.state import Action, Phase

ABOUT = {
    1: "the Farmer is not kept with four cards in hand, unless cards are laid",
    2: "the last to lay lays no more than it takes, whatever is revealed",
    3: "nothing is laid for a side that surely wins or loses",
    4: "in the last round with two offices no other cards kept back were better, whatever is revealed",
    5: "the Traitor lays only what may decide for his new side",
    6: "no border is chosen that is surely lost, unless to change sides",
}
TIE = -1
Cards = tuple[int, ...]  # by kind


@dataclass
class Tally:
    """Positions a check applies to, and in how many it holds."""

    applied: Counter[int] = field(default_factory=Counter)
    held: Counter[int] = field(default_factory=Counter)

    def note(self, check: int, holds: bool) -> None:
        self.applied[check] += 1
        self.held[check] += holds

    def share(self, check: int) -> float:
        return self.held[check] / self.applied[check] if self.applied[check] else math.nan


class Conflict:
    """A round as one seat knows it when its turn to lay begins."""

    def __init__(self, state: State, seat: int) -> None:
        kernel = state.game.kernel
        self.figures = kernel.figures  # type: ignore[attr-defined]
        self.record: dict[str, Any] = kernel.unpack(kernel.hide(state.packed, seat))
        self.seat, self.seats = seat, kernel.seats
        self.turns_d5 = state.game.options["d5_turns_when_unanimous"]
        self.place = (seat - self.record["start"]) % self.seats
        first = self.record["border"]
        second = (first + 1) % 12
        rose = self.record["rose"] >> first & 1
        self.lands = (second, first) if rose else (first, second)
        self.drafts = list(self._drafts())

    @property
    def later(self) -> list[int]:
        """Seats that have yet to lay."""
        return [(self.record["start"] + place) % self.seats for place in range(self.place + 1, self.seats)]

    def points(self, cards: Sequence[int]) -> int:
        return sum(value * count for value, count in zip(self.figures.value, cards, strict=True))

    def _drafts(self) -> Iterator[tuple[int, ...]]:
        """V-6.2: kept cards by seat, in every way that agrees with the pack received."""
        pack, mine = self.record["seen"][self.seat], self.record["kept"][self.seat]
        upstream = [card for card in range(1, 7) if not pack >> card & 1]
        downstream = [card for card in range(1, 7) if pack >> card & 1 and card != mine]
        for before in itertools.permutations(upstream, self.place):
            for after in itertools.permutations(downstream, self.seats - 1 - self.place):
                order = (*before, mine, *after)
                yield tuple(order[(seat - self.record["start"]) % self.seats] for seat in range(self.seats))

    def houses(self, kept: Sequence[int]) -> list[int]:
        """After the reveal (V-4.4)."""
        before = self.record["house"][: self.seats]
        unanimous = len(set(before)) == 1
        return [
            house
            ^ (kept[s] == Action.TRAITOR or (kept[s] == Action.DIPLOMAT_5 and unanimous and self.turns_d5))
            for s, house in enumerate(before)
        ]

    def totals(self, kept: Sequence[int], own: int, extra: Sequence[int]) -> tuple[int, int]:
        """Conflict points of both houses with so many laid by the seat and, beyond what lies, by each other one."""
        houses = self.houses(kept)
        totals = [self.figures.cp[self.record["land"][land]] for land in self.lands]
        for s in range(self.seats):
            laid = own if s == self.seat else self.points(self.record["laid"][s]) + extra[s]
            totals[houses[s]] += laid + self.figures.action_cp[kept[s] - 1]
        return totals[0], totals[1]

    def winner(self, kept: Sequence[int], own: int) -> int:
        eagle, rose = self.totals(kept, own, [0] * self.seats)
        return TIE if eagle == rose else int(rose > eagle)

    def most(self, seat: int) -> int:
        """Points a later seat may lay at most: its cards may be the best of all that are not to be seen."""
        shown = [
            self.record["hand"][self.seat][k]
            + self.record["discard"][k]
            + sum(self.record["laid"][s][k] for s in range(self.seats))
            for k in range(6)
        ]
        unseen = [
            v
            for v, n, s in zip(self.figures.value, self.figures.count, shown, strict=True)
            for _ in range(n - s)
        ]
        return sum(sorted(unseen, reverse=True)[: self.record["hand_size"][seat]])

    def sure(self, own: int) -> bool:
        """Whether the own side wins in every world with nothing laid, or does not win in any with all that is held."""
        wins, loses = True, True
        for kept in self.drafts:
            houses = self.houses(kept)
            side = houses[self.seat]
            for friendly, target in ((False, 0), (True, own)):
                extra = [
                    self.most(s) if s in self.later and (houses[s] == side) == friendly else 0
                    for s in range(self.seats)
                ]
                totals = self.totals(kept, target, extra)
                if friendly:
                    loses &= totals[side] < totals[1 - side]
                else:
                    wins &= totals[side] > totals[1 - side]
        return wins or loses

    def land_points(self, kept: Sequence[int], own: int) -> list[int]:
        """Of every seat."""
        winner, houses = self.winner(kept, own), self.houses(kept)
        if winner == TIE:
            return [0] * self.seats
        lost = self.record["land"][self.lands[1 - winner]]
        share = self.figures.vp[lost][houses.count(winner) - 1]
        return [share * (house == winner) for house in houses]

    def drawn(self, kept: Sequence[int], own: int) -> int:
        """V-4.10.2: cards that the seat draws, by its house after the reveal and the lands after the conflict."""
        card = kept[self.seat]
        count = self.figures.action_cards[card - 1]
        if card != Action.FARMER:
            rose, winner = self.record["rose"], self.winner(kept, own)
            if winner != TIE:
                rose ^= 1 << self.lands[1 - winner]
            lands = rose if self.houses(kept)[self.seat] else 0xFFF & ~rose
            count += (self.record["estates"][self.seat] & lands).bit_count()
        return min(int(count), 3)


def parts(cards: Sequence[int]) -> Iterator[Cards]:
    """All sets of cards that can be taken from these."""
    return itertools.product(*(range(count + 1) for count in cards))


def no_more_than_it_takes(conflict: Conflict, laid: Cards) -> bool:
    """Check 2: no part of what was laid has the same result in every draft."""
    result = [conflict.winner(kept, conflict.points(laid)) for kept in conflict.drafts]
    return not any(
        part != laid and [conflict.winner(kept, conflict.points(part)) for kept in conflict.drafts] == result
        for part in parts(laid)
    )


def keeps_the_best(conflict: Conflict, hand: Cards, laid: Cards, offices: int) -> bool:
    """Check 4: no other cards to keep bring as much in every draft, against each of the others, and more in one."""

    def worth(cards: Cards) -> list[int]:
        own, found = conflict.points(cards), []
        for kept in conflict.drafts:
            points = conflict.land_points(kept, own)
            kept_back = min(sum(hand) - sum(cards) + conflict.drawn(kept, own), 3)
            mine = points[conflict.seat] + offices * kept_back
            found += [mine - other for seat, other in enumerate(points) if seat != conflict.seat]
        return found

    mine = worth(laid)
    return not any(
        all(a >= b for a, b in zip(other, mine, strict=True)) and other != mine
        for other in map(worth, parts(hand))
    )


def may_decide(conflict: Conflict, laid: Cards) -> bool:
    """Check 5: in some draft, and with some play of the later seats, these cards make a difference."""
    for kept in conflict.drafts:
        houses = conflict.houses(kept)
        side = houses[conflict.seat]
        friends = sum(conflict.most(s) for s in conflict.later if houses[s] == side)
        foes = sum(conflict.most(s) for s in conflict.later if houses[s] != side)
        without = conflict.totals(kept, 0, [0] * conflict.seats)
        lead = without[side] - without[1 - side]
        if lead - foes <= 0 <= lead + friends + conflict.points(laid):
            return True
    return False


def surely_lost(state: State, border: int) -> bool:
    """Check 6: even with all cards of the own side and both Diplomats on it the land is lost."""
    kernel = state.game.kernel
    record, figures = kernel.unpack(state.packed), kernel.figures  # type: ignore[attr-defined]
    house = record["house"][record["actor"]]
    ends = (border, (border + 1) % 12)
    own = next(p for p in ends if record["rose"] >> p & 1 == house)
    lead = figures.cp[record["land"][own]] - figures.cp[record["land"][sum(ends) - own]]
    best = sorted((v for v, n in zip(figures.value, figures.count, strict=True) for _ in range(n)))
    cards = sum(
        size
        for size, h in zip(record["hand_size"], record["house"][: kernel.seats], strict=False)
        if h == house
    )
    return bool(lead + 7 + sum(best[len(best) - cards :]) < 0)


@dataclass
class Turn:
    """A seat's turn to lay, until it ends."""

    conflict: Conflict
    hand: Cards
    offices: int
    last_round: bool
    laid: list[int] = field(default_factory=lambda: [0] * 6)


def play(seats: int, seed: object, bot: str, tally: Tally) -> None:
    """One game, with every position that a check applies to."""
    state = Game("verraeter", seats).new(seed)
    kernel = state.game.kernel
    rounds = kernel.figures.rounds  # type: ignore[attr-defined]
    bots = [make_bot(bot, f"{seed}/{seat}") for seat in range(seats)]
    turn: Turn | None = None
    farmers: dict[int, bool] = {}
    lost_by: int | None = None
    while state.actor is not None:
        seat, record = state.actor, kernel.unpack(state.packed)
        code = bots[seat].choose(state.view(seat)).code
        if turn and (record["phase"] != Phase.SUPPLY or seat != turn.conflict.seat):
            judge(turn, farmers, tally)
            turn = None
        if record["phase"] == Phase.SITE:
            for holds in farmers.values():
                tally.note(1, holds)
            farmers = {}
            if lost_by is not None:
                tally.note(6, False)
            lost_by = None
            lost = {border: surely_lost(state, border) for border in kernel.moves(state.packed)}
            if any(lost.values()) and not all(lost.values()):
                if lost[code]:
                    lost_by = seat
                else:
                    tally.note(6, True)
        elif record["phase"] == Phase.DRAFT:
            if lost_by == seat and code == Action.TRAITOR:
                tally.note(6, True)
                lost_by = None
            if record["hand_size"][seat] >= 4 and record["seen"][seat] >> Action.FARMER & 1:
                farmers[seat] = code != Action.FARMER
        elif record["phase"] == Phase.SUPPLY:
            if turn is None:
                turn = Turn(
                    Conflict(state, seat),
                    tuple(record["hand"][seat]),
                    record["offices"][seat].bit_count(),
                    record["round"] == rounds,
                )
            if code:
                turn.laid[code - 1] += 1
        state = state.play(state.move(code))
    if turn:
        judge(turn, farmers, tally)
    for holds in farmers.values():
        tally.note(1, holds)


def judge(turn: Turn, farmers: dict[int, bool], tally: Tally) -> None:
    conflict, laid = turn.conflict, tuple(turn.laid)
    if conflict.seat in farmers and any(laid):
        farmers[conflict.seat] = True
    if conflict.sure(conflict.points(turn.hand)):
        tally.note(3, not any(laid))
    if not conflict.later and any(laid):
        tally.note(2, no_more_than_it_takes(conflict, laid))
    if not conflict.later and turn.last_round and turn.offices == 2:
        tally.note(4, keeps_the_best(conflict, turn.hand, laid, turn.offices))
    if conflict.record["kept"][conflict.seat] == Action.TRAITOR and any(laid):
        tally.note(5, may_decide(conflict, laid))


def count_borders(seats: int, games: int, bot: str, seed: object = 0) -> Tally:
    """Check 6 alone, which hardly ever applies: asked of the bot in many games of the playout policy."""
    tally = Tally()
    for number in range(games):
        state = Game("verraeter", seats).new(f"{seed}/{number}")
        quick, asked = make_bot("policy", f"{seed}/{number}"), make_bot(bot, f"{seed}/{number}")
        while state.actor is not None:
            if state.view(state.actor).data["phase"] == "site":
                lost = {move: surely_lost(state, move) for move in state.game.kernel.moves(state.packed)}
                if any(lost.values()) and not all(lost.values()):
                    move = asked.choose(state.view(state.actor))
                    tally.note(6, not lost[move.code] or changes_sides(state.play(move), state.actor, asked))
            state = state.play(quick.choose(state.view(state.actor)))
    return tally


def changes_sides(state: State, seat: int, bot: Bot) -> bool:
    """Whether a seat keeps the Traitor in the draft of this round."""
    while state.actor is not None and state.actor != seat:
        state = state.play(bot.choose(state.view(state.actor)))
    return state.actor == seat and bot.choose(state.view(seat)).code == Action.TRAITOR


def count(seats: int, games: int, bot: str, seed: object = 0) -> Tally:
    tally = Tally()
    for number in range(games):
        play(seats, f"{seed}/{number}", bot, tally)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--bot", default="mcts:iterations=400")
    parser.add_argument("--seed", default="checks")
    parser.add_argument(
        "--borders", action="store_true", help="check 6 alone, in games of the playout policy"
    )
    given = parser.parse_args()
    tally = (count_borders if given.borders else count)(given.seats, given.games, given.bot, given.seed)
    print(f"{given.seats} seats, {given.games} games of {given.bot}, seed {given.seed}")
    for check, about in ABOUT.items() if not given.borders else [(6, ABOUT[6])]:
        print(f"{check}  {tally.held[check]:4} of {tally.applied[check]:4}  {about}")


if __name__ == "__main__":
    main()
