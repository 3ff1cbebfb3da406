"""Plays one game of a ladder. The referee alone holds the state; contestants are sent their own seat's views.

A contestant that answers late, illegally or not at all forfeits: it is ranked last, and from then on the house (the
game's playout policy) plays its seat, so that the others' game goes on and their results stand. Once a single honest
contestant is left it has won, and the house plays the game to its end for the record.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable

from eminence.bots.game import Move, Result, View
from eminence.bots.ladder.forfeit import ILLEGAL, Forfeit
from eminence.bots.ladder.players import make_player
from eminence.bots.ladder.records import Chair, GameRecord, GameTask, LoggedMove
from eminence.bots.roster import make_bot
from eminence.cext.core.errors import IllegalMove
from eminence.cext.core.stream import Stream


def play(task: GameTask, on_move: Callable[[], None] = lambda: None) -> GameRecord:
    """The game of a task, to its end."""
    return _Refereed(task, on_move).play()


class _Refereed:
    def __init__(self, task: GameTask, on_move: Callable[[], None]) -> None:
        self.task, self.on_move = task, on_move
        # The deal comes from the task's seed: contestants get hashes of it, from which no card can be worked out.
        seeds = [str(Stream(task.seed, "player", task.key, seat).bits()) for seat in range(len(task.seating))]
        self.players = [
            make_player(contestant.spec, seed, task.category)
            for contestant, seed in zip(task.seating, seeds, strict=True)
        ]
        self.house = make_bot("policy", f"{task.seed}/house")
        self.forfeits: dict[int, Forfeit] = {}
        self.moves: list[LoggedMove] = []

    def play(self) -> GameRecord:
        started, clock = time.time(), time.perf_counter()
        state = self.task.category.make_game().new(self.task.seed)
        while state.actor is not None:
            view = state.view(state.actor)
            state = state.play(self.move(view))
            self.on_move()
        return GameRecord(
            key=self.task.key,
            pair=self.task.pair,
            category=self.task.category.key,
            seed=self.task.seed,
            chairs=self.chairs(state.result),
            started=started,
            elapsed_ms=1000 * (time.perf_counter() - clock),
            worker=worker_name(),
            moves=tuple(self.moves),
        )

    def move(self, view: View) -> Move:
        """The next move, logged: the contestant's, or the house's where there is nobody to ask."""
        honest = self.task.category.seats - len(self.forfeits)
        asked, think_ms = None, 0.0
        if view.seat not in self.forfeits and honest > 1:
            asked, think_ms = self.ask(view)
        move = asked or self.house.choose(view)
        self.moves.append(LoggedMove(view.seat, move.text, round(think_ms, 3), by_house=asked is None))
        return move

    def ask(self, view: View) -> tuple[Move | None, float]:
        """The contestant's move and its thinking time; no move if it forfeits."""
        clock = time.perf_counter()
        answer = None
        try:
            answer = self.players[view.seat].choose(view, self.task.deadline_ms / 1000)
        except Forfeit as forfeit:
            self.forfeits[view.seat] = forfeit
        think_ms = 1000 * (time.perf_counter() - clock)
        try:
            return (None if answer is None else view.find(answer)), think_ms
        except IllegalMove as error:
            self.forfeits[view.seat] = Forfeit(ILLEGAL, error.reason)
            return None, think_ms

    def chairs(self, result: Result) -> tuple[Chair, ...]:
        ranks, shares = settle(result, set(self.forfeits))
        return tuple(self.chair(seat, ranks[seat], shares[seat], result) for seat in range(len(ranks)))

    def chair(self, seat: int, rank: int, win_share: float, result: Result) -> Chair:
        # The house's moves take no time, except where it stepped in for a contestant that was asked in vain.
        mine = [move for move in self.moves if move.seat == seat]
        times = [move.think_ms for move in mine if move.think_ms or not move.by_house]
        forfeit = self.forfeits.get(seat)
        return Chair(
            contestant=self.task.seating[seat].name,
            rank=rank,
            win_share=win_share,
            score=result.scores[seat],
            moves=len(times),
            think_ms=sum(times),
            slowest_ms=max(times, default=0.0),
            forfeit=forfeit.kind if forfeit else "",
            detail=forfeit.detail if forfeit else "",
        )


def settle(result: Result, forfeited: set[int]) -> tuple[list[int], list[float]]:
    """Ranks and win shares with those who forfeited moved behind everybody else."""
    if not forfeited:
        return list(result.ranks), list(result.win_shares)
    honest = [rank for seat, rank in enumerate(result.ranks) if seat not in forfeited]
    ranks = [
        len(honest) + 1 if seat in forfeited else 1 + sum(other < rank for other in honest)
        for seat, rank in enumerate(result.ranks)
    ]
    return ranks, [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]


def worker_name() -> str:
    return f"{platform.node()}:{os.getpid()}"
