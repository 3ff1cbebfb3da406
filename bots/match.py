"""Matches between bots with luck paired away: every deal is played once in each rotation of the seats."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from eminence.bots.game import Result, find_game
from eminence.bots.playout import FinishedGame, mean_and_error, play_game, play_silently, share_interval
from eminence.bots.record import Record, record_of
from eminence.bots.roster import BotSpec, make_bot


@dataclass(frozen=True)
class Standing:
    """One bot's results, averaged over the seats it held. Fair share is 1/seats."""

    name: str
    win_share: float
    win_share_se: float
    win_share_low: float  # its 95 % interval over deals
    win_share_high: float
    mean_rank: float
    mean_score: float
    seat_win_shares: tuple[float, ...]  # by the seat it sat on


@dataclass(frozen=True)
class MatchResult:
    game: str
    seats: int
    games: int
    bots: tuple[Standing, ...]


@dataclass(frozen=True)
class _Deal:
    """What a worker needs to play one deal in all rotations."""

    game: str
    seats: int
    options: Mapping[str, Any]
    components: str | None
    bots: tuple[str, ...]
    seed: str
    recorded: bool


@dataclass(frozen=True)
class _Chair:
    """One bot's result in one game."""

    bot: str
    seat: int
    win_share: float
    rank: int
    score: float


def match(
    bots: Sequence[str],
    game: str,
    games: int,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: str | None = None,
    seed: object = 0,
    jobs: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_record: Callable[[Record], None] | None = None,
) -> MatchResult:
    """Plays at least `games` games (whole deals) and sums them up. `on_record` is given every game.

    The bots fill the seats; if there are fewer than seats, the last one takes the rest. Standard errors are over
    deals, since the rotations of a deal are not independent.
    """
    seats = find_game(game, seats, options, components).seats
    specs = [str(BotSpec.parse(bot)) for bot in bots]
    specs = [specs[min(i, len(specs) - 1)] for i in range(seats)]
    for spec in set(specs):
        make_bot(spec)
    deals = [
        _Deal(
            game, seats, dict(options or {}), components, tuple(specs), f"{seed}/{i}", on_record is not None
        )
        for i in range(-(-games // seats))
    ]
    results = []
    for chairs, records in _play_deals(deals, jobs or os.cpu_count() or 1):
        results.append(chairs)
        if on_progress:
            on_progress(seats)
        if on_record:
            for record in records:
                on_record(record)
    names = list(dict.fromkeys(specs))
    standings = tuple(_standing(name, seats, results) for name in names)
    return MatchResult(game, seats, len(deals) * seats, standings)


def _play_deals(deals: Sequence[_Deal], jobs: int) -> Iterator[tuple[list[_Chair], list[Record]]]:
    """Plays deals in order of their number, on several processes if asked to."""
    if jobs == 1:
        yield from map(_play_deal, deals)
        return
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_listen,
    ) as pool:
        try:
            with _born_deaf():
                played = [pool.submit(_play_deal, deal) for deal in deals]
            yield from (
                one.result() for one in played
            )  # not `map`, which cancels what its pool then stumbles over
        except BaseException:
            # Whoever gives up does not want to wait for the deals in progress.
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
            raise


@contextmanager
def _born_deaf() -> Iterator[None]:
    """Workers started here do not hear Ctrl-C before they are ready for it: one that loads its code would complain."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _listen() -> None:
    """From now on Ctrl-C ends this worker without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _play_deal(deal: _Deal) -> tuple[list[_Chair], list[Record]]:
    game = find_game(deal.game, deal.seats, deal.options, deal.components)
    chairs, records = [], []
    for shift in range(deal.seats):
        specs = [deal.bots[(seat + shift) % deal.seats] for seat in range(deal.seats)]
        players = [make_bot(spec, f"{deal.seed}/{shift}/{seat}") for seat, spec in enumerate(specs)]
        finished: FinishedGame | Result
        if deal.recorded:
            finished = play_game(game.new(deal.seed), players)
            records.append(record_of(game, deal.seed, [text for _, text in finished.moves], specs))
        else:
            finished = play_silently(game.new(deal.seed), players)
        chairs += [
            _Chair(spec, seat, finished.win_shares[seat], finished.ranks[seat], finished.scores[seat])
            for seat, spec in enumerate(specs)
        ]
    return chairs, records


def _standing(name: str, seats: int, played: Sequence[Sequence[_Chair]]) -> Standing:
    mine = [[chair for chair in deal if chair.bot == name] for deal in played]
    chairs = [chair for deal in mine for chair in deal]
    shares = [mean_and_error(chair.win_share for chair in deal)[0] for deal in mine]
    share, error = mean_and_error(shares)
    low, high = share_interval(shares)
    by_seat = [[chair.win_share for chair in chairs if chair.seat == seat] for seat in range(seats)]
    return Standing(
        name=name,
        win_share=share,
        win_share_se=error,
        win_share_low=low,
        win_share_high=high,
        mean_rank=mean_and_error(chair.rank for chair in chairs)[0],
        mean_score=mean_and_error(chair.score for chair in chairs)[0],
        seat_win_shares=tuple(mean_and_error(values)[0] for values in by_seat),
    )
