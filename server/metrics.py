"""Figures for Prometheus. Every server has a registry of its own, so that several can live in one process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from eminence.server.schedule import Demand

MILLISECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_KIND = ("game", "priority")


class Metrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)

        def histogram(name: str, about: str, labels: tuple[str, ...] = _KIND) -> Histogram:
            return Histogram(f"eminence_{name}", about, labels, registry=registry, buckets=MILLISECONDS)

        def counter(name: str, about: str, labels: tuple[str, ...] = _KIND) -> Counter:
            return Counter(f"eminence_{name}", about, labels, registry=registry)

        self.calls_begun = counter("calls_begun", "Calls that came in", ("method",))
        self.calls = counter("calls", "Calls that ended", ("method", "status", "reason"))
        self.call_seconds = histogram("call_seconds", "Length of calls", ("method", "status"))
        self.queue_seconds = histogram("queue_seconds", "Wait for a search slot")
        self.search_seconds = histogram("search_seconds", "Time a search held its slot")
        self.overrun_seconds = histogram("overrun_seconds", "Time a search held its slot beyond its budget")
        self.loop_lag_seconds = histogram("loop_lag_seconds", "How late the event loop was", ())
        self.searches = counter("searches", "Searches that ended")
        self.brown_outs = counter("brown_outs", "Searches cut for the sake of calls that wait")
        self.iterations = counter("iterations", "Iterations searched")
        self.refusals = counter("refusals", "Calls refused by admission", (*_KIND, "reason"))
        self.cancel_seconds = histogram("cancel_to_free_seconds", "From a cancellation to the free slot", ())
        self.busy_seconds = counter("slot_busy_seconds", "Slot time given to searches", ())

    def watch(self, about: dict[str, tuple[str, Callable[[], float]]]) -> None:
        """Adds figures that are read when somebody asks: name, meaning and source."""
        self.registry.register(_Gauges(about))

    def refused(self, demand: Demand, reason: str) -> None:
        self.refusals.labels(demand.game, demand.priority.name.lower(), reason).inc()

    def searched(self, demand: Demand, queue_ms: float, held_ms: float, over_ms: float | None) -> None:
        """A search that had its time. `over_ms` is None where there was no time to overrun."""
        kind = (demand.game, demand.priority.name.lower())
        self.searches.labels(*kind).inc()
        self.queue_seconds.labels(*kind).observe(queue_ms / 1000)
        self.search_seconds.labels(*kind).observe(held_ms / 1000)
        if over_ms is not None:
            self.overrun_seconds.labels(*kind).observe(max(0.0, over_ms) / 1000)

    def cut(self, demand: Demand) -> None:
        self.brown_outs.labels(demand.game, demand.priority.name.lower()).inc()

    def text(self) -> str:
        return generate_latest(self.registry).decode()


class _Gauges(Collector):
    def __init__(self, about: dict[str, tuple[str, Callable[[], float]]]) -> None:
        self._about = about

    def collect(self) -> Iterator[Metric]:
        for name, (meaning, source) in self._about.items():
            yield GaugeMetricFamily(f"eminence_{name}", meaning, value=source())
