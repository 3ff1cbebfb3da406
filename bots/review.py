"""The review of a game: how well each decision was made, and what chance did.

Every judgement is made from what the seat knew at the time. A decision is judged by two searches of equal length, after
the best move and after the move played, that begin in the same worlds; a loss within their noise is none. A loss that
would be held against the seat is looked at again, longer and with other seeds, and that alone decides. Luck is the
change of a seat's winning chances that dice and draws brought: after the lots of a ply against before them, the move
being made. It is measured by playouts without a search, uncorrected, so that it is nothing on average.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean

from eminence.bots.budget import Budget
from eminence.bots.game import Game, State, View
from eminence.bots.outlook import Outlook, mean_outlook, outlook_stepwise, run_stepwise
from eminence.bots.reasons import NOISE, because, error_of_mean
from eminence.bots.record import Ply, Record
from eminence.bots.suggest import room
from eminence.cext.core.errors import InvalidInput
from eminence.cext.core.search import Search, StopFlag
from eminence.cext.core.stream import Stream

DEFAULT_ITERATIONS = 2000
# Losses of winning chance from which a move is called so.
INACCURACY, MISTAKE, BLUNDER = 0.02, 0.05, 0.10
VERDICTS = ("best", "good", "inaccuracy", "mistake", "blunder")
BLAMED = VERDICTS[2:]
COSTLIEST = 5
# Two searches differ by more than the errors of their means, since what a tree finds first leads it on.
SECOND_LOOKS, LONGER = 3, 4
OTHER_LOTS = 3  # ways a ply might have gone, to see whether a seat can tell


@dataclass(frozen=True)
class Judgement:
    """One decision of a seat that is reviewed."""

    ply: int
    seat: int
    move: str
    effect: str
    best: str
    best_effect: str
    win_before: float  # after the best move
    win_after: float  # after the move played
    points: float  # that the best move would have brought more
    loss: float  # of winning chance; 0 where the move played is no worse
    noise: float  # two standard errors of the loss
    verdict: str
    why: str  # where the points come from that the best move brings more; empty where nothing is sure
    view: View = field(repr=False, compare=False)  # what the seat saw

    @property
    def sure(self) -> bool:
        """Whether the loss is beyond the noise."""
        return self.loss > self.noise


@dataclass(frozen=True)
class Luck:
    """What chance did for a seat at one ply."""

    ply: int
    seat: int
    change: float  # of its winning chance
    noise: float


@dataclass(frozen=True)
class Chance:
    """A seat's winning chance at a decision of its own, or at the end, by what it knows."""

    ply: int
    seat: int
    win: float


@dataclass(frozen=True)
class SeatReview:
    """How a seat played and how lucky it was."""

    seat: int
    name: str
    decisions: int
    accuracy: float  # 1: no loss beyond the noise; a blunder counts 0
    verdicts: tuple[tuple[str, int], ...]  # how many of each, best first
    lost: float  # winning chance, by decisions: sure losses
    luck: float  # winning chance that chance brought
    luck_noise: float
    start: float  # winning chance at its first decision
    end: float  # part of the win, or the chance at its last decision
    costliest: tuple[Judgement, ...]

    @property
    def rest(self) -> float:
        """What is left of the change: others' moves, and what came to light."""
        return self.end - self.start + self.lost - self.luck


@dataclass(frozen=True)
class Review:
    """A whole game, reviewed."""

    record: Record
    judgements: tuple[Judgement, ...]
    lucks: tuple[Luck, ...]
    chances: tuple[Chance, ...]
    seats: tuple[SeatReview, ...]


Item = Judgement | Luck | Chance


def review(
    record: Record,
    seats: Collection[int] = (),
    *,
    iterations: int = DEFAULT_ITERATIONS,
    seed: object = 0,
    game: Game | None = None,
) -> Review:
    """Reviews the decisions of some seats, or of all."""
    asked = asked_seats(record, seats)
    items = [
        item for item in review_stepwise(record, asked, iterations=iterations, seed=seed, game=game) if item
    ]
    return sum_up(record, asked, items)


def asked_seats(record: Record, seats: Collection[int]) -> tuple[int, ...]:
    for i, seat in enumerate(seats):
        if not 0 <= seat < record.seats:
            raise InvalidInput(f"seats[{i}]", f"must be between 0 and {record.seats - 1}, not {seat}")
    return tuple(sorted(set(seats))) or tuple(range(record.seats))


def review_stepwise(
    record: Record,
    seats: Collection[int],
    *,
    iterations: int = DEFAULT_ITERATIONS,
    seed: object = 0,
    game: Game | None = None,
    stop: StopFlag | None = None,
    nice: int = 0,
) -> Iterator[Item | None]:
    """Everything that is found, in order, with None in between: places to pause. The record is checked first."""
    steps = list(record.replay(game))
    reviewer = _Reviewer(seats, iterations, seed, stop, nice)
    for step, after in pairwise(steps):
        assert step.ply is not None
        for item in reviewer.ply(step.state, step.ply, after.state):
            yield item
            if stop is not None and stop.is_set():
                return
    last = steps[-1].state
    if last.actor is None:
        yield from (Chance(last.ply, seat, last.result.win_shares[seat]) for seat in range(record.seats))


class _Reviewer:
    def __init__(
        self, seats: Collection[int], iterations: int, seed: object, stop: StopFlag | None, nice: int
    ) -> None:
        self.seats, self.iterations, self.seed = seats, iterations, seed
        self.stop, self.nice = stop, nice

    def ply(self, state: State, ply: Ply, after: State) -> Iterator[Item | None]:
        view = state.view(ply.seat)
        if ply.seat in self.seats:
            yield from self.judge(state, view, view.find(ply.move).code)
        else:
            now = yield from self.look(view)
            yield Chance(state.ply, ply.seat, now.win_probability[ply.seat])
        if ply.lots:
            for seat in self.seats:
                if _can_tell(state, ply, after, seat):
                    yield from self.luck(state, ply, after, seat)

    def judge(self, state: State, view: View, played: int) -> Iterator[Item | None]:
        """The move played against the best one, both looked at for the same time."""
        best, seat = (yield from self.best(view)), view.seat
        before = yield from self.look(view, best)
        now = before if played == best else (yield from self.look(view, played))
        loss, noise = _compare(seat, [before], [now])
        if verdict(loss, noise, is_best=played == best) in BLAMED:
            befores = yield from self.look_again(view, best)
            nows = yield from self.look_again(view, played)
            loss, noise = _compare(seat, befores, nows)
            before, now = mean_outlook(befores), mean_outlook(nows)
        if loss <= 0:  # no worse than what the search would have played
            best, before, loss, noise = played, now, 0.0, 0.0
        yield Chance(state.ply, seat, before.win_probability[seat])
        yield Judgement(
            ply=state.ply,
            seat=seat,
            move=view.move(played).text,
            effect=view.move(played).effect,
            best=view.move(best).text,
            best_effect=view.move(best).effect,
            win_before=before.win_probability[seat],
            win_after=now.win_probability[seat],
            points=before.expected_score[seat] - now.expected_score[seat],
            loss=loss,
            noise=noise,
            verdict=verdict(loss, noise, is_best=played == best),
            why=because(seat, before, now).strip() if loss > noise else "",
            view=view,
        )

    def luck(self, state: State, ply: Ply, after: State, seat: int) -> Iterator[Item | None]:
        secret = state.game.kernel.secret(state.packed) and seat != ply.seat
        move = None if secret else state.find(ply.move).code
        before = yield from self.play(state.view(seat), move)
        now = yield from self.play(after.view(seat))
        change = now.win_probability[seat] - before.win_probability[seat]
        yield Luck(state.ply, seat, change, NOISE * math.hypot(before.error, now.error))

    def best(self, view: View) -> Generator[None, None, int]:
        """What the search would play."""
        kernel, iterations = view.game.kernel, self.iterations
        search = Search(
            kernel,
            view.packed,
            view.seat,
            self.seed,
            nodes=room(Budget(iterations=iterations)),
            nice=self.nice,
            learned=view.game.learned,
        )
        yield from run_stepwise(search, iterations, self.stop)
        return int(max(search.report()["moves"], key=lambda move: (move["visits"], move["utility"]))["move"])

    def look(
        self, view: View, after: int | None = None, *, reasons: bool = False
    ) -> Generator[None, None, Outlook]:
        """What the search expects, corrected."""
        return self._outlook(view, after, {}, corrected=True, reasons=reasons)

    def look_again(self, view: View, after: int) -> Generator[None, None, list[Outlook]]:
        looks = []
        for i in range(SECOND_LOOKS):
            again = _Reviewer(self.seats, LONGER * self.iterations, f"{self.seed}/{i}", self.stop, self.nice)
            looks.append((yield from again.look(view, after, reasons=True)))
        return looks

    def play(self, view: View, after: int | None = None) -> Generator[None, None, Outlook]:
        """What comes of playouts without a search, as it is."""
        return self._outlook(view, after, {"depth": 0}, corrected=False)

    def _outlook(
        self,
        view: View,
        after: int | None,
        settings: dict[str, int],
        *,
        corrected: bool,
        reasons: bool = False,
    ) -> Generator[None, None, Outlook]:
        return outlook_stepwise(
            view,
            max(self.iterations // 2, 1),
            self.seed,
            after=after,
            stop=self.stop,
            settings={"nice": self.nice, **settings},
            corrected=corrected,
            reasons=reasons,
        )


def _compare(seat: int, before: Sequence[Outlook], now: Sequence[Outlook]) -> tuple[float, float]:
    """How much winning chance is lost, and the noise: that of each search, and that from one search to the next."""
    losses = [
        one.win_probability[seat] - two.win_probability[seat] for one, two in zip(before, now, strict=True)
    ]
    return fmean(losses), NOISE * error_of_mean(losses, (one.error for one in (*before, *now)))


def _can_tell(state: State, ply: Ply, after: State, seat: int) -> bool:
    """Whether a seat sees anything of what chance has brought: other lots would have shown it something else."""
    kernel, code, seen = state.game.kernel, state.find(ply.move).code, after.view(seat).packed
    others = (kernel.play(state.packed, code, Stream(i, "other lots")) for i in range(OTHER_LOTS))
    return any(kernel.hide(other, seat) != seen for other in others)


def verdict(loss: float, noise: float, *, is_best: bool) -> str:
    """What a loss of winning chance is called. What lies within the noise is good."""
    if is_best:
        return "best"
    if loss <= noise or loss < INACCURACY:
        return "good"
    return "inaccuracy" if loss < MISTAKE else "mistake" if loss < BLUNDER else "blunder"


def sum_up(record: Record, seats: Sequence[int], items: Sequence[Item]) -> Review:
    """What was found about a game, put together."""
    judgements = tuple(item for item in items if isinstance(item, Judgement))
    lucks = tuple(item for item in items if isinstance(item, Luck))
    chances = tuple(item for item in items if isinstance(item, Chance))
    summaries = tuple(_seat_review(record, seat, judgements, lucks, chances) for seat in seats)
    return Review(record, judgements, lucks, chances, summaries)


def _seat_review(
    record: Record,
    seat: int,
    judgements: Sequence[Judgement],
    lucks: Sequence[Luck],
    chances: Sequence[Chance],
) -> SeatReview:
    mine = [one for one in judgements if one.seat == seat]
    found = [one for one in lucks if one.seat == seat]
    line = [one.win for one in chances if one.seat == seat] or [1 / record.seats]
    counts = Counter(one.verdict for one in mine)
    sure = [one.loss if one.sure else 0.0 for one in mine]
    costly = sorted((one for one in mine if one.sure), key=lambda one: -one.loss)
    return SeatReview(
        seat=seat,
        name=record.players[seat],
        decisions=len(mine),
        accuracy=sum(1 - min(loss / BLUNDER, 1.0) for loss in sure) / len(mine) if mine else 1.0,
        verdicts=tuple((word, counts[word]) for word in VERDICTS),
        lost=sum(sure),
        luck=sum(one.change for one in found),
        luck_noise=math.hypot(*(one.noise for one in found)),
        start=line[0],
        end=line[-1],
        costliest=tuple(costly[:COSTLIEST]),
    )
