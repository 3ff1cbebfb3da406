"""A second opinion on hidden cards: the public history of a game, and whether a world agrees with all of it.

Nothing here reads the ledger of the state. Follows a game by the differences between states, writes down who drew what
from where and who paid what, and asks an integer program whether the hidden draws can have been such that every hand
was possible at every moment (R-6.2 to R-6.4).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from eminence.cext.games.royals.kernel import RoyalsKernel
from eminence.cext.games.royals.words import PHASES

Record = dict[str, Any]
SUITS = (range(0, 4), range(4, 10))


class History:
    """What happened to the cards of one suit."""

    def __init__(self, kernel: RoyalsKernel, suit: int) -> None:
        self.kernel, self.suit, self.kinds = kernel, suit, SUITS[suit]
        self.decks = [np.array(kernel.figures["cards"])]  # composition of each generation
        self.turned_up = [np.zeros(10, int)]  # by generation
        # Events in time order: (seat, "open", cards), (seat, "blind", generation, cards), (seat, "spent", cards) or
        # (None, "shuffle")
        self.events: list[tuple[Any, ...]] = []

    def follow(self, before: Record, move: int, after: Record) -> None:
        seat = before["active"]
        if self.suit == 0 and before["turn"] == 0 and not self.events:
            self.turned_up[0][:4] = before["display"]
        opened, blind, shuffled = self._drawn(before, move)
        if shuffled and self.suit == 1:
            self._shuffle(np.array(before["discards"]))
        drawn = opened.copy()
        if opened.any():
            self.events.append((seat, "open", opened))
        change = np.array(after["hand"][seat]) - np.array(before["hand"][seat])
        if blind:
            # Nothing is spent in the same step as a blind draw that leaves the turn open.
            deck = np.array(before["deck"]) if not shuffled else np.array(before["discards"])
            cards = self._blind_cards(deck, change - opened, after, before)
            self.events.append((seat, "blind", len(self.decks) - 1, cards))
            drawn = drawn + cards
        spent = self._of_suit(drawn - change)
        if spent.any():
            self.events.append((seat, "spent", spent))
        if self.suit == 0 and after["turn"] != before["turn"]:
            self._refill(before, after, opened, blind, spent)

    def _of_suit(self, counts: np.ndarray) -> np.ndarray:
        return np.array([counts[k] if k in self.kinds else 0 for k in range(10)])

    def _blind_cards(self, deck: np.ndarray, change: np.ndarray, after: Record, before: Record) -> np.ndarray:
        """The card drawn blind: what the deck lost, unless the deck was shuffled or turned up meanwhile."""
        if self.suit == 0 and after["turn"] == before["turn"]:
            return self._of_suit(deck - np.array(after["deck"]))
        gained = self._of_suit(np.maximum(change, 0))
        assert gained.sum() == 1, "a step that draws blind and ends the turn spends nothing"
        return gained

    def _drawn(self, before: Record, move: int) -> tuple[np.ndarray, int, bool]:
        """Cards taken openly and number drawn blind in a step, forced draws included."""
        phase, opened = PHASES[before["phase"]], np.zeros(10, int)
        if self.suit == 1:
            draws = phase == "draw_mode" and move == 1
            return opened, int(draws), draws and before["deck_size"][1] == 0
        display, deck, left, blind = list(before["display"]), before["deck_size"][0], 0, 0
        if phase == "draw":
            left = before["draws_left"] - 1
            if move == 4:
                blind, deck = 1, deck - 1
            else:
                opened[move] += 1
                display[move] -= 1
        elif phase == "draw_mode":
            left = (3, 1)[move]
        while left and deck == 0 and sum(map(bool, display)) == 1:
            country = next(k for k in range(4) if display[k])
            opened[country] += 1
            display[country] -= 1
            left -= 1
        return opened, blind, False

    def _refill(
        self, before: Record, after: Record, opened: np.ndarray, blind: int, spent: np.ndarray
    ) -> None:
        left = np.array(before["display"]) - opened[:4]
        shown = np.zeros(10, int)
        shown[:4] = np.array(after["display"]) - left
        deck = before["deck_size"][0] - blind
        if shown.sum() <= deck:
            self.turned_up[-1] += shown
            return
        # All of the old deck was turned up before the shuffle.
        rest = self._of_suit(np.array(before["deck"]))
        if blind:
            rest = rest - self.events[-1 if not spent.any() else -2][3]
        self.turned_up[-1] += rest
        self._shuffle(self._of_suit(np.array(before["discards"])) + spent)
        self.turned_up[-1] += shown - rest

    def _shuffle(self, composition: np.ndarray) -> None:
        self.decks.append(self._of_suit(composition))
        self.turned_up.append(np.zeros(10, int))
        self.events.append((None, "shuffle"))

    def allows(self, world: Record, observer: int) -> bool:
        """Whether the hands and the deck of a world can have come about, as far as the observer knows."""
        return _Program(self, world, observer).feasible()


class _Program:
    """Integers x[blind event, kind] >= 0 under the limits of R-6.2 to R-6.4."""

    def __init__(self, history: History, world: Record, observer: int) -> None:
        self.history, self.world, self.observer = history, world, observer
        self.kinds = list(history.kinds)
        self.blind = [e for e in history.events if e[1] == "blind" and e[0] != observer]
        self.rows: list[np.ndarray] = []
        self.low: list[float] = []
        self.high: list[float] = []

    def feasible(self) -> bool:
        self._draws_have_one_card()
        self._generations_are_used_up()
        for seat in range(self.history.kernel.seats):
            if seat != self.observer:
                self._hands_were_possible(seat)
        if not self.blind:
            return True
        size = len(self.blind) * len(self.kinds)
        limits = LinearConstraint(np.array(self.rows), self.low, self.high)
        found = milp(np.zeros(size), integrality=np.ones(size), bounds=Bounds(0, 1), constraints=limits)
        return bool(found.success)

    def _row(self, low: float, high: float, entries: list[tuple[int, int]]) -> None:
        row = np.zeros(len(self.blind) * len(self.kinds))
        for event, kind in entries:
            row[event * len(self.kinds) + self.kinds.index(kind)] = 1
        if entries:
            self.rows.append(row)
            self.low.append(low)
            self.high.append(high)
        else:
            assert low <= 0 <= high

    def _draws_have_one_card(self) -> None:
        for i in range(len(self.blind)):
            self._row(1, 1, [(i, kind) for kind in self.kinds])

    def _generations_are_used_up(self) -> None:
        history = self.history
        own = [np.zeros(10, int) for _ in history.decks]
        for event in history.events:
            if event[1] == "blind" and event[0] == self.observer:
                own[event[2]] += event[3]
        for g, deck in enumerate(history.decks):
            unseen = deck - history.turned_up[g] - own[g]
            for kind in self.kinds:
                rest = unseen[kind] - (self.world["deck"][kind] if g == len(history.decks) - 1 else 0)
                self._row(rest, rest, [(i, kind) for i, e in enumerate(self.blind) if e[2] == g])

    def _hands_were_possible(self, seat: int) -> None:
        for kind in self.kinds:
            base, drawn = 0, []
            blind = iter(range(len(self.blind)))
            for event in self.history.events:
                number = next(blind) if event[1] == "blind" and event[0] != self.observer else -1
                if event[0] != seat:
                    continue
                if event[1] == "blind":
                    drawn.append((number, kind))
                elif event[1] == "open":
                    base += event[2][kind]
                else:
                    base -= event[2][kind]
                    if event[2][kind]:
                        self._row(-base, np.inf, list(drawn))
            hand = self.world["hand"][seat][kind]
            self._row(hand - base, hand - base, list(drawn))
