"""What a phase of the load test must show: figures from its samples, and the bars they must clear."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DEADLINE_MS = 250
Sample = dict[str, Any]
Figures = dict[str, float]

_MEMORY = "process_resident_memory_bytes"
_CHECKS = {"<=": operator.le, ">=": operator.ge, "==": operator.eq}


@dataclass(frozen=True)
class Bar:
    figure: str
    check: str
    limit: float

    def holds(self, figures: Figures) -> bool:
        return self.figure in figures and bool(_CHECKS[self.check](figures[self.figure], self.limit))

    def __str__(self) -> str:
        return f"{self.figure} {self.check} {self.limit:g}"


def percentile(values: Sequence[float], percent: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0


def hint_figures(samples: Sequence[Sample], ends: Mapping[str, float]) -> Figures:
    """What became of hints. `ends` tells when the service had answered them, by the clock of the samples.

    An answer is late when the service gave it late, counted from when the call was sent, or when the log does not
    know it. What was given in time and taken late by the generator itself is `read late`.
    """
    hints = [one for one in samples if one["name"] == "hint"]
    done = [one for one in hints if one["status"] == "OK"]
    refused = [one for one in hints if one["status"] == "RESOURCE_EXHAUSTED" and one["reason"]]
    if not hints:
        return {}
    figures = {
        "hints": len(hints),
        "answered": len(done),
        "refused %": 100 * len(refused) / len(hints),
        "errors": len(hints) - len(done) - len(refused),
        "refusal p99 ms": percentile([one["ms"] for one in refused], 99),
    }
    if done:
        answered = [1000 * (ends.get(one["id"], math.inf) - one["at"]) for one in done]
        figures |= {
            "full budgets %": 100 * sum(one["full"] for one in done) / len(done),
            "brown-outs %": 100 * sum(one["brown_out"] for one in done) / len(done),
            "mean budget ms": sum(one["granted_ms"] for one in done) / len(done),
            "hint p50 ms": percentile([one["ms"] for one in done], 50),
            "hint p99 ms": percentile([one["ms"] for one in done], 99),
            "answered in p99 ms": percentile(answered, 99),
            "answered in max ms": percentile(answered, 100),
            "late": sum(ms > DEADLINE_MS for ms in answered),
            "read late": sum(one["ms"] > DEADLINE_MS >= ms for one, ms in zip(done, answered, strict=True)),
            "overrun p99 ms": percentile([one["over_ms"] for one in done], 99),
        }
    return figures


def other_figures(samples: Sequence[Sample], digest: str) -> Figures:
    # How late the generator itself was: part of every time above.
    figures = {"generator lag p99 ms": percentile([one.get("lag_ms", 0.0) for one in samples], 99)}
    figures["generator lag max ms"] = percentile([one.get("lag_ms", 0.0) for one in samples], 100)
    probes = [one["ms"] for one in samples if one["name"] == "probe" and one["status"] == "OK"]
    if probes:
        figures["probe p99 ms"] = percentile(probes, 99)
        figures["probe failures"] = sum(one["name"] == "probe" for one in samples) - len(probes)
    twins = [one for one in samples if one["name"] == "twin" and one["status"] == "OK"]
    if twins:
        figures["twins"] = len(twins)
        figures["different twins"] = sum(one["digest"] != digest for one in twins)
    for name in ("move", "ladder", "hostile"):
        made = [one for one in samples if one["name"] == name]
        if made:
            figures[f"{name} calls"] = len(made)
            figures[f"{name} ok"] = sum(one["status"] == "OK" for one in made)
    return figures


def server_figures(before: Figures, middle: Figures, after: Figures, seconds: float) -> Figures:
    """What the server says of the phase, by its metrics before, in the middle and after it."""

    def gained(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    figures = {
        "busy %": 100 * gained("eminence_slot_busy_seconds_total") / (after["eminence_slots"] * seconds),
        "server cpu cores": gained("process_cpu_seconds_total") / seconds,
        "memory growth MB": (after[_MEMORY] - middle[_MEMORY]) / 2**20,
        "slots leaked": after["eminence_slots"] - after["eminence_slots_free"],
    }
    cancels = gained("eminence_cancel_to_free_seconds_count")
    if cancels:
        figures["cancels"] = cancels
        figures["free within 1 ms %"] = 100 * gained("eminence_cancel_to_free_seconds_bucket_0.001") / cancels
        figures["free within 5 ms %"] = 100 * gained("eminence_cancel_to_free_seconds_bucket_0.005") / cancels
    return figures
