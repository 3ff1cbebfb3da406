"""Playing games out between bots: from a view, each game in a world of its own."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from eminence.bots.game import Event, Result, State, View
from eminence.bots.roster import Bot, BotSpec, SearchBot, make_bot
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.search import StopFlag


@dataclass(frozen=True)
class FinishedGame:
    index: int
    moves: tuple[tuple[int, str], ...]  # (seat, move text)
    events: tuple[tuple[Event, ...], ...]  # after each move; empty where nobody asked for the story
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    win_shares: tuple[float, ...]

    @property
    def plies(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class SeatSummary:
    """How one seat fared over all games."""

    wins: int  # alone
    shared_wins: int
    win_share: float
    win_share_se: float
    win_share_low: float  # its 95 % interval
    win_share_high: float
    mean_rank: float
    rank_counts: tuple[int, ...]  # games finished first, second, ...
    mean_score: float
    score_se: float
    score_min: float
    score_max: float


@dataclass(frozen=True)
class PlayOutSummary:
    games: int
    seats: tuple[SeatSummary, ...]

    @classmethod
    def of(cls, games: Sequence[FinishedGame]) -> PlayOutSummary:
        seats = len(games[0].scores) if games else 0
        return cls(len(games), tuple(_seat_summary(games, seat, seats) for seat in range(seats)))


def play_game(state: State, bots: Sequence[Bot]) -> FinishedGame:
    """One game to its end."""
    return next(game for game in _moves_and_game(state, bots, 0, None) if game is not None)


def play_silently(state: State, bots: Sequence[Bot]) -> Result:
    """The same without a word about its moves: the texts cost more than quick bots do."""
    while state.actor is not None:
        state = state.play(bots[state.actor].choose(state.view(state.actor)))
    return state.result


def play_out(
    view: View,
    bots: Sequence[str | BotSpec],
    games: int,
    seed: object,
    stop: StopFlag | None = None,
    *,
    told: bool = False,
) -> Iterator[FinishedGame]:
    """Plays a view out, each time from a freshly sampled world; ends early when stopped. `told`: with events."""
    return (game for game in play_out_stepwise(view, bots, games, seed, stop, told=told) if game is not None)


def play_out_stepwise(
    view: View,
    bots: Sequence[str | BotSpec],
    games: int,
    seed: object,
    stop: StopFlag | None = None,
    slice_ms: int | None = None,
    *,
    told: bool = False,
) -> Iterator[FinishedGame | None]:
    """The same, with None after every move, and after every slice of thought: places to pause."""
    if len(bots) != view.game.seats:
        raise InvalidInput("bots", f"must name {view.game.seats} bots, one per seat, not {len(bots)}")
    for index in range(games):
        world = view.sample(f"{seed}/{index}")
        players = [make_bot(spec, f"{seed}/{index}/{seat}") for seat, spec in enumerate(bots)]
        yield from _moves_and_game(world, players, index, stop, slice_ms, told=told)
        if stop is not None and stop.is_set():
            return


def _moves_and_game(
    state: State,
    bots: Sequence[Bot],
    index: int,
    stop: StopFlag | None,
    slice_ms: int | None = None,
    *,
    told: bool = False,
) -> Iterator[FinishedGame | None]:
    """None for every move of a game, then the finished game; ends early when stopped."""
    moves, story = [], []
    while state.actor is not None:
        if stop is not None and stop.is_set():
            return
        seat = state.actor
        bot, view = bots[seat], state.view(seat)
        if slice_ms is not None and isinstance(bot, SearchBot):
            move = yield from bot.choose_in_slices(view, slice_ms, stop)
        else:
            move = bot.choose(view, stop)
        moves.append((seat, move.text))
        state, events = state.play_told(move) if told else (state.play(move), ())
        story.append(events)
        yield None
    result = state.result
    yield FinishedGame(index, tuple(moves), tuple(story), result.scores, result.ranks, result.win_shares)


def mean_and_error(values: Iterable[float]) -> tuple[float, float]:
    """Mean and its standard error (0 where one value says nothing about it)."""
    listed = list(values)
    mean = sum(listed) / len(listed)
    if len(listed) < 2:
        return mean, 0.0
    return mean, math.sqrt(sum((v - mean) ** 2 for v in listed) / (len(listed) - 1) / len(listed))


def share_interval(shares: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean win share.

    Student's, over the shares and one imagined win and one imagined loss: three wins in three deals are no certainty.
    """
    mean, error = mean_and_error([*shares, 0.0, 1.0])
    reach = _student(len(shares) + 1) * error
    return max(mean - reach, 0.0), min(mean + reach, 1.0)


def _student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, by its expansion around the normal one."""
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def _seat_summary(games: Sequence[FinishedGame], seat: int, seats: int) -> SeatSummary:
    shares = [game.win_shares[seat] for game in games]
    share, share_se = mean_and_error(shares)
    low, high = share_interval(shares)
    score, score_se = mean_and_error(game.scores[seat] for game in games)
    ranks = [game.ranks[seat] for game in games]
    return SeatSummary(
        wins=sum(game.win_shares[seat] == 1 for game in games),
        shared_wins=sum(0 < game.win_shares[seat] < 1 for game in games),
        win_share=share,
        win_share_se=share_se,
        win_share_low=low,
        win_share_high=high,
        mean_rank=sum(ranks) / len(ranks),
        rank_counts=tuple(ranks.count(place) for place in range(1, seats + 1)),
        mean_score=score,
        score_se=score_se,
        score_min=min(game.scores[seat] for game in games),
        score_max=max(game.scores[seat] for game in games),
    )
