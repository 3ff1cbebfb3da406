"""The load test itself: its arithmetic, and that a short run works. Its bars are for quiet machines."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "loadtest"))

from bars import Bar, hint_figures, percentile, server_figures  # noqa: E402


def answered(ms: float, full: bool = True, call_id: str = "1") -> dict[str, object]:
    timing = {"full": full, "brown_out": not full, "granted_ms": 100, "over_ms": 1.0}
    return {"name": "hint", "id": call_id, "at": 50.0, "status": "OK", "ms": ms, **timing}


def test_hints_are_told_apart_by_how_they_ended() -> None:
    refused = {"name": "hint", "status": "RESOURCE_EXHAUSTED", "reason": "QUEUE_FULL", "ms": 5.0}
    failed = {"name": "hint", "status": "DEADLINE_EXCEEDED", "reason": "", "ms": 251.0}
    figures = hint_figures([answered(120), answered(130, full=False), refused, failed], {"1": 50.1})
    assert (figures["refused %"], figures["errors"], figures["late"]) == (25, 1, 0)
    assert figures["full budgets %"] == 50


def test_answer_is_late_by_the_clock_of_the_service_and_read_late_by_the_generator() -> None:
    hints = [answered(255, call_id="service"), answered(260, call_id="generator"), answered(120, call_id="")]
    figures = hint_figures(hints, {"service": 50.2505, "generator": 50.2495})
    assert figures["late"] == 2, "the one that the log does not know counts as well"
    assert figures["read late"] == 1


def test_busy_share_is_of_all_slots() -> None:
    after = {"eminence_slots": 2, "eminence_slots_free": 2, "eminence_slot_busy_seconds_total": 9.0}
    memory = {"process_resident_memory_bytes": 1.0}
    assert server_figures({}, memory, after | memory, seconds=5)["busy %"] == 90


def test_bars_and_percentiles() -> None:
    assert percentile(list(range(100)), 99) == 99
    assert Bar("x", "<=", 5).holds({"x": 5})
    assert not Bar("x", "<=", 5).holds({}), "a figure that is missing clears no bar"


def short_run() -> Any:
    """As short as a busy machine allows: users take a while to come."""
    for seconds in (2, 10, 50):
        command = [sys.executable, "loadtest/run.py", "--seconds", str(seconds), "--phases", "hostile"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        summary = json.loads((ROOT / "loadtest/report/summary.json").read_text())
        came = [
            summary["figures"][phase].get(name)
            for phase, name in (("idle", "twins"), ("hostile", "hints"), ("hostile", "hostile calls"))
        ]
        if all(came):
            return summary
    raise AssertionError("nobody came")


@pytest.mark.slow
def test_short_run_gives_figures_and_reports() -> None:
    summary = short_run()
    figures = summary["figures"]["hostile"]
    assert figures["hostile ok"] == 0
    assert figures["slots leaked"] == 0
    assert "different twins == 0" not in summary["failed"]["idle"]
    assert (ROOT / "loadtest/report/hostile.html").exists()
