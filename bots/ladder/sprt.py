"""The sequential probability ratio test: is A better than B, answered with as few games as the answer needs.

The observation is a *pair*: the games that share a deal, with A and B changing places, scored by A's part of the wins
(0 to 1, one half for equals). With two seats it takes five values (0, 1/4, 1/2, 3/4, 1), the pentanomial model; with
more seats shared wins add others, and nothing below depends on how many there are. The reasons are in
docs/decisions/006-ladder-statistics.md.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from eminence.bots.playout import mean_and_error
from eminence.cext.core.errors import InvalidInput

# Values never seen still get this many observations, so that no hypothesis is impossible after a one-sided start.
REGULARISATION = 1e-3
Z95 = 1.959964


@dataclass(frozen=True)
class Bounds:
    """Hypotheses in Elo, and how often each may be accepted wrongly."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if self.elo0 >= self.elo1:
            raise InvalidInput("elo1", f"must be greater than elo0 ({self.elo0:g}), not {self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise InvalidInput(name, f"must lie between 0 and 0.5, not {getattr(self, name):g}")

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class Verdict:
    """What the pairs say so far."""

    pairs: int
    llr: float
    decision: str  # better, not_better or undecided
    score: float  # A's mean part of the wins
    elo: float
    elo_low: float  # 95 % interval
    elo_high: float
    counts: tuple[tuple[float, int], ...]  # how often each pair score occurred

    @property
    def decided(self) -> bool:
        return self.decision != "undecided"


def expected_score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The Elo difference that a mean score stands for; clipped where it would be infinite."""
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)


def log_likelihood_ratio(counts: Counter[float], bounds: Bounds) -> float:
    """Generalised: each hypothesis fixes the mean score only and is given the likeliest distribution that has it."""
    if not counts:
        return 0.0
    weights = {value: REGULARISATION for value in (0.0, 0.25, 0.5, 0.75, 1.0)}
    weights |= {value: float(count) for value, count in counts.items()}
    total = sum(weights.values())
    shares = {value: weight / total for value, weight in weights.items()}
    under0 = _likeliest(shares, expected_score(bounds.elo0))
    under1 = _likeliest(shares, expected_score(bounds.elo1))
    return total * sum(share * math.log(under1[v] / under0[v]) for v, share in shares.items())


def _likeliest(shares: dict[float, float], mean: float) -> dict[float, float]:
    """The distribution of the given mean under which observed shares are likeliest.

    By Lagrange: p(v) = share(v) / (1 + x (v - mean)), with the one x for which the mean comes out right. The sum below
    falls in x between the poles at both ends, so bisection cannot miss it.
    """
    low, high = -1 / (max(shares) - mean), 1 / (mean - min(shares))
    for _ in range(60):
        x = (low + high) / 2
        if sum(share * (v - mean) / (1 + x * (v - mean)) for v, share in shares.items()) > 0:
            low = x
        else:
            high = x
    return {v: share / (1 + x * (v - mean)) for v, share in shares.items()}


class SequentialTest:
    """Takes pair scores one by one, in the order of the schedule, and stops listening once a bound is crossed."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.scores: list[float] = []
        self.counts: Counter[float] = Counter()
        self.llr = 0.0
        self.decision = "undecided"

    def add(self, score: float) -> None:
        if self.decision != "undecided":
            return
        self.scores.append(score)
        self.counts[round(score, 6)] += 1
        self.llr = log_likelihood_ratio(self.counts, self.bounds)
        if self.llr >= self.bounds.upper:
            self.decision = "better"
        elif self.llr <= self.bounds.lower:
            self.decision = "not_better"

    @property
    def verdict(self) -> Verdict:
        pairs = len(self.scores)
        mean, error = mean_and_error(self.scores) if pairs > 1 else (0.5, 0.5)
        return Verdict(
            pairs=pairs,
            llr=self.llr,
            decision=self.decision,
            score=mean,
            elo=elo_of(mean),
            elo_low=elo_of(mean - Z95 * error),
            elo_high=elo_of(mean + Z95 * error),
            counts=tuple(sorted(self.counts.items())),
        )
